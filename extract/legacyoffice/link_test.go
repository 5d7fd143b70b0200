package legacyoffice

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
)

// number16 appends little-endian numbers of two bytes.
func number16(v []byte, numbers ...int) []byte {
	for _, n := range numbers {
		v = binary.LittleEndian.AppendUint16(v, uint16(n))
	}
	return v
}

// number32 appends little-endian numbers of four bytes.
func number32(v []byte, numbers ...int) []byte {
	for _, n := range numbers {
		v = binary.LittleEndian.AppendUint32(v, uint32(n))
	}
	return v
}

func wideText(text string) []byte { return number16(nil, asInts(utf16.Encode([]rune(text)))...) }

func asInts(units []uint16) []int {
	out := make([]int, len(units))
	for i, u := range units {
		out[i] = int(u)
	}
	return out
}

// counted returns a text with its length, in units of each bytes.
func counted(text string, each int) []byte {
	wide := wideText(text + "\x00")
	return append(number32(nil, len(wide)/each), wide...)
}

// TestHyperlinkTarget: URLs and files relative to the document are targets; places in it, other
// machines and cut records are not ([MS-OSHARED] 2.3.7.1).
func TestHyperlinkTarget(t *testing.T) {
	t.Parallel()
	file := func(parents int, path string, wide []byte) []byte {
		out := number32(number16(slices.Clone(classFile), parents), len(path)+1)
		out = append(append(out, path+"\x00"...), make([]byte, filePathWide)...)
		if wide == nil {
			return number32(out, 0)
		}
		return append(number16(number32(out, len(wide)+6, len(wide)), 3), wide...)
	}
	url := append(slices.Clone(classURL), counted("http://a.example/", 1)...)
	for _, tt := range []struct {
		name  string
		flags int
		parts [][]byte
		want  string
	}{
		{"a URL", 0x03, [][]byte{url}, "http://a.example/"},
		{"a URL with words, a frame and a place", 0x1F | linkFrame, [][]byte{counted("words", 2), counted("_top", 2), url, counted("top", 2)}, "http://a.example/"},
		{"a URL as text", 0x03 | linkAsText, [][]byte{counted("http://b.example/", 2)}, "http://b.example/"},
		{"a place", linkLocation, [][]byte{counted("S!A1", 2)}, ""},
		{"a file", 0x01, [][]byte{file(2, `sub\one.html`, nil)}, "../../sub/one.html"},
		{"a file in UTF-16", 0x01, [][]byte{file(0, "?.html", wideText("паук.html"))}, "паук.html"},
		{"a file on a drive", 0x03, [][]byte{file(0, `C:\one.html`, nil)}, ""},
		{"a file on a server", 0x03, [][]byte{file(0, `\\s\one.html`, nil)}, ""},
		{"a file too far up", 0x01, [][]byte{file(60_000, "one.html", nil)}, ""},
		{"another class", 0x01, [][]byte{make([]byte, 60)}, ""},
		{"words longer than the record", 0x13, [][]byte{number32(nil, -1), url}, ""},
	} {
		body := slices.Concat(append([][]byte{number32(nil, linkVersion, tt.flags)}, tt.parts...)...)
		if got := hyperlinkTarget(body); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		for n := range body {
			if got := hyperlinkTarget(body[:n]); got != "" && got != tt.want {
				t.Errorf("%s, %d bytes of it: %q", tt.name, n, got)
			}
		}
	}
	if hyperlinkTarget(append(number32(nil, 3, 3), url...)) != "" {
		t.Error("of another version")
	}
}

