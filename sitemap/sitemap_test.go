package sitemap

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf16"
)

// all reads a file and returns its entries, its faults and the error that ended it.
func all(r io.Reader, o Options) (entries []Entry, faults []string, end error) {
	for e, err := range Read(r, o) {
		var f *Fault
		switch {
		case errors.As(err, &f):
			faults = append(faults, f.Error())
		case err != nil:
			end = err
		default:
			entries = append(entries, e)
		}
	}
	return entries, faults, end
}

func day(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return t
}

const urlset = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
 <url>
  <loc> http://www.example.com/?a=1&amp;b=%C3%BC </loc>
  <lastmod>2005-01-01</lastmod><changefreq>monthly</changefreq><priority>0.8</priority>
  <image:image><image:loc>http://www.example.com/image.png</image:loc></image:image>
 </url>
 <url><loc><![CDATA[http://www.example.com/de]]></loc>
  <xhtml:link rel="alternate" hreflang="en" href="http://www.example.com/en"/>
  <xhtml:link rel="alternate" hreflang="x-default" href="http://www.example.com/"/>
  <xhtml:link rel="stylesheet" href="x.css"/>
  <lastmod>2004-12-23T18:00:15+02:00</lastmod></url>
</urlset>`

func TestSitemap(t *testing.T) {
	t.Parallel()
	want := []Entry{
		{Loc: "http://www.example.com/?a=1&b=%C3%BC", LastMod: day("2005-01-01T00:00:00Z"), ChangeFreq: Monthly, Priority: 0.8, Media: []Medium{{URL: "http://www.example.com/image.png", Type: "image/*"}}},
		{Loc: "http://www.example.com/de", LastMod: day("2004-12-23T16:00:15Z"), Priority: 0.5, Alternates: []Alternate{
			{"en", "http://www.example.com/en"}, {"x-default", "http://www.example.com/"},
		}},
	}
	for name, r := range map[string]io.Reader{
		"plain": strings.NewReader(urlset), "with a byte order mark": strings.NewReader("\ufeff" + urlset), "gzip": zipped(urlset),
		"byte by byte": iotest.OneByteReader(strings.NewReader(urlset)), "without namespaces": strings.NewReader(strings.ReplaceAll(strings.ReplaceAll(urlset, "image:loc", "img"), " xmlns", " x")),
		"capitals": strings.NewReader(strings.NewReplacer("urlset", "URLSET", "loc>", "LOC>").Replace(urlset)),
		"UTF-16":   bytes.NewReader(utf16le(strings.Replace(urlset, "UTF-8", "UTF-16", 1))),
	} {
		got, faults, err := all(r, Options{})
		if name == "without namespaces" && len(got) > 0 && got[0].Media == nil { // pictures have none either
			got[0].Media = want[0].Media
		}
		if err != nil || len(faults) > 0 || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %+v, %q, %v", name, got, faults, err)
		}
	}
}

func zipped(text string) io.Reader {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return &b
}

func utf16le(text string) []byte {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return out
}

func TestOtherFormats(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"index", `<sitemapindex><sitemap><loc>http://a.test/1.xml.gz</loc><lastmod>2024-05</lastmod></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>`,
			"sitemap http://a.test/1.xml.gz 2024-05-01, sitemap /2.xml"},
		{"RSS", `<rss version="2.0"><channel><link>http://a.test/</link><atom:link href="http://a.test/feed" rel="self"/>
			<item><title>&eacute;</title><link>http://a.test/new</link><pubDate>Sun, 19 May 2002 15:21:36 GMT</pubDate></item>
			<item><guid>http://a.test/g</guid></item><item><guid isPermaLink="false">http://a.test/id</guid><link>http://a.test/l</link></item></channel></rss>`,
			"feed item http://a.test/new 2002-05-19, feed item http://a.test/g, feed item http://a.test/l"},
		{"RSS 1.0", `<rdf:RDF><channel><link>http://a.test/</link></channel><item rdf:about="x"><link>http://a.test/1</link><dc:date>2020-02-03T04:05:06Z</dc:date></item></rdf:RDF>`,
			"feed item http://a.test/1 2020-02-03"},
		{"Atom", `<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://a.test/"/><entry><link rel="edit" href="http://a.test/e"/><link href="http://a.test/1"/>
			<published>2020-01-01T00:00:00Z</published><updated>2021-01-01T00:00:00Z</updated></entry></feed>`, "feed item http://a.test/1 2021-01-01"},
		{"list", "http://a.test/1\r\n\r\n https://a.test/2 \nHTTP://A.test/3", "page http://a.test/1, page https://a.test/2, page HTTP://A.test/3"},
		{"windows-1251", "<?xml version=\"1.0\" encoding=\"windows-1251\"?><urlset><url><loc>http://a.test/\xef</loc></url></urlset>", "page http://a.test/п"},
		{"an unclosed break", `<urlset><url><br><loc>http://a.test/1</loc></br></url></urlset>`, ""},
	}
	for _, tt := range tests {
		got, _, err := all(strings.NewReader(tt.text), Options{})
		var parts []string
		for _, e := range got {
			p := e.Kind.String() + " " + e.Loc
			if !e.LastMod.IsZero() {
				p += e.LastMod.Format(" 2006-01-02")
			}
			parts = append(parts, p)
		}
		if s := strings.Join(parts, ", "); s != tt.want || err != nil && tt.want != "" {
			t.Errorf("%s: %q, %v; want %q", tt.name, s, err, tt.want)
		}
	}
}

