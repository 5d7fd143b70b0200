package crawl

import (
	"bytes"
	"crypto/sha256"
	"errors"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// maxListed is how many URLs one sitemap may name, alternates included: the
// protocol allows it 50,000 pages. What stands behind them is not read, and the
// trail says so.
const maxListed = sitemap.DefaultMaxURLs

// sitemapAccept is the Accept field of a request for a sitemap.
const sitemapAccept = "application/xml,text/xml,application/rss+xml,application/atom+xml,text/plain,application/gzip,*/*;q=0.5"

// listed is what a sitemap names.
type listed struct {
	pages    []weburl.URL
	sitemaps []weburl.URL // of an index
	faults   int
	fault    string // the first of them
	// ended is why reading ended before the end of the file; nil if it did not.
	ended error
	print aranea.Fingerprint // of the file
}

// readSitemap reads the body of an answer, which may be coded with gzip once more
// than HTTP says, up to a size in bytes.
func readSitemap(f *aranea.Fetched, maxBytes int64) *listed {
	sum := sha256.Sum256(f.Body)
	l := &listed{print: aranea.Fingerprint(sum[:len(aranea.Fingerprint{})])}
	for e, err := range sitemap.Read(bytes.NewReader(f.Body), sitemap.Options{MaxURLs: maxListed, MaxBytes: maxBytes}) {
		fault, isFault := errors.AsType[*sitemap.Fault](err)
		switch {
		case isFault:
			l.wrong(fault.Error())
		case err != nil:
			l.ended = err
		case !l.add(f.URL, &e):
			l.ended = sitemap.ErrLimit
			return l
		}
	}
	return l
}

// add notes the URLs of an entry, and reports whether there was room for them.
func (l *listed) add(base weburl.URL, e *sitemap.Entry) bool {
	refs := []string{e.Loc}
	for _, a := range e.Alternates {
		refs = append(refs, a.Href)
	}
	for _, ref := range refs {
		u, err := base.Resolve(ref)
		switch {
		case err != nil:
			l.wrong(err.Error())
		case len(l.pages)+len(l.sitemaps) >= maxListed:
			return false
		case e.Kind == sitemap.Index:
			l.sitemaps = append(l.sitemaps, u)
		default:
			l.pages = append(l.pages, u)
		}
	}
	return true
}

// wrong notes what is wrong with one entry.
func (l *listed) wrong(what string) {
	if l.faults++; l.faults == 1 {
		l.fault = show.Clip(what, aranea.MaxDetail)
	}
}
