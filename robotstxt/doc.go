// Package robotstxt reads the Robots Exclusion Protocol (RFC 9309) and decides
// whether a robot may visit a path, with the line that decides.
//
// Parse never fails: a bad line loses that line only. The reading of a file is a
// value, the Dialect; a File compiled for a dialect and a chain of product
// tokens is an immutable Matcher, safe for concurrent use:
//
//	file := robotstxt.Parse(body)
//	m := file.Compile(robotstxt.RFC9309(), "MyBot")
//	d := m.Decide("/private/page?id=1")
//	fmt.Println(d.Verdict, d.Line, d.Reason)
//
// Acquisition, that is what a status, a redirect or a time-out of the file
// itself means, is a pure state machine: see Acquire.
//
// Floor: 0 (leaves). Stability: public. The package uses the standard library
// only, does no input or output and keeps no time: now is an argument.
package robotstxt
