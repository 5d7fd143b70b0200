package legacyoffice

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
)

// A property is a property of a shape: a number, or data after all properties.
type property struct {
	id    int
	value []byte // nil for a number
}

// properties returns a record with properties.
func properties(kind int, all ...property) []byte {
	var head, behind []byte
	for _, p := range all {
		id := p.id
		if p.value != nil {
			id |= propertyIsComplex | 1<<14
		}
		head = number32(number16(head, id), len(p.value))
		behind = append(behind, p.value...)
	}
	return atom(kind, len(all)<<4|3, append(head, behind...)...)
}

func alt(text string) property { return property{propertyText, wideText(text + "\x00")} }

func pressing(url string) property {
	return property{propertyLink, slices.Concat(make([]byte, classSize), number32(nil, linkVersion, 3), classURL, counted(url, 1))}
}

func shapeOf(records ...[]byte) []byte { return atom(boxShape, isBox, slices.Concat(records...)...) }

// drawingsOf returns drawings as in the table of a Word document.
func drawingsOf(shapes ...[]byte) []byte {
	group := atom(0xF003, isBox, slices.Concat(shapes...)...)
	return append(append(atom(0xF000, isBox, properties(atomProperties, alt("no shape"))...), 0), atom(boxDrawing, isBox, group...)...)
}

// inText returns a picture in the text, optionally with a name before it.
func inText(name string, shape []byte) []byte {
	named, kind := []byte(nil), 0x64
	if name != "" {
		named, kind = append([]byte{byte(len(name))}, name...), pictureIsFile
	}
	head := number16(number32(nil, 68+len(named)+len(shape)), 68, kind)
	return slices.Concat(head, make([]byte, 68-len(head)), named, shape)
}

func showDrawings(table, data []byte) content.Document {
	main := make([]byte, fibDrawings+8)
	binary.LittleEndian.PutUint32(main[fibDrawings+4:], uint32(len(table)))
	b := content.New(contenttest.Limits())
	readDrawings(b, main, table, data)
	return b.Document(Reader)
}

// TestDrawings: the alternative texts of pictures and shapes are the words of their links
// ([MS-ODRAW] 2.3.4.4, 2.3.4.6).
func TestDrawings(t *testing.T) {
	t.Parallel()
	number, link := property{id: 0x0104}, pressing("http://a.example/")
	for _, tt := range []struct {
		name        string
		table, data []byte
		want        string
	}{
		{"none", nil, nil, ""},
		{"with words and a link", drawingsOf(shapeOf(properties(atomProperties, number, link, alt("a heron")))), nil, "anchor(a heron) alt(a heron) [a heron]http://a.example/"},
		{"in two records", drawingsOf(shapeOf(properties(atomProperties, alt("a heron")), properties(atomProperties3, link))), nil, "anchor(a heron) alt(a heron) [a heron]http://a.example/"},
		{"without words", drawingsOf(shapeOf(properties(atomProperties2, link)), shapeOf(properties(atomProperties, number))), nil, "[]http://a.example/"},
		{"in groups", drawingsOf(atom(0xF003, isBox, append(shapeOf(properties(atomProperties, alt("a"))), shapeOf(properties(atomProperties, alt("b")))...)...)), nil, "alt(a) alt(b)"},
		{"of two parts of the document", append(append(drawingsOf(shapeOf(properties(atomProperties, alt("a")))), 1), atom(boxDrawing, isBox, shapeOf(properties(atomProperties, alt("b")))...)...), nil, "alt(a) alt(b)"},
		{"names of files", drawingsOf(shapeOf(properties(atomProperties, alt("heron.jpg"))), shapeOf(properties(atomProperties, alt(`C:\pictures\heron`)))), nil, ""},
		{"in the text", nil, slices.Concat(inText("", shapeOf(properties(atomProperties, alt("a")))), inText("", atom(0xEAC9, 0)), inText("b.png", shapeOf(properties(atomProperties, alt("b"))))), "alt(a) alt(b)"},
		{"behind what is no picture", nil, append(make([]byte, 68), inText("", shapeOf(properties(atomProperties, alt("a"))))...), ""},
		{"said to be longer than they are", drawingsOf(shapeOf(atom(atomProperties, 0xFFF3, 1, 2, 3)))[:90], number32(number16(number32(nil, 1<<30), 68, 0x64), 0, 0), ""},
	} {
		d := showDrawings(tt.table, tt.data)
		if got := contenttest.Show(&d); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestPicturesOfSlides: alternative texts in a presentation are next to its texts, and are the
// words of the link of a press on a picture.
func TestPicturesOfSlides(t *testing.T) {
	t.Parallel()
	press := atom(boxClient, isBox, pressed(0, 2, 8, 0, 0)[:32]...)
	body := slideOf("one", properties(atomProperties, alt("words of a box")))
	body = append(body, shapeOf(properties(atomProperties, alt("a heron")), press)...)
	body = append(body, shapeOf(properties(atomProperties, alt("a wren")))...)
	const want = "text(one) alt(words of a box) anchor(a heron) alt(a heron) alt(a wren) [a heron]sub/b.html"
	if got := showSlides(body); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// FuzzDrawings reads drawings, which the fuzz target for whole files seldom reaches.
func FuzzDrawings(f *testing.F) {
	shape := shapeOf(properties(atomProperties, alt("a heron"), pressing("http://a.example/")))
	f.Add(drawingsOf(shape), append(inText("a.png", shape), inText("", shape)...))
	f.Fuzz(func(t *testing.T, table, data []byte) {
		l := contenttest.Limits()
		if d := showDrawings(table, data); len(d.Text) > l.Text || len(d.Elements) > l.Elements || len(d.Links) > l.Links {
			t.Fatal("beyond the limits")
		}
	})
}
