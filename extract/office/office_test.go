package office_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/office"
)

func limits() content.Limits {
	return content.Limits{Text: 2 << 20, Elements: 10_000, Links: 1000, Title: 1000, Attribute: 1000}
}

// TestRealDocuments reads documents written by an office program.
func TestRealDocuments(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"spider.odt": {"title(The weavers of the garden)", "bold(remarkable) anchor(the guide to orbs) text(An orb weaver spins a remarkable web every night, as the guide to orbs tells.)",
			"h2(Materials)", "list-item(dragline silk) list-item(capture spiral)", "cell(Species)", "cell(Araneus diadematus)", "text(Паук плетёт паутину. 蜘蛛の巣。)", "[the guide to orbs]http://example.org/orbs"},
		"spider.docx": {"title(The weavers of the garden)", "bold(remarkable) anchor(the guide to orbs) text(An orb weaver spins a remarkable web every night, as the guide to orbs tells.)",
			"h2(Materials)", "list-item(dragline silk) list-item(capture spiral)", "cell(Species)", "cell(Araneus diadematus)", "text(Паук плетёт паутину. 蜘蛛の巣。)", "[the guide to orbs]http://example.org/orbs"},
		"spider.epub":    {"title(The weavers of the garden)", "An orb weaver spins a remarkable web every night, as the guide to orbs tells.", "Materials", "Паук плетёт паутину. 蜘蛛の巣。"},
		"talk.odp":       {"title(A talk on silk)", "text(Why silk is strong)", "text(Spidroin folds into crystals)", "text(Questions)"},
		"talk.pptx":      {"title(A talk on silk)", "Why silk is strong", "text(Spidroin folds into crystals)", "Questions"},
		"threads.ods":    {"h2(", "cell(Species Threads)", "cell(Araneus diadematus 42)", "cell(Аргиопа 17)"},
		"threads.xlsx":   {"h2(", "cell(Species Threads)", "cell(Araneus diadematus 42)", "cell(Аргиопа 17)"},
		"dates.xlsx":     {"h2(hatchings) cell(Wren 2021-03-04 2021-05-06 2021-03-04 13:05) cell(2021-03 37:05:07 13:05 44259 2021-03-05)"},
		"dates1904.xlsx": {"h2(hatchings) cell(Wren 2021-03-04 2021-05-06 2021-03-04 13:05) cell(2021-03 37:05:07 13:05 44259 2021-03-05)"},
		"dates.ods":      {"h2(hatchings) cell(Wren 2021-03-04 2021-05-06 2021-03-04 13:05) cell(2021-03 37:05:07 13:05 44259.00 2021-03-05)"},
		"links.xlsx": {"cell(Species Where)", "anchor(Araneus diadematus) cell(Araneus diadematus garden)", "anchor(луг) cell(Аргиопа луг) cell(to the top)",
			"[Araneus diadematus]https://spiders.example/araneus?kind=orb&page=2", "[луг]https://spiders.example/argiope"},
	} {
		body, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		format := strings.TrimPrefix(filepath.Ext(name), ".")
		if got := office.Sniff(body); got != format {
			t.Errorf("%s is taken for %q", name, got)
		}
		r, err := office.Read(format, body, limits())
		if err != nil || r.Limited || r.Reader != office.Reader {
			t.Errorf("%s: %v, limited %t", name, err, r.Limited)
		}
		got := contenttest.Show(&r)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in\n%s", name, w, got)
			}
		}
		// A document that was cut has lost its directory, and perhaps more.
		end := bytes.Index(body, []byte("PK\x01\x02"))
		if f := office.Sniff(body[:end]); f != format {
			t.Errorf("%s without its directory is taken for %q", name, f)
		}
		cut, err := office.Read(format, body[:end], limits())
		if whole := contenttest.Show(&cut); whole != got || !errors.Is(err, content.ErrDamaged) {
			t.Errorf("%s without its directory: %v\n%s", name, err, whole)
		}
		for at := range 10 {
			if _, err := office.Read(format, body[:end*at/10], limits()); !errors.Is(err, content.ErrDamaged) {
				t.Errorf("%d tenths of %s: %v", at, name, err)
			}
		}
	}
}

