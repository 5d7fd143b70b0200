// Package trap learns which URLs of an origin lead nowhere new: parameters that
// change nothing, such as session identifiers, templates of URLs that never end, such
// as calendars, endings of names behind which nothing is read, and folders that may have
// no end, such as mazes of words.
//
// A template is what URLs have in common that a program makes: the path with an
// asterisk for each segment that has a digit, and the names of the parameters. A
// Book is what visits showed of the templates and parameters of one origin; its
// verdicts carry the evidence. Nothing is judged by its looks: a parameter is
// meaningless only if URLs that differ in it alone had the same text, several times
// and for several texts; a template is a trap only if nearly all of its last pages
// had no text of their own. docs/traps.md tells the rules to operators.
//
// Floor: 2 (pure). Stability: engine. It knows nothing of hosts, stores and links.
package trap
