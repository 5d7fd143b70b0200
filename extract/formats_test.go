package extract

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/weburl"
)

// TestFormats: every entry of the list of formats is consistent.
func TestFormats(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for i := range formats {
		f := &formats[i]
		for _, media := range f.Declared {
			if other := seen[media]; other != "" {
				t.Errorf("%s is declared for %s and %s", media, other, f.Name)
			}
			seen[media] = f.Name
			if media = strings.Replace(media, "*", "x-c", 1); (Formats{}).Limit(media, 1) == 0 {
				t.Errorf("%s is not worth fetching", media)
			}
			if got := (Formats{}).choose(media, "", []byte("words")); f.magic == nil && f.guess == nil && got != f {
				t.Errorf("%s is read as %v", media, got)
			}
		}
		if !slices.Contains(f.Declared, f.Type) || !strings.Contains(Accept(), f.Accept) || f.Accept != "" && !strings.Contains(f.Accept, f.Type) {
			t.Errorf("%s: type %s, declared %v, accept %s", f.Name, f.Type, f.Declared, f.Accept)
		}
		for _, ending := range f.Endings {
			if !slices.Contains((Formats{}).Endings(), ending) || ending != strings.ToLower(ending) || strings.Contains(ending, ".") {
				t.Errorf("%s: ending %q", f.Name, ending)
			}
		}
	}
	if got, want := Accept(), "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,*/*;q=0.5"; got != want {
		t.Errorf("Accept is %s, want %s", got, want)
	}
	if (Formats{}).Limit("image/png", 1) > 0 || (Formats{}).choose("image/png", "", []byte("words")) != nil {
		t.Error("a picture is read")
	}
}

// encryptedPackage has the beginning of one: a compound file that names its content.
const encryptedPackage = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1...E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"

// TestLyingType: it is reported if the content of a document does not match its declared type.
func TestLyingType(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ media, body, want string }{
		{"text/html", "\xFF\xD8\xFF\xE0 JFIF", "text/html, which its content is not"},
		{"application/pdf", "words", "application/pdf, which its content is not"},
		{"application/pdf", "\xFF\xD8\xFF\xE0 JFIF", "application/pdf, which its content is not"},
		{"image/jpeg", "\xFF\xD8\xFF\xE0 JFIF", ""}, // as declared, and not read
		{"application/octet-stream", "\xFF\xD8\xFF\xE0 JFIF", ""},
	} {
		x := New(Limits{}).With(reading{})
		p := read(x, Document{URL: parse(t, "http://a.test/x"), Header: aranea.Header{"Content-Type": {tt.media}}, Body: []byte(tt.body)})
		if !slices.Equal(p.Warnings, []aranea.Reason{aranea.BodyType}) || p.Trouble != tt.want {
			t.Errorf("%s: %v, %q", tt.media, p.Warnings, p.Trouble)
		}
	}
}

