package legacyoffice

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
)

// A formatted is a part of a text with its modifiers, and the style of a paragraph.
type formatted struct {
	text      string
	style     int
	modifiers []byte
}

func modify8(name, value int) []byte  { return append(number16(nil, name), byte(value)) }
func modify16(name, value int) []byte { return number16(nil, name, value) }

// styleBytes returns a style of a table: its built-in number, its kind, its base, and its
// modifiers.
func styleBytes(number, kind, base int, modifiers []byte) []byte {
	std := append(number16(nil, number, kind|base<<styleKinds, 1, 0, 0), counted16("a")...)
	if kind == styleParagraph {
		modifiers = append(number16(nil, 0), modifiers...)
	}
	std = append(number16(std, len(modifiers)), modifiers...)
	if len(std)%2 > 0 {
		std = append(std, 0)
	}
	return append(number16(nil, len(std)), std...)
}

// counted16 returns a name with its length and its end.
func counted16(name string) []byte {
	return append(append(number16(nil, len(name)), wideText(name)...), 0, 0)
}

// stylesOf returns a table of styles of which the first is that of running text.
func stylesOf(all ...[]byte) []byte {
	head := number16(nil, 4, len(all)+1, leastStyleBytes)
	return slices.Concat(append([][]byte{head, styleBytes(0, styleParagraph, noStyle, nil)}, all...)...)
}

// pageOf returns a formatting page with one run.
func pageOf(from, to, entry int, properties []byte) []byte {
	const at = 64
	page := number32(nil, from, to)
	page = append(page, at/2)
	page = append(page, make([]byte, at-len(page))...)
	if entry == paragraphEntry {
		properties = append([]byte{0, byte((len(properties) + 1) / 2)}, properties...)
	} else {
		properties = append([]byte{byte(len(properties))}, properties...)
	}
	page = append(page, properties...)
	page = append(page, make([]byte, pageBytes-len(page))...)
	page[pageBytes-1] = 1
	return page
}

// wordOf returns the streams of a document. Its pieces are stored in reverse order.
func wordOf(styles []byte, pieces []string, paragraphs, characters []formatted) map[string][]byte {
	main := number16(nil, fibMagic)
	main = append(main, make([]byte, 1024-len(main))...)
	positions, places := number32(nil, 0), []byte(nil)
	for _, p := range slices.Backward(pieces) {
		places = slices.Concat(number32(number16(nil, 0), len(main)*2|isBytes), number16(nil, 0), places)
		main = append(main, p...)
	}
	total := 0
	for _, p := range pieces {
		total += len(p)
		positions = number32(positions, total)
	}
	binary.LittleEndian.PutUint32(main[fibTextLen:], uint32(total))
	table := []byte{}
	set := func(fib int, v []byte) {
		binary.LittleEndian.PutUint32(main[fib:], uint32(len(table)))
		binary.LittleEndian.PutUint32(main[fib+4:], uint32(len(v)))
		table = append(table, v...)
	}
	plc := append(positions, places...)
	set(fibClx, append(number32([]byte{clxPieces}, len(plc)), plc...))
	set(fibStyles, styles)
	text := bytes.Clone(main)
	for fib, of := range map[int][]formatted{fibParagraphs: paragraphs, fibCharacters: characters} {
		entry := map[int]int{fibParagraphs: paragraphEntry, fibCharacters: characterEntry}[fib]
		var numbers []byte
		for _, f := range of {
			main = append(main, make([]byte, (pageBytes-len(main)%pageBytes)%pageBytes)...)
			properties := f.modifiers
			if entry == paragraphEntry {
				properties = append(number16(nil, f.style), properties...)
			}
			from := bytes.Index(text, []byte(f.text))
			numbers = number32(numbers, len(main)/pageBytes)
			main = append(main, pageOf(from, from+len(f.text), entry, properties)...)
		}
		set(fib, append(make([]byte, 4*(len(of)+1)), numbers...))
	}
	return map[string][]byte{"WordDocument": main, "0Table": table}
}

func showWord(streams map[string][]byte) content.Document {
	d, _ := readWordOf(streams)
	return d
}

func readWordOf(streams map[string][]byte) (content.Document, error) {
	b := content.New(contenttest.Limits())
	err := readWord(b, streams)
	return b.Document(Reader), err
}

