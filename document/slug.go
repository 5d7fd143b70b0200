package document

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/analyze"
)

// nameFilter begins the filter of what a page is called in its address.
const nameFilter = "name:"

// maxName is the most bytes of such a name. Longer ones are titles, whose words are in the page.
const maxName = 40

// unnamed are the names of pages that are called as their folder is.
var unnamed = [...]string{"", "index", "default", "home", "readme", "main"}

// NameFilter returns the filter of the pages that an address calls so, "" if no page can be: the words
// of a name, as a query has them, without what is between them. It needs a letter, and no characters
// without spaces between words, whose tokens overlap.
func NameFilter(words []analyze.QueryToken) string {
	name := nameFilter
	for _, w := range words {
		if w.Unspaced {
			return ""
		}
		name += w.Form
	}
	if n := len(name) - len(nameFilter); n < 2 || n > maxName || !strings.ContainsFunc(name[len(nameFilter):], unicode.IsLetter) {
		return ""
	}
	return name
}

// nameOf returns what a path calls its page: its last name without the ending of a file, or that of its
// folder; "" if there is none.
func nameOf(target string) string {
	for range 2 {
		target = strings.TrimRight(target, "/")
		name := path.Base("/" + target)
		if text, err := url.PathUnescape(name); err == nil {
			name = text
		}
		if ext := path.Ext(name); len(ext) <= len(".xhtml") {
			name = strings.TrimSuffix(name, ext)
		}
		if name == "/" {
			return ""
		}
		if !slices.Contains(unnamed[:], strings.ToLower(name)) {
			return name
		}
		target = path.Dir("/" + target)
	}
	return ""
}
