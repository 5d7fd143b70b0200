package listing_test

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/crawl/listing"
)

// TestAlternatesOfEntries: each page of a sitemap has the alternates of all its entries; those of an
// entry without a page belong to none.
func TestAlternatesOfEntries(t *testing.T) {
	t.Parallel()
	l := listing.Read(answer(t, "http://a.test/map.xml", `<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>/en</loc><xhtml:link rel="alternate" hreflang="de" href="/de"/><xhtml:link rel="alternate" hreflang="en" href="/en"/></url>
<url><loc>/de</loc><xhtml:link rel="alternate" hreflang="en" href="http://["/></url>
<url><loc>http://[</loc><xhtml:link rel="alternate" hreflang="en" href="/en"/></url>
<url><loc>/en</loc><xhtml:link rel="alternate" hreflang="fr" href="/fr"/><xhtml:link rel="alternate" hreflang="de" href="/de"/></url></urlset>`))
	const want = "[{http://a.test/en [{de http://a.test/de} {en http://a.test/en} {fr http://a.test/fr}] false}]"
	if got := fmt.Sprint(l.Alternates); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
