// Package syntax cuts a robots file into lines, losslessly: what each line is
// about, where it stands, and how it is spelt, without any meaning of rules.
//
// A File keeps the bytes as they were given, the text they decode to, and a
// Record of 16 bytes for each line that is neither whitespace nor a comment. The
// lines that File.Lines yields are, put together, the text, byte for byte. All
// offsets count in bytes.
//
// Most programs want package robotstxt, whose File stands on this one. What is
// here is the face that its checks and rewriters, and tools of your own, need.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only and is
// pure.
package syntax
