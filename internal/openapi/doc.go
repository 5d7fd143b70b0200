// Package openapi generates the OpenAPI 3.1 description of a JSON API from its routes and their
// Go types.
//
// Floor: 0 (leaves). Stability: engine. It inspects types by reflection and does not know their
// purpose. For a type that writes its own JSON, it uses the JSON of its zero value.
package openapi
