package extract

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/weburl"
)

// TestFileNames: the names of a file and of its folders are elements of its page, behind its own title, and
// what else lies in the text keeps its words.
func TestFileNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, kind, body string
		want, format           string
		link                   string
		unread                 bool
	}{
		{
			"text", "Invoices/2023/ACME  offer_final.txt", "text/plain", "Twelve turbines.",
			"title(ACME offer_final.txt) keywords(Invoices/2023) text(Twelve turbines.)", "text", "", false,
		},
		{
			"a page with a title", "notes/a.html", "text/html", "<title>Notes</title><h1 id=x>Ideas</h1><p>See <a href=b.html>the <b>other</b> page</a>.",
			"title(Notes) title(a.html) keywords(notes) h1(Ideas) bold(other) anchor(the other page) text(See the other page.)", "html", "the other page", false,
		},
		{"a page without one", "a.html", "text/html", "<p>See <a href=b.html>it</a>.", "title(a.html) anchor(it) text(See it.)", "html", "it", false},
		{"a picture", "beach/IMG_1.JPG", "image/jpeg", "", "title(IMG_1.JPG) keywords(beach) description(JPG, 3.00 MB)", "image", "", true},
		{"an unknown type", "plan.dwg", "application/octet-stream", "\x00\x01", "title(plan.dwg) description(DWG, 3.00 MB)", "file", "", true},
		{"an empty text", "README", "text/plain", "", "title(README) description(3.00 MB)", "text", "", true},
	} {
		page, err := New(Limits{}).Extract(t.Context(), Document{
			URL: parse(t, "http://a.test/"+tt.file), Header: aranea.Header{"Content-Type": {tt.kind}, "Content-Length": {"3000000"}}, Body: []byte(tt.body), File: tt.file,
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := printed(&page); got != tt.want {
			t.Errorf("%s: elements\n%s\nwant\n%s", tt.name, got, tt.want)
		}
		if got := slices.Contains(page.Warnings, aranea.IndexName); got != tt.unread || page.Format != tt.format || slices.Contains(page.Warnings, aranea.BodyType) {
			t.Errorf("%s: format %q, warnings %v", tt.name, page.Format, page.Warnings)
		}
		for _, l := range page.Links {
			if got := string(page.Text[l.Start:l.End]); got != tt.link {
				t.Errorf("%s: a link on %q, want %q", tt.name, got, tt.link)
			}
		}
		for _, id := range page.HeadingIDs {
			if got := string(page.Text[id.Start:]); got[:5] != "Ideas" {
				t.Errorf("%s: an identifier of %q", tt.name, got)
			}
		}
	}
}

// properties is an Outside that finds nothing in documents but a title and, if they are said to have some, a text.
type properties struct{ reading }

func (properties) Reader(string) string { return "pdfium 1" }

func (properties) Read(_ context.Context, _ string, j frame.Job, body []byte) (content.Document, error) {
	b := content.New(j.Limits())
	b.Property(aranea.ElementTitle, "Offer for the mill")
	b.Write(strings.TrimPrefix(string(body), "%PDF-"))
	return b.Document("pdfium 1"), nil
}

// TestFilesOfProperties: a document that has a title and no text is found by its name, as a scan is.
func TestFilesOfProperties(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"%PDF-":      "title(Offer for the mill) title(a.pdf) description(PDF, 5 bytes)",
		"%PDF-Silk.": "title(Offer for the mill) title(a.pdf) text(Silk.)",
	} {
		page, err := New(Limits{}).With(properties{}).Extract(t.Context(), Document{
			URL: parse(t, "http://a.test/a.pdf"), Header: aranea.Header{"Content-Type": {"application/pdf"}, "Content-Length": {"5"}}, Body: []byte(body), File: "a.pdf",
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := printed(&page); got != want {
			t.Errorf("%s: elements\n%s\nwant\n%s", body, got, want)
		}
		if got := slices.Contains(page.Warnings, aranea.IndexName); got != (body == "%PDF-") || page.Format != "pdf" {
			t.Errorf("%s: format %q, warnings %v", body, page.Format, page.Warnings)
		}
	}
}

// TestRoomForNames: all that addresses the text of a page moves with it.
func TestRoomForNames(t *testing.T) {
	t.Parallel()
	x := New(Limits{}).WithLayout(true).WithParts(true)
	const body = "<title>T</title><pre>one\n  two</pre><table><tr><td>cell</table><a href=/b#c>link</a>"
	of := func(file string) aranea.Page {
		page, err := x.Extract(t.Context(), Document{URL: parse(t, "http://a.test/n.html"), Header: aranea.Header{"Content-Type": {"text/html"}}, Body: []byte(body), File: file})
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	plain, named := of(""), of("n.html")
	const by = uint32(len("n.html\n"))
	if len(plain.Breaks) == 0 || len(plain.Cells) == 0 || len(plain.Parts.Links) == 0 {
		t.Fatalf("nothing to move: %d breaks, %d cells, %d links", len(plain.Breaks), len(plain.Cells), len(plain.Parts.Links))
	}
	for i, b := range plain.Breaks {
		if named.Breaks[i].At != b.At+by {
			t.Errorf("break %d at %d, was %d", i, named.Breaks[i].At, b.At)
		}
	}
	for i, c := range plain.Cells {
		if named.Cells[i].At != c.At+by {
			t.Errorf("cell %d at %d, was %d", i, named.Cells[i].At, c.At)
		}
	}
	for i, l := range plain.Parts.Links {
		if named.Parts.Links[i].Start != l.Start+by || named.Parts.Links[i].End != l.End+by {
			t.Errorf("link %d from %d, was %d", i, named.Parts.Links[i].Start, l.Start)
		}
	}
}

// TestLimitOfFiles: bytes that nothing reads are not fetched, whatever their size.
func TestLimitOfFiles(t *testing.T) {
	t.Parallel()
	x := New(Limits{})
	for _, tt := range []struct {
		name, kind string
		want       int64
	}{
		{"disk.iso", octets[0], 0}, {"disk.vmdk", octets[0], 0}, {"noname", octets[0], 0}, {"a.jar", "application/zip", 0}, {"a.jpg", "image/jpeg", 0}, {"a.tgz", "application/x-gzip", 0},
		{"report", "application/zip", 1 << 20}, {"a.docm", octets[0], 1 << 20}, {"a.js", "text/plain", 1 << 20}, {"a.svg", "application/xml", 1 << 20}, {"a.pdf", "application/pdf", MaxDocument},
	} {
		u, err := weburl.Parse("http://a.test/" + tt.name)
		if err != nil {
			t.Fatal(err)
		}
		if got := x.LimitOf(u)(tt.kind, 1<<20); got != tt.want {
			t.Errorf("%s, %s: %d bytes, want %d", tt.name, tt.kind, got, tt.want)
		}
	}
}
