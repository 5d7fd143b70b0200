// Package robotstxt reads the Robots Exclusion Protocol in all its dialects and
// decides whether a robot may visit a path, with the line that decides.
//
// # Deciding
//
// Parse never fails: a bad line loses that line only, and every byte is kept.
// How a file is read is a value, the Dialect: RFC 9309 with Google's tolerated
// mistakes by default, the standards of 1994 and 1996, Conner's 2.0, and those
// of the large engines by name. A File compiled for a dialect and a chain of
// product tokens is an immutable Matcher, safe for concurrent use; its
// decisions do not allocate:
//
//	file := robotstxt.Parse(body)
//	m := file.Compile(robotstxt.RFC9309(), "OwnBot", "Aranea")
//	d := m.Decide("/private/page?id=1")
//	fmt.Println(d.Verdict, d.Line, d.Reason)
//
// Matcher.Explain tells of every other rule why it lost. Sites holds the files
// of several sites and answers by URL.
//
// # Other lines
//
// A Matcher knows what the other lines of its groups mean: CrawlDelay,
// RequestRates and VisitTimes, which NextAllowed joins to one instant; Clean
// applies Clean-param; Usage and Signals tell what a page may be used for;
// Hosts are the main mirrors, which close other sites in the dialect of 2003.
//
// # Having the file
//
// What a status, a redirect or a time-out of the file itself means is a pure
// state machine: Acquire takes the Copy from before and the facts of one
// exchange and returns the copy to store. Copy.Access decides by it. The
// meaning of each answer is the Policy of the dialect.
//
// # Caring for files
//
// File.Lint finds mistakes and surprises, with fixes whose effect File.Prove
// shows; File.Format, Merge and File.Minimise rewrite files without changing a
// verdict; Compare and CompareDialects tell where two files, or two readings,
// differ, on given targets or on witnesses made from the rules.
//
// Floor: 0 (leaves). Stability: public. The package uses the standard library
// only, does no input or output and keeps no time: now is an argument. It takes
// URLs as they are sent and resolves nothing in them.
package robotstxt
