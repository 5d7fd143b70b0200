// Package wire defines the form of calls to the owner of a data folder: JSON over HTTP, answers
// of one value or of any number of lines, errors as problems (RFC 9457), a description of all
// routes, and the waiting for an owner.
//
// Floor: 5. Stability: engine; the form is a promise (docs/http-api.md). It knows no specific
// call.
package wire
