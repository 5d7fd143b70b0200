// Package query reads what people type into a search box.
//
// Parse turns any text into a tree of words, phrases, exclusions, alternatives, groups and
// operators. It never fails; hints say what could not be taken literally. Tree.String prints
// the tree as a query that parses to the same tree, so that a search page can show what was
// understood.
//
//	go compiler                  both words, pages with all of them first
//	"exact order"                a phrase
//	-word -"a phrase" -site:x    exclusion; NOT word means the same
//	a OR b, a|b, a || b          alternatives; a single bar between spaces means nothing
//	(a OR b) c                   groups
//	"two words"~3                near each other, in any order
//	prefix*                      words that begin like this
//	word~ word~1                 words that are spelled similarly
//	site:example.org             a site with its subdomains
//	site:example.org/docs        in a folder of it, or below
//	host:www.example.org         one host
//	intitle:word intitle:"a b"   in the title; inheading: and inbody: likewise
//	inurl:part                   in the address
//	inanchor:word                in the words of links to the page
//	lang:pt filetype:pdf         in a language, of a format
//	facet:name=value             with a value of a facet; facet:name=10..20 with one in a range
//	after:2025 before:2026-02    by the date of the page
//	link:example.org/page        with a link to a page
//	related:example.org/page     similar to a page
//
// Operators also work alone: site:example.org lists the site. A word with a colon that is no
// operator is text.
//
// Floor: 2 (pure). Stability: engine. The package knows no languages, terms or index: packages
// analyze and search turn words into terms.
package query
