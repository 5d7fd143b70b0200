// Package query reads what people type into a search box.
//
// Parse makes a tree of words, phrases, exclusions, alternatives, groups and
// operators out of any text; it never fails. What it could not take at its
// word it says in hints. Tree.String prints the tree back as a query that
// parses to the same tree, so that a search page can show what was understood.
//
//	go compiler                  both words, pages with all of them first
//	"exact order"                a phrase
//	-word -"a phrase" -site:x    exclusion; NOT word means the same
//	a OR b, a|b, a || b          alternatives; one bar between spaces is nothing
//	(a OR b) c                   groups
//	"two words"~3                near each other, in any order
//	prefix*                      words that begin so
//	word~ word~1                 words that are spelled alike
//	site:example.org             a site with its subdomains
//	site:example.org/docs        site:example.org inurl:example.org/docs
//	host:www.example.org         one host
//	intitle:word intitle:"a b"   in the title; inheading:, inbody: alike
//	inurl:part                   in the address
//	inanchor:word                in the words of links to the page
//	lang:pt filetype:pdf         in a language, of a format
//	after:2025 before:2026-02    by the date of the page
//	link:example.org/page        with a link to a page
//	related:example.org/page     like a page
//
// Operators work alone: site:example.org lists the site. A word with a colon
// that is no operator is text.
//
// Floor: 2 (pure). Stability: engine. The package knows no languages, no terms
// and no index: how words become terms is the business of analyze and search.
package query
