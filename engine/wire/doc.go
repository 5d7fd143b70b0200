// Package wire is the form that calls to the owner of a data folder have: JSON over
// HTTP, answers of one value or of any number of lines, errors as problems (RFC
// 9457), and a description of all routes.
//
// Floor: 5. Stability: engine; the form is a promise (docs/http-api.md). It knows
// no call.
package wire
