package feed_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/feed"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, reader, lang, want string }{
		{"RSS", `<rss><channel><title>News</title><language>en</language><item><title>One</title><link>/1</link><description>&lt;p&gt;said &lt;b&gt;so&lt;/b&gt;&lt;/p&gt;</description><category>k</category></item></channel></rss>`,
			feed.ReaderFeed, "en", "title(News) h2(One) bold(so) text(said so) keywords(k) []/1"},
		{"Atom", `<feed xml:lang="de"><title>T</title><entry><title>E</title><link rel="alternate" href="/e"/><link rel="self" href="/no"/><content type="html"><![CDATA[<p>x</p>]]></content></entry></feed>`,
			feed.ReaderFeed, "de", "title(T) h2(E) text(x) []/e"},
		{"a podcast", `<rss><channel><title>Show</title><itunes:summary>S</itunes:summary><description>S</description><itunes:image href="/show.jpg"/><item><title>One</title><itunes:title>One</itunes:title><enclosure url="/1.mp3" type="audio/mpeg" length="1"/><itunes:image href="/show.jpg"/><itunes:summary>said</itunes:summary><content:encoded><![CDATA[said]]></content:encoded><itunes:keywords>a,b</itunes:keywords></item>` +
			`<item><enclosure url="/2.mp3" type="audio/mpeg"/><enclosure url="/2.pdf" type="application/pdf"/><enclosure url="/2.swf" type="application/x-shockwave-flash"/><title>Two</title></item></channel></rss>`,
			feed.ReaderFeed, "", "title(Show) text(S) h2(One) text(said) keywords(a, b) h2(Two) recording[One]/1.mp3 picture[Show]/show.jpg recording[Two]/2.mp3 embedded document[Two]/2.pdf"},
		{"what several entries show, and what has no title", `<feed><title>T</title><entry><title>E</title><media:thumbnail url="/red-kite.png"/><media:thumbnail url="/1.png"/></entry><entry><title>F</title><media:thumbnail url="/red-kite.png"/><media:thumbnail url="/1.png"/></entry><entry><media:group><media:title>G</media:title><media:content url="/v" medium="video"/></media:group></entry>`,
			feed.ReaderFeed, "", "title(T) h2(E) h2(F) h2(G) picture[]/red-kite.png recording[G]/v"},
		{"the picture of a feed, a feed that breaks off", `<rss><channel><image><url> /logo.gif </url><title>Show</title></image><title>Show</title><item><title>One</title><link rel="enclosure" href="/1.ogg" type="audio/ogg"/>`,
			feed.ReaderFeed, "", "title(Show) h2(One) recording[One]/1.ogg picture[Show]/logo.gif"},
		{"a feed of comments that nobody has written", `<rss><channel><title>Comments on: Looms</title><link>/looms/</link><description>A house of looms</description></channel></rss>`, feed.ReaderFeed, "", ""},
		{"a search that found nothing", `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Tickets: silk</title><subtitle>All</subtitle><link href="/"/><author><name>Ann</name></author></feed>`, feed.ReaderFeed, "", ""},
		{"other XML with the name of a feed", `<feed><title>Scores</title><match>Silk 3, Linen 1</match></feed>`, feed.ReaderFeed, "", "title(Scores)"},
		{"a feed that breaks off before its entries", `<rss><channel><title>News</title><description>All of it</description>`, feed.ReaderFeed, "", "title(News) text(All of it)"},
		{"a feed in capitals", `<RSS><channel><title>News</title><ITEM><title>One</title></ITEM></channel></RSS>`, feed.ReaderFeed, "", "title(News) h2(One)"},
		{"a vocabulary of channels", `<rdf:RDF><ex:Ontology><dc:title>Terms</dc:title><ex:channel><dc:title>Canal</dc:title></ex:channel></ex:Ontology></rdf:RDF>`, feed.ReaderFeed, "", "title(Terms) h2(Canal)"},
		{"RSS 1.0 without items", `<rdf:RDF><channel rdf:about="/"><title>Tickets: silk</title><items><rdf:Seq></rdf:Seq></items></channel></rdf:RDF>`, feed.ReaderFeed, "", ""},
		{"RSS 1.0", `<rdf:RDF><channel><title>T</title></channel><item><title>E</title></item></rdf:RDF>`, feed.ReaderFeed, "", "title(T) h2(E)"},
		{"RDF that is no feed", `<rdf:RDF><owl:Ontology><dc:title>Weaving terms</dc:title><dc:description>All words of weavers.</dc:description></owl:Ontology></rdf:RDF>`, feed.ReaderFeed, "", "title(Weaving terms) text(All words of weavers.)"},
		{"other XML has none", `<x><enclosure url="/1.mp3" type="audio/mpeg"/>a</x>`, feed.ReaderXML, "", "text(a)"},
		{"other XML", `<?xml version="1.0"?><book lang="fr"><name>Silk</name><p>a <i>b</i> c</p><e/></book>`,
			feed.ReaderXML, "fr", "text(Silk) text(a) text(b) text(c)"},
		{"other XML with markup", `<schedule><event><title>Silk</title><abstract>&lt;p&gt;It is &lt;b&gt;strong&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;And thin.&lt;/p&gt;</abstract><room>a &lt; b</room></event></schedule>`,
			feed.ReaderXML, "", "text(Silk) bold(strong) text(It is strong.) text(And thin.) text(a < b)"},
		{"a sitemap is for robots", `<urlset><url><loc>http://a.test/</loc></url></urlset>`, feed.ReaderXML, "", ""},
	} {
		r, err := feed.Read([]byte(tt.body), contenttest.Limits())
		if got := contenttest.Show(&r); got != tt.want || err != nil || r.Reader != tt.reader || r.Lang != tt.lang {
			t.Errorf("%s: %s by %s in %s, %v; want %s", tt.name, got, r.Reader, r.Lang, err, tt.want)
		}
	}
}

// TestHostile: nesting is limited, entities are not expanded, and what precedes a fault is read.
func TestHostile(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"depth":    "<a>text</a>" + strings.Repeat("<a>", 1000),
		"no XML":   "<a>text</a><b <",
		"entities": `<a>text</a><!DOCTYPE x [<!ENTITY a "` + strings.Repeat("b", 1000) + `"><!ENTITY c "&a;&a;">]><d></d <`,
	} {
		r, err := feed.Read([]byte(body), contenttest.Limits())
		if got := contenttest.Show(&r); got != "text(text)" || !errors.Is(err, content.ErrDamaged) {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("<rss><channel><title>x</title><link>y</link><description>&lt;b&gt;</description></channel></rss>"))
	f.Add([]byte("<rss><channel><item><title>x</title><enclosure url='y' type='audio/mpeg'/><media:thumbnail url='z'/></item></channel></rss>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if r, _ := feed.Read(body, contenttest.Limits()); len(r.Text) > contenttest.Limits().Text {
			t.Fatalf("%d bytes", len(r.Text))
		}
	})
}
