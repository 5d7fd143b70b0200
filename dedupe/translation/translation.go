// Package translation reads from the address of a page which language the address is named after, and tells
// which of two addresses of one text is that of its own language. Sites show what nobody has translated in
// each of their languages: /de/install.html is /en/install.html then, and zh.example.org/x the same as
// en.example.org/x.
//
// Floor: 2 (pure). Stability: engine. It knows addresses alone.
package translation

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/aranea-search/aranea/weburl"
)

// A Place says whether the address of a text is named after the language of the text. Of two addresses of
// one text, the one with the lower place is that of its language.
type Place int8

// The places, best first.
const (
	Own   Place = iota // it is named after the language
	Plain              // it is named after none, or nothing is known of the language
	Other              // it is named after another one
)

// Of returns the place of an address for a text in a language, given as a code (ISO 639-1), "" if it is
// unknown. An address is named after the first language that a label of its host says, before the
// registrable domain, or a folder of its path: docs.pt-br.example.org, example.org/docs/pt/.
func Of(u weburl.URL, lang string) Place {
	name := nameOf(u)
	switch {
	case lang == "" || name == "":
		return Plain
	case code(name) == lang:
		return Own
	}
	return Other
}

// SamePage reports whether two addresses differ at most in the language that they are named after.
func SamePage(a, b weburl.URL) bool { return Page(a) == Page(b) }

// Page returns an address without the part that names a language, if it has one: what the addresses of a page
// and of its translations have in common.
func Page(u weburl.URL) string {
	labels, domain, folders, rest := parts(u)
	if i := slices.IndexFunc(labels, isName); i >= 0 {
		labels = slices.Delete(slices.Clone(labels), i, i+1)
	} else if i := slices.IndexFunc(folders, isName); i >= 0 {
		folders = slices.Delete(slices.Clone(folders), i, i+1)
	}
	return u.Scheme() + "://" + strings.Join(append(labels, domain), ".") + "/" + strings.Join(append(folders, rest), "/")
}

// A Tree is what the addresses of the pages of a site in one language have in common, if they are named after it.
type Tree struct {
	Around string // the address before the part that names the language, and for a label of the host behind it as well
	Name   string // that part as it is written: de, pt-BR
}

// TreeOf returns the tree of an address that is named after a language, by its host, else a folder, else the name of
// its file; false for another one.
func TreeOf(u weburl.URL) (Tree, bool) {
	labels, domain, folders, rest := parts(u)
	if i := slices.IndexFunc(labels, isName); i >= 0 {
		around := slices.Concat(labels[:i], []string{"*"}, labels[i+1:], []string{domain})
		return Tree{u.Scheme() + "://" + strings.Join(around, "."), labels[i]}, true
	}
	if i := slices.IndexFunc(folders, isName); i >= 0 {
		return Tree{string(u.Origin()) + "/" + strings.Join(folders[:i], "/"), folders[i]}, true
	}
	if _, name := cutName(rest); name != "" {
		return Tree{string(u.Origin()) + "/*.", name}, true
	}
	return Tree{}, false
}

// Work returns an address without the parts that name its language: that which TreeOf finds, and others that repeat
// it, as in de.example.org/de/install.de.html.
func Work(u weburl.URL) string {
	tree, ok := TreeOf(u)
	if !ok {
		return u.String()
	}
	repeats := func(part string) bool { return isName(part) && code(part) == code(tree.Name) }
	labels, domain, folders, rest := parts(u)
	if i := slices.IndexFunc(labels, repeats); i >= 0 {
		labels = slices.Delete(slices.Clone(labels), i, i+1)
	}
	if i := slices.IndexFunc(folders, repeats); i >= 0 {
		folders = slices.Delete(slices.Clone(folders), i, i+1)
	}
	if cut, name := cutName(rest); name != "" && repeats(name) {
		rest = cut
	}
	return u.Scheme() + "://" + strings.Join(append(labels, domain), ".") + "/" + strings.Join(append(folders, rest), "/")
}

