// Package record defines how the frontier is stored: the keys of its tables, and the codec of
// the records under them. docs/format/frontier.md describes both.
//
// Floor: 3 (state and input/output). Stability: engine. It reads and writes bytes only: what
// records mean for each other, and when they change, is up to the frontier.
package record
