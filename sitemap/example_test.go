package sitemap_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/sitemap"
)

// Read the pages of a sitemap, even if some entries have faults.
func ExampleRead() {
	file := strings.NewReader(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://example.org/</loc><changefreq>daily</changefreq></url>
  <url><loc>https://example.org/news</loc><lastmod>2026-02-30</lastmod></url>
</urlset>`)
	for entry, err := range sitemap.Read(file, sitemap.Options{}) {
		var fault *sitemap.Fault
		switch {
		case errors.As(err, &fault):
			fmt.Println("fault:", fault)
		case err != nil:
			fmt.Println("the file ends here:", err)
		default:
			fmt.Println(entry.Kind, entry.Loc, entry.ChangeFreq, entry.Priority)
		}
	}
	// Output:
	// page https://example.org/ daily 0.5
	// fault: line 3: the date is not readable: "2026-02-30" for https://example.org/news
	// page https://example.org/news unknown 0.5
}
