package pagination

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// singleWords are what folders of lists are called in addresses by content management systems and generators of
// sites.
var singleWords = []string{
	"tag", "tags", "category", "categories", "author", "authors", "label", "labels", "topic", "topics", "archive", "archives",
	"schlagwort", "kategorie", "etiqueta", "categoria", "categoría", "autor", "auteur", "catégorie", "categorie", "метка", "рубрика", "автор", "标签", "分类", //nolint:misspell // German, Spanish and others
}

// mostNested is how deep categories are within one another.
const mostNested = 3

// IsSingleList reports whether an address is like that of a list of pages by tag, category, author, year, month or day:
// /tag/silk/, /category/arts/silk/, /author/jane.html, /blog/2024/05/. Other pages have such addresses, too.
func IsSingleList(u weburl.URL) bool {
	path := strings.TrimRight(u.Path(), "/")
	at := strings.LastIndexByte(path, '/') + 1
	name, _, isFile := file(path[at:])
	if isFile && slices.Contains([]string{"index", "default"}, strings.ToLower(name)) {
		path = strings.TrimRight(path[:at], "/")
	} else {
		path = path[:at] + name
	}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if isDate(parts) {
		return true
	}
	last := len(parts) - 1
	return slices.ContainsFunc(parts[max(0, last-mostNested):last], func(part string) bool {
		return slices.Contains(singleWords, unescaped(part))
	})
}

// isDate reports whether a path ends with a year, with its month or with its day.
func isDate(parts []string) bool {
	between := func(s string, digits, from, to int) bool {
		n := 0
		for i := range len(s) {
			if s[i] < '0' || s[i] > '9' {
				return false
			}
			n = n*10 + int(s[i]-'0')
		}
		return len(s) == digits && from <= n && n <= to
	}
	for n, rest := 0, parts; n < 3 && len(rest) > 0; n, rest = n+1, rest[:len(rest)-1] {
		last := rest[len(rest)-1]
		if between(last, 4, 1970, 2099) {
			return true
		}
		if !between(last, 2, 1, 31) {
			return false
		}
	}
	return false
}
