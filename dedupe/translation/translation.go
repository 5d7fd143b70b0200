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
