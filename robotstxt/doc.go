// Package robotstxt reads the Robots Exclusion Protocol in all its dialects and
// decides whether a robot may visit a path, with the line that decides.
//
// # Asking whether a URL may be visited
//
// Parse never fails: a bad line loses that line only, and every byte is kept.
// A File compiled for a Dialect and a chain of product tokens is an immutable
// Matcher, safe for concurrent use; its decisions do not allocate:
//
//	file := robotstxt.Parse(body)
//	m := file.Compile(dialect.RFC9309(), "MyBot")
//	d := m.Decide("/private/page?id=1")
//	fmt.Println(d.Verdict, d.Line, d.Reason)
//
// A target is the path and query of a URL as they are sent; SplitURL takes them
// out of a URL. The verdict is Allow, Deny or Postpone, which is the zero value, so
// that nothing is fetched by accident; the reason comes from a closed list, see
// Reasons.
//
// The tokens of a chain are looked for in order: the first that has a group
// counts, and "*" if none has. A chain without tokens obeys the groups for "*".
//
// # Asking why
//
// Matcher.Explain tells which agents were looked for, which groups were used, how
// the target was brought to comparable form, which rule decides, and of each
// other rule why it lost. Explanation.String says it in words.
//
// # The packages below
//
// Package dialect holds the ways to read a file, and what is known of robots.
// Package acquire says which copy of a file is in force after an answer, a failure
// or a time-out; its decisions know the copy they rest on. Package lint finds
// mistakes and repairs them. Package rewrite formats, merges, minimises and
// compares files. Packages syntax and field read lines and single values, for
// tools of your own.
//
// # Other lines of the file
//
// File.Sitemaps belong to no group. A Matcher knows what the other lines of its
// groups mean: CrawlDelay, RequestRates and VisitTimes, which NextAllowed joins
// to one instant; Comments and RobotVersion; Usage and Signals, which tell what
// a page may be used for; Licenses; PageRules for Noindex, Nofollow and
// Noarchive lines, if the dialect asks for them. CleanParams name query
// parameters that change nothing, and Clean drops them from a target. Hosts are
// main mirrors, which close all other sites in the dialect of 2003; for them, and
// for rules with whole URLs, use CompileFor, which is told the site.
//
// # Costs and limits
//
// Parsing is linear and makes a handful of allocations; a matcher keeps the text
// and about twelve bytes for each rule. A decision is a binary search among the
// paths without wildcards; of the others it tries those that share a sequence
// with the target, each path once. A try takes one pass over the target, however
// many wildcards the path has; one of a shell expression, which Conner2 alone
// reads, a pass for each 64 octets that stand between two of its stars. So the
// bound is the number of different paths with wildcards times the length of the
// target: for files of good faith less than a microsecond, for a file of MaxBody
// bytes written to be slow up to 25 ms for a URL of 2 KB, and up to 35 ms where
// it holds shell expressions, of which the first MaxExpressions of up to
// MaxExpression bytes are obeyed (docs/robots/speed.md).
// Shorten what you ask for, or ask less often, where that is too much. Outside
// bytes never cause a panic; MaxBody and the other Max constants bound what is
// read, kept and returned.
//
// Floor: 0 (leaves). Stability: public. From outside its module the package uses
// the standard library only. It opens no file and no connection and keeps no
// time: now is an argument. It takes URLs as they are sent and resolves nothing
// in them.
package robotstxt
