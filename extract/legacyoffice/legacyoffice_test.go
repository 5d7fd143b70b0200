package legacyoffice_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/legacyoffice"
)

var limits = content.Limits{Text: 1 << 16, Elements: 1000, Links: 100, Title: 1000, Attribute: 1000}

// sample returns a document written by LibreOffice 7.4, or Apache POI 5.2.5 (links.ppt and
// formulas.xls).
func sample(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open("testdata/" + name + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func shown(d *content.Document) string {
	var out []string
	for _, e := range d.Elements {
		out = append(out, e.Kind.String()+"("+string(d.Text[e.Start:e.End])+")")
	}
	for _, l := range d.Links {
		out = append(out, "-> "+l.Target+" "+string(d.Text[l.Start:l.End]))
	}
	if d := d.Modified.String(); d != "" {
		out = append(out, "modified "+d)
	}
	return strings.Join(out, "\n")
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"spider.doc": `title(The weavers of the garden)
description(How spiders build)
h1(The weavers of the garden)
bold(remarkable)
anchor(the guide to orbs)
text(An orb weaver spins a remarkable web every night, as the guide to orbs tells.)
h2(Materials)
list-item(dragline silk)
list-item(capture spiral)
cell(Species)
cell(Araneus diadematus)
text(Паук плетёт паутину. 蜘蛛の巣。)
-> http://example.org/orbs the guide to orbs`,
		"look.doc": `title(Looks)
h1(One heading)
bold(bold words)
bold(strong)
text(Plain bold words and slanted and strong end.)
anchor(link)
h2(Two heading with link)
list-item(first item)
bold(item)
list-item(second item)
list-item(inner item)
list-item(numbered)
cell(Name)
cell(Legs)
cell(spider)
cell(eight)
list-item(item in cell)
cell(nested)
h3(Three Паук)
anchor(bold link)
bold(bold link)
text(bold link last 𝛼 words.)
h6(Six)
text(end)
-> http://example.org/h link
-> http://example.org/a bold link`,
		"pictures.doc": "title(Herons)\ntext(after picture)\ntext(after linked picture)\ntext(x)\n-> http://example.org/linkedpic \n-> http://example.org/wordlesspic ",
		"threads.xls":  "h2(threads)\ncell(Species Threads)\ncell(Araneus diadematus 42)\ncell(Аргиопа 17)",
		"talk.ppt":     "title(A talk on silk)\ntext(Why silk is strong)\ntext(Spidroin folds into crystals)\ntext(Questions)",
		"links.xls": `h2(birds)
cell(Bird Page)
anchor(the kittiwake's cliff)
cell(Kittiwake the kittiwake's cliff)
anchor(страница о чайке)
cell(Чайка страница о чайке)
anchor(terns by formula)
cell(Tern terns by formula)
cell(Auk inner place)
anchor(relative auk)
cell(File relative auk)
anchor(write the auk)
cell(Mail write the auk)
h2(places)
anchor(cliffs)
cell(cliffs 42)
-> http://example.org/kittiwake.html the kittiwake's cliff
-> https://example.org/чайка?a=1 страница о чайке
-> http://example.org/tern.html terns by formula
-> ../auks/great.html relative auk
-> mailto:auk@example.org write the auk
-> http://example.org/cliffs.html cliffs`,
		"dates.xls":     "h2(hatchings)\ncell(Wren 2021-03-04 2021-05-06 2021-03-04 13:05)\ncell(2021-03 37:05:07 13:05 44259 2021-03-05)",
		"dates1904.xls": "h2(hatchings)\ncell(Wren 2021-03-04 2021-05-06 2021-03-04 13:05)\ncell(2021-03 37:05:07 13:05 44259 2021-03-05)",
		"formulas.xls": `h2(one)
anchor(a page of linnets)
anchor(by formula)
cell(a page of linnets by formula put together 3)
-> http://example.org/linnets a page of linnets
-> http://example.org/f by formula
-> files/one.html `,
		"links.ppt": `h2(The title of the talk)
anchor(read about larks and linnets)
text(read about larks and linnets and of wrens)
anchor(press this shape)
text(press this shape)
text(to the first slide)
-> http://example.org/run.html read about larks and linnets
-> http://example.org/shape.html press this shape
-> http://example.org/wordless.html 
modified 2003-04-07 (SummaryInformation)`,
	} {
		body := sample(t, name)
		format := legacyoffice.Sniff(body)
		if !strings.HasSuffix(name, "."+format) {
			t.Errorf("%s is told as %q", name, format)
		}
		d, err := legacyoffice.Read(format, body, limits)
		if got := shown(&d); got != want || err != nil {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

// TestFaults: a cut, encrypted or older document is reported, and is read as far as it goes.
func TestFaults(t *testing.T) {
	t.Parallel()
	doc, xls := sample(t, "spider.doc"), sample(t, "threads.xls")
	at := bytes.Index(doc, []byte{0xEC, 0xA5})
	closed := bytes.Clone(doc)
	closed[at+0x0B] |= 0x01
	if _, err := legacyoffice.Read("doc", closed, limits); !errors.Is(err, content.ErrEncrypted) {
		t.Errorf("encrypted: %v", err)
	}
	older := bytes.Clone(xls)
	begin := bytes.Index(older, []byte{0x09, 0x08, 0x10, 0x00, 0x00, 0x06})
	binary.LittleEndian.PutUint16(older[begin+4:], 0x0500)
	if _, err := legacyoffice.Read("xls", older, limits); !errors.Is(err, content.ErrDamaged) {
		t.Errorf("an older workbook: %v", err)
	}
	for _, n := range []int{8, 100, 512, 1024, len(doc) / 2} {
		if _, err := legacyoffice.Read("doc", doc[:n], limits); err == nil {
			t.Errorf("%d bytes are whole", n)
		}
	}
	if got := legacyoffice.Sniff([]byte("PK\x03\x04")) + legacyoffice.Sniff(doc[:16]) + legacyoffice.Sniff(nil); got != "" {
		t.Errorf("told as %q", got)
	}
	small := limits
	small.Text = 60
	if d, _ := legacyoffice.Read("doc", doc, small); !d.Limited || len(d.Text) > 60 {
		t.Errorf("beyond the limit: %d bytes, %v", len(d.Text), d.Limited)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"spider.doc", "look.doc", "pictures.doc", "threads.xls", "dates.xls", "links.xls", "formulas.xls", "links.ppt"} {
		f.Add(sample(f, name))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, format := range []string{"doc", "xls", "ppt"} {
			d, _ := legacyoffice.Read(format, body, limits)
			if len(d.Text) > limits.Text || len(d.Elements) > limits.Elements || len(d.Links) > limits.Links {
				t.Fatalf("%s: beyond the limits", format)
			}
		}
	})
}
