// Package control has the commands stop, pause and resume, and what other commands print about
// these orders.
//
// Floor: 7 (glue). Stability: engine; the sentences are part of the user interface.
package control
