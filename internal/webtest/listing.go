package webtest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// A listing is the sitemap of a site, which is named in its robots file. It lists pages to which
// nothing links.
type listing struct {
	From   time.Time // missing before that
	Index  bool      // it is an index of one other sitemap
	Packed bool      // the sitemap with the pages is compressed
	Lies   bool      // lastmod is wrong
	Paths  []string
}

// Names of sitemaps.
const (
	listPath   = "/sitemap.xml"
	partPath   = "/sitemap-1.xml"
	packedPath = "/sitemap-1.xml.gz"
)

// list adds a sitemap to a site, and the pages that it lists.
func (w *Web) list(s *Site, rnd *rand.Rand) {
	if !w.opt.Faults.has(Listed) || rnd.IntN(2) == 0 {
		return
	}
	l := &listing{Index: rnd.IntN(2) == 0, Lies: rnd.IntN(2) == 0}
	l.Packed = l.Index && rnd.IntN(2) == 0
	if rnd.IntN(3) == 0 {
		l.From = w.start.Add(time.Duration(rnd.Int64N(int64(w.opt.Span / 3))))
	}
	for k := range 1 + rnd.IntN(4) {
		p := &Page{Path: fmt.Sprintf("/o/%d", k), Title: fmt.Sprintf("%s listed %d", s.Host, k)}
		w.life(p, rnd)
		s.Pages[p.Path] = p
		l.Paths = append(l.Paths, p.Path)
	}
	s.List = l
}

// answer returns the sitemap at a path, or false if there is none.
func (l *listing) answer(s *Site, x Exchange, h http.Header) (Answer, bool) {
	if l == nil || x.At.Before(l.From) {
		return Answer{}, false
	}
	part := partPath
	if l.Packed {
		part = packedPath
	}
	var body []byte
	switch {
	case x.Target == listPath && l.Index:
		body = fmt.Appendf(nil, "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>http://%s%s</loc></sitemap></sitemapindex>", x.Host, part)
	case x.Target == listPath, l.Index && x.Target == part:
		body = l.pages(s, x)
	default:
		return Answer{}, false
	}
	if l.Packed && x.Target == part {
		body = packed(body)
	}
	sum := fnv.New64a()
	_, _ = sum.Write(body) // a hash never fails to write
	etag := fmt.Sprintf("ETag: \"%x\"", sum.Sum64())
	a := pageAnswer(http.StatusOK, Drop, "application/xml", body)
	if "ETag: "+h.Get("If-None-Match") == etag {
		a = Answer{Status: http.StatusNotModified, Effect: Drop, cut: -1}
	}
	a.header = append(a.header, etag)
	return a, true
}

// pages writes the list of pages with the instants of their changes.
func (l *listing) pages(s *Site, x Exchange) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for i, path := range l.Paths {
		fmt.Fprintf(&b, "\n<url><loc>http://%s%s</loc>", x.Host, path)
		if n := s.Pages[path].version(x.At); n > 0 && !l.Lies {
			fmt.Fprintf(&b, "<lastmod>%s</lastmod>", s.Pages[path].Changes[n-1].UTC().Format(time.RFC3339))
		}
		if l.Lies { // changed just now, in the future, or invalid
			b.WriteString("<lastmod>" + []string{x.At.UTC().Format(time.RFC3339), "2099-01-01", "yesterday"}[i%3] + "</lastmod><changefreq>always</changefreq>")
		}
		b.WriteString("</url>")
	}
	b.WriteString("\n</urlset>")
	return []byte(b.String())
}

func packed(body []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(body) // writing to a buffer cannot fail
	_ = z.Close()
	return b.Bytes()
}
