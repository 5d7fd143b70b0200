package extract

import (
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/extract/media"
	"github.com/aranea-search/aranea/weburl"
)

// TestMedia: headers of files are read only for the kinds that are wanted.
func TestMedia(t *testing.T) {
	t.Parallel()
	if _, err := (Formats{}).WithMedia([]string{"image", "picture"}); err == nil {
		t.Error("an unknown kind is no error")
	}
	wanted, err := Formats{}.WithMedia([]string{"image", "archive"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, part   string
		limit, parts int64 // of the type that follows, requested as a whole and in part
		media        string
	}{
		{"a.PNG", "bytes=0-262143", headBytes, headBytes, "image/png"},
		{"a.zip", "bytes=-262144", 1 << 20, headBytes, "application/zip"},
		{"a.tgz", "bytes=0-262143", 1 << 20, headBytes, "application/octet-stream"},
		{"a.jpg", "bytes=0-262143", 1 << 20, 1 << 20, "text/html"},
		{"map.xml.gz", "", 1 << 20, headBytes, "application/octet-stream"},
		{"a.mp3", "", 0, 0, "audio/mpeg"},
		{"a.svg", "", 0, 0, "image/svg+xml"},
		{"a.html", "", 1 << 20, 1 << 20, "text/html"},
	} {
		if got := wanted.Part(parse(t, "http://a.test/"+tt.name)); got != tt.part {
			t.Errorf("%s: part %q, want %q", tt.name, got, tt.part)
		}
		if limit, parts := wanted.Limit(tt.media, 1<<20), wanted.PartLimit(tt.media, 1<<20); limit != tt.limit || parts != tt.parts {
			t.Errorf("%s: %d bytes, of a part %d", tt.media, limit, parts)
		}
	}
	read, err := wanted.With(plugin("ocr", "image/png", "png", ""))
	if err != nil || read.Part(parse(t, "http://a.test/a.png")) != "" || read.Part(parse(t, "http://a.test/a.gif")) == "" {
		t.Errorf("a plugin gets a part of a picture, or none does: %v", err)
	}
	for reader, want := range map[string]bool{"": true, media.Reader: true, "ocr 1-eng": false} {
		if got := IsHeader(&aranea.Page{Format: media.Image, Reader: reader}); got != want {
			t.Errorf("a picture read by %q: only its header %t", reader, got)
		}
	}
	const gif = "GIF89a\x28\x00\x1e\x00\x00\x00\x00;"
	for _, tt := range []struct {
		name, declared, body string
		fs                   Formats
		want                 string
	}{
		{"a picture", "text/html", gif, wanted, "image"},
		{"a picture that nobody wants", "image/gif", gif, Formats{}, ""},
		{"an archive", "application/zip", "PK\x03\x04...README...", wanted, "archive"},
		{"a document in an archive", "application/zip", "PK\x03\x04..........................mimetypeapplication/epub+zipPK", wanted, "epub"},
		{"sound that nobody wants", "audio/mpeg", "ID3\x03\x00\x00\x00\x00\x00\x00", wanted, ""},
		{"a page in the place of a picture", "image/gif", "<!DOCTYPE html><p>x", wanted, "html"},
	} {
		got := ""
		if f := tt.fs.choose(tt.declared, "", []byte(tt.body)); f != nil {
			got = f.Name
		}
		if got != tt.want {
			t.Errorf("%s is %q, want %q", tt.name, got, tt.want)
		}
	}
	plugged, err := wanted.With(frame.Hello{Protocol: frame.Protocol, Name: "gifs", Version: "1", Formats: []frame.Format{{Name: "gif", Types: []string{"image/gif"}, Magic: []string{"GIF8"}}}})
	if err != nil || plugged.choose("image/gif", "", []byte(gif)).Name != "gif" {
		t.Errorf("a plugin does not come before headers: %v", err)
	}
}

// TestHeader: the content of a header is in the page, with its date, and a header that breaks
// off is not a fault.
func TestHeader(t *testing.T) {
	t.Parallel()
	x, err := New(Limits{}).WithMedia(MediaKinds())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, body, size, want, made string }{
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\x09tEXtTitle\x00Web....\x00\x00\x00\x18tEXtCreation Time\x002020-05-17", "", "title(Web) text(PNG image)", "2020-05-17 (PNG Creation Time)"},
		{"sound", "\xFF\xFB\x90\x00" + string(make([]byte, 413)) + "\xFF\xFB\x90\x00", "bytes 0-420/1600000", "text(MP3 audio, 1:40)", ""},
	} {
		p := read(x, Document{URL: parse(t, "http://a.test/x"), Header: aranea.Header{"Content-Range": {tt.size}}, Body: []byte(tt.body)})
		if got := printed(&p); got != tt.want || p.Published.String() != tt.made || len(p.Warnings) > 0 || !IsMedia(p.Format) {
			t.Errorf("%s: %s, %s, %v", tt.name, got, p.Published, p.Warnings)
		}
	}
	if !slices.Equal(MediaKinds(), []string{"image", "audio", "video", "archive"}) {
		t.Errorf("kinds %v", MediaKinds())
	}
}

// TestEndings: each extension is in one list only. A file whose header could be read has the
// name of its kind even if it was never read, and is out of scope by its name until its kind is
// wanted.
func TestEndings(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	once := func(name string, endings []string) {
		for _, e := range endings {
			if other, ok := seen[e]; ok {
				t.Errorf("%s stands with %q and %q", e, other, name)
			}
			seen[e] = name
		}
	}
	for _, f := range formats {
		once(f.Name, f.Endings)
	}
	for _, k := range unread {
		once(k.name, k.endings)
	}
	for _, f := range mediaFormats {
		once(f.Name, f.Endings)
		wanted, err := Formats{}.WithMedia([]string{f.Name})
		if err != nil {
			t.Fatal(err)
		}
		for _, ending := range f.Endings {
			u, err := weburl.Parse("http://a.test/file." + ending)
			if err != nil {
				t.Fatal(err)
			}
			if got := KindOf(u); got != f.Name {
				t.Errorf("%s is called %q, want %q", ending, got, f.Name)
			}
			if !slices.Contains(Formats{}.Unread(), ending) || slices.Contains(wanted.Unread(), ending) {
				t.Errorf("%s: unread %t, and %t where it is wanted", ending, slices.Contains(Formats{}.Unread(), ending), slices.Contains(wanted.Unread(), ending))
			}
		}
	}
	for _, program := range []string{"asp", "aspx", "cgi", "do", "jsp", "php"} { // seed 003: pages generated by programs
		if slices.Contains(Formats{}.Unread(), program) {
			t.Errorf("what %s makes is not asked for", program)
		}
	}
	if all := (Formats{}).Unread(); slices.Contains(all, "pdf") || !slices.Contains(all, "css") || !slices.Contains(all, "swf") || !slices.Contains(all, "exe") || KindOfEnding("css") != "" || IsKind("") {
		t.Errorf("unread are %v", all)
	}
}
