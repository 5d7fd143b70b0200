package sitemap_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/sitemap"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	packed := func(text string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	long := "<urlset>" + strings.Repeat("<url><loc>http://a.test/</loc></url>", 5000) + "</urlset>"
	for text, want := range map[string]sitemap.Form{
		"":         sitemap.None,
		" \r\n\t ": sitemap.None,
		"<?xml version='1.0'?>\n<!-- made by hand -->\n<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>": sitemap.Pages,
		long:                           sitemap.Pages,
		packed(long):                   sitemap.Pages,
		"\xef\xbb\xbf<sitemapindex>":   sitemap.Maps,
		"<rss version='2.0'><channel>": sitemap.News,
		"<feed xmlns='http://www.w3.org/2005/Atom'>":                                                         sitemap.News,
		"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>": sitemap.News,
		"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>":                                  sitemap.None,
		"<!doctype html><html><urlset>":                                                                      sitemap.None,
		"<svg xmlns='http://www.w3.org/2000/svg'></svg>":                                                     sitemap.None,
		"http://a.test/x\nhttps://a.test/y":                                                                  sitemap.Listed,
		"\n\nhttp://a.test/x\r\n\r\nhttps://a.test/y\r\n":                                                    sitemap.Listed,
		packed("http://a.test/x\nhttps://a.test/y\n"):                                                        sitemap.Listed,
		strings.Repeat("http://a.test/x\n", 10_000):                                                          sitemap.Listed,
		"http://a.test/x\n": sitemap.None,
		"http://a.test/x\nis a fine page\nhttp://a.test/y\n":        sitemap.None,
		"see http://a.test/x\nand http://a.test/y\n":                sitemap.None,
		"http://a.test/" + strings.Repeat("x", 5000) + "\nhttp://a": sitemap.None,
		"\x1f\x8bno gzip": sitemap.None,
	} {
		if got := sitemap.Detect([]byte(text)); got != want {
			t.Errorf("%.60q is taken for %s, want %s", text, got, want)
		}
	}
	for f := sitemap.None; f <= sitemap.Listed+1; f++ {
		if f.String() == "" {
			t.Errorf("form %d has no name", f)
		}
	}
}

// FuzzDetect checks that a file that is detected as a sitemap or a feed is not read as another
// form.
func FuzzDetect(f *testing.F) {
	f.Add([]byte("<urlset><url><loc>http://a.test/</loc></url></urlset>"))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Add([]byte("http://a.test/x\nhttp://a.test/y"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if form := sitemap.Detect(file); form == sitemap.Listed {
			for _, err := range sitemap.Read(bytes.NewReader(file), sitemap.Options{MaxURLs: 1}) {
				if err != nil && strings.Contains(err.Error(), sitemap.ErrFormat.Error()) {
					t.Errorf("%q is a %s: %v", file, form, err)
				}
				break
			}
		}
	})
}
