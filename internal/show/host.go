package show

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// Host returns the name of a host for people: its A-labels (RFC 5890 section 2.3.2.1) are
// decoded if their letters cannot be mistaken for others. A label stays encoded
//
//   - if its letters are not of one script, where Japanese, Korean and Bopomofo
//     with Han count as one each (the level "single script" of Unicode Technical
//     Standard 39, section 5.2);
//   - if its script is not in everyday use, or its Latin letters are those of
//     phonetic alphabets, which look like others;
//   - if every letter in it can be mistaken for a Latin one ("whole-script
//     confusable"), unless the name ends in a country or a top label whose users
//     read that script: "москва.рф" is decoded, "вкмт.com" is not.
//
// Other text is returned as it is.
func Host(host string) string {
	if !strings.Contains(host, prefix) {
		return host
	}
	labels := strings.Split(host, ".")
	last := len(labels) - 1
	top := labels[last]
	if u, ok := decode(top); ok {
		top = u
	}
	for i, l := range labels {
		near := top // the label that determines how this one is read
		if i == last && i > 0 {
			near = labels[i-1]
		}
		if u, ok := decode(l); ok && honest(u, near) {
			labels[i] = u
		}
	}
	return strings.Join(labels, ".")
}

// URL returns a URL or an origin with its host in the form of Host. The rest is not changed, nor
// is text that is not a URL.
func URL(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok || !strings.Contains(rest, prefix) {
		return url
	}
	end := strings.IndexAny(rest, ":/?#")
	if end < 0 {
		end = len(rest)
	}
	return scheme + "://" + Host(rest[:end]) + rest[end:]
}

// prefix is the prefix of A-labels.
const prefix = "xn--"

// decode returns the Unicode form of an A-label, or false for any other label.
func decode(label string) (string, bool) {
	if !strings.HasPrefix(label, prefix) {
		return "", false
	}
	u, err := idna.Lookup.ToUnicode(label)
	if err != nil || u == label || strings.ContainsFunc(u, Unsafe) {
		return "", false
	}
	return u, true
}

// A writing is a set of scripts whose letters occur in one word.
type writing struct {
	scripts []*unicode.RangeTable
	marks   string // characters in such words that belong to no script
	looks   string // letters that can be mistaken for Latin ones, in either case
	tops    string // countries whose users read it, separated by spaces
}

// writings lists those in everyday use. looks has the letters whose skeleton in confusables.txt
// of Unicode Technical Standard 39 is a Latin letter or a digit.
var writings = [...]writing{
	{scripts: []*unicode.RangeTable{latin}},
	{scripts: []*unicode.RangeTable{unicode.Cyrillic}, looks: "авгекмнорстухьѕіјѡѵҽӏһҫԁԍԛԝ", tops: " bg by kg kz mk mn rs ru su tj ua uz "},
	{scripts: []*unicode.RangeTable{unicode.Greek}, looks: "αγηικνορτυχω", tops: " cy gr "},
	{scripts: []*unicode.RangeTable{unicode.Armenian}, looks: "ագզէլհյոսւօցք", tops: " am "},
	{scripts: []*unicode.RangeTable{unicode.Georgian}, looks: "იოყძხჽჿ", tops: " ge "},
	{scripts: []*unicode.RangeTable{unicode.Hebrew}, looks: "וחטיןסװײ", tops: " il "},
	{scripts: []*unicode.RangeTable{unicode.Arabic}, looks: "اهہە"},
	{scripts: []*unicode.RangeTable{unicode.Thai}, looks: "ทนบพรหเแดลปฟม", tops: " th "},
	{scripts: []*unicode.RangeTable{unicode.Ethiopic}, looks: "ሀሠሰስበነተከዐዕዘጠፐ", tops: " er et "},
	{scripts: []*unicode.RangeTable{unicode.Myanmar}, looks: "ဝပမ"},
	{scripts: []*unicode.RangeTable{unicode.Malayalam}, looks: "ഠ"},
	{scripts: []*unicode.RangeTable{unicode.Devanagari}}, {scripts: []*unicode.RangeTable{unicode.Bengali}},
	{scripts: []*unicode.RangeTable{unicode.Gurmukhi}}, {scripts: []*unicode.RangeTable{unicode.Gujarati}},
	{scripts: []*unicode.RangeTable{unicode.Oriya}}, {scripts: []*unicode.RangeTable{unicode.Tamil}},
	{scripts: []*unicode.RangeTable{unicode.Telugu}}, {scripts: []*unicode.RangeTable{unicode.Kannada}},
	{scripts: []*unicode.RangeTable{unicode.Sinhala}}, {scripts: []*unicode.RangeTable{unicode.Lao}},
	{scripts: []*unicode.RangeTable{unicode.Tibetan}}, {scripts: []*unicode.RangeTable{unicode.Khmer}},
	{scripts: []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}, marks: "ー", looks: "ノニハロトカ一丨丿丶口工卜力"},
	{scripts: []*unicode.RangeTable{unicode.Han, unicode.Hangul}, looks: "一丨丿丶口工卜力"},
	{scripts: []*unicode.RangeTable{unicode.Han, unicode.Bopomofo}, looks: "一丨丿丶口工卜力ㄧ"},
}

// latin has the Latin letters of living alphabets: Latin-1 to Latin Extended-B without the
// clicks, which look like bars and marks, and the Vietnamese letters with marks.
var latin = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 'a', Hi: 'z', Stride: 1}, {Lo: 0xDF, Hi: 0xF6, Stride: 1}, {Lo: 0xF8, Hi: 0x1BF, Stride: 1},
		{Lo: 0x1C4, Hi: 0x24F, Stride: 1}, {Lo: 0x1E00, Hi: 0x1EFF, Stride: 1},
	},
	LatinOffset: 2,
}

// honest reports whether a label is in one writing and cannot be read as Latin. If all its
// letters could be, its neighbor decides: the top label for the others, or the preceding label
// for the top label.
func honest(label, near string) bool {
	for i := range writings {
		w := &writings[i]
		if !w.holds(label) {
			continue
		}
		return w.telling(label) ||
			strings.Contains(w.tops, " "+near+" ") || w.holds(near) && w.telling(near)
	}
	return false
}

// holds reports whether every character of the label may occur in a word of the writing, and at
// least one is from its scripts. Digits and the hyphen belong to all.
func (w *writing) holds(label string) bool {
	own := false
	for _, r := range label {
		switch {
		case unicode.In(r, w.scripts...):
			own = true
		case isShared(r), strings.ContainsRune(w.marks, r):
		default:
			return false
		}
	}
	return own
}

// telling reports whether a letter of the label cannot be mistaken for a Latin one.
func (w *writing) telling(label string) bool {
	return slices.ContainsFunc([]rune(label), func(r rune) bool {
		return unicode.IsLetter(r) && !isShared(r) && !strings.ContainsRune(w.looks, r) && !strings.ContainsRune(w.marks, r)
	})
}

func isShared(r rune) bool { return r == '-' || '0' <= r && r <= '9' }
