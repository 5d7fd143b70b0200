// Package command has what the commands share: errors with exit codes, input of lines and URLs,
// JSON, and the names of flag values.
//
// Floor: 7 (glue). Stability: engine; the exit codes are stable. It has no commands.
package command
