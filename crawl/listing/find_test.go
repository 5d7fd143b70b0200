package listing_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/listing"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

func answer(t *testing.T, name, body string) *aranea.Fetched {
	t.Helper()
	u, err := weburl.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return &aranea.Fetched{URL: u, Status: 200, Body: []byte(body)}
}

func TestFind(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		pages      int // -1 for no list
		feed       bool
	}{
		{"a sitemap of another site's pages", "<urlset><url><loc>http://b.test/x</loc></url></urlset>", 1, false},
		{"an index", "<sitemapindex><sitemap><loc>/1.xml</loc></sitemap></sitemapindex>", 0, false},
		{"an empty sitemap", "<urlset></urlset>", 0, false},
		{"a feed", "<rss version='2.0'><channel><item><link>http://www.a.test/x</link></item></channel></rss>", 1, true},
		{"a feed without links", "<rss version='2.0'><channel><item><title>x</title></item></channel></rss>", -1, false},
		{"a feed about others", "<rss version='2.0'><channel><item><link>http://b.test/x</link></item></channel></rss>", -1, false},
		{"a plain list", "http://a.test/x\nhttp://a.test/y\n", 2, false},
		{"a plain list of others", "http://b.test/x\nhttp://b.test/y\n", -1, false},
		{"a text", "Words of http://a.test/x\n", -1, false},
		{"a web page", "<!doctype html><title>x</title><a href=/x>x</a>", -1, false},
	}
	for _, tt := range tests {
		l := listing.Find(answer(t, "http://a.test/anything", tt.body))
		switch {
		case (l == nil) != (tt.pages < 0):
			t.Errorf("%s: listed %v", tt.name, l)
		case l != nil && (len(l.Pages) != tt.pages || l.IsFeed != tt.feed):
			t.Errorf("%s: %d pages, feed %t", tt.name, len(l.Pages), l.IsFeed)
		}
	}
}

// TestShown: a feed shows the media of its entries, with their titles; media of several entries
// have only the words of their file names, and directives for robots in the answer are
// respected.
func TestShown(t *testing.T) {
	t.Parallel()
	const body = "<rss version='2.0'><channel><item><title>One\n kite</title><link>/1</link><enclosure url='/1.mp3' type='audio/mpeg'/><media:thumbnail url='/red-kite.png'/><media:thumbnail url='/7.png'/></item>" +
		"<item><title>Two</title><enclosure url='/2.pdf' type='application/pdf'/><enclosure url='javascript:x' type='audio/mpeg'/><media:thumbnail url='/red-kite.png'/><media:thumbnail url='/7.png'/></item></channel></rss>"
	const sound, file, picture = "recording /1.mp3 One kite; ", "embedded document /2.pdf Two; ", "picture /red-kite.png ; "
	for field, want := range map[string]string{"": sound + picture + file, "noindex, follow": sound + picture + file, "noimageindex": sound + file} {
		l := listing.Find(answer(t, "http://a.test/feed", body))
		r := robotsmeta.NewReader()
		r.Field("X-Robots-Tag", field)
		l.Heed(r.Directives())
		got := ""
		for _, e := range l.Edges() {
			got += fmt.Sprintf("%s %s %s; ", e.How, e.Target.Path(), e.Anchor)
		}
		if got != want || len(l.Pages) != 1 || l.Faults.Count() > 0 {
			t.Errorf("%q: %s, %d pages, faults %s; want %s", field, got, len(l.Pages), l.Faults.String(), want)
		}
	}
}

