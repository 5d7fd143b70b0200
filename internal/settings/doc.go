// Package settings sets the flags of a command line from the environment and a settings file,
// prints such a file, and finds the name for which a misspelled one was meant.
//
// Floor: 0 (leaves). Stability: engine. It knows commands and flags, but not their purpose.
package settings
