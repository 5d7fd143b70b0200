// Package settings fills the flags of a command line from the environment and a
// settings file, prints such a file, and finds the name that a misspelled one
// means.
//
// Floor: 0 (leaves). Stability: engine. It knows commands and flags, and nothing
// of what they are for.
package settings