// TestCutDocuments checks that the available part of a document without its end is read.
func TestCutDocuments(t *testing.T) {
	t.Parallel()
	var long string
	for i := range 300 {
		long += fmt.Sprintf(wordText, fmt.Sprint("padding ", i*i))
	}
	for _, tt := range []struct {
		name, format string
		parts        []string
		cut          string // where to cut; "" for the middle
		want         string
		limited      bool
	}{
		{"a text without its styles", "docx", []string{"word/document.xml", wordHead + fmt.Sprintf(wordText, "first"), "word/styles.xml", "<s/>"}, "word/styles.xml", "text(first)", false},
		{"a text within its main part", "docx", []string{"word/document.xml", wordHead + fmt.Sprintf(wordText, "first") + long}, "", "text(first) text(padding", false},
		{"a book without its list", "epub", []string{"mimetype", "application/epub+zip", "b/2.xhtml", "<p>two", "b/1.xhtml", "<h1>one</h1>", "b/x.css", "p{}", "b/x.opf", "<item/>"}, "b/x.opf", "text(two) h1(one)", false},
		{"a book with its list", "epub", []string{"mimetype", "application/epub+zip", "b/2.xhtml", "<p>two", "b/1.xhtml", "<h1>one</h1>", "b/x.opf", "<package><title>T</title><item id='a' href='1.xhtml'/><itemref idref='a'/></package>", "META-INF/container.xml", ""}, "META-INF", "title(T) h1(one)", false},
		{"a bomb without its directory", "docx", []string{"word/document.xml", wordHead + fmt.Sprintf(wordText, "first") + strings.Repeat(" ", 5<<20)}, "PK\x01\x02", "text(first)", true},
	} {
		body := parcel(t, tt.parts...)
		end := len(body) / 2 // inside the only part
		if tt.cut != "" {
			end = bytes.Index(body, []byte(tt.cut))
		}
		r, err := office.Read(tt.format, body[:end], limits())
		if got := contenttest.Show(&r); !strings.HasPrefix(got, tt.want) || r.Limited != tt.limited || !errors.Is(err, content.ErrDamaged) {
			t.Errorf("%s: %.200s, limited %t, %v; want %s, %t", tt.name, got, r.Limited, err, tt.want, tt.limited)
		}
	}
}