// textEndings are those of files that are pages. In others a part such as pl or cs is no language.
var textEndings = []string{"html", "htm", "xhtml", "shtml", "php", "txt", "pdf"}

// cutName cuts the name of a language out of the name of a file, which may have a query behind it.
func cutName(file string) (cut, name string) {
	file, query, has := strings.Cut(file, "?")
	if has {
		query = "?" + query
	}
	dots := strings.Split(file, ".")
	n := len(dots)
	if n < 3 {
		return file + query, ""
	}
	for _, at := range [...]struct{ name, ending int }{{n - 1, n - 2}, {n - 2, n - 1}} { // x.html.de, x.de.html
		if isName(dots[at.name]) && slices.Contains(textEndings, strings.ToLower(dots[at.ending])) {
			name = dots[at.name]
			return strings.Join(slices.Delete(dots, at.name, at.name+1), ".") + query, name
		}
	}
	return file + query, ""
}

// In reports whether the tree is named after a language, given as a code (ISO 639-1), or after a country where most
// people speak it: cn, jp, br.
func (t Tree) In(lang string) bool {
	if len(t.Name) < 2 {
		return false
	}
	if code(t.Name) == lang {
		return true
	}
	region, err := language.ParseRegion(t.Name[:2])
	if err != nil {
		return false
	}
	und, err := language.Compose(language.Und, region)
	if err != nil {
		return false
	}
	base, _ := und.Base()
	return code(base.String()) == lang
}

// Tag returns a language, given as a code, as the address of a page in it writes it: zh-TW for a page in zh at
// /zh_tw/; the code if it does not.
func Tag(u weburl.URL, lang string) string {
	tree, _ := TreeOf(u)
	name := strings.ReplaceAll(tree.Name, "_", "-")
	if name == "" || code(name) != lang || len(name) == 2 {
		return lang
	}
	tag, err := language.Parse(name)
	if err != nil {
		return lang
	}
	return tag.String()
}

// nameOf returns the part of an address that names a language, "" if there is none.
func nameOf(u weburl.URL) string {
	labels, _, folders, _ := parts(u)
	for _, some := range [...][]string{labels, folders} {
		if i := slices.IndexFunc(some, isName); i >= 0 {
			return some[i]
		}
	}
	return ""
}

// parts takes an address apart: the labels of its host, the registrable domain with the port, the folders of
// its path, and what is behind them.
func parts(u weburl.URL) (labels []string, domain string, folders []string, rest string) {
	domain = u.Origin().Site()
	if host := strings.TrimSuffix(u.Host(), domain); host != "" && host != u.Host() {
		labels = strings.Split(strings.TrimSuffix(host, "."), ".")
	}
	domain = strings.TrimPrefix(string(u.Origin()), u.Scheme()+"://")[len(u.Host())-len(domain):]
	path, _, _ := strings.Cut(u.Target(), "?")
	at := strings.LastIndexByte(path, '/')
	if inner := strings.Trim(path[:at+1], "/"); inner != "" {
		folders = strings.Split(inner, "/")
	}
	return labels, domain, folders, u.Target()[at+1:]
}

// isName reports whether a part of an address has the form of a language: de, pt-BR, zh_hans. Sites write
// the codes of countries as well, such as cn; but go and js are neither.
func isName(part string) bool {
	first, region, has := strings.Cut(strings.ReplaceAll(part, "_", "-"), "-")
	if len(first) != 2 || !areLetters(first) || has && (len(region) < 2 || len(region) > 4 || !areLetters(region)) {
		return false
	}
	_, err := language.ParseBase(first)
	if err != nil {
		_, err = language.ParseRegion(first)
	}
	return err == nil
}

func areLetters(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r) })
}

// code returns the code of the language of such a part. Both forms of Norwegian are one language.
func code(name string) string {
	switch c := strings.ToLower(name[:2]); c {
	case "nb", "nn":
		return "no"
	default:
		return c
	}
}
