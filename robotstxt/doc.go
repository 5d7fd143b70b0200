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
//	m := file.Compile(robotstxt.RFC9309(), "MyBot")
//	d := m.Decide("/private/page?id=1")
//	fmt.Println(d.Verdict, d.Line, d.Reason)
//
// A target is the path and query of a URL as they are sent; SplitURL takes them
// out of a URL, and FileURL says where the file lies that speaks for it. Read
// parses a response as it comes in. The verdict is Allow, Deny or Postpone,
// which is the zero value, so that nothing is fetched by accident; the reason
// comes from a closed list, see Reasons.
//
// The tokens of a chain are looked for in order: the first that has a group
// counts, and "*" if none has. TokenFromUserAgent derives a token from what a
// robot sends as its User-Agent.
//
// # Asking why
//
// Matcher.Explain and Access.Explain tell which agents were looked for, which
// groups were used, how the target was brought to comparable form, which rule
// decides, and of each other rule why it lost. Explanation.String says it in
// words.
//
// # Dialects
//
// How a file is read is a value, the Dialect. RFC9309 is the default: the
// meaning of the standard, the mistakes that Google's parser tolerates, the
// standard's full reading of escapes. RFC9309Strict keeps to the letter.
// Standard1994, Draft1996 and Conner2 are the readings of old; Google, Bing,
// Yandex, Yandex2003, Baidu, BaiduObserved, Seznam and Slurp those of the large
// engines. Dialects lists them, DialectByName finds one. To define your own,
// copy one and change its fields: each is one switch.
//
// KnownAgents is what the owners of some robots say of them beyond the standard:
// picture robots that fall back to another token, robots that "*" does not
// address, tokens that say what a page may be used for and never visit. Dialects
// with Catalogue heed it.
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
// # Having the file
//
// What a status, a redirect or a time-out of the file itself means is a pure
// state machine. Acquire takes the Copy from before and the facts of one
// exchange, the Fetch, and returns the Copy to store, or the step to follow a
// redirect. It honours Cache-Control, Expires and Retry-After, keeps the last
// good copy through outages, and does not let a login page replace rules. The
// meaning of each answer is the Policy of the dialect. Copy.Access decides by a
// copy; its decisions name the hash and age of the file and the row of the
// policy that spoke, an Event and a Stage.
//
// # Several sites at once
//
// Sites holds the files of many sites: it is made with a robot's name, is fed
// files by URL and date or copies, and is asked by URL.
//
// # Finding mistakes
//
// File.Lint finds mistakes and surprises, each with a stable code, a severity, a
// place and a text; LintOptions add what is known beside the file, such as the
// URLs that should be open. A Finding may carry a Fix: File.Apply applies fixes,
// and File.Prove shows which verdicts one changes. docs/robots/lint.md in the
// repository explains every code with examples.
//
// # Rewriting files
//
// File.Format writes a file in the usual form, Merge joins two so that each
// robot has one group, File.Minimise drops rules that decide nothing. None of
// them changes a verdict, and CompareFiles proves it; but what they write is in
// UTF-8, and of a file in UTF-16 robots that do not read that (Dialect.NoUTF16)
// then understand more than before. File.Lines gives every line
// with its place, for tools of your own; the lines put together are the
// file, byte for byte.
//
// # Comparing
//
// Compare tells on which targets two matchers differ, CompareFiles does so for
// every robot that one of two files names, and CompareDialects tells where
// readings of one file differ. Without targets they ask for witnesses, which
// Matcher.Witnesses makes from the rules. Diff.Clauses sums differences up by
// the lines that decide.
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
