package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestNames: the words in names of code are found at the place of the name, which itself is
// found as before.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want, code string }{
		{"small first", "an innerBuffer here", "an innerbuffer+inner+buffer here", ""},
		{"abbreviation", "parseHTTPHeader", "parsehttpheader+parse+http+header", ""},
		{"at the end", "toJSON", "tojson+json", ""},
		{"three words", "HttpServletRequest", "httpservletrequest+http+servlet+request", ""},
		{"digits", "utf8Decoder", "utf8decoder+utf8+decoder", ""},
		{"with underscore", "g_innerBuffer", "g innerbuffer+inner+buffer", ""},
		{"a word twice, and another form of it", "testTests BufferBufferSize", "testtests+test bufferbuffersize+buffer+size", ""},
		{"a word that is shared with the name", "dataS runRuns", "datas runruns+run", ""},
		{"two words, the first large", "ByteBuffer", "bytebuffer", "bytebuffer+byte+buffer"},
		{"products", "iPhone eBay JavaScript OpenOffice", "iphone ebay javascript openoffice", "iphone+phone ebay+bay javascript+java+script openoffice+open+office"},
		{"names of people and short ones", "McDonald LaTeX PhD IDs", "mcdonald latex phd ids", "mcdonald+donald latex phd ids"},
		{"one letter first", "QThread TButton IPs", "qthread+thread tbutton+button ips", ""},
		{"abbreviation first", "HTTPServer", "httpserver", "httpserver+http+server"},
		{"random letters", "dQw4w9WgXcQ aGVsbGgdybGQsIGhvdyBhcmUgeW", "dqw4w9wgxcq agvsbggdybgqsighvdybhcmugew", ""},
		{"too many words", "oneTwoSixTenOneTwoSixTenEnd", "onetwosixtenonetwosixtenend", ""},
		{"other letters", "größterWert Ünter naïveBayes", "großterwert+großter+wert unter naivebayes+naive+bayes", ""},
		{"far behind others", strings.Repeat("word ", 9) + "innerBuffer", strings.Repeat("word ", 9) + "innerbuffer+inner+buffer", ""},
	} {
		if c.code == "" {
			c.code = c.want
		}
		for code, want := range map[bool]string{false: c.want, true: c.code} {
			want = strings.ReplaceAll(want, "ß", "ss")
			if got := showNames(c.text, code); got != want {
				t.Errorf("%s, source code %v: %q\n got %s\nwant %s", c.name, code, c.text, got, want)
			}
		}
	}
}

// appendAll is AppendPage of a text as one part.
func appendAll(a *Analyzer, dst []Token, text string, l Lang, most int, code bool) ([]Token, uint32) {
	parts := []Part{{End: uint32(len(text)), Lang: l}}
	dst = a.AppendPage(dst, []byte(text), parts, most, code)
	return dst, parts[0].Positions
}

// showNames prints the forms of a text, those of one position joined.
func showNames(text string, code bool) string {
	tokens, _ := appendAll(New(0), nil, text, En, 1000, code)
	var b strings.Builder
	for i, t := range tokens {
		switch {
		case i > 0 && t.Pos == tokens[i-1].Pos:
			b.WriteByte('+')
		case i > 0:
			b.WriteByte(' ')
		}
		b.WriteString(t.Word.Form())
	}
	return b.String()
}

// TestNextHump finds the same places, wherever they stand, as a look at every letter.
func TestNextHump(t *testing.T) {
	t.Parallel()
	const all = "aB BBb b0B _Bx aBBb éB BBBBBBBBBc Zz"
	for from := range all {
		for to := from; to <= len(all); to++ {
			s := all[from:to]
			for at := range len(s) + 1 {
				if got, want := nextHump([]byte(s), at), slowHump(s, at); got != want {
					t.Fatalf("%q from %d: %d, want %d", s, at, got, want)
				}
			}
		}
	}
}

func slowHump(s string, from int) int {
	capital := func(i int) bool { return 0 <= i && i < len(s) && 'A' <= s[i] && s[i] <= 'Z' }
	small := func(i int) bool { return 0 <= i && i < len(s) && 'a' <= s[i] && s[i] <= 'z' }
	digit := func(i int) bool { return 0 <= i && i < len(s) && '0' <= s[i] && s[i] <= '9' }
	for i := from; i < len(s); i++ {
		if capital(i) && (small(i-1) || digit(i-1) || capital(i-1) && small(i+1)) {
			return i
		}
	}
	return len(s)
}

// TestNamesPassFilters: of a name only the words that a filter passes are kept.
func TestNamesPassFilters(t *testing.T) {
	t.Parallel()
	var f Filter
	f.Add("buffer")
	text := "an innerBuffer and a buffer"
	var got []string
	for _, tok := range New(0).AppendLike(nil, []byte(text), En, &f) {
		got = append(got, text[tok.Start:tok.End])
	}
	if !slices.Equal(got, []string{"Buffer", "buffer"}) {
		t.Errorf("%q pass", got)
	}
}

// sameBesideNames holds the tokens of a page against those of its text without the words in
// names, which lie in their name and are several words.
func sameBesideNames(text string, l Lang) error {
	plain, positions := New(64).Append(nil, []byte(text), l)
	cut, n := appendAll(New(64), nil, text, l, 1<<30, true)
	var whole []Token
	for i, t := range cut {
		if t.Start >= t.End || int(t.End) > len(text) || t.Pos >= n || i > 0 && t.Pos < cut[i-1].Pos {
			return fmt.Errorf("token %d of %d is %+v", i, len(cut), t)
		}
		if len(whole) < len(plain) && plain[len(whole)].Start == t.Start && plain[len(whole)].End == t.End {
			whole = append(whole, t)
			continue
		}
		for _, other := range cut[:i] {
			if other.Pos == t.Pos && root(other.Word) == root(t.Word) {
				return fmt.Errorf("%q has %q twice", text, t.Word.Form())
			}
		}
	}
	if n != positions || len(whole) != len(plain) {
		return fmt.Errorf("%q: %d tokens in %d positions, want %d in %d", text, len(whole), n, len(plain), positions)
	}
	return nil
}
