package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// A trapped is a document that is made to harm its reader, with the expected result.
type trapped struct {
	media, coding string
	body          []byte
	codes         string // possible reason codes of its trail, separated by |
	word          string // a word that finds it, "" if it cannot be found
}

const (
	docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	pptxType = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	docxHead = `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>%s</w:t></w:r></w:p>`
)

// traps returns the hostile corpus by name. Each document is generated here.
func traps(t *testing.T) map[string]trapped {
	all := pageTraps(t)
	maps.Copy(all, packageTraps(t))
	maps.Copy(all, pdfTraps(t))
	return all
}

// pageTraps returns hostile pages, and documents that claim to be pages.
func pageTraps(t *testing.T) map[string]trapped {
	page := func(text string) trapped {
		return trapped{media: "text/html", body: []byte(text), codes: "INDEX.ADDED"}
	}
	with := func(x trapped, codes, word string) trapped {
		x.codes, x.word = codes, word
		return x
	}
	docx := func(text string) []byte { return zipped(t, "word/document.xml", text) }
	boom := bytes.Repeat([]byte("<p>boom "), 4<<20)
	return map[string]trapped{
		// Markup.
		"nesting.html":    with(page(strings.Repeat("<div>", 300_000)+"nestingend"), "INDEX.ADDED", "nestingend"),
		"misnested.html":  with(page(strings.Repeat("<b><i></b><table><a>", 40_000)+"misnestedend"), "INDEX.ADDED", "misnestedend"),
		"attributes.html": with(page("<p "+strings.Repeat("x=1 ", 100_000)+">attributesend"), "INDEX.ADDED", "attributesend"),
		"attribute.html":  with(page("<a href='"+strings.Repeat("a", 1<<20)+"'>attributeend</a>"), "INDEX.ADDED", "attributeend"),
		"comment.html":    with(page("<!--"+strings.Repeat("a", 1<<20)+"-->commentend"), "INDEX.ADDED", "commentend"),
		"unclosed.html":   with(page("<title><script><style><textarea><p>unclosedend"), "INDEX.ADDED", "unclosedend"),
		"links.html":      with(page("<p>linksend "+strings.Repeat("<a href='javascript:x'>y</a><a href=\"\nlinks\n.html\">z</a>", 50_000)), "BODY.LIMIT", "linksend"),
		"paragraphs.html": with(page(strings.Repeat("<div>", 480)+strings.Repeat("<p>x", 20_000)+" paragraphsend"), "INDEX.ADDED", "paragraphsend"),
		"refresh.html":    with(page("<meta http-equiv=refresh content='0;url=refresh.html'><p>refreshend"), "INDEX.ADDED", "refreshend"),
		"pictures.html":   with(page("<img srcset='"+strings.Repeat("a.png 1x, ", 100_000)+"'><p>picturesend"), "INDEX.ADDED", "picturesend"),
		"base.html":       with(page("<base href=http://elsewhere.test/><a href=never.html>baseend</a>"), "INDEX.ADDED", "baseend"),
		"nul.html":        with(page("<p>"+strings.Repeat("\x00", 1<<20)+"nulend\x00"), "INDEX.ADDED", "nulend"),
		// Codings.
		"bomb-gzip.html":    {"text/html", "gzip", coded(t, "gzip", boom), "BODY.BOMB", ""},
		"bomb-brotli.html":  {"text/html", "br", coded(t, "br", boom), "BODY.BOMB", ""},
		"bomb-deflate.html": {"text/html", "deflate", coded(t, "deflate", boom), "BODY.BOMB", ""},
		"twice.html":        {"text/html", "gzip, gzip", coded(t, "gzip", coded(t, "gzip", boom)), "BODY.BROKEN", ""},
		"bomb-zstd.html":    {"text/html", "zstd", coded(t, "zstd", boom), "BODY.BOMB", ""},
		// Two formats at once, and wrong types.
		"tail.html":    with(page("<p>tailend "+strings.Repeat("A page of some length. ", 400)+string(docx(fmt.Sprintf(docxHead, "hidden")))), "INDEX.ADDED|BODY.CHARSET", "tailend"),
		"picture.html": {"text/html", "", []byte("GIF89a=0;/*<p>pictureend<script>*/"), "BODY.TYPE", ""},
		"posing.html":  {"text/html", "", append([]byte("%PDF-1.4\n<p>posingend"), 0xE2, 0xE3), "BODY.DAMAGED", ""},
		"program.html": {"text/html", "", append([]byte("\x7fELF\x02\x01\x01\x00"), make([]byte, 4000)...), "BODY.TYPE|INDEX.NO-TEXT", ""},
		"markup.txt":   {"text/plain", "", []byte("<p>markupend <a href=/never.html>never</a>"), "INDEX.ADDED", "markupend"},
		"page.pdf":     {"application/pdf", "", []byte("<!DOCTYPE html><p>pageend"), "INDEX.ADDED", "pageend"},
		"seven.html":   {"text/html; charset=utf-7", "", []byte("<p>sevenend +ADw-script+AD4-"), "INDEX.ADDED", "sevenend"},
	}
}

