package sitemap_test

import (
	"errors"
	"fmt"
	"strings"
	"time"

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

// Write a sitemap, and see when another file has to begin.
func ExampleWriter() {
	var file strings.Builder
	w := sitemap.NewWriter(&file, sitemap.Page)
	err := w.Write(sitemap.Entry{Loc: "https://example.org/?a=1&b=2", LastMod: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)})
	if errors.Is(err, sitemap.ErrLimit) {
		fmt.Println("this one belongs into the next file")
	}
	if err := errors.Join(err, w.Close()); err != nil {
		fmt.Println(err)
	}
	fmt.Print(file.String())
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
	// <url><loc>https://example.org/?a=1&amp;b=2</loc><lastmod>2026-11-01</lastmod></url>
	// </urlset>
}
