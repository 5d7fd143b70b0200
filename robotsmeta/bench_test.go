package robotsmeta

import (
	"strings"
	"testing"
)

// head is what the head of a page of a shop or newspaper contains, and fields are the fields of
// its response: one tag in ten addresses robots.
var (
	head = []Tag{
		{Name: "viewport", Content: "width=device-width, initial-scale=1"}, {HTTPEquiv: "X-UA-Compatible", Content: "IE=edge"},
		{Name: "description", Content: "What the page is about, in a sentence or two that people read among results."},
		{Name: "keywords", Content: "spiders, webs, robots"}, {Name: "author", Content: "An author"}, {Name: "theme-color", Content: "#ffffff"},
		{Name: "robots", Content: "index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1", Line: 9, Column: 3},
		{Name: "googlebot", Content: "index, follow"}, {Name: "bingbot", Content: "index, follow"},
		{Property: "og:title", Content: "A title"}, {Property: "og:type", Content: "article"}, {Property: "og:url", Content: "https://example.org/a"},
		{Property: "og:image", Content: "https://example.org/a.jpg"}, {Property: "og:locale", Content: "en_GB"}, {Property: "og:site_name", Content: "Example"},
		{Property: "article:published_time", Content: "2026-11-20T10:00:00+00:00"}, {Property: "article:modified_time", Content: "2026-11-20T11:00:00+00:00"},
		{Name: "twitter:card", Content: "summary_large_image"}, {Name: "twitter:title", Content: "A title"}, {Name: "twitter:site", Content: "@example"},
		{Name: "generator", Content: "A content system 6.4"}, {Name: "google-site-verification", Content: "abcdefghijklmnopqrstuvwxyz"},
		{Name: "format-detection", Content: "telephone=no"}, {Name: "msapplication-TileColor", Content: "#da532c"},
	}
	fields = [][2]string{
		{"Date", "Fri, 20 Nov 2026 10:00:00 GMT"}, {"Content-Type", "text/html; charset=UTF-8"}, {"Server", "nginx"}, {"Vary", "Accept-Encoding"},
		{"Cache-Control", "max-age=600"}, {"Etag", `"6740-58"`}, {"Last-Modified", "Fri, 20 Nov 2026 09:00:00 GMT"}, {"X-Frame-Options", "SAMEORIGIN"},
		{"Strict-Transport-Security", "max-age=31536000"}, {"X-Content-Type-Options", "nosniff"}, {"Set-Cookie", "a=b; Path=/"},
		{"Link", `<https://example.org/wp-json/>; rel="https://api.w.org/", <https://example.org/?p=1>; rel=shortlink`},
		{"X-Robots-Tag", "otherbot: noindex, nofollow, *: noarchive"},
	}
)

func BenchmarkReader(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader("OwnBot", "Aranea")
		for _, f := range fields {
			r.Field(f[0], f[1])
		}
		for _, t := range head {
			if r.Reads(t.Name, t.HTTPEquiv, t.Property) {
				r.Tag(t)
			}
		}
		if d := r.Directives(); d.Archive().Allowed || !d.Index(now).Allowed {
			b.Fatal("a wrong verdict")
		}
	}
}

// BenchmarkReaderSilent reads the usual page, which has no directives.
func BenchmarkReaderSilent(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader("OwnBot", "Aranea")
		for _, f := range fields[:11] {
			r.Field(f[0], f[1])
		}
		for _, t := range head {
			if t.Name != "robots" && r.Reads(t.Name, t.HTTPEquiv, t.Property) {
				r.Tag(t)
			}
		}
		if !r.Directives().Index(now).Allowed {
			b.Fatal("a wrong verdict")
		}
	}
}

func BenchmarkXRobotsTag(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader("Aranea")
		r.XRobotsTag("otherbot: noindex, aranea: unavailable_after: Friday, 25-Jun-27 15:00:00 UTC, max-snippet:50")
		if !r.Directives().Index(now).Allowed {
			b.Fatal("a wrong verdict")
		}
	}
}

// BenchmarkParts reads a page of 50 KB with the structure of an article.
func BenchmarkParts(b *testing.B) {
	page := strings.Repeat("<div class=\"a b\"><p>Some text with <b>bold</b> words</p><!--noindex-->x<!--/noindex--></div>\n", 500)
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for range Parts(page) {
			n++
		}
		if n < 1000 {
			b.Fatal("parts are lost")
		}
	}
}
