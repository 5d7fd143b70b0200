// Package source reads from the address of a text whether it may be the source of a web page, the file that
// somebody wrote and a program made the page of, and which pages may be made of it. Sites show the source
// beside the page: /guide/looms.html is made of /guide/looms.md, /_sources/guide/looms.rst.txt or
// /raw/guide/looms.md.
//
// Floor: 2 (pure). Stability: engine. It knows addresses alone; the texts say whether it is so.
package source

import (
	"path"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// markups are the endings of files in markup that programs make pages of.
var markups = [...]string{"md", "markdown", "mdx", "qmd", "rmd", "rst", "adoc", "asciidoc", "ipynb"}

// plain is the ending of texts, and that which servers are made to see behind the ending of a markup.
const plain = "txt"

// mostFolders is how many folders of an address are tried as that of the sources.
const mostFolders = 8

// A Source is an address of a text that may be the source of a page.
type Source struct {
	// Pages are the addresses that the page may have, as Page returns them: that of the text without
	// its endings, first, and those without one of its folders as well.
	Pages []string
	// Sure is how many of them, the first ones, are those of a page by the address alone, because a file in
	// markup stands beside it, or in a folder with a name that is set apart.
	Sure int
}

// Of returns what the source at an address may be the source of; false for other addresses.
func Of(u weburl.URL) (Source, bool) {
	name, markup, ok := withoutMarkup(u)
	if !ok {
		return Source{}, false
	}
	origin := string(u.Origin())
	s := Source{Pages: []string{origin + withoutIndex(name)}}
	folders := strings.Split(strings.Trim(path.Dir(name), "/"), "/")
	if folders[0] == "" {
		folders = nil
	}
	var apart, others []string
	for i := range min(len(folders), mostFolders) {
		rest := "/" + path.Join(append(slices.Concat(folders[:i], folders[i+1:]), path.Base(name))...)
		if page := origin + withoutIndex(rest); strings.HasPrefix(folders[i], "_") {
			apart = append(apart, page)
		} else {
			others = append(others, page)
		}
	}
	s.Pages = append(append(s.Pages, apart...), others...)
	if markup {
		s.Sure = 1 + len(apart)
	}
	return s, true
}

// Page returns the address of a page without what differs from that of its source: the ending of its name,
// a last slash and the name of an index. It is "" for an address with a query, and for one of a source.
func Page(u weburl.URL) string {
	if _, _, is := withoutMarkup(u); is || strings.Contains(u.Target(), "?") {
		return ""
	}
	name := strings.TrimSuffix(u.Path(), "/")
	for _, ending := range [...]string{".html", ".htm"} {
		name = strings.TrimSuffix(name, ending)
	}
	return string(u.Origin()) + withoutIndex(name)
}

// IsOf reports whether an address is one that the source of a page may have.
func IsOf(text, page weburl.URL) bool {
	s, ok := Of(text)
	return ok && slices.Contains(s.Pages, Page(page))
}

// withoutMarkup returns the path of a text without its endings, and whether one of these is of a markup;
// false if it has no such ending.
func withoutMarkup(u weburl.URL) (name string, markup, ok bool) {
	if strings.Contains(u.Target(), "?") {
		return "", false, false
	}
	name, ok = strings.CutSuffix(u.Path(), "."+plain)
	ending := strings.TrimPrefix(path.Ext(name), ".")
	if slices.Contains(markups[:], strings.ToLower(ending)) {
		return strings.TrimSuffix(name, "."+ending), true, true
	}
	return name, false, ok
}

// withoutIndex returns a path without the name of an index at its end.
func withoutIndex(name string) string { return strings.TrimSuffix(name, "/index") }
