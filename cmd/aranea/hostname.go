package main

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// shown returns a URL as people read it: the labels of its host in Unicode, if
// they are what they look like. Everything behind the host stays as it is.
func shown(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok || !strings.Contains(rest, "xn--") {
		return url
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	labels := strings.Split(rest[:end], ".")
	for i, l := range labels {
		labels[i] = shownLabel(l)
	}
	return scheme + "://" + strings.Join(labels, ".") + rest[end:]
}

// shownLabel decodes an A-label (RFC 5890 section 2.3.2.1). A label that mixes
// scripts, or whose letters could all be taken for Latin ones, stays encoded:
// "pаypal" with a Cyrillic letter must not pass for the Latin word.
func shownLabel(label string) string {
	name, port, hasPort := strings.Cut(label, ":") // the last label may carry the port
	u, err := idna.Lookup.ToUnicode(name)
	if err != nil || !strings.HasPrefix(name, "xn--") || !plainScript(u) || strings.ContainsFunc(u, unsafeRune) {
		return label
	}
	if hasPort {
		u += ":" + port
	}
	return u
}

// families are the sets of scripts whose letters people write in one word. The
// sets with Han are those of UTS 39 section 5.1; all others are single scripts.
var families = [...][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Cyrillic}, {unicode.Greek}, {unicode.Armenian}, {unicode.Georgian}, {unicode.Hebrew}, {unicode.Arabic},
	{unicode.Devanagari}, {unicode.Bengali}, {unicode.Gurmukhi}, {unicode.Gujarati}, {unicode.Oriya}, {unicode.Tamil}, {unicode.Telugu},
	{unicode.Kannada}, {unicode.Malayalam}, {unicode.Sinhala}, {unicode.Thai}, {unicode.Lao}, {unicode.Tibetan}, {unicode.Myanmar},
	{unicode.Khmer}, {unicode.Ethiopic}, {unicode.Mongolian},
	{unicode.Han, unicode.Hiragana, unicode.Katakana}, {unicode.Han, unicode.Hangul}, {unicode.Han, unicode.Bopomofo},
}

// latinLooks are the small letters of other scripts that look like Latin ones.
const latinLooks = "аеорсухіјѕһԁԛԝӏ" + "ονα" + "օսհոց"

// plainScript reports whether all letters of the label belong to one family and
// at least one of them does not look like a Latin letter.
func plainScript(label string) bool {
	telling := false
	for _, f := range families {
		if !within(label, f) {
			continue
		}
		for _, r := range label {
			if r > unicode.MaxASCII && !strings.ContainsRune(latinLooks, r) {
				telling = true
			}
		}
		return telling
	}
	return false
}

// within reports whether every letter and mark of the label is of the scripts.
// Digits and the hyphen belong to all; other signs to none.
func within(label string, scripts []*unicode.RangeTable) bool {
	for _, r := range label {
		switch {
		case r == '-' || '0' <= r && r <= '9':
		case unicode.In(r, scripts...):
		case unicode.Is(unicode.Inherited, r) || r == 'ー':
		default:
			return false
		}
	}
	return true
}
