package main

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
)

// lists serves a site whose pages are listed in a feed, in an HTML site map, and in lists whose
// names do not show that they are lists.
func lists(w http.ResponseWriter, r *http.Request) {
	typed := func(media, text string) {
		w.Header().Set("Content-Type", media)
		fmt.Fprint(w, text)
	}
	switch name := strings.Trim(r.URL.Path, "/"); name {
	case "":
		fmt.Fprint(w, `<title>Start</title><link rel=alternate type=application/rss+xml href=/news><link rel=sitemap href=/all-pages>
<p>Words of the start page. <a href=/help/site-map>all pages</a> <a href=/download/sitemap.xml.gz>packed</a> <a href=/download/pages>pages</a>`)
	case "news":
		typed("text/xml", `<rss version="2.0"><channel><title>News</title><item><title>One</title><link>/news/1</link></item></channel></rss>`)
	case "all-pages":
		typed("application/xml", "<urlset><url><loc>/declared</loc></url></urlset>")
	case "help/site-map":
		var links strings.Builder
		for i := range 12 {
			fmt.Fprintf(&links, "<li><a href=/department/%d>Department number %d</a>", i, i)
		}
		fmt.Fprint(w, "<title>All pages</title>"+links.String())
	case "download/sitemap.xml.gz":
		w.Header().Set("Content-Type", "application/gzip")
		z := gzip.NewWriter(w)
		fmt.Fprint(z, "<urlset><url><loc>/packed</loc></url></urlset>")
		_ = z.Close() // the client may have closed the connection
	case "download/pages":
		typed("text/plain", "http://lists.test/listed/1\nhttp://lists.test/listed/2\n")
	case "download/all":
		typed("application/octet-stream", `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>http://lists.test/en/about</loc><xhtml:link rel="alternate" hreflang="pt" href="http://lists.test/pt/sobre"/></url></urlset>`)
	case "download/elsewhere":
		typed("application/xml", "<urlset><url><loc>http://en.test/</loc></url><url><loc>http://en.test/spiders/</loc></url></urlset>")
	case "download/broken":
		typed("application/xml", "<urlset><url><loc>http://lists.test/en/about</loc></url><url><loc>http://lists.test/li")
	case "download/mixed":
		typed("application/xml", "<urlset><url><loc>http://lists.test/en/about</loc></url><url><loc>http://lists.test/closed/1</loc></url></urlset>")
	default:
		fmt.Fprintf(w, "<title>%[1]s</title><p>Words of the page %[1]s. <a href=/below/%[1]s>more</a>", name)
	}
}
