// Package robotstxt implements the Robots Exclusion Protocol in all its dialects, and decides
// whether a robot may visit a path, with the line that decides.
//
// # Asking whether a URL may be visited
//
// Parse never fails: a bad line loses only that line, and every byte is kept. A File compiled
// for a Dialect and a chain of product tokens is an immutable Matcher, safe for concurrent use;
// its decisions do not allocate:
//
//	file := robotstxt.Parse(body)
//	m := file.Compile(dialect.RFC9309(), "MyBot")
//	d := m.Decide("/private/page?id=1")
//	fmt.Println(d.Verdict, d.Line, d.Reason)
//
// A name in a variable of type string is converted by dialect.AgentToken(name).
//
// A target is the path and query of a URL as they are sent; SplitURL extracts it from a URL. The
// verdict is Allow, Deny or Postpone, which is the zero value, so that nothing is fetched by
// accident; the reason is from a closed list, see Reasons.
//
// The tokens of a chain are tried in order: the first that has a group counts, and "*" if none
// has. A chain without tokens obeys the groups for "*".
//
// # Asking why
//
// Matcher.Explain returns which agents were tried, which groups were used, the comparable form
// of the target, which rule decides, and why each other rule lost. Explanation.String describes
// it in words.
//
// # The packages below
//
// Package dialect has the dialects, and facts about known robots. Package acquire determines
// which copy of a file is current after an answer, a failure or a timeout; its decisions know
// the copy they are based on. Package lint finds mistakes and repairs them. Package rewrite
// formats, merges, minimizes and compares files. Packages syntax and field parse lines and
// single values, for custom tools.
//
// # Other lines of the file
//
// File.Sitemaps belong to no group. A Matcher interprets the other lines of its groups:
// CrawlDelay, RequestRates and VisitTimes, which NextAllowed combines into one instant; Comments
// and RobotVersion; Usage and Signals, which say what a page may be used for; Licenses;
// PageRules for Noindex, Nofollow and Noarchive lines, if the dialect has them. CleanParams are
// query parameters that do not change the page, and Clean drops them from a target. Hosts are
// main mirrors, which close all other sites in the dialect of 2003; for them, and for rules with
// whole URLs, use CompileFor, which knows the site.
//
// # Costs and limits
//
// Parsing is linear and makes a handful of allocations; a matcher keeps the text and about
// twelve bytes for each rule. A decision is a binary search among the paths without wildcards;
// of the others it tries those that share a sequence with the target, each path once. Trying a
// path takes one pass over the target, however many wildcards it has; trying a shell expression,
// which only Conner2 supports, takes one pass for each 64 octets between two of its stars. So
// the limit is the number of different paths with wildcards times the length of the target: less
// than a microsecond for ordinary files, up to 25 ms for a URL of 2 KB and a file of MaxBody
// bytes that is written to be slow, and up to 35 ms if that has shell expressions, of which the
// first MaxExpressions of up to MaxExpression bytes are obeyed (docs/robots/speed.md). If that
// is too much, ask for shorter targets, or less often. No input causes a panic; MaxBody and the
// other Max constants limit what is read, kept and returned.
//
// Floor: 0 (leaves). Stability: public. From outside its module the package uses the standard
// library only. It opens no file and no connection and reads no clock: now is an argument. It
// takes URLs as they are sent and resolves nothing in them.
package robotstxt
