package extract

import (
	"context"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/weburl"
)

// reading is an Outside with plugins; its documents contain the format that they were read as.
type reading []frame.Hello

func (r reading) Plugins() []frame.Hello { return r }

func (reading) Reader(string) string { return "" }

func (reading) Turn(context.Context, <-chan struct{}, string) (func(), error) { return func() {}, nil }

func (reading) Read(_ context.Context, _ string, j frame.Job, _ []byte) (content.Document, error) {
	b := content.New(j.Limits())
	b.Write("read as " + j.Format)
	return b.Document("test"), nil
}

func plugin(name string, types, endings, magic string) frame.Hello {
	return frame.Hello{Name: name, Version: "1", Formats: []frame.Format{{
		Name: name, Types: strings.Fields(types), Endings: strings.Fields(endings), Magic: strings.Fields(magic),
	}}}
}

// TestPluginFormats: a plugin reads bodies with its prefix, its declared type, or its extension
// if the declared type says nothing; never those of built-in formats.
func TestPluginFormats(t *testing.T) {
	t.Parallel()
	o := reading{plugin("gpx", "application/gpx+xml", "gpx", ""), plugin("wad", "", "wad", "IWAD PWAD")}
	x := New(Limits{}).With(o)
	for _, tt := range []struct{ name, url, declared, body, want string }{
		{"declared", "/track", "application/gpx+xml", "<gpx/>", "gpx"},
		{"by its ending, as vague XML", "/track.gpx", "application/xml", "<gpx/>", "gpx"},
		{"by its ending, as text", "/track.GPX", "text/plain", "<gpx/>", "gpx"},
		{"by its ending, without a type", "/track.gpx", "", "<gpx/>", "gpx"},
		{"the ending of a web page does not count", "/track.gpx", "text/html", "<p>x", "html"},
		{"by its beginning, whatever is declared", "/x", "text/html", "PWAD\x00\x01", "wad"},
		{"what is built in begins as it does", "/x.wad", "", "%PDF-1.7", "pdf"},
		{"another ending", "/x.kml", "application/octet-stream", "\x00\x01\x02\x03\x04\x05", ""},
	} {
		u := weburl.MustParse("http://a.test" + tt.url)
		p, err := x.Extract(context.Background(), Document{URL: u, Header: aranea.Header{"Content-Type": {tt.declared}}, Body: []byte(tt.body)})
		if err != nil || p.Format != tt.want {
			t.Errorf("%s: read as %q, want %q, %v", tt.name, p.Format, tt.want, err)
		}
	}
	fs := FormatsOf(o)
	if fs.Limit("application/gpx+xml", 10) != MaxDocument || (Formats{}).Limit("application/gpx+xml", 10) != 0 {
		t.Error("a plugin's type is not asked for, or is asked for without it")
	}
	if all := strings.Join(fs.Endings(), " "); !strings.HasSuffix(all, "gpx wad") {
		t.Errorf("endings %s", all)
	}
}

// TestPluginClaims: a plugin that claims a built-in or taken format is refused, and so is one
// with an invalid hello.
func TestPluginClaims(t *testing.T) {
	t.Parallel()
	fs, err := (Formats{}).With(plugin("gpx", "application/gpx+xml", "gpx", ""))
	if err != nil {
		t.Fatal(err)
	}
	for name, h := range map[string]frame.Hello{
		"a name that is built in":     plugin("html", "", "x", ""),
		"a type that is built in":     plugin("x", "text/html", "", ""),
		"an ending that is built in":  plugin("x", "", "pdf", ""),
		"an ending of another plugin": plugin("x", "", "gpx", ""),
		"nothing that tells it":       plugin("x", "", "", ""),
		"no formats":                  {Name: "x", Version: "1"},
	} {
		if _, err := fs.With(h); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// scans is an Outside with a reader of documents without text, and one of PDF that finds so much
// text in them.
type scans struct {
	reading

	found string
	asked *[]string
}

func (s scans) Read(_ context.Context, _ string, j frame.Job, _ []byte) (content.Document, error) {
	*s.asked = append(*s.asked, j.Format)
	b := content.New(j.Limits())
	if j.Format == "pdf" {
		b.Property(aranea.ElementTitle, "Offer 17")
		b.Write(s.found)
		return b.Document("first 1"), nil
	}
	b.Link("/terms")
	b.Write("what the picture shows")
	b.EndLink()
	return b.Document("second 2"), nil
}

// TestTextless: a document in which its reader finds hardly any text is read by the plugin for
// such documents as well, and has what both have found.
func TestTextless(t *testing.T) {
	t.Parallel()
	hello := frame.Hello{Name: "ocr", Version: "1", Formats: []frame.Format{{Name: "scan", Textless: "pdf"}}}
	for _, tt := range []struct {
		name, found, body, want, reader string
		asked                           string
	}{
		{"nothing", "", "%PDF-1.7", "Offer 17\nwhat the picture shows\n", "second 2", "pdf scan"},
		{"the line of a scanner", "Scanned by a program", "%PDF-1.7", "Offer 17\nScanned by a program\nwhat the picture shows\n", "second 2", "pdf scan"},
		{"text", strings.Repeat("ten letters", 10), "%PDF-1.7", "Offer 17\n" + strings.Repeat("ten letters", 10) + "\n", "first 1", "pdf"},
		{"of another format", "", "{\\rtf1 }", "what the picture shows\n", "second 2", "rtf"},
	} {
		var asked []string
		x := New(Limits{}).With(scans{reading{hello}, tt.found, &asked})
		p, err := x.Extract(context.Background(), Document{URL: weburl.MustParse("http://a.test/x"), Body: []byte(tt.body)})
		if err != nil || string(p.Text) != tt.want || p.Reader != tt.reader || strings.Join(asked, " ") != tt.asked {
			t.Errorf("%s: text %q by %s, asked %v, %v", tt.name, p.Text, p.Reader, asked, err)
		}
		for _, e := range p.Elements {
			if s := string(p.Text[e.Start:e.End]); strings.ContainsRune(s, '\n') || s == "" {
				t.Errorf("%s: the element %v is %q", tt.name, e, s)
			}
		}
		for _, l := range p.Links {
			if s := string(p.Text[l.Start:l.End]); s != "what the picture shows" {
				t.Errorf("%s: the link has the words %q", tt.name, s)
			}
		}
	}
	fs, err := (Formats{}).With(hello)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]frame.Format{
		"another has them":            {Name: "x", Textless: "pdf"},
		"no such format":              {Name: "x", Textless: "gpx"},
		"one that is read right here": {Name: "x", Textless: "html"},
		"an ending as well":           {Name: "x", Textless: "doc", Endings: []string{"x"}},
	} {
		if _, err := fs.With(frame.Hello{Name: "x", Version: "1", Formats: []frame.Format{f}}); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	later := Newer{hello}
	if !later.MayRead("application/pdf", weburl.MustParse("http://a.test/x")) || !later.MayRead("", weburl.MustParse("http://a.test/x.pdf")) || later.MayRead("text/html", weburl.MustParse("http://a.test/x")) {
		t.Error("a new plugin reads other known documents than those of the format")
	}
}