// parcel creates a package.
func parcel(t testing.TB, parts ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(parts[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const (
	wordHead = `<w:document xmlns:w="w"><w:body>`
	wordText = `<w:p><w:r><w:t>%s</w:t></w:r></w:p>`
)

// TestHostilePackages checks that zip bombs, deep nesting and errors end at their limits, and
// that what precedes them is read.
func TestHostilePackages(t *testing.T) {
	t.Parallel()
	first := wordHead + fmt.Sprintf(wordText, "first")
	for _, tt := range []struct {
		name, document string
		limited        bool
		fault          error
	}{
		{"a bomb of spaces", first + strings.Repeat(" ", 70<<20), true, nil},
		{"a bomb of text", first + strings.Repeat(fmt.Sprintf(wordText, "word word word word"), 1<<19), true, nil},
		{"depth", first + strings.Repeat("<a>", 1<<20), false, content.ErrDamaged},
		{"broken XML", first + "<w:p", false, content.ErrDamaged},
		{"entities", first + `<!DOCTYPE x [<!ENTITY a "bomb">]><w:p><w:r><w:t>&a;`, false, nil},
	} {
		r, err := office.Read("docx", parcel(t, "word/document.xml", tt.document), limits())
		if got := contenttest.Show(&r); !strings.HasPrefix(got, "text(first)") || r.Limited != tt.limited || !errors.Is(err, tt.fault) || len(r.Text) > limits().Text || strings.Contains(got, "bomb") {
			t.Errorf("%s: %.100q, limited %t, %v", tt.name, got, r.Limited, err)
		}
	}
}

// TestParts checks that only the text of the document is read.
func TestParts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, format string
		parts        []string
		want         string
		fault        error
	}{
		{"deleted text and what stands for drawings", "docx", []string{"word/document.xml",
			wordHead + `<w:p><w:r><w:t>a</w:t></w:r><w:del><w:r><w:delText>b</w:delText></w:r></w:del><mc:AlternateContent><mc:Choice><w:r><w:t>c</w:t></w:r></mc:Choice><mc:Fallback><w:hyperlink r:id="a"><w:r><w:t>c</w:t></w:r></w:hyperlink></mc:Fallback></mc:AlternateContent></w:p>`,
			"word/_rels/document.xml.rels", `<r><Relationship Id="a" Type="http://x/hyperlink" Target="http://a.example/"/></r>`}, "text(ac)", nil},
		{"moved text, pictures without words", "docx", []string{"word/document.xml",
			wordHead + `<w:p><w:moveFrom><w:r><w:t>old</w:t></w:r></w:moveFrom><w:r><w:t>a</w:t><w:drawing><wp:docPr/></w:drawing><w:drawing/><w:t>b</w:t><w:pict/><w:t>c</w:t></w:r><w:moveTo><w:r><w:t>d</w:t></w:r></w:moveTo></w:p>`}, "text(a b cd)", nil},
		{"headings by the names of styles, and notes", "docx", []string{
			"word/styles.xml", `<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
			"word/document.xml", wordHead + `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>H</w:t></w:r></w:p>`,
			"word/footnotes.xml", `<w:footnotes>` + fmt.Sprintf(wordText, "note") + `</w:footnotes>`}, "h1(H) text(note)", nil},
		{"text that is not bold after all", "docx", []string{"word/document.xml", wordHead + `<w:p><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t>x</w:t></w:r></w:p>`}, "text(x)", nil},
		{"alternative texts of drawings", "docx", []string{"word/document.xml",
			wordHead + `<w:p><w:r><w:t>a</w:t><w:drawing><wp:docPr name="n" descr="heron"/></w:drawing><w:t>b</w:t></w:r><mc:Fallback><wp:docPr descr="x"/></mc:Fallback></w:p><w:p><wp:docPr descr="" title="pond"/></w:p>`}, "text(a heron b) text(pond)", nil},
		{"alternative texts of slides", "pptx", []string{"ppt/slides/slide1.xml",
			`<p:sld><p:pic><p:nvPicPr><p:cNvPr name="n" descr="heron"/></p:nvPicPr></p:pic><p:sp><p:cNvPr name="Title 1"/><a:p><a:r><a:t>b</a:t></a:r></a:p></p:sp></p:sld>`}, "alt(heron) text(b)", nil},
		{"alternative texts of frames", "odt", []string{"content.xml",
			`<x><office:body><text:p>a <draw:frame><draw:image/><svg:title>heron</svg:title> <svg:desc>pond</svg:desc></draw:frame> b</text:p></office:body></x>`}, "text(a heron pond b)", nil},
		{"links of shapes and pictures in slides", "pptx", []string{
			"ppt/slides/_rels/slide1.xml.rels", `<Relationships><Relationship Id="a" Type="http://x/hyperlink" Target="http://a.example/"/><Relationship Id="b" Type="http://x/hyperlink" Target="http://b.example/"/></Relationships>`,
			"ppt/slides/slide1.xml", `<p:sld><p:sp><p:cNvPr><a:hlinkClick r:id="a"/></p:cNvPr><a:p><a:r><a:t>one </a:t></a:r><a:r><a:rPr b="1"/><a:t>shape</a:t></a:r></a:p></p:sp><p:sp><p:cNvPr/><a:p><a:r><a:t>none</a:t></a:r></a:p></p:sp>` +
				`<p:pic><p:cNvPr descr="heron"><a:hlinkClick r:id="b"/></p:cNvPr></p:pic><p:pic><p:cNvPr><a:hlinkClick r:id="b"/></p:cNvPr></p:pic></p:sld>`},
			"bold(shape) anchor(one shape) text(one shape) text(none) anchor(heron) alt(heron) [one shape]http://a.example/ [heron]http://b.example/ []http://b.example/", nil},
		{"pictures as links", "docx", []string{
			"word/_rels/document.xml.rels", `<Relationships><Relationship Id="a" Type="http://x/hyperlink" Target="http://a.example/"/></Relationships>`,
			"word/document.xml", wordHead + `<w:p><w:r><w:t>a</w:t><w:drawing><wp:docPr descr="heron"><a:hlinkClick r:id="a"/></wp:docPr></w:drawing></w:r></w:p>`}, "anchor(heron) text(a heron) [heron]http://a.example/", nil},
		{"pictures in links, with links said twice", "docx", []string{
			"word/_rels/document.xml.rels", `<Relationships><Relationship Id="a" Type="http://x/hyperlink" Target="http://a.example/"/><Relationship Id="b" Type="http://x/hyperlink" Target="http://b.example/"/><Relationship Id="c" Type="http://x/image" Target="media/c.png"/></Relationships>`,
			"word/document.xml", wordHead + `<w:p><w:hyperlink r:id="a"><w:r><w:t>one</w:t><w:drawing><wp:docPr descr="heron"><a:hlinkClick r:id="b"/></wp:docPr><pic:cNvPr><a:hlinkClick r:id="b"/></pic:cNvPr></w:drawing>` +
				`<w:drawing><wp:docPr descr="wren"><a:hlinkClick r:id="a"/></wp:docPr></w:drawing><w:t>two</w:t></w:r></w:hyperlink> <w:drawing><pic:cNvPr><a:hlinkClick r:id="a"/></pic:cNvPr></w:drawing><w:drawing><wp:docPr><a:hlinkClick r:id="c"/></wp:docPr></w:drawing></w:p>`},
			"anchor(one) anchor(heron) anchor(wren two) text(one heron wren two) [one]http://a.example/ [heron]http://b.example/ [wren two]http://a.example/ []http://a.example/", nil},
		{"links to other slides", "pptx", []string{
			"ppt/slides/_rels/slide1.xml.rels", `<Relationships><Relationship Id="a" Type="http://x/slide" Target="slide2.xml"/></Relationships>`,
			"ppt/slides/slide1.xml", `<p:sld><a:p><a:r><a:rPr><a:hlinkClick r:id="a"/></a:rPr><a:t>next</a:t></a:r></a:p></p:sld>`}, "text(next)", nil},
		{"links out of the package, and within it", "odt", []string{"content.xml",
			`<x><office:body><text:p><text:a xlink:href="../b.html">b</text:a> <text:a xlink:href="Object 1/c">c</text:a> <text:a xlink:href="#d">d</text:a> <text:a xlink:href=" https://e.example/">e</text:a> <text:a xlink:href="/f">f</text:a></text:p></office:body></x>`},
			"anchor(b) anchor(e) anchor(f) text(b c d e f) [b]b.html [e]https://e.example/ [f]/f", nil},
		{"alternative texts beside words, and notes", "odt", []string{"content.xml",
			`<x><office:body><text:p>a<draw:frame><svg:title>heron</svg:title><svg:desc>pond</svg:desc></draw:frame>b<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p></office:body></x>`}, "text(a heron pond b) text(note)", nil},
		{"ruby, told before its words", "docx", []string{"word/document.xml",
			`<w:document><w:p><w:r><w:t>x</w:t></w:r><w:r><w:ruby><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t>です</w:t></w:r></w:p></w:document>`}, "text(x漢字です) alt(かんじ)", nil},
		{"ruby, told behind its words", "odt", []string{"content.xml",
			`<x><office:body><text:p>x<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>です</text:p></office:body></x>`}, "text(x漢字です) alt(かんじ)", nil},
		{"shapes as links", "odp", []string{"content.xml",
			`<x><office:body><draw:custom-shape><office:event-listeners><presentation:event-listener presentation:action="show" xlink:href="http://a.example/"/></office:event-listeners><text:p>b</text:p></draw:custom-shape></office:body></x>`}, "text(b) []http://a.example/", nil},
		{"hidden sheets and spoken forms", "xlsx", []string{
			"xl/workbook.xml", `<workbook><sheets><sheet name="S" r:id="r1"/><sheet name="no" state="hidden" r:id="r2"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet1.xml"/></Relationships>`,
			"xl/sharedStrings.xml", `<sst><si><t>東京</t><rPh><t>とうきょう</t></rPh></si></sst>`,
			"xl/worksheets/sheet1.xml", `<worksheet><row><c t="s"><v>0</v></c><c t="s"><v>9</v></c><c t="inlineStr"><is><t>in</t></is></c><c><f>1+1</f><v>2</v></c></row></worksheet>`}, "h2(S) cell(東京 in 2)", nil},
		{"slides in their order, fields", "pptx", []string{
			"ppt/slides/slide10.xml", `<p:sld><a:p><a:r><a:t>ten</a:t></a:r></a:p></p:sld>`,
			"ppt/slides/slide2.xml", `<p:sld><a:p><a:r><a:t>two</a:t></a:r><a:fld><a:t>7</a:t></a:fld></a:p></p:sld>`}, "text(two) text(ten)", nil},
		{"notes and comments within a sentence, pictures without words", "odt", []string{"content.xml", `<x><style:style style:name="B"><style:text-properties fo:font-weight="bold"/></style:style><office:body><text:h>one<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p><text:span text:style-name="B">a</text:span> note</text:p></text:note-body></text:note> two<office:annotation><text:p>said</text:p></office:annotation>s<draw:frame><draw:image><text:p/></draw:image></draw:frame>three</text:h><text:p>rest</text:p></office:body></x>`}, "h1(one twos three) text(rest) bold(a) text(a note)", nil},
		{"changes and comments", "odt", []string{"content.xml", `<office:document-content><office:body><office:text><text:tracked-changes><text:p>old</text:p></text:tracked-changes><text:p>new<office:annotation><text:p>said</text:p></office:annotation></text:p></office:text></office:body></office:document-content>`}, "text(new)", nil},
		{"titles of slides", "odp", []string{"content.xml", `<x><office:body><draw:page><draw:frame presentation:class="title"><text:p>T</text:p></draw:frame><draw:frame><text:p>b</text:p></draw:frame></draw:page></office:body></x>`}, "h2(T) text(b)", nil},
		{"dates", "docx", []string{"docProps/core.xml", `<c><dcterms:created>2020-01-01T00:00:00Z</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">2021-05-06T07:08:09Z</dcterms:modified></c>`, "word/document.xml", wordHead}, "modified 2021-05-06 (dcterms:modified)", nil},
		{"dates of ODF", "odt", []string{"meta.xml", `<m><meta:creation-date>2020-01-01T00:00:00</meta:creation-date><dc:date>2021-05-06T07:08:09.5</dc:date></m>`, "content.xml", "<x/>"}, "modified 2021-05-06 (dc:date)", nil},
		{"dates of a book", "epub", []string{"mimetype", "application/epub+zip", "META-INF/container.xml", "<rootfile full-path='x.opf'/>", "x.opf",
			`<p><dc:date opf:event="modification">2022-02-02</dc:date><dc:date>2021</dc:date><meta property="dcterms:modified">2023-03-03T00:00:00Z</meta></p>`}, "published 2021-01-01 (dc:date) modified 2022-02-02 (dc:date)", nil},
		{"an encrypted document", "odt", []string{"META-INF/manifest.xml", `<m><f><encryption-data/></f></m>`, "content.xml", "xx"}, "", content.ErrEncrypted},
		{"a book without chapters", "epub", []string{"mimetype", "application/epub+zip"}, "", content.ErrDamaged},
	} {
		r, err := office.Read(tt.format, parcel(t, tt.parts...), limits())
		if got := contenttest.Show(&r); got != tt.want || !errors.Is(err, tt.fault) {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
	}
}

// TestRelations checks that parts are found by their relations, or by their usual names where
// relations are missing.
func TestRelations(t *testing.T) {
	t.Parallel()
	rels := func(to ...string) string {
		s := "<Relationships>"
		for i := 0; i < len(to); i += 2 {
			s += fmt.Sprintf(`<Relationship Id="r%d" Type="http://x/%s" Target="%s"/>`, i/2, to[i], to[i+1])
		}
		return s + "</Relationships>"
	}
	slide := func(says string) string { return "<p:sld><a:p><a:r><a:t>" + says + "</a:t></a:r></a:p></p:sld>" }
	for _, tt := range []struct {
		name, format string
		parts        []string
		want         string
	}{
		{"a text with a number", "docx", []string{"_rels/.rels", rels("officeDocument", "/word/document2.xml", "core-properties", "docProps/core7.xml"), "docProps/core7.xml", "<c><dc:title>T</dc:title></c>",
			"word/_rels/document2.xml.rels", rels("hyperlink", "http://a.example/", "styles", "styles2.xml", "footnotes", "/word/notes/f.xml"),
			"word/styles2.xml", `<w:style w:styleId="h"><w:name w:val="heading 1"/></w:style>`, "word/notes/f.xml", fmt.Sprintf(wordText, "note"),
			"word/document2.xml", wordHead + `<w:p><w:pPr><w:pStyle w:val="h"/></w:pPr><w:hyperlink r:id="r0"><w:r><w:t>H</w:t></w:r></w:hyperlink></w:p>`}, "title(T) anchor(H) h1(H) text(note) [H]http://a.example/"},
		{"a workbook as Windows names its parts", "xlsx", []string{`_rels\.rels`, rels("officeDocument", `xl\Workbook.xml`), `xl\Workbook.xml`, `<workbook><sheets><sheet name="S" sheetId="7" r:id="r1"/><sheet name="U" r:id="r9"/></sheets></workbook>`,
			`xl\_rels\workbook.xml.rels`, rels("sharedStrings", "/xl/SharedStrings1.xml", "worksheet", `worksheets\First.xml`), `XL\sharedstrings1.xml`, "<sst><si><t>one</t></si></sst>",
			`xl\worksheets\first.xml`, `<row><c t="s"><v>0</v></c></row>`, `xl\worksheets\Sheet2.xml`, `<row><c><v>2</v></c></row>`}, "h2(S) cell(one) h2(U) cell(2)"},
		{"slides in the order in which they are shown", "pptx", []string{"_rels/.rels", rels("officeDocument", "ppt/presentation.xml"),
			"ppt/presentation.xml", `<p:sldIdLst><p:sldId id="256" r:id="r1"/><p:sldId id="r2" r:id="r0"/><p:sldId r:id="r1"/><p:sldId r:id="r4"/></p:sldIdLst>`,
			"ppt/_rels/presentation.xml.rels", rels("slide", "slides/slide1.xml", "slide", "/ppt/slides/second.xml", "slide", "slides/slide3.xml", "slideMaster", "slides/slide4.xml", "slide", "slides/none.xml"),
			"ppt/slides/slide1.xml", slide("one"), "ppt/slides/second.xml", slide("two"), "ppt/slides/slide3.xml", slide("not shown"), "ppt/slides/slide4.xml", slide("no"),
			"ppt/slides/_rels/second.xml.rels", rels("notesSlide", "../notes/two.xml"), "ppt/notes/two.xml", slide("note")}, "text(two) text(one) text(note)"},
		{"relations that lead nowhere", "docx", []string{"_rels/.rels", rels("officeDocument", "none.xml"), "word/document.xml", wordHead + fmt.Sprintf(wordText, "x"),
			"word/_rels/document.xml.rels", rels("footnotes", "../../../none.xml", "endnotes", "document.xml"), "word/footnotes.xml", fmt.Sprintf(wordText, "note")}, "text(x) text(note) text(x)"},
	} {
		body := parcel(t, tt.parts...)
		r, err := office.Read(tt.format, body, limits())
		if got := contenttest.Show(&r); got != tt.want || err != nil || office.Sniff(body) != tt.format {
			t.Errorf("%s: %s, %v, taken for %q; want %s", tt.name, got, err, office.Sniff(body), tt.want)
		}
	}
	if got := office.Sniff(parcel(t, "xl/workbook.bin", "", "word/documents/x.xml", "", "word/document", "")); got != "" {
		t.Errorf("a package of other parts is taken for %q", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("docx", "word/document.xml", []byte(wordHead+fmt.Sprintf(wordText, "x")))
	f.Add("xlsx", "xl/sharedStrings.xml", []byte("<sst><si><t>x</t></si></sst>"))
	f.Add("xlsx", "xl/worksheets/sheet1.xml", []byte("<row><c r='A1'><f>HYPERLINK(\"x\")</f><v>1</v></c></row><hyperlink ref='A1' id='a'/>"))
	f.Add("xlsx", "xl/styles.xml", []byte("<numFmt numFmtId='1' formatCode='yy'/><cellXfs><xf numFmtId='1'/></cellXfs>"))
	f.Add("ods", "content.xml", []byte("<date-style name='d'><year/></date-style><style name='c' data-style-name='d'/><body><spreadsheet><table><table-column number-columns-repeated='9' default-cell-style-name='c'/><table-row><table-cell value-type='date' date-value='2021-03-04'><p>x</p></table-cell>"))
	f.Add("docx", "_rels/.rels", []byte("<Relationship Type='/officeDocument' Target='_rels/.rels'/>"))
	f.Add("odt", "content.xml", []byte("<body><h outline-level='2'>x</h><p>y<a href='z'>w</a></p></body>"))
	f.Add("epub", "META-INF/container.xml", []byte("<rootfile full-path='META-INF/container.xml'/>"))
	f.Add("pptx", "ppt/slides/slide1.xml", []byte("<sp><ph type='title'/><p><t>x</t></p></sp>"))
	f.Fuzz(func(t *testing.T, format, part string, content []byte) {
		if strings.HasSuffix(part, "/") { // a folder, which has no content
			return
		}
		r, _ := office.Read(format, parcel(t, append([]string{part, string(content)}, oneSheet...)...), limits())
		if len(r.Text) > limits().Text {
			t.Fatalf("%d bytes", len(r.Text))
		}
	})
}

// FuzzPackage reads bytes that may be a package.
func FuzzPackage(f *testing.F) {
	f.Add(parcel(f, "word/document.xml", wordHead+fmt.Sprintf(wordText, "x")))
	f.Fuzz(func(t *testing.T, body []byte) {
		if format := office.Sniff(body); format != "" {
			if r, _ := office.Read(format, body, limits()); len(r.Text) > limits().Text {
				t.Fatalf("%d bytes", len(r.Text))
			}
		}
	})
}

// TestEncrypted checks that a package protected by a password is reported as encrypted.
func TestEncrypted(t *testing.T) {
	t.Parallel()
	if _, err := office.Read("docx", []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 more"), content.Limits{}); !errors.Is(err, content.ErrEncrypted) {
		t.Error(err)
	}
}