// TestMedia checks the media and titles of items of feeds.
func TestMedia(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"RSS", `<rss><channel><title>Show</title><itunes:image href="/show.jpg"/><item><title>One</title><itunes:title>1</itunes:title><link>/1</link><enclosure url=" /1.mp3 " type="Audio/MPEG; x" length="9"/><itunes:image href="/1.jpg"/></item></channel></rss>`,
			"/1 One: /1.mp3 audio/mpeg, /1.jpg image/*"},
		{"an item without a page", `<rss><channel><item><guid isPermaLink="false">x</guid><enclosure url="/1.mp3"/></item></channel></rss>`, " : /1.mp3 "},
		{"Atom", `<feed><entry><title>One</title><link href="/1"/><link rel="Enclosure" href="/1.ogg" type="audio/ogg"/><content src="/no" type="text/html"/></entry></feed>`, "/1 One: /1.ogg audio/ogg"},
		{"Media RSS", `<rss><channel><item><link>/1</link><media:group><media:title>Two</media:title><media:content url="/v" medium="video" width="20"/><media:content url="/w" medium="executable"/><media:thumbnail url="/small.png" width="47" height="90"/><media:thumbnail url="/t.png" width="480" height=""/></media:group></item></channel></rss>`,
			"/1 : /v video/*, /w , /t.png image/*"},
		{"a sitemap has none", `<urlset><url><loc>/1</loc><title>x</title><video:thumbnail url="/1.png"/></url></urlset>`, "/1 :"},
		{"a URL that is too long", `<rss><channel><item><link>/1</link><enclosure url="/` + strings.Repeat("x", MaxLoc) + `"/></item></channel></rss>`, "/1 :"},
		{"more than are kept", `<rss><channel><item><link>/1</link>` + strings.Repeat(`<enclosure url="a"/>`, MaxMedia+1) + `</item></channel></rss>`, "/1 :" + strings.Repeat(" a ,", MaxMedia-1) + " a "},
	} {
		got, faults, err := all(strings.NewReader(tt.text), Options{})
		if len(got) != 1 || len(faults) > 0 || err != nil {
			t.Fatalf("%s: %d entries, %q, %v", tt.name, len(got), faults, err)
		}
		var media []string
		for _, m := range got[0].Media {
			media = append(media, " "+m.URL+" "+m.Type)
		}
		if s := got[0].Loc + " " + got[0].Title + ":" + strings.Join(media, ","); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, s, tt.want)
		}
	}
}

