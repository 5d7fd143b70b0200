// Package hreflang holds the alternates of a page, its versions in other languages and for other
// regions, and tells which language tags are none.
//
// Floor: 0 (leaves). Stability: engine. It is pure. It does not know whether an alternate exists.
package hreflang

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Limits of what is kept of one page.
const (
	Max     = 500 // alternates, as many as package sitemap reads of one entry
	MaxLang = 64  // bytes of a language tag
)

// Default is the value of hreflang for readers of all other languages (sitemaps and link elements
// of Google, "x-default").
const Default = "x-default"

// An Alternate is a version of a page for a language or region.
type Alternate struct {
	Lang string // as it is written, at most MaxLang bytes
	URL  string // canonical
}

// A Set is the alternates of one page, which may be among them.
type Set struct {
	Of  string // the canonical URL of the page; "" is the page that names them
	All []Alternate
	Cut bool // there are more than Max, or others are not known
}

// Add adds an alternate to the set, once for each language and URL.
func (s *Set) Add(lang, url string) {
	lang = strings.TrimSpace(lang)
	a := Alternate{Lang: strings.ToValidUTF8(lang[:min(len(lang), MaxLang)], ""), URL: url}
	switch {
	case slices.Contains(s.All, a):
	case len(s.All) == Max:
		s.Cut = true
	default:
		s.All = append(s.All, a)
	}
}

// Key returns the form of a language tag in which two tags for the same readers are equal: upper and
// lower case do not differ (RFC 5646 section 2.1.1).
func Key(lang string) string { return strings.ToLower(strings.TrimSpace(lang)) }

// Fault returns what is wrong with a language tag, in words for people, "" if nothing is: it is
// x-default, or a well-formed tag (RFC 5646) of registered subtags whose region, if it has one, is a
// country (ISO 3166-1) or an area of UN M.49.
func Fault(lang string) string {
	if Key(lang) == Default {
		return ""
	}
	switch {
	case lang == "":
		return "it is empty"
	case len(lang) > MaxLang:
		return fmt.Sprintf("it has more than %d bytes", MaxLang)
	}
	if at := strings.IndexFunc(lang, isForeign); at >= 0 {
		return fmt.Sprintf("%.4q does not belong in a language tag; subtags are separated by hyphens", lang[at:])
	}
	t, err := language.Raw.Parse(lang)
	if v, ok := err.(language.ValueError); ok { //nolint:errorlint // it is returned as it is
		return unknown(lang, v.Subtag())
	}
	if err != nil {
		return "it is not a well-formed language tag"
	}
	base, _, region := t.Raw()
	code := region.String()
	switch {
	case base.String() == "und":
		return "it names no language"
	case code == "UK":
		return "UK is no code of a country; that of the United Kingdom is GB"
	case len(code) == 2 && !region.IsCountry() && strings.Contains(Key(lang)+"-", "-"+strings.ToLower(code)+"-"):
		return code + " is no code of a country"
	}
	return ""
}

// isForeign reports whether a character is neither an ASCII letter nor a digit nor a hyphen.
func isForeign(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-':
		return false
	}
	return true
}

// unknown says of a tag that one of its subtags is not registered.
func unknown(lang, subtag string) string {
	first, _, more := strings.Cut(lang, "-")
	switch {
	case !strings.EqualFold(first, subtag):
		return strings.ToUpper(subtag) + " is no code of a region, script or variant"
	case !more && len(first) == 2 && isCountry(first):
		return first + " is the code of a country and not of a language"
	}
	return subtag + " is no code of a language"
}

func isCountry(code string) bool {
	r, err := language.ParseRegion(code)
	return err == nil && r.IsCountry()
}
