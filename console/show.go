package console

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/idna"

	"github.com/aranea-search/aranea/weburl"
)

// Lengths in characters of what is shown.
const (
	maxTitle   = 140
	maxSegment = 60 // one folder of a path
	maxCrumbs  = 5  // folders of a path
)

// crumbs shows the path of a URL for people: folders in readable letters.
func crumbs(u weburl.URL) []string {
	var out []string
	for seg := range strings.SplitSeq(u.Path(), "/") {
		if seg != "" {
			out = append(out, shorten(readable(seg), maxSegment))
		}
	}
	if n := len(out); n > maxCrumbs {
		out = slices.Concat(out[:2], []string{"…"}, out[n-maxCrumbs+3:])
	}
	if q, ok := u.Query(); ok && q != "" {
		q = "?" + shorten(readable(q), maxSegment)
		if len(out) == 0 {
			return []string{q}
		}
		out[len(out)-1] += q
	}
	return out
}

// readable decodes the percent escapes of a part of a URL if everything in them
// can be seen: characters that are invisible, reorder others or look like the
// marks between the parts stay escaped.
func readable(part string) string {
	text, err := url.PathUnescape(part)
	if err != nil {
		return part
	}
	for _, r := range text {
		if !unicode.IsGraphic(r) || r == unicode.ReplacementChar || unicode.Is(unicode.Zs, r) && r != ' ' || strings.ContainsRune("/›?#%", r) {
			return part
		}
	}
	return text
}

// shorten cuts the middle out of a text that is longer than most characters.
func shorten(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	tail := most / 4
	return strings.TrimSpace(string(runes[:most-tail-1])) + "…" + strings.TrimSpace(string(runes[len(runes)-tail:]))
}

// visible drops from a foreign text the characters that cannot be seen and
// could make it look like another one: controls and what reorders text.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// hostText shows a host for people: A-labels in the letters they stand for,
// where these cannot be taken for other letters.
func hostText(host string) string {
	labels := strings.Split(host, ".")
	for i, l := range labels {
		if !strings.HasPrefix(l, "xn--") {
			continue
		}
		if u, err := idna.Display.ToUnicode(l); err == nil && honest(u) {
			labels[i] = u
		}
	}
	return strings.Join(labels, ".")
}

// scripts are the writing systems whose letters may stand together in a label
// (Unicode Technical Standard 39, section 5.2, without Latin beside others).
var scripts = [][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Cyrillic}, {unicode.Greek}, {unicode.Arabic}, {unicode.Hebrew}, {unicode.Armenian},
	{unicode.Georgian}, {unicode.Devanagari}, {unicode.Bengali}, {unicode.Tamil}, {unicode.Telugu}, {unicode.Thai}, {unicode.Hangul, unicode.Han},
	{unicode.Han, unicode.Hiragana, unicode.Katakana}, {unicode.Han, unicode.Bopomofo},
}

// latinLike are letters of other scripts that look like Latin ones. A label of
// nothing but these may be meant to deceive.
const latinLike = "аԁеһіјӏорԛѕԝхусьгвкмнтѵѡηικνορτυχωαγ"

// lastLatin is the end of the block Latin Extended-B: behind it stand letters
// of phonetic alphabets, which look like others.
const lastLatin = 0x24F

// honest reports whether a label is in one script and cannot be read as another.
func honest(label string) bool {
	clear := false
	for _, r := range label {
		if r >= '0' && r <= '9' || r == '-' {
			continue
		}
		if unicode.Is(unicode.Latin, r) && r > lastLatin {
			return false
		}
		clear = clear || !strings.ContainsRune(latinLike, r)
	}
	return clear && slices.ContainsFunc(scripts, func(s []*unicode.RangeTable) bool {
		for _, r := range label {
			if !(r >= '0' && r <= '9') && r != '-' && r != 'ー' && !unicode.In(r, s...) {
				return false
			}
		}
		return true
	})
}

// countOf prints a number of things: "1 page", "2,000 pages".
func countOf(n uint64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return group(n) + " " + thing + "s"
}

// group prints n with commas between thousands.
func group(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// when prints an instant in UTC.
func when(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 MST") }
