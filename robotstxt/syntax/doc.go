// Package syntax splits a robots file into lines without loss: the key of each line, its
// position, and its spelling, without any meaning of rules.
//
// A File keeps the original bytes, the text they decode to, and a Record of 16 bytes for each
// line that is neither empty nor a comment. The lines that File.Lines yields, concatenated, are
// the text, byte for byte. All offsets are in bytes.
//
// Most programs should use package robotstxt, whose File is based on this one. This package is
// for its checks and rewriters, and for custom tools.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only and is pure.
package syntax
