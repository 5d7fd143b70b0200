// Package command holds what the verbs of the command line share: errors with
// exit codes, input of lines and URLs, JSON, and the names that flags take.
//
// Floor: 7 (glue). Stability: engine; the exit codes are a promise. It holds no
// verb.
package command