// TestLooks: the element kinds of paragraphs and characters come from their styles and their own
// formatting ([MS-DOC] 2.4.6).
func TestLooks(t *testing.T) {
	t.Parallel()
	styles := stylesOf(
		styleBytes(2, styleParagraph, 0, nil),                           // 1
		styleBytes(0xFFE, styleParagraph, 1, modify16(setList, 3)),      // 2: based on a heading
		styleBytes(0xFFE, styleParagraph, 0, modify16(setList, 3)),      // 3
		styleBytes(0xFFE, styleCharacter, noStyle, modify8(setBold, 1)), // 4
		styleBytes(styleTitle, styleParagraph, 5, nil),                  // 5: based on itself
	)
	cell := modify8(setCell, 1)
	for _, tt := range []struct {
		name                   string
		pieces                 []string
		paragraphs, characters []formatted
		want                   string
	}{
		{"none", []string{"one\rtwo\r"}, nil, nil, "text(one) text(two)"},
		{"headings of styles", []string{"one\rtwo\rthree\rfour\r"}, []formatted{{"one\r", 1, nil}, {"two\r", 2, nil}, {"three\r", 5, nil}, {"four\r", 99, nil}}, nil, "h2(one) h2(two) h1(three) text(four)"},
		{"headings of the outline", []string{"one\rtwo\rthree\r"}, []formatted{{"one\r", 0, modify8(setLevel, 0)}, {"two\r", 1, modify8(setLevel, 9)}, {"three\r", 0, modify8(setLevel, 8)}}, nil, "h1(one) text(two) h6(three)"},
		{"items", []string{"one\rtwo\rthree\rfour\r"}, []formatted{{"one\r", 3, nil}, {"two\r", 0, modify16(setList, 1)}, {"three\r", 3, modify16(setList, 0)}, {"four\r", 0, modify16(setList, listNoLonger)}}, nil, "list-item(one) list-item(two) text(three) text(four)"},
		{"cells", []string{"one\x07two\rthree\x07\x07four\r"}, []formatted{{"one\x07", 0, cell}, {"two\r", 1, cell}, {"three\x07\x07", 0, append(cell, modify16(setStyle, 0)...)}}, nil, "cell(one) h2(two) cell(three) text(four)"},
		{"bold", []string{"one two three four\r"}, nil, []formatted{{"two", 0, modify8(setBold, 1)}, {"four", 0, append(modify16(setCharacterStyle, 4), modify8(setBold, asStyle)...)}, {"three", 0, append(modify16(setCharacterStyle, 4), modify8(setBold, 0)...)}}, "bold(two) bold(four) text(one two three four)"},
		{"behind modifiers of every length", []string{"one\r"}, []formatted{{"one\r", 0, slices.Concat(number16(nil, setTable, 3, 0), number16(nil, setTabs), []byte{0xFF, 1, 0, 0, 0, 0, 1, 0, 0, 0}, number16(nil, 0xC000), []byte{2, 0, 0}, number32(number16(nil, 0x6000), 0), number16(nil, 0xE000), []byte{0, 0, 0}, modify8(setLevel, 2))}}, nil, "h3(one)"},
		{"a paragraph that ends in another piece", []string{"one ", "two\rthree\r"}, []formatted{{"two\r", 1, nil}, {"one ", 3, nil}}, nil, "h2(one two) text(three)"},
		{"the end of a section, and a page within a heading", []string{"one\ftwo\fthree\rfour"}, []formatted{{"two\fthree\r", 1, nil}, {"four", 1, nil}}, nil, "text(one) h2(two) h2(three) text(four)"},
		{"a field in the code of a field, and in that one another", []string{"\x13IF \x13 A \x13 B \x14\x15 C\x14\x15 D\x14one\x15 two\r"}, nil, nil, "text(one two)"},
		{"fields with results in the code of a field", []string{"one \x13IF \x13PAGE\x14 7\x15 = \x13HYPERLINK \"/a\"\x14 no\x15 \x14two\x15 three\r"}, nil, nil, "text(one two three)"},
		{"a link in the result of a field", []string{"\x13TOC\x14\x13HYPERLINK \"/a\"\x14one\x15 two\x15\r"}, nil, nil, "anchor(one) text(one two) [one]/a"},
		{"deleted text", []string{"one two three\rfour\r"}, nil, []formatted{{"two ", 0, modify8(setDeleted, 1)}, {"four", 0, modify8(setDeleted, 1)}}, "text(one three)"},
		{"pictures and notes between words", []string{"one\x01\x01two\x08three\x02\x05s\r"}, nil, nil, "text(one two threes)"},
		{"a link in a heading", []string{"\x13HYPERLINK \"/a\"\x14one\x15\rtwo\r"}, []formatted{{"\x13HYPERLINK \"/a\"\x14one\x15\r", 1, nil}}, nil, "anchor(one) h2(one) text(two) [one]/a"},
	} {
		d := showWord(wordOf(styles, tt.pieces, tt.paragraphs, tt.characters))
		if got := contenttest.Show(&d); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestDamagedLooks: however the formatting of a text is damaged, the text is read.
func TestDamagedLooks(t *testing.T) {
	t.Parallel()
	streams := wordOf(stylesOf(styleBytes(1, styleParagraph, 0, nil)), []string{"one two\r", "three\r"},
		[]formatted{{"one two\r", 1, modify8(setLevel, 2)}, {"three\r", 1, nil}}, []formatted{{"two", 0, modify8(setBold, 1)}})
	main, table := streams["WordDocument"], streams["0Table"]
	pieces := int(binary.LittleEndian.Uint32(main[fibClx+4:]))
	const text = 1024 + len("one two\rthree\r")
	for _, value := range []byte{0, 1, 0x7F, 0xFF} {
		for at := text; at < len(main); at++ {
			damaged := bytes.Clone(main)
			damaged[at] = value
			deletes := value == 0 && bytes.HasPrefix(main[at:], modify8(setBold, 1)[:2]) // the modifier is that of deleted text
			if d := showWord(map[string][]byte{"WordDocument": damaged, "0Table": table}); string(d.Text) != "one two\nthree\n" && !deletes {
				t.Fatalf("byte %d of the document is %#x: %q", at, value, d.Text)
			}
		}
		for at := pieces; at < len(table); at++ {
			damaged := bytes.Clone(table)
			damaged[at] = value
			for _, table := range [][]byte{damaged, table[:at]} {
				if d := showWord(map[string][]byte{"WordDocument": main, "0Table": table}); string(d.Text) != "one two\nthree\n" {
					t.Fatalf("byte %d of the table is %#x: %q", at, value, d.Text)
				}
			}
		}
	}
}

// TestManyBoldParts: bold parts leave room for the text after them.
func TestManyBoldParts(t *testing.T) {
	t.Parallel()
	w := words{b: content.New(content.Limits{Text: 1 << 20, Elements: maxBold + 10})}
	for i := range 2 * maxBold {
		w.characters = append(w.characters, run{2 * i, 2*i + 1, look{bold: true}})
	}
	for i := range 4 * maxBold {
		w.take('a', i)
	}
	w.take('\r', 0)
	w.take('b', 0)
	d := w.b.Document(Reader)
	if n := len(d.Elements); n != maxBold+2 || d.Limited || !strings.HasSuffix(string(d.Text), "\nb\n") {
		t.Errorf("%d elements, limited %t", n, d.Limited)
	}
}

// FuzzWord reads documents as made by wordOf. Formatting removes nothing of a text except what
// is marked as deleted.
func FuzzWord(f *testing.F) {
	streams := wordOf(stylesOf(styleBytes(1, styleParagraph, 0, modify8(setLevel, 3)), styleBytes(0xFFE, styleCharacter, 1, modify8(setBold, 1))), []string{"one two\r", "three\x07\x07"},
		[]formatted{{"one two\r", 1, modify8(setLevel, 2)}, {"three\x07\x07", 1, modify8(setCell, 1)}}, []formatted{{"two", 0, modify16(setCharacterStyle, 2)}})
	f.Add(streams["WordDocument"], streams["0Table"])
	f.Fuzz(func(t *testing.T, main, table []byte) {
		l := contenttest.Limits()
		d, err := readWordOf(map[string][]byte{"WordDocument": main, "0Table": table, "1Table": table})
		if len(d.Text) > l.Text || len(d.Elements) > l.Elements || len(d.Links) > l.Links {
			t.Fatal("beyond the limits")
		}
		text, _ := textOf(main, table)
		plain := words{b: content.New(l), text: text}
		part := func(fib int) view { return view(table).part(view(main).u32(fib), view(main).u32(fib+4)) }
		for _, r := range readRuns(main, part(fibCharacters), characterEntry, readStyles(part(fibStyles))) {
			plain.characters = append(plain.characters, run{r.from, r.to, look{deleted: r.look.deleted}})
		}
		plain.read()
		p := plain.b.Document(Reader)
		if err == nil && !p.Limited && !d.Limited && !bytes.HasPrefix(d.Text, p.Text) { // pictures come after it
			t.Fatalf("%q without formatting, %q with it", p.Text, d.Text)
		}
	})
}