// packageTraps returns hostile office packages, XML, and older formats.
func packageTraps(t *testing.T) map[string]trapped {
	docx := func(text string) []byte { return zipped(t, "word/document.xml", text) }
	ods := `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><table:table><table:table-row table:number-rows-repeated="1000000000">` +
		`<table:table-cell table:number-columns-repeated="1000000000"><text:p>cellsend<text:s text:c="1000000000"/>x</text:p></table:table-cell>`
	return map[string]trapped{
		"spaces.docx":    {docxType, "", docx(fmt.Sprintf(docxHead, "spacesend") + strings.Repeat(" ", 70<<20)), "BODY.LIMIT", "spacesend"},
		"depth.docx":     {docxType, "", docx(fmt.Sprintf(docxHead, "depthend") + strings.Repeat("<a>", 1<<20)), "BODY.DAMAGED", "depthend"},
		"entities.docx":  {docxType, "", docx(`<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>` + fmt.Sprintf(docxHead, "entitiesend") + "<w:p><w:r><w:t>&b;"), "INDEX.ADDED|BODY.DAMAGED", "entitiesend"},
		"lying.docx":     {docxType, "", lyingSizes(docx(fmt.Sprintf(docxHead, "lyingend") + strings.Repeat("</w:p><w:p>", 1<<20))), "BODY.DAMAGED|BODY.LIMIT|INDEX.ADDED", ""},
		"loop.zip.docx":  {docxType, "", zipped(t, "word/document.xml", string(docx("x"))), "BODY.DAMAGED", ""},
		"attributes.xml": {"application/xml", "", []byte("<a " + strings.Repeat("x ", 4<<20-9) + "/>"), "BODY.KILLED|INDEX.NO-TEXT", ""},
		"overlap.pptx":   {pptxType, "", overlapping(t, 10_000, "<sld><a><p><r><t>overlapend</t></r></p></a></sld>"+strings.Repeat(" ", 1<<20)), "BODY.LIMIT", "overlapend"},
		"cells.ods":      {"application/vnd.oasis.opendocument.spreadsheet", "", zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", ods), "INDEX.ADDED", "cellsend"},
		"strings.xlsx": {xlsxType, "", zipped(t, "xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="stringsend" r:id="r1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
			"xl/sharedStrings.xml", "<sst><si><t>"+strings.Repeat("boom ", 300_000)+"</t></si></sst>",
			"xl/worksheets/sheet1.xml", "<worksheet><row>"+strings.Repeat(`<c t="s"><v>0</v></c>`, 100_000)), "BODY.LIMIT", "stringsend"},
		"chapters.epub": {"application/epub+zip", "", zipped(t, "mimetype", "application/epub+zip", "META-INF/container.xml", `<container><rootfile full-path="p.opf"/></container>`,
			"p.opf", `<package><item id="c" href="c.html"/>`+strings.Repeat(`<itemref idref="c"/>`, 5000)+"</package>", "c.html", "<p>chaptersend "+strings.Repeat("thunder and lightning ", 50_000)), "BODY.LIMIT", "chaptersend"},
		// Old formats.
		"sectors.doc": {"application/msword", "", sectorLoop(), "BODY.DAMAGED", ""},
		"groups.rtf":  {"application/rtf", "", []byte(`{\rtf1 groupsend\par ` + strings.Repeat(`{\b `, 1<<20)), "INDEX.ADDED|BODY.DAMAGED|BODY.LIMIT", "groupsend"},
		// Mails.
		"parts.eml":  {"message/rfc822", "", []byte("Subject: partsend\n" + strings.Repeat("Content-Type: multipart/mixed; boundary=b\n\n--b\n", 100_000)), "BODY.LIMIT", "partsend"},
		"mails.eml":  {"message/rfc822", "", []byte(strings.Repeat("Subject: mailsend\nContent-Type: message/rfc822\n\n", 100_000)), "BODY.LIMIT", "mailsend"},
		"heads.eml":  {"message/rfc822", "", []byte("Subject: headsend\n" + strings.Repeat(" =?utf-8?Q?=E8?=", 1<<18) + strings.Repeat("From: x\n", 1<<18) + "\n" + strings.Repeat("From: ----\n", 1<<17)), "BODY.LIMIT|INDEX.ADDED", "headsend"},
		"bases.mbox": {"application/mbox", "", []byte(strings.Repeat("From a Fri Mar  1 10:00:00 2024\nSubject: basesend\nContent-Transfer-Encoding: base64\n\nYm9vbQ==\n\n", 50_000)), "BODY.LIMIT", "basesend"},
	}
}

// pdfTraps returns hostile PDF documents.
func pdfTraps(t *testing.T) map[string]trapped {
	boom := bytes.Repeat([]byte("BT (boom) Tj ET "), 2<<20)
	of := func(kids, page, codes, word string) trapped {
		return trapped{"application/pdf", "", []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[" + kids + "]/Count 1000000000>>endobj " +
			"3 0 obj<</Type/Page/MediaBox[0 0 99 99]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R" + page + ">>endobj 4 0 obj<</Length 34>>stream\nBT /F 9 Tf 9 50 Td (" + word + ") Tj ET  \nendstream endobj " +
			"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj trailer<</Root 1 0 R>>\n%%EOF"), codes, word}
	}
	lists := of("3 0 R", "/Parent 2 0 R/Annots["+strings.Repeat("6 0 R ", 1_000_000)+"]", "BODY.LIMIT", "manylk")
	lists.body = bytes.Replace(lists.body, []byte("trailer"), []byte("6 0 obj<</Type/Annot/Subtype/Link/Rect[0 0 99 99]/A<</S/URI/URI(/never.html)>>>>endobj trailer"), 1)
	loops := of("3 0 R", "/Parent 2 0 R", "BODY.LIMIT", "loopol")
	loops.body = bytes.Replace(loops.body, []byte("/Pages 2 0 R"), []byte("/Pages 2 0 R/Outlines 6 0 R"), 1)
	loops.body = bytes.Replace(loops.body, []byte("trailer"), []byte("6 0 obj<</First 7 0 R>>endobj 7 0 obj<</Title(a)/First 7 0 R/Next 8 0 R>>endobj 8 0 obj<</Title(b)/First 7 0 R/Next 7 0 R>>endobj trailer"), 1)
	return map[string]trapped{
		"lists.pdf":   lists,
		"outline.pdf": loops,
		"pages.pdf":   of(strings.Repeat("3 0 R ", 100_000), "/Parent 2 0 R", "BODY.LIMIT", "manypg"),
		"parents.pdf": of("3 0 R", "/Parent 3 0 R", "INDEX.ADDED", "parent"),
		"filters.pdf": {"application/pdf", "", pdfOf(t, coded(t, "deflate", boom), "/FlateDecode"), "BODY.KILLED|BODY.DAMAGED|BODY.LIMIT|INDEX.NO-TEXT", ""},
		"tree.pdf":    {"application/pdf", "", []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj trailer<</Root 1 0 R>>"), "BODY.DAMAGED|INDEX.NO-TEXT", ""},
		"tables.pdf":  {"application/pdf", "", []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\nxref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Prev 58/Size 3>>\nstartxref\n58\n%%EOF"), "BODY.DAMAGED|INDEX.NO-TEXT", ""},
		"stream.pdf":  {"application/pdf", "", pdfOf(t, boom, ""), "BODY.KILLED|BODY.DAMAGED|BODY.LIMIT|INDEX.NO-TEXT|INDEX.ADDED", ""},
		"forms.pdf":   {"application/pdf", "", []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources 5 0 R>>endobj 5 0 obj<</XObject<</X 4 0 R>>>>endobj 4 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 5 0 R/Length 5>>stream\n/X Do\nendstream endobj trailer<</Root 1 0 R>>"), "BODY.DAMAGED|BODY.KILLED|INDEX.NO-TEXT", ""},
	}
}

// coded returns a body in a content coding.
func coded(t *testing.T, coding string, body []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&out)
	case "deflate":
		w = zlib.NewWriter(&out)
	case "br":
		w = brotli.NewWriter(&out)
	case "zstd":
		w, err = zstd.NewWriter(&out)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// zipped returns a package with parts, given by name and text. The part for its type is not
// compressed.
func zipped(t *testing.T, parts ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i < len(parts); i += 2 {
		method := zip.Deflate
		if parts[i] == "mimetype" {
			method = zip.Store
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: parts[i], Method: method})
		if err == nil {
			_, err = io.WriteString(w, parts[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// overlapping returns a presentation of n slides that all refer to one part of the package.
func overlapping(t *testing.T, n int, text string) []byte {
	t.Helper()
	whole := zipped(t, "ppt/presentation.xml", text)
	at, le := bytes.LastIndex(whole, []byte("PK\x01\x02")), binary.LittleEndian
	out, end := slices.Clone(whole[:at]), slices.Clone(whole[len(whole)-22:])
	for i := range n {
		name := fmt.Sprintf("ppt/slides/slide%d.xml", i)
		if i == n-1 {
			name = "ppt/presentation.xml"
		}
		header := slices.Clone(whole[at : at+46])
		le.PutUint16(header[28:], uint16(len(name)))
		out = append(append(out, header...), name...)
	}
	le.PutUint16(end[8:], uint16(n))
	le.PutUint16(end[10:], uint16(n))
	le.PutUint32(end[12:], uint32(len(out)-at))
	return append(out, end...)
}

// lyingSizes changes the directory of a package so that the size of its parts is ten bytes.
func lyingSizes(body []byte) []byte {
	at := bytes.LastIndex(body, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(body[at+24:], 10)
	return body
}

// pdfOf returns a document with one page that draws a compressed stream, to which further filters
// were applied before.
func pdfOf(t *testing.T, stream []byte, filters string) []byte {
	t.Helper()
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(stream)
	_ = z.Close()
	return fmt.Appendf(nil, "%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "+
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj 4 0 obj<</Filter[/FlateDecode%s]/Length %d>>stream\n%s\nendstream endobj trailer<</Root 1 0 R>>",
		filters, packed.Len(), packed.Bytes())
}

// sectorLoop returns a compound file whose directory is an endless chain of sectors.
func sectorLoop() []byte {
	b := make([]byte, 512*3)
	for i, name := range []string{"Root Entry", "WordDocument"} {
		entry := b[1024+128*i:]
		for j, c := range []byte(name) {
			entry[2*j] = c
		}
		entry[64] = byte(2*len(name) + 2)
		entry[66] = byte(5 - 3*i) // the root, then a stream
		entry[76] = byte(1 - 2*i) // its child, or none
		entry[116], entry[123] = 1, 1
	}
	copy(b, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	le := binary.LittleEndian
	le.PutUint16(b[24:], 0x3E)
	le.PutUint16(b[26:], 3)
	le.PutUint16(b[28:], 0xFFFE)
	le.PutUint16(b[30:], 9)
	le.PutUint16(b[32:], 6)
	le.PutUint32(b[44:], 1)          // number of sectors of the table
	le.PutUint32(b[48:], 1)          // the first sector of the directory
	le.PutUint32(b[56:], 4096)       // limit below which streams are small
	le.PutUint32(b[60:], 0xFFFFFFFE) // no small streams
	le.PutUint32(b[68:], 0xFFFFFFFE) // no further tables
	for i := 76; i < 512; i += 4 {
		le.PutUint32(b[i:], 0xFFFFFFFF)
	}
	le.PutUint32(b[76:], 0)           // the table is sector 0
	le.PutUint32(b[512:], 0xFFFFFFFD) // the sector is used by the table itself
	le.PutUint32(b[516:], 1)          // the directory continues in itself
	return b
}

// ordinary is the number of ordinary pages among the others.
const ordinary = 20

// hostileSite serves the documents, and a page that links to them and to ordinary pages in
// between.
func hostileSite(documents map[string]trapped) http.HandlerFunc {
	var home strings.Builder
	for name := range documents {
		fmt.Fprintf(&home, "<a href='/%s'>%s</a> ", name, name)
	}
	for i := range ordinary {
		fmt.Fprintf(&home, "<a href=/ordinary%d.html>%d</a> ", i, i)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		d, ok := documents[name]
		switch {
		case ok:
			w.Header().Set("Content-Type", d.media)
			if d.coding != "" {
				w.Header().Set("Content-Encoding", d.coding)
			}
			_, _ = w.Write(d.body)
		case name == "":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<title>All of them</title>"+home.String())
		case strings.HasPrefix(name, "ordinary"):
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, "<title>An ordinary page</title><p>Nothing happens on %s, and it is found.", name)
		default:
			http.NotFound(w, r)
		}
	}
}

// crawler returns a function that creates commands in a new folder for a site.
func crawler(t *testing.T, site http.Handler) func(args ...string) *exec.Cmd {
	t.Helper()
	srv := httptest.NewServer(site)
	t.Cleanup(srv.Close)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	return func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), self, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), asCommand+"=1", "ARANEA_PLUGINS="+filepath.Join(dir, "plugins"), "ARANEA_CONTACT=test@example.org",
			"ARANEA_ALLOW_NET=127.0.0.0/8", "ARANEA_RESOLVE=*:*:"+strings.TrimPrefix(srv.URL, "http://"))
		return cmd
	}
}

// said runs a command and returns its output, which also shows whether it failed.
func said(cmd *exec.Cmd) string {
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// reasonsOf returns the reason code of each known URL of a host.
func reasonsOf(t *testing.T, aranea func(...string) string, host string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for line := range strings.Lines(aranea("urls", "--json", "--host", host)) {
		var u struct{ URL, Reason string }
		if err := json.Unmarshal([]byte(line), &u); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		out[u.URL] = u.Reason
	}
	return out
}

// TestHostileSite checks that each hostile document ends within its limit with its reason code,
// and that every ordinary page is found. The concurrency is low, so that responses arrive in time
// on a slow machine as well.
func TestHostileSite(t *testing.T) {
	t.Parallel()
	documents := traps(t)
	command := crawler(t, hostileSite(documents))
	aranea := func(args ...string) string { return said(command(args...)) }
	if out := aranea("crawl", "--delay", "0s", "--fetchers", "3", "--quiet", "http://hostile.test/"); !strings.Contains(out, "Verdict: ") {
		t.Fatalf("the crawl has no verdict:\n%s", out)
	}
	if out := aranea("search", "--json", "-n", "100", "nothing happens"); strings.Count(out, `"rank"`) != ordinary {
		t.Errorf("not all ordinary pages are found:\n%s", out)
	}
	reasons, words := reasonsOf(t, aranea, "hostile.test"), []string{}
	for name, d := range documents {
		if d.word != "" {
			words = append(words, d.word)
		}
		codes, url := strings.Split(d.codes, "|"), "http://hostile.test/"+name
		if slices.Contains(codes, reasons[url]) {
			continue
		}
		trail := aranea("explain", url) // an intermediate code
		if !slices.ContainsFunc(codes, func(code string) bool { return strings.Contains(trail, " "+code) }) {
			t.Errorf("%s: none of %s in\n%s", name, d.codes, trail)
		}
	}
	out := aranea("search", "--json", "-n", "100", strings.Join(words, " OR "))
	for name, d := range documents {
		if d.word != "" && !strings.Contains(out, `"http://hostile.test/`+name+`"`) {
			t.Errorf("%s is not found by %s:\n%s", name, d.word, out)
		}
	}
	if out := aranea("explain", "http://hostile.test/never.html"); !strings.Contains(out, "is not known") {
		t.Errorf("plain text was read as HTML:\n%s", out)
	}
}

// documentsSite serves documents that are read in separate processes.
func documentsSite(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		switch {
		case name == "":
			w.Header().Set("Content-Type", "text/html")
			for i := range n {
				fmt.Fprintf(w, "<a href=/%d.rtf>%d</a> <a href=/%d.html>page</a> ", i, i, i)
			}
		case strings.HasSuffix(name, ".rtf"):
			w.Header().Set("Content-Type", "application/rtf")
			fmt.Fprintf(w, `{\rtf1 the letter called %s was read\par}`, name)
		case strings.HasSuffix(name, ".html"):
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, "<p>An ordinary page called %s", name)
		default:
			http.NotFound(w, r)
		}
	}
}

// TestReadersKilled checks that while readers of documents are killed during a crawl, the crawl
// ends normally, has every page, and reports for each document that it was read, or that its
// reader was killed, or that others of its kind were; the next crawl has all documents.
func TestReadersKilled(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		return // processes are found in /proc, which only Linux has
	}
	const n = 40
	site, met := documentsSite(n), make(chan struct{}) // closed when a reader was killed
	command := crawler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == fmt.Sprintf("/%d.rtf", n-1) { // the crawl does not end before
			select {
			case <-met:
			case <-r.Context().Done():
			}
		}
		site(w, r)
	}))
	aranea := func(args ...string) string { return said(command(args...)) }
	var told bytes.Buffer
	crawl := command("crawl", "--delay", "0s", "--quiet", "http://letters.test/")
	crawl.Stdout, crawl.Stderr = &told, &told
	if err := crawl.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	var killer sync.WaitGroup
	var killed atomic.Int64
	killer.Go(func() {
		for {
			select {
			case <-ended:
				return
			default:
			}
			for _, pid := range children(t, crawl.Process.Pid) {
				if p, err := os.FindProcess(pid); err == nil && p.Kill() == nil && killed.Add(1) == 1 {
					close(met)
				}
			}
		}
	})
	_ = crawl.Wait() // its output is checked instead
	close(ended)
	killer.Wait()
	if !strings.Contains(told.String(), "Verdict: ") || killed.Load() == 0 {
		t.Fatalf("%d readers were killed:\n%s", killed.Load(), told.String())
	}
	reasons := map[string]int{}
	for url, reason := range reasonsOf(t, aranea, "letters.test") {
		if strings.HasSuffix(url, ".rtf") {
			reasons[reason]++
		} else if reason != "INDEX.ADDED" {
			t.Errorf("%s: %s", url, reason)
		}
	}
	t.Logf("%d readers were killed; the documents: %v", killed.Load(), reasons)
	if reasons["INDEX.ADDED"]+reasons["BODY.KILLED"]+reasons["BODY.SKIPPED"] != n {
		t.Errorf("of %d documents: %v", n, reasons)
	}
	aranea("crawl", "--delay", "0s", "--quiet", "--refresh", "all", "http://letters.test/")
	if out := aranea("search", "--json", "-n", "100", "letter"); strings.Count(out, `"rank"`) != n {
		t.Errorf("%d of %d documents are found when nobody kills any more", strings.Count(out, `"rank"`), n)
	}
}

// children returns the child processes of a process.
func children(t *testing.T, of int) (pids []int) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Error(err)
	}
	for _, f := range files {
		stat, err := os.ReadFile(f)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(of) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
