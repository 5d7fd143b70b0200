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

// slugFilter begins the filter of a slug: what a page is called at the end of its address. memberFilter
// begins that of what a member is called that the page describes, without its item: many pages have one.
const (
	slugFilter   = "slug:"
	memberFilter = "member:"
)

// maxSlug is the most bytes of a slug that is a filter. Longer ones are titles, whose words are in the
// page.
const maxSlug = 40

// noSlugs are the names of pages that are called as their folder is.
var noSlugs = [...]string{"", "index", "default", "home", "readme", "main"}

// SlugFilter returns the filter of the pages with a slug of these words, "" if none can be: the words, as
// a query has them, without what is between them. It needs a letter, and no characters without spaces
// between words, whose tokens overlap.
func SlugFilter(words []analyze.QueryToken) string {
	return wordsFilter(slugFilter, words)
}

// MemberFilter returns the filter of the pages that describe a member of these words, as SlugFilter does.
func MemberFilter(words []analyze.QueryToken) string { return wordsFilter(memberFilter, words) }

func wordsFilter(kind string, words []analyze.QueryToken) string {
	name := []byte(kind)
	for _, w := range words {
		if w.Unspaced {
			return ""
		}
		name = append(name, w.Form...)
	}
	return bounded(kind, name)
}

// bounded returns the filter of a name, "" if that is too short or too long, or has no letter.
func bounded(kind string, name []byte) string {
	if n := len(name) - len(kind); n < 2 || n > maxSlug || !bytes.ContainsFunc(name[len(kind):], unicode.IsLetter) {
		return ""
	}
	return string(name)
}

// nameFilter returns the filter of the pages with a name, SlugFilter of its words. Of a name in ASCII the
// words need not be cut, because only their letters and digits count.
func nameFilter(a *analyze.Analyzer, name string) string { return filterOf(slugFilter, a, name) }

// filterOf returns the filter of a kind that a name has.
func filterOf(kind string, a *analyze.Analyzer, name string) string {
	slug := make([]byte, len(kind), len(kind)+maxSlug)
	copy(slug, kind)
	for i := range len(name) {
		switch c := name[i]; {
		case 'A' <= c && c <= 'Z':
			slug = append(slug, c+'a'-'A')
		case 'a' <= c && c <= 'z', isDigit(rune(c)):
			slug = append(slug, c)
		case strings.IndexByte("._:-", c) < 0:
			return wordsFilter(kind, a.Query(name))
		}
	}
	return bounded(kind, slug)
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
