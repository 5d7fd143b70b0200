package document

import (
	"bytes"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/analyze"
)

// slugFilter begins the filter of a slug: what a page is called at the end of its address.
const slugFilter = "slug:"

// maxSlug is the most bytes of a slug that is a filter. Longer ones are titles, whose words are in the
// page.
const maxSlug = 40

// noSlugs are the names of pages that are called as their folder is.
var noSlugs = [...]string{"", "index", "default", "home", "readme", "main"}

// SlugFilter returns the filter of the pages with a slug of these words, "" if none can be: the words, as
// a query has them, without what is between them. It needs a letter, and no characters without spaces
// between words, whose tokens overlap.
func SlugFilter(words []analyze.QueryToken) string {
	slug := []byte(slugFilter)
	for _, w := range words {
		if w.Unspaced {
			return ""
		}
		slug = append(slug, w.Form...)
	}
	return bounded(slug)
}

// bounded returns the filter of a slug, "" if it is too short or too long, or has no letter.
func bounded(slug []byte) string {
	if n := len(slug) - len(slugFilter); n < 2 || n > maxSlug || !bytes.ContainsFunc(slug[len(slugFilter):], unicode.IsLetter) {
		return ""
	}
	return string(slug)
}

// nameFilter returns the filter of the pages with a name, SlugFilter of its words. Of a name in ASCII the
// words need not be cut, because only their letters and digits count.
func nameFilter(a *analyze.Analyzer, name string) string {
	slug := make([]byte, len(slugFilter), len(slugFilter)+maxSlug)
	copy(slug, slugFilter)
	for i := range len(name) {
		switch c := name[i]; {
		case 'A' <= c && c <= 'Z':
			slug = append(slug, c+'a'-'A')
		case 'a' <= c && c <= 'z', isDigit(rune(c)):
			slug = append(slug, c)
		case strings.IndexByte("._:-", c) < 0:
			return SlugFilter(a.Query(name))
		}
	}
	return bounded(slug)
}

// slugOf returns the slug of a path: its last name without the ending of a file, or that of its folder; ""
// if there is none.
func slugOf(target string) string {
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
		if !slices.Contains(noSlugs[:], strings.ToLower(name)) {
			return name
		}
		target = path.Dir("/" + target)
	}
	return ""
}