// TestShown checks the media of pages in a sitemap, with the extensions for images and videos.
func TestShown(t *testing.T) {
	t.Parallel()
	const video = `<video:video><video:thumbnail_loc>/t.png</video:thumbnail_loc><video:title>A <![CDATA[kite]]></video:title>` +
		`<video:description>It flies.</video:description><video:content_loc> /v </video:content_loc><video:player_loc>/p</video:player_loc><video:price><loc>/no</loc></video:price></video:video>`
	for _, tt := range []struct{ name, text, want string }{
		{"a picture", `<image:image><image:loc>/1.png</image:loc></image:image>`, "/1.png image/* ; "},
		{"its title and caption", `<image:image><image:caption>Over the sea</image:caption><image:title>Kite</image:title><image:loc>/1.png</image:loc></image:image>`, "/1.png image/* Kite Over the sea; "},
		{"a caption that the title holds", `<image><loc>/1.png</loc><title>A kite</title><caption>kite</caption></image>`, "/1.png image/* A kite; "},
		{"two, one without a URL", `<image><title>One</title></image><image><loc>/2.png</loc><loc>/3.png</loc><caption>Two</caption></image>`, "/2.png image/* Two; "},
		{"a video", video, "/v video/* A kite It flies.; /t.png image/* A kite It flies.; "},
		{"another extension", `<news:news><news:title>x</news:title><loc>/1.png</loc></news:news><loc/>`, ""},
		{"a URL that is too long", `<image><loc>/` + strings.Repeat("x", MaxLoc) + `</loc></image>`, ""},
		{"more than are kept", strings.Repeat(`<image><loc>a</loc></image>`, MaxShown+1), strings.Repeat("a image/* ; ", MaxShown)},
	} {
		for kind, text := range map[Kind]string{
			Page:  `<urlset><url><loc>/1</loc>` + tt.text + `</url></urlset>`,
			Index: `<sitemapindex><sitemap><loc>/1</loc>` + tt.text + `</sitemap></sitemapindex>`,
		} {
			got, faults, err := all(strings.NewReader(text), Options{})
			if len(got) != 1 || len(faults) > 0 || err != nil || got[0].Loc != "/1" || got[0].Title != "" {
				t.Fatalf("%s: %+v, %q, %v", tt.name, got, faults, err)
			}
			shown, want := "", tt.want
			for _, m := range got[0].Media {
				shown += m.URL + " " + m.Type + " " + m.Title + "; "
			}
			if kind == Index {
				want = ""
			}
			if shown != want {
				t.Errorf("%s of a %s: %.500q, want %.500q", tt.name, kind, shown, want)
			}
		}
	}
	got, faults, err := all(strings.NewReader(`<urlset><url><image><loc>/1.png</loc></image></url></urlset>`), Options{})
	if len(got) > 0 || len(faults) != 1 || err != nil {
		t.Errorf("a page without a URL: %+v, %q, %v", got, faults, err)
	}
}

// TestFaults checks that a fault of one entry does not affect the others.
func TestFaults(t *testing.T) {
	t.Parallel()
	const text = `<urlset>
<url><loc>http://a.test/1</loc><lastmod>yesterday</lastmod><priority>11</priority><changefreq>often</changefreq></url>
<url><lastmod>2020-01-01</lastmod></url>
<url><loc>http://a.test/2</loc><priority>0,3</priority></url>
</urlset>`
	entries, faults, err := all(strings.NewReader(text), Options{})
	if err != nil || len(entries) != 2 || entries[0].Priority != 0.5 || entries[1].Priority != 0.3 {
		t.Errorf("%+v, %v", entries, err)
	}
	want := []string{`line 2: the date is not readable: "yesterday" for http://a.test/1`, `line 2: the priority is no number from 0 to 1: "11" for http://a.test/1`, `line 2: the change frequency is unknown: "often" for http://a.test/1`, `line 3: an entry has no URL: ""`}
	if !slices.Equal(faults, want) {
		t.Errorf("faults %q", faults)
	}
	_, faults, err = all(strings.NewReader("http://a.test/1\nnonsense\n"+strings.Repeat("x\n", 1000)+"http://a.test/"+strings.Repeat("y", 5000)+"\nhttp://a.test/2"), Options{})
	if err != nil || len(faults) != MaxFaults || faults[0] != `line 2: this is no URL: "nonsense"` {
		t.Errorf("%d faults of a list, first %q, %v", len(faults), faults[:1], err)
	}
}