// TestLinkFormula: a literal URL in a formula is a target, a computed one is not.
func TestLinkFormula(t *testing.T) {
	t.Parallel()
	const call1, call2, cell, concat = "\x42\x01\x67\x01", "\x42\x02\x67\x01", "\x44\x00\x00\x00\x00", "\x08"
	for _, tt := range []struct{ name, tokens, want string }{
		{"alone", "\x17\x01\x00u" + call1, "u|"},
		{"with words", "\x17\x01\x01u\x00" + "\x17\x02\x00ab" + call2, "u|ab"},
		{"with the words of a cell", "\x17\x01\x00u" + cell + call2, "u|"},
		{"put together", "\x17\x01\x00u" + cell + concat + call1, "|"},
		{"put together, with words", "\x17\x01\x00u" + cell + concat + "\x17\x01\x00a" + call2, "|"},
		{"another function", "\x17\x01\x00u\x42\x01\x68\x01", "|"},
		{"cut", "\x17\x09\x00u" + call1, "|"},
		{"a number", "\x1E\x05\x00", "|"},
	} {
		target, text := linkFormula(view(tt.tokens))
		if got := target + "|" + text; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// atom returns a record of a presentation.
func atom(kind, head int, body ...byte) []byte {
	return append(number32(number16(nil, head, kind), len(body)), body...)
}

// slideOf returns a presentation with one text, links with the numbers 1 and 2, and records
// after it.
func slideOf(text string, behind ...[]byte) []byte {
	link := func(number int, target string) []byte {
		return atom(boxLink, isBox, slices.Concat(atom(atomLinkNumber, 0, number32(nil, number)...), atom(atomString, 0, wideText("words")...), atom(atomString, 0x10, wideText(target)...))...)
	}
	objects := atom(boxObjects, isBox, slices.Concat(link(1, "http://a.example/"), link(2, `sub\b.html`))...)
	shape := atom(boxShape, isBox, slices.Concat(append([][]byte{atom(atomTextWide, 0, wideText(text)...)}, behind...)...)...)
	return append(atom(0x03EE, isBox, shape...), atom(boxDocument, isBox, objects...)...)
}

// pressed returns a link to an object for a part of the text.
func pressed(instance, number, kind, from, to int) []byte {
	action := atom(boxPressed, instance<<4|isBox, atom(atomPressed, 0, append(number32(nil, 0, number), 4, 0, 0, 0, byte(kind), 0, 0, 0)...)...)
	return append(action, atom(atomPressedText, instance<<4, number32(nil, from, to)...)...)
}

// TestLinksOfSlides: the parts of a text that are links are their words, even if they overlap,
// extend beyond a paragraph or the text, or are unordered.
func TestLinksOfSlides(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		text   string
		behind [][]byte
		want   string
	}{
		{"none", "one two", nil, "text(one two)"},
		{"two, the last first", "one two", [][]byte{pressed(0, 2, 8, 4, 7), pressed(0, 1, 8, 0, 3)}, "anchor(one) anchor(two) text(one two) [one]http://a.example/ [two]sub/b.html"},
		{"over two paragraphs", "one\rtwo", [][]byte{pressed(0, 1, 8, 1, 6)}, "anchor(ne) text(one) anchor(tw) text(two) [ne]http://a.example/ [tw]http://a.example/"},
		{"overlapping", "one two", [][]byte{pressed(0, 1, 8, 0, 4), pressed(0, 2, 8, 2, 7)}, "anchor(one) anchor(two) text(one two) [one]http://a.example/ [two]sub/b.html"},
		{"beyond the text", "one", [][]byte{pressed(0, 1, 8, 1, 1<<30), pressed(0, 2, 8, 1<<20, 1<<30)}, "anchor(ne) text(one) [ne]http://a.example/"},
		{"that is no URL, unknown, or when the pointer is over it", "one", [][]byte{pressed(0, 1, 7, 0, 3), pressed(0, 9, 8, 0, 3), pressed(1, 1, 8, 0, 3)}, "text(one)"},
		{"backwards", "one", [][]byte{pressed(0, 1, 8, 3, 1)}, "text(one)"},
		{"half a pair of units", "𝛼𝛼", [][]byte{pressed(0, 1, 8, 0, 2)}, "anchor(𝛼) text(𝛼𝛼) [𝛼]http://a.example/"},
		{"the number of the slide", "page *", [][]byte{atom(atomNumber, 0, number32(nil, 5)...)}, "text(page)"},
		{"a shape", "one", [][]byte{atom(boxClient, isBox, pressed(0, 1, 8, 0, 0)[:32]...)}, "anchor(one) text(one) [one]http://a.example/"},
		{"a shape without a text", "", [][]byte{atom(boxClient, isBox, pressed(0, 2, 8, 0, 0)[:32]...)}, "[]sub/b.html"},
	} {
		body := slideOf(tt.text, tt.behind...)
		if got := showSlides(body); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func showSlides(body []byte) string {
	b := content.New(contenttest.Limits())
	_ = readSlides(b, map[string][]byte{"PowerPoint Document": body})
	d := b.Document(Reader)
	return contenttest.Show(&d)
}

// FuzzRecords reads the records of a workbook and of a presentation, which the fuzz target for
// whole files seldom reaches.
func FuzzRecords(f *testing.F) {
	f.Add(slideOf("one\rtwo", pressed(0, 1, 8, 1, 6), atom(atomNumber, 0, 1, 0, 0, 0), atom(boxClient, isBox, pressed(0, 2, 8, 0, 0)[:32]...)))
	link := slices.Concat(number16(nil, recLink, 0), number16(nil, 1, 1, 2, 2), classURL, number32(nil, linkVersion, 3), classURL, counted("http://a.example/", 1))
	binary.LittleEndian.PutUint16(link[2:], uint16(len(link)-recordHead))
	formula := append(append(number16(nil, recFormula, formulaTokens+8, 1, 1, 0, 0, 0, 0, noNumber, 0, 0, 0, 8), "\x17\x01\x00u"...), "\x42\x01\x67\x01"...)
	formats := slices.Concat(number16(nil, recFrom1904, 2, 1), append(number16(nil, recCode, 7, 200, 2), "\x00yy"...), append(number16(nil, recFormat, 20, 0, 200), make([]byte, 16)...))
	sheet := slices.Concat(number16(nil, recBegin, 4, version8, 5), formats, number16(nil, recBegin, 4, version8, isSheet), number16(nil, recNumber, 14, 1, 2, 0, 0, 0, 0, 0), formula, number16(nil, recString, 4, 1, 0x6100), link)
	f.Add(sheet)
	l := contenttest.Limits()
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, read := range []func(*content.Builder) error{
			func(b *content.Builder) error { return readWorkbook(b, body) },
			func(b *content.Builder) error { return readSlides(b, map[string][]byte{"PowerPoint Document": body}) },
		} {
			b := content.New(l)
			_ = read(b)
			if d := b.Document(Reader); len(d.Text) > l.Text || len(d.Elements) > l.Elements || len(d.Links) > l.Links {
				t.Fatal("beyond the limits")
			}
		}
	})
}

// TestManyLinksOfAText: a text that is full of long links is read in the time of one.
func TestManyLinksOfAText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 1<<20)
	s := show{b: content.New(content.Limits{Text: 1 << 20, Elements: 10, Links: 10, Attribute: 100}), seen: map[string]bool{}}
	s.now.units = make([]uint16, maxSpans)
	for i := range maxSpans {
		s.now.links = append(s.now.links, span{i, i + 1, long})
	}
	s.write()
	if len(s.seen) != 0 || s.kept < maxSeen || s.kept > maxSeen+2*len(long) {
		t.Errorf("%d bytes count for %d texts", s.kept, len(s.seen))
	}
}
