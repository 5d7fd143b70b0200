package pdf_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cage/pdf"
	"github.com/aranea-search/aranea/extract/content"
)

// cacheKey names the folder of the compiled module in the environment: all tests share it.
const cacheKey = "TEST_PDF_CACHE"

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "pdf")
	if err == nil {
		_, err = pdf.New(context.Background(), folder) // tests beside each other would each compile it
	}
	if err == nil {
		err = os.Setenv(cacheKey, folder)
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// reader returns a reader whose module is compiled once for all tests.
func reader(t *testing.T) *pdf.Reader {
	t.Helper()
	r, err := pdf.New(context.Background(), os.Getenv(cacheKey))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRead reads the output of an office program and damaged documents, one after another with
// one reader.
func TestRead(t *testing.T) {
	t.Parallel()
	r := reader(t)
	body, err := os.ReadFile("testdata/spider.pdf")
	if err != nil {
		t.Fatal(err)
	}
	l := content.Limits{Text: 1 << 20, Elements: 1000, Links: 100, Title: 1000, Attribute: 1000}
	for range 2 {
		got, err := r.Read(body, l)
		if err != nil || got.Limited || got.Reader != pdf.Name {
			t.Fatalf("%+v, %v", got, err)
		}
		for _, want := range []string{"The weavers of the garden", "An orb weaver spins a remarkable web every night", "dragline silk", "Паук плетёт паутину"} {
			if !strings.Contains(string(got.Text), want) {
				t.Errorf("no %q in %s", want, got.Text)
			}
		}
		for _, damaged := range [][]byte{nil, []byte("%PDF-1.7"), body[:100], []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj trailer<</Root 1 0 R>>")} {
			if got, err := r.Read(damaged, l); !errors.Is(err, content.ErrDamaged) && len(got.Text) > 0 {
				t.Errorf("%.40q: %s, %v", damaged, got.Text, err)
			}
		}
	}
	if got, err := r.Read(append([]byte("13 odd bytes\n"), body...), l); err != nil || !strings.Contains(string(got.Text), "The weavers") {
		t.Errorf("behind other bytes: %s, %v", got.Text, err)
	}
	for _, tt := range []struct{ name, body, want string }{
		{"cut off", string(body[:200]), "the document is damaged: it is cut off before its end"},
		{"without a table", "%PDF-1.4\nwords\n%%EOF\n", "the document is damaged: the table that says where its parts are is missing or wrong"},
	} {
		if _, err := r.Read([]byte(tt.body), l); !errors.Is(err, content.ErrDamaged) || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
	if got, err := r.Read(body, content.Limits{Text: 50, Elements: 10}); err != nil || !got.Limited || len(got.Text) > 50 {
		t.Errorf("with a limit: %+v, %v", got, err)
	}
}

// TestCharacters checks that characters beyond the first 65,536 are read, from a font that maps
// its codes to them.
func TestCharacters(t *testing.T) {
	t.Parallel()
	r := reader(t)
	stream := func(s string) string { return fmt.Sprintf("<</Length %d>>stream\n%s\nendstream endobj\n", len(s), s) }
	body := "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n" +
		"4 0 obj" + stream("BT /F 20 Tf 50 200 Td (xAyBz) Tj ET") +
		"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>endobj\n" +
		"6 0 obj" + stream("begincmap 1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <D835DC65> <42> <D83DDE00> endbfchar endcmap") +
		"trailer<</Root 1 0 R>>\n%%EOF\n"
	got, err := r.Read([]byte(body), content.Limits{Text: 1 << 10, Elements: 10})
	if want := "x𝑥y😀z"; err != nil || !strings.Contains(string(got.Text), want) {
		t.Errorf("%q, %v, want %s", got.Text, err, want)
	}
}

// TestMarksOfNotes checks that a raised note mark is not part of the word before it; digits on or
// below the line are part of it, and so are those after short words.
func TestMarksOfNotes(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for _, tt := range []struct{ name, words, want string }{
		{"above the line", "/F 20 Tf (word) Tj /F 12 Tf 6 Ts (1) Tj /F 20 Tf 0 Ts ( goes) Tj", "word 1 goes"},
		{"behind a stop, of three digits", "/F 20 Tf (word.) Tj /F 12 Tf 6 Ts (123) Tj /F 20 Tf 0 Ts ( Next) Tj", "word. 123 Next"},
		{"a font of one unit that the page makes larger", "/F 1 Tf 20 0 0 20 50 200 Tm (word) Tj 12 0 0 12 100 206 Tm (1) Tj", "word 1"},
		{"behind a word with an accent", `/F 20 Tf [(gr) -111 (\310) 444 (un)] TJ /F 12 Tf 6 Ts (1) Tj`, "grün 1"},
		{"on the line", "/F 20 Tf (word1 and UTF8, no.2) Tj", "word1 and UTF8, no.2"},
		{"below the line", "/F 20 Tf (word) Tj /F 12 Tf -4 Ts (2) Tj", "word2"},
		{"a power of a short word, and a word that goes on", "/F 20 Tf (km) Tj /F 12 Tf 6 Ts (2) Tj /F 20 Tf 0 Ts ( word) Tj 6 Ts (1) Tj 0 Ts (b) Tj", "km2 word1b"},
	} {
		stream := "BT 50 200 Td " + tt.words + " ET"
		body := "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
			"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n" +
			fmt.Sprintf("4 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", len(stream), stream) +
			"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
		got, err := r.Read([]byte(body), content.Limits{Text: 1 << 10, Elements: 10})
		if text := strings.TrimSpace(string(got.Text)); text != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.name, text, err, tt.want)
		}
	}
}

// TestAccents checks that an accent that is drawn at a letter, as in older fonts of TeX, becomes
// part of it, whether it is before it, under it, at the end of the line, or after characters
// without text; an accent with a place of its own does not. The words of links have the accents
// too.
func TestAccents(t *testing.T) {
	t.Parallel()
	r := reader(t)
	stream := func(s string) string { return fmt.Sprintf("<</Length %d>>stream\n%s\nendstream endobj\n", len(s), s) }
	const diaeresis = `[(f) -111 (\310) 444 (ur)] TJ`
	for _, tt := range []struct{ name, drawn, want string }{
		{"before its letter", diaeresis, "für"},
		{"behind its letter", `[(garc) 417 (\313) -84 (on)] TJ`, "garçon"},
		{"over a letter without a dot", `[(na) 27 (\310) 306 (\365ve)] TJ`, "naïve"},
		{"over a capital", `3.9 Ts [-194 (\310)] TJ 0 Ts [527 (Uber alles)] TJ`, "Über alles"},
		{"behind characters without text", `/G 20 Tf (AA) Tj /F 20 Tf ` + diaeresis, "für"},
		{"behind characters of which nothing is known", `/G 20 Tf (BB) Tj /F 20 Tf ` + diaeresis, "für"},
		{"in the place of an apostrophe", `(don\302t) Tj`, "don´t"},
		{"alone", `(a \302 b) Tj`, "a ´ b"},
		{"at a letter that has no such form", `[(f) -111 (\310) 444 (qr)] TJ`, "f¨qr"},
	} {
		body := "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
			"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 6 0 R>>>>/Annots[8 0 R]>>endobj\n" +
			"4 0 obj" + stream("BT /F 20 Tf 50 200 Td "+tt.drawn+" ET") +
			"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n" +
			"6 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 7 0 R>>endobj\n" +
			"7 0 obj" + stream("begincmap 1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <0003> <42> <0000> endbfchar endcmap") +
			"8 0 obj<</Type/Annot/Subtype/Link/Rect[40 195 350 220]/A<</S/URI/URI(x.html)>>>>endobj trailer<</Root 1 0 R>>\n%%EOF\n"
		got, err := r.Read([]byte(body), content.Limits{Text: 1 << 10, Elements: 10, Links: 10, Title: 100, Attribute: 100})
		if text := strings.TrimSpace(string(got.Text)); err != nil || text != tt.want {
			t.Errorf("%s: %q, %v, want %s", tt.name, text, err, tt.want)
		}
		if links := showLinks(&got); links != "["+tt.want+"]x.html" {
			t.Errorf("%s: links %s", tt.name, links)
		}
	}
}

// TestGarden checks the output of an office program: its links with their words, including a link
// over two lines whose annotations are in reverse order, and its headings.
func TestGarden(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("testdata/garden.pdf")
	if err != nil {
		t.Fatal(err)
	}
	got, err := reader(t).Read(body, content.Limits{Text: 1 << 20, Elements: 1000, Links: 100, Title: 1000, Attribute: 1000})
	if err != nil || got.Limited {
		t.Fatalf("%+v, %v", got, err)
	}
	const want = "anchor(the guide to feeding birds) anchor(its sister) " +
		"anchor(a very long report on the lives of sparrows, titmice, robins, blackbirds and starlings in the gardens of small towns) h2(Nests and boxes) anchor(the authors)"
	const links = "[the guide to feeding birds]https://birds.example.org/feeding [its sister]roost.html " +
		"[a very long report on the lives of sparrows, titmice, robins, blackbirds and starlings in the gardens of small towns]https://birds.example.org/long [the authors]mailto:birds@example.org"
	if show := showParts(&got); show != want {
		t.Errorf("%s, want %s", show, want)
	}
	if show := showLinks(&got); show != links {
		t.Errorf("%s, want %s", show, links)
	}
}

// showParts formats the anchors and headings of a document.
func showParts(d *content.Document) string {
	var out []string
	for _, e := range d.Elements {
		if e.Kind == aranea.ElementAnchor || e.Kind >= aranea.ElementHeading1 && e.Kind <= aranea.ElementHeading6 {
			out = append(out, fmt.Sprintf("%s(%s)", e.Kind, d.Text[e.Start:e.End]))
		}
	}
	return strings.Join(out, " ")
}

// showLinks formats the links of a document with their words.
func showLinks(d *content.Document) string {
	var out []string
	for _, l := range d.Links {
		out = append(out, fmt.Sprintf("[%s]%s", d.Text[l.Start:l.End], l.Target))
	}
	return strings.Join(out, " ")
}

// written returns a document with the given catalog entries, a page with three lines, the given
// page entries, and further objects, from 6 on.
func written(catalog, page, objects string) []byte {
	const text = "BT /F 20 Tf 50 300 Td (1.2 Red kites) Tj 0 -50 Td (See kites and kite here) Tj 0 -50 Td (Wings and) Tj 0 -25 Td (feathers) Tj ET"
	return fmt.Appendf(nil, "%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R%s>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"+
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>%s>>endobj\n4 0 obj<</Length %d>>stream\n%s\nendstream endobj\n"+
		"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n%strailer<</Root 1 0 R>>\n%%%%EOF\n", catalog, page, len(text), text, objects)
}

// uri returns a link annotation to a URL at a place of a page.
func uri(rect, target string) string {
	return fmt.Sprintf("<</Type/Annot/Subtype/Link/Rect[%s]/A<</S/URI/URI(%s)>>>>", rect, target)
}

// TestLinks checks that a link has the whole words under it, and that a target has its first
// words. A link over nothing, or over the words of another link, has no words, and a link without
// a URL is not returned.
func TestLinks(t *testing.T) {
	t.Parallel()
	r := reader(t)
	page := "/Annots[" + uri("176 245 209 268", "/kite") + uri("212 245 254 268", "/here") + uri("212 245 254 268", "/again") + uri("91 245 132 268", "/kite") +
		uri("1 1 9 9", "/nothing") + "<</Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/Fit]>><</Subtype/Link/Rect[0 0 9 9]/A<</S/JavaScript/JS(x)>>>><</Subtype/Text/Rect[0 0 9 9]>> 9 0 R null]"
	l := content.Limits{Text: 1 << 10, Elements: 50, Links: 4, Attribute: 100}
	got, err := r.Read(written("", page, ""), l)
	if show, want := showLinks(&got), "[kite]/kite [here]/here []/again []/nothing"; err != nil || show != want || got.Limited || !bytes.HasSuffix(got.Text[:got.Links[0].Start], []byte("kites and ")) {
		t.Errorf("%s, limited %t, %v, want %s", show, got.Limited, err, want)
	}
	l.Links = 2
	if got, err = r.Read(written("", page, ""), l); err != nil || len(got.Links) != 2 || !got.Limited || !strings.Contains(string(got.Text), "feathers") {
		t.Errorf("with a limit: %q, %s, limited %t, %v", got.Text, showLinks(&got), got.Limited, err)
	}
	many := "/Annots[" + strings.Repeat("6 0 R ", 150_000) + "]"
	if got, err = r.Read(written("", many, "6 0 obj"+uri("1 1 9 9", "/x")+"endobj\n"), l); err != nil || len(got.Links) != 0 || !got.Limited || !strings.Contains(string(got.Text), "feathers") {
		t.Errorf("many: %q, %s, limited %t, %v", got.Text, showLinks(&got), got.Limited, err)
	}
}

// TestOutline checks that lines that are titles of the outline become headings of its levels,
// that titles that are on no page come last, once, as text, and that an outline that contains
// itself ends.
func TestOutline(t *testing.T) {
	t.Parallel()
	r := reader(t)
	l := content.Limits{Text: 1 << 10, Elements: 50}
	for _, tt := range []struct{ name, objects, want string }{
		{"levels", "6 0 obj<</First 7 0 R>>endobj 7 0 obj<</Title(Red kites)/First 8 0 R/Next 9 0 R>>endobj 8 0 obj<</Title(4. Wings and feathers)>>endobj 9 0 obj<</Title(Far away)>>endobj\n",
			"h2(1.2 Red kites) h3(Wings and feathers)"},
		{"a loop", "6 0 obj<</First 7 0 R>>endobj 7 0 obj<</Title(Red kites)/Next 8 0 R>>endobj 8 0 obj<</Title(Far away)/Next 7 0 R>>endobj\n",
			"h2(1.2 Red kites)"},
		{"a loop downwards", "6 0 obj<</First 7 0 R>>endobj 7 0 obj<</Title(Far away)/First 7 0 R/Next 7 0 R>>endobj\n", ""},
		{"no words", "6 0 obj<</First 7 0 R>>endobj 7 0 obj<</Title(...)/Next 8 0 R>>endobj 8 0 obj<<>>endobj\n", ""},
	} {
		got, err := r.Read(written("/Outlines 6 0 R", "", tt.objects), l)
		if show := showParts(&got); err != nil || show != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, show, err, tt.want)
		}
		if far := strings.Contains(tt.objects, "Far away"); far != bytes.HasSuffix(got.Text, []byte("Far away\n")) {
			t.Errorf("%s: the text is %q", tt.name, got.Text)
		}
		if limited := strings.HasPrefix(tt.name, "a loop"); limited != got.Limited {
			t.Errorf("%s: limited %t", tt.name, got.Limited)
		}
	}
}
