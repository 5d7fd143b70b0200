// Package pagination reads from the address and the title of a page which page of a list it is, and what the
// address and the title of the whole list are: /author/jane/page/2/ and "Jane Doe, page 2" are of /author/jane/ and
// "Jane Doe".
//
// Floor: 2 (pure). Stability: engine. It knows one page alone: whether addresses with numbers are those of one list
// is for others to see.
package pagination

import (
	"net/url"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// A Mark says how clearly an address marks a number as that of a page. Higher marks are clearer.
type Mark uint8

const (
	// Bare is a number that may count anything: /tag/spider/2/, jane2.html, ?p=2.
	Bare Mark = iota
	// Offset is a parameter that counts the entries of the pages before: ?start=20.
	Offset
	// Named is a number of which a word says that it is a page's: /page/2/, page-2.html, ?page=2.
	Named
)

// An Address is the address of a page of a list, taken apart.
type Address struct {
	List   string // the address of the list, as First has it
	Number int    // of the page, as the address has it; Offset: of entries
	Mark   Mark
}

// maxDigits bounds numbers of pages: longer ones are those of articles, or dates. Offsets may be longer. maxBare
// bounds bare numbers in paths: those of four digits are years.
const maxDigits, maxOffsetDigits, maxBare = 4, 7, 999

// Of takes the address of a page apart. ok is false if it has no number that may be that of a page.
func Of(u weburl.URL) (a Address, ok bool) {
	query, _ := u.Query()
	if a, ok = inQuery(query); ok {
		a.List = first(u, u.Path(), a.List)
		return a, true
	}
	path, a, ok := inPath(strings.TrimRight(u.Path(), "/"))
	if !ok || a.Mark == Bare && a.Number > maxBare {
		return Address{}, false
	}
	a.List = first(u, path, query)
	return a, true
}

// First returns the address of the list whose first page a URL without a number is, if it is one: without a slash at the
// end, or the file that stands for a folder.
func First(u weburl.URL) string {
	query, _ := u.Query()
	return first(u, u.Path(), query)
}

func first(u weburl.URL, path, query string) string {
	path = strings.TrimRight(path, "/")
	at := strings.LastIndexByte(path, '/') + 1
	if name, _, isFile := file(path[at:]); isFile && slices.Contains([]string{"index", "default"}, strings.ToLower(name)) {
		path = strings.TrimRight(path[:at], "/")
	}
	if query != "" {
		query = "?" + query
	}
	return string(u.Origin()) + path + query
}

// inQuery finds the number of a page among parameters; the other ones stay as List.
func inQuery(query string) (a Address, ok bool) {
	rest := make([]string, 0, 4)
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(pair, "=")
		mark, is := parameter(name)
		n, digits := number(value)
		switch {
		case !is || !digits || len(value) > maxDigits && mark != Offset || len(value) > maxOffsetDigits:
			rest = append(rest, pair)
		case ok: // two numbers of pages: of two lists
			return Address{}, false
		default:
			a, ok = Address{Number: n, Mark: mark}, true
		}
	}
	a.List = strings.Join(rest, "&")
	return a, ok
}

// parameter reports whether a parameter may be that of a page.
func parameter(name string) (Mark, bool) {
	if s, err := url.QueryUnescape(name); err == nil {
		name = strings.ToLower(s)
	}
	if in := strings.TrimSuffix(name, "]"); in != name { // TYPO3, Rails: list[page]
		name = in[strings.LastIndexByte(in, '[')+1:]
	}
	name = strings.NewReplacer("-", "", "_", "").Replace(name)
	switch {
	case slices.Contains(offsets, name):
		return Offset, true
	case name == "p":
		return Bare, true
	}
	for _, affix := range [...]string{"current", "cur"} {
		name = strings.TrimPrefix(name, affix)
	}
	for _, affix := range [...]string{"number", "num", "no", "nr", "index", "d"} {
		name = strings.TrimSuffix(name, affix)
	}
	return Named, name == "pg" || isPageWord(name)
}

// offsets are the names of parameters that count entries, without hyphens.
var offsets = []string{"start", "offset", "from", "skip", "startindex", "startat", "startrow", "limitstart", "st", "first"}

// inPath finds the number of a page at the end of a path without a slash behind it, and returns the path of the list.
func inPath(path string) (list string, a Address, ok bool) {
	at := strings.LastIndexByte(path, '/') + 1
	folder := path[:at]
	name, ending, isFile := file(path[at:])
	letters := strings.TrimRight(name, "0123456789")
	n, digits := number(name[len(letters):])
	if !digits || len(name)-len(letters) > maxDigits {
		return "", a, false
	}
	a.Number = n
	if letters == "" {
		folder = strings.TrimRight(folder, "/")
		up := strings.LastIndexByte(folder, '/') + 1
		if isPageWord(unescaped(folder[up:])) {
			a.Mark = Named
			return folder[:up], a, true
		}
		return folder, a, folder != ""
	}
	stem := strings.TrimRight(letters, "-_")
	if cut := strings.LastIndexAny(stem, "-_") + 1; isPageWord(unescaped(stem[cut:])) {
		a.Mark = Named
		if stem = strings.TrimRight(stem[:cut], "-_"); stem == "" {
			return folder, a, true
		}
		return folder + stem + ending, a, true
	}
	return folder + stem + ending, a, isFile && len(letters)-len(stem) < 2
}

// file cuts the ending of the name of a file, which is of letters.
func file(name string) (stem, ending string, ok bool) {
	at := strings.LastIndexByte(name, '.')
	if at <= 0 || len(name)-at > 6 || at == len(name)-1 || strings.Trim(strings.ToLower(name[at+1:]), "abcdefghijklmnopqrstuvwxyz") != "" {
		return name, "", false
	}
	return name[:at], name[at:], true
}

// number returns the value of digits, without zeros in front: months have those.
func number(s string) (n int, ok bool) {
	if s == "" || len(s) > maxOffsetDigits || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// unescaped returns a part of a path in lower case, decoded if that gives text.
func unescaped(s string) string {
	if text, err := url.PathUnescape(s); err == nil {
		s = text
	}
	return strings.ToLower(s)
}
