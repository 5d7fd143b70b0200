// Package openapi writes the OpenAPI 3.1 description of a JSON API from its routes
// and the Go types that they read and answer.
//
// Floor: 0 (leaves). Stability: engine. It knows types by reflection, and nothing
// of what they are for. What a type that writes its own JSON looks like is taken
// from the JSON of its zero value.
package openapi
