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