// TestChoice: the content decides, then the declaration, then the name.
func TestChoice(t *testing.T) {
	t.Parallel()
	const pages = "<!DOCTYPE html><p>x"
	for _, tt := range []struct{ name, declared, ending, body, want string }{
		{"a PDF", "application/pdf", "pdf", "%PDF-1.7 ...", "pdf"},
		{"a PDF that says text", "text/plain", "", "%PDF-1.7 ...", "pdf"},
		{"a PDF that says nothing", "application/octet-stream", "", "%PDF-1.7 ...", "pdf"},
		{"a login page in place of a PDF", "application/pdf", "pdf", pages, "html"},
		{"what is no PDF", "application/pdf", "pdf", "words", ""},
		{"a PDF behind other bytes", "application/pdf", "pdf", "\r\n\x00\x01junk....%PDF-1.7 ...", "pdf"},
		{"a PDF at the end of the first 1,024 bytes", "application/pdf", "", strings.Repeat("x", 1019) + "%PDF-1.7 ...", "pdf"},
		{"a PDF behind too many bytes", "application/pdf", "", strings.Repeat("x", 1020) + "%PDF-1.7 ...", ""},
		{"a text about PDF", "text/plain", "", "Files begin with %PDF-1.7 ...", "text"},
		{"something with a PDF in it", "application/octet-stream", "pdf", "junk %PDF-1.7 ...", ""},
		{"Markdown that says nothing", "application/octet-stream", "md", "# Title\n\nWörds", "markdown"},
		{"Markdown without a type", "", "markdown", "<p align=center>", "markdown"},
		{"Markdown in UTF-16", "application/octet-stream", "md", "\xFF\xFE#\x00 \x00T\x00", "markdown"},
		{"a page called Markdown", "", "md", pages, "html"},
		{"Markdown from a store of files", "binary/octet-stream", "md", "# Title\n\nWörds", "markdown"},
		{"a PDF from a store of files", "binary/octet-stream", "", "%PDF-1.7 ...", "pdf"},
		{"text that says nothing", "application/octet-stream", "txt", "<p>words", "text"},
		{"a page that says nothing", "application/octet-stream", "html", "words", "html"},
		{"bytes called Markdown", "application/octet-stream", "md", "# Title" + strings.Repeat(" words", 500) + "\x00", ""},
		{"a picture called Markdown", "application/octet-stream", "md", "\x89PNG\r\n", ""},
		{"a program without an ending", "application/octet-stream", "", "int main", "text"},
		{"a program as octets", "application/octet-stream", "go", "package main\n\n// Zebrafisch – Ärger\n", "text"},
		{"settings from a store of files", "binary/octet-stream", "yaml", "host: a.test\n", "text"},
		{"a text that was cut within a character", "application/octet-stream", "rs", "fn spinne() // \xE2\x80", "text"},
		{"a program of the shell", "application/x-sh", "sh", "#!/bin/sh\necho x\n", "text"},
		{"a program in Rust, as servers call it", "application/rls-services+xml", "rs", "pub struct Wallaby { inner: u8 }\n", "text"},
		{"a program that is none", "application/x-perl", "pl", "\x7fELF\x01\x02\x00", ""},
		{"octets that are a page", "application/octet-stream", "cgi", pages, "html"},
		{"octets that are no UTF-8", "application/octet-stream", "go", "// \xC4rger in Latin-1\n", ""},
		{"a script with an archive behind it", "application/octet-stream", "run", "#!/bin/sh\nexit" + strings.Repeat("\n", 1200) + "\x1F\x8B\x08", ""},
		{"octets with a control character", "application/octet-stream", "dat", strings.Repeat("words ", 99) + "\x01", ""},
		{"octets of an ending that says more", "application/octet-stream", "js", "let x", ""},
		{"no octets", "application/octet-stream", "go", "", ""},
		{"a feed called a page", "", "html", "<rss/>", "xml"},
		{"RTF", "application/msword", "doc", "{\\rtf1 x}", "rtf"},
		{"OpenDocument", "application/zip", "", "PK\x03\x04..........................mimetypeapplication/vnd.oasis.opendocument.textPK", "odt"},
		{"a book", "", "", "PK\x03\x04..........................mimetypeapplication/epub+zipPK", "epub"},
		{"DOCX", "application/octet-stream", "docx", "PK\x03\x04[Content_Types].xml...word/document.xml...", "docx"},
		{"an archive", "application/zip", "zip", "PK\x03\x04...README...", ""},
		{"old binary documents", "application/msword", "doc", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", ""},
		{"a calendar", "text/calendar", "", "BEGIN:VCALENDAR\r\n", "calendar"},
		{"a calendar as servers send it", "text/plain", "ics", "BEGIN:VCALENDAR\r\n", "calendar"},
		{"a calendar that says nothing", "application/octet-stream", "", "BEGIN:VCALENDAR\n", "calendar"},
		{"what is no calendar", "text/calendar", "ics", "There is none.", "text"},
		{"Markdown as servers send it", "text/plain", "md", "# Title", "markdown"},
		{"Markdown", "text/markdown", "", "# Title", "markdown"},
		{"a description of an interface", "application/json", "json", `{"openapi":"3.0.0"}`, "openapi"},
		{"a description that says nothing", "", "", `{"swagger": "2.0"}`, "openapi"},
		{"a description in YAML", "application/yaml", "yaml", "openapi: 3.0.0\ninfo:\n  title: x\n", "openapi"},
		{"a description in YAML as text", "text/plain", "yml", "# x\n\nswagger: '2.0'\n", "openapi"},
		{"a description in YAML as its registration says", "application/vnd.oai.openapi", "", "openapi: 3.0.0\n", "openapi"},
		{"other settings", "application/yaml", "yaml", "info:\n  openapi: 3.0.0\n", "text"},
		{"other data", "application/json", "json", `{"name":"x"}`, ""},
		{"a notebook", "application/x-ipynb+json", "", `{"cells":[]}`, "notebook"},
		{"a notebook as octets", "application/octet-stream", "ipynb", `{"cells":[]}`, "notebook"},
		{"a notebook as text", "text/plain", "ipynb", "\n{\n \"cells\": []}", "notebook"},
		{"a text called a notebook", "text/plain", "ipynb", "<<<<<<< HEAD", "text"},
		{"text", "text/plain", "c", "int main", "text"},
		{"source code", "text/x-csrc", "c", "int main", "text"},
		{"text that looks like HTML", "text/plain", "txt", pages, "text"},
		{"a feed", "application/rss+xml", "", "<rss/>", "xml"},
		{"a feed that says XML", "text/xml", "", "<?xml version='1.0'?><feed/>", "xml"},
		{"XHTML that says XML", "application/xml", "", "<?xml version='1.0'?><html/>", "html"},
		{"nothing said", "", "", "words", "text"},
		{"a mail", "message/rfc822", "", "Subject: x\n\ny", "mail"},
		{"a mail by its name", "application/octet-stream", "eml", "Subject: x\n\ny", "mail"},
		{"a mail that says text", "text/plain", "eml", "From: a\nSubject: x\n\ny", "mail"},
		{"a text that is called a mail", "text/plain", "eml", "words", "text"},
		{"a text that looks like a mail", "text/plain", "txt", "From: a\nSubject: x\n\ny", "text"},
		{"a mailbox", "application/mbox", "", "From a Fri Mar  1 10:00:00 2024\nFrom: a\n\ny", "mbox"},
		{"a mailbox by its name", "", "mbox", "From a Fri Mar  1 10:00:00 2024\nFrom: a\n\ny", "mbox"},
		{"an archive of a mailing list", "text/plain", "txt", "From a at b Fri Mar  1 10:00:00 2024\nFrom: a at b\n\ny", "mbox"},
		{"a patch", "text/plain", "txt", "From 0123 Mon Sep 17 00:00:00 2001\nFrom: a\n\ny", "text"},
		{"a page called a mail", "application/octet-stream", "eml", pages, "html"},
		{"a picture called a mail", "message/rfc822", "eml", "\x89PNG\r\n", ""},
		{"an encrypted package", "application/octet-stream", "xlsx", encryptedPackage, "xlsx"},
		{"an encrypted package of which nothing is said", "", "", encryptedPackage, "docx"},
		{"a picture that says to be a page", "text/html", "html", "\xFF\xD8\xFF\xE0 JFIF", ""},
	} {
		got := ""
		if f := (Formats{}).choose(tt.declared, tt.ending, []byte(tt.body)); f != nil {
			got = f.Name
		}
		if got != tt.want {
			t.Errorf("%s is read as %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestMediaType reads the field as servers write it.
func TestMediaType(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Text/HTML; charset=utf-8": "text/html", " text/plain ": "text/plain", "": "", ";charset=x": "",
	} {
		if got := MediaType(in); got != want {
			t.Errorf("MediaType(%q) = %q, want %q", in, got, want)
		}
	}
	h := aranea.Header{"Content-Type": {"text/html;charset=\"koi8-r\""}}
	if got := charsetOf(h); got != "koi8-r" {
		t.Errorf("charset %q", got)
	}
}

// TestLimit: the limit for documents is higher than for pages; for undeclared types it is that
// of a page.
func TestLimit(t *testing.T) {
	t.Parallel()
	for media, want := range map[string]int64{
		"text/html": 100, "text/x-go": 100, "": 100, "application/octet-stream": 100, "application/zip": 100, "application/x-sh": 100, "application/json": 100, "application/ld+json": 0,
		"application/pdf": MaxDocument, "application/epub+zip": MaxDocument, "message/rfc822": MaxDocument, "application/mbox": MaxDocument, "application/x-ipynb+json": MaxDocument, "video/mp4": 0,
	} {
		if got := (Formats{}).Limit(media, 100); got != want {
			t.Errorf("%q: %d, want %d", media, got, want)
		}
	}
	if got := (Formats{}).Limit("application/pdf", MaxDocument+1); got != MaxDocument+1 {
		t.Errorf("above the limit of documents: %d", got)
	}
}

// TestEnding: the extension of a name is its last one, but for sources of pages that are sent as text.
func TestEnding(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/a.PDF": "pdf", "/_sources/a.md.txt": "md", "/_sources/a.ipynb.txt": "ipynb", "/a.rst.txt": "txt", "/notes.txt": "txt", "/a.md/": "", "/md.txt": "txt", "/": "",
	} {
		if got := ending(weburl.MustParse("http://a.test" + path)); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestLinksOfCopiedSources: what the source of a page links to is written for another place when a program put
// a copy of it, sent as text, beside the page.
func TestLinksOfCopiedSources(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]int{"/guide/a.md": 1, "/notes.txt": 1, "/_sources/a.md.txt": 0, "/_sources/A.MD.TXT": 0, "/_sources/a.ipynb.txt": 0} {
		p := aranea.Page{URL: weburl.MustParse("http://a.test" + path)}
		take(&p, &content.Document{Text: []byte("shuttle"), Links: []content.Link{{Target: "shuttle.md", How: aranea.HowAnchor, End: 7}}})
		if len(p.Links) != want || string(p.Text) != "shuttle" {
			t.Errorf("%s: %d links, want %d, in %q", path, len(p.Links), want, p.Text)
		}
	}
}