// TestLimits checks that every limit ends the reading, and that earlier entries are returned.
func TestLimits(t *testing.T) {
	t.Parallel()
	many := "<urlset>" + strings.Repeat("<url><loc>http://a.test/</loc></url>", 100)
	tests := []struct {
		name    string
		r       io.Reader
		o       Options
		entries int
		end     error
	}{
		{"entries", strings.NewReader(many), Options{MaxURLs: 10}, 10, ErrLimit},
		{"entries of a list", strings.NewReader(strings.Repeat("http://a.test/\n", 100)), Options{MaxURLs: 10}, 10, ErrLimit},
		{"bytes", strings.NewReader(many), Options{MaxBytes: 512}, 14, ErrLimit},
		{"bytes of a bomb", zipped(many + strings.Repeat(" ", 10<<20)), Options{MaxBytes: 1 << 20}, 100, ErrLimit},
		{"bytes of a list", strings.NewReader(strings.Repeat("http://a.test/\n", 100)), Options{MaxBytes: 150}, 10, ErrLimit},
		{"depth", strings.NewReader("<urlset>" + strings.Repeat("<a>", 1000)), Options{}, 0, ErrLimit},
		{"a text without end", io.MultiReader(strings.NewReader("<urlset><url><loc>"), endless('x')), Options{}, 0, ErrLimit},
		{"a tag without end", io.MultiReader(strings.NewReader("<urlset a='"), endless('x')), Options{}, 0, ErrLimit},
		{"a line without end", io.MultiReader(strings.NewReader("http://a.test/\nhttp://"), endless('x')), Options{MaxBytes: 1 << 20}, 1, ErrLimit},
		{"whitespace without end", endless(' '), Options{MaxBytes: 1 << 20}, 0, ErrLimit},
		{"it ends early", strings.NewReader(many), Options{}, 100, ErrBroken},
		{"gzip that ends early", io.LimitReader(zipped(many+strings.Repeat("<url><loc>http://a.test/zzz</loc></url>", 1000)), 200), Options{}, -1, ErrBroken},
		{"a web page", strings.NewReader("<!DOCTYPE html><html><body>404"), Options{}, 0, ErrFormat},
		{"words", strings.NewReader("not found"), Options{}, 0, ErrFormat},
		{"nothing", strings.NewReader(" \n"), Options{}, 0, ErrFormat},
		{"gzip of nothing", strings.NewReader("\x1f\x8b"), Options{}, 0, ErrBroken},
		{"the reader fails", iotest.ErrReader(io.ErrClosedPipe), Options{}, 0, io.ErrClosedPipe},
		{"the reader fails later", io.MultiReader(strings.NewReader(many), iotest.ErrReader(io.ErrClosedPipe)), Options{}, -1, io.ErrClosedPipe},
	}
	for _, tt := range tests {
		entries, _, err := all(tt.r, tt.o)
		if !errors.Is(err, tt.end) || tt.entries >= 0 && len(entries) != tt.entries {
			t.Errorf("%s: %d entries, %v; want %d, %v", tt.name, len(entries), err, tt.entries, tt.end)
		}
	}
	for text, want := range map[string]string{"<!doctype html><title>404": "a web page", "<p>404": "a web page", "<note/>": `its first element is "note"`} {
		if _, _, err := all(strings.NewReader(text), Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
	n := 0
	for range Read(strings.NewReader(many), Options{}) {
		if n++; n == 3 {
			break // the caller stops
		}
	}
}

// An endless reader repeats one byte.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func TestDates(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"1997": "1997-01-01T00:00:00Z", "1997-07": "1997-07-01T00:00:00Z", "1997-07-16": "1997-07-16T00:00:00Z",
		"1997-07-16T19:20+01:00": "1997-07-16T18:20:00Z", "1997-07-16T19:20:30+01:00": "1997-07-16T18:20:30Z",
		"1997-07-16T19:20:30.45Z": "1997-07-16T19:20:30.45Z", "2020-01-02 03:04:05": "2020-01-02T03:04:05Z", "2020-01-02T03:04:05+0200": "2020-01-02T01:04:05Z",
		"Thu, 1 Aug 2024 10:00:00 +0200": "2024-08-01T08:00:00Z", "01 Aug 2024 10:00:00 GMT": "2024-08-01T10:00:00Z",
		"": "", "16.07.1997": "", "1997-13-01": "", strings.Repeat("1", 100): "",
	} {
		got, ok := parseDate(in)
		if ok != (want != "") || ok && got.Format(time.RFC3339Nano) != want {
			t.Errorf("%q is %v, %v, want %q", in, got, ok, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(urlset))
	f.Add([]byte("http://a.test/\nhttp://b.test/\n"))
	f.Add([]byte("<rss><channel><item><link>http://a.test/</link></item></channel></rss>"))
	f.Add([]byte("<feed><entry><link href='a'/><link rel='enclosure' href='b' type='audio/mpeg'/></entry></feed>"))
	f.Add([]byte("<urlset><url><loc>a</loc><image><loc>b</loc><title>c</title></image><video><content_loc>d</content_loc></video></url></urlset>"))
	f.Add([]byte("\x1f\x8b\x08\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, faults, _ := all(bytes.NewReader(data), Options{MaxURLs: 100, MaxBytes: 1 << 16})
		if len(entries) > 100 || len(faults) > MaxFaults {
			t.Errorf("%d entries, %d faults", len(entries), len(faults))
		}
		for _, e := range entries {
			most := MaxMedia
			if e.Kind == Page {
				most = MaxShown
			}
			if e.Loc == "" && (len(e.Media) == 0 || e.Kind != Item) || len(e.Media) > most || len(e.Loc) > MaxLoc || len(e.Alternates) > MaxAlternates || !(e.Priority >= 0 && e.Priority <= 1) {
				t.Errorf("entry %+v", e)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := "<urlset>" + strings.Repeat("<url><loc>http://www.example.com/a/page/of/some/length.html</loc><lastmod>2024-01-02T03:04:05Z</lastmod><priority>0.5</priority></url>\n", 10_000) + "</urlset>"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, err := range Read(strings.NewReader(text), Options{}) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != 10_000 {
			b.Fatal(n)
		}
	}
}
