// Package trap learns which URLs of an origin lead to nothing new: parameters that have no
// effect, such as session identifiers; templates of endless URLs, such as calendars; file name
// extensions of types that are not read; folders that may be endless, such as mazes of words; and
// views whose pages ask neither to be indexed nor to be followed, such as the editor of a wiki, and
// feeds that name nothing but their page, such as those of comments; and forms of URLs whose pages
// repeat what others say, such as old versions of files.
//
// A template is the common form of URLs that a program generates: the path with an asterisk for
// each segment that has a digit, and the names of the parameters. A Book has the evidence from
// visits about the templates and parameters of one origin; its verdicts include the evidence. No
// verdict depends on the form of a URL alone: a parameter has no effect only if URLs that differ
// only in it had the same text, several times and for several texts, or if pages leave it out of their
// canonical URLs; a template, or a kind of URLs of one, is a trap only if nearly all of its last pages
// had no text of their own. docs/traps.md describes the rules for
// operators.
//
// Floor: 2 (pure). Stability: engine. It knows nothing of hosts, stores and links.
package trap
