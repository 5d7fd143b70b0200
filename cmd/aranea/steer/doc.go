// Package steer holds the verbs stop, pause and resume, and what other verbs say of such
// orders.
//
// Floor: 7 (glue). Stability: engine; the sentences are part of the user interface.
package steer