// TestShownBySitemap: a sitemap shows the pictures and videos of its pages, with their own
// titles; it stays a list of pages.
func TestShownBySitemap(t *testing.T) {
	t.Parallel()
	const body = "<urlset><url><loc>/1</loc><image:image><image:loc>/red-kite.png</image:loc></image:image><image:image><image:loc>/7.png</image:loc></image:image>" +
		"<image:image><image:loc>/8.png</image:loc><image:title>A\n heron</image:title></image:image></url>" +
		"<url><loc>/2</loc><video:video><video:content_loc>/9</video:content_loc><video:title>Waves</video:title></video:video></url></urlset>"
	l := listing.Find(answer(t, "http://a.test/map", body))
	got := ""
	for _, e := range l.Edges() {
		got += fmt.Sprintf("%s %s %s; ", e.How, e.Target.Path(), e.Anchor)
	}
	if got != "picture /red-kite.png ; picture /8.png A heron; recording /9 Waves; " || l.IsFeed || len(l.Pages) != 2 || l.Faults.Count() > 0 {
		t.Errorf("%s, %+v", got, l)
	}
}

// TestLongTitlesLeaveNoMemory: titles that are cut retain no memory beyond what is kept.
func TestLongTitlesLeaveNoMemory(t *testing.T) { // not parallel: it looks at the whole heap
	title := strings.Repeat("word ", 800)
	var feed strings.Builder
	feed.WriteString("<rss version='2.0'><channel>")
	for i := range 500 {
		fmt.Fprintf(&feed, "<item><title>%s</title><link>/%d</link>", title, i)
		for k := range 16 {
			fmt.Fprintf(&feed, "<enclosure url='/%d-%d.mp3' type='audio/mpeg'/>", i, k)
		}
		feed.WriteString("</item>")
	}
	feed.WriteString("</channel></rss>")
	f := answer(t, "http://a.test/feed", feed.String())
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	l := listing.Read(f)
	after := heap()
	if len(l.Shown) != 500*16 || len(l.Shown[0].Words) != 500 {
		t.Fatalf("%d files, by %d bytes", len(l.Shown), len(l.Shown[0].Words))
	}
	if held := int64(after) - int64(before); held > 8<<20 {
		t.Errorf("%d bytes are held", held)
	}
	runtime.KeepAlive(f)
}

func TestIsPacked(t *testing.T) {
	t.Parallel()
	for u, want := range map[string]bool{
		"http://a.test/sitemap.xml.gz": true, "http://a.test/x/Sitemap-2.txt.GZ": true,
		"http://a.test/sitemap.xml": false, "http://a.test/dump.xml.gz": false, "http://a.test/sitemap/dump.gz": false,
	} {
		if got := listing.IsPacked(answer(t, u, "").URL); got != want {
			t.Errorf("%s: %t", u, got)
		}
	}
}

// TestIsSiteMap: a web page is a site map by its name or title, and by its links.
func TestIsSiteMap(t *testing.T) {
	t.Parallel()
	var links strings.Builder
	for i := range 20 {
		fmt.Fprintf(&links, "<li><a href=/%d>Department %d of the house</a>", i, i)
	}
	prose := "<p>" + strings.Repeat("Words that are not in a link. ", 40)
	tests := []struct {
		name, url, body string
		want            bool
	}{
		{"by its name", "http://a.test/help/site-map.html", "<title>Overview</title>" + links.String(), true},
		{"by its folder", "http://a.test/SiteMap/", "<title>Overview</title>" + links.String(), true},
		{"by its title", "http://a.test/x", "<title>Example: Site map</title>" + links.String(), true},
		{"in Russian", "http://a.test/x", "<title>Карта сайта</title>" + links.String(), true},
		{"in Chinese", "http://a.test/x", "<title>网站地图</title>" + links.String(), true},
		{"in Portuguese", "http://a.test/x", "<title>Mapa do site</title>" + links.String(), true},
		{"links, and no name", "http://a.test/x", "<title>Links</title>" + links.String(), false},
		{"a page about site maps", "http://a.test/sitemap-guide", "<title>Guide</title>" + prose + links.String(), false},
		{"few links", "http://a.test/sitemap", "<title>x</title><a href=/a>a</a>", false},
	}
	for _, tt := range tests {
		f := answer(t, tt.url, tt.body)
		page, err := extract.New(extract.Limits{}).Extract(t.Context(), extract.Document{URL: f.URL, Body: f.Body, Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := listing.IsSiteMap(&page); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
