package crawl

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math"
	"time"

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

// A listing is what a sitemap says of one page.
type listing struct {
	url      weburl.URL
	modified time.Time     // zero if it is not said, or lies ahead
	every    time.Duration // how often it changes, 0 if that is not said
	priority int8          // see aranea.Entry
}

// listed is what a sitemap names.
type listed struct {
	pages    []listing
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
			l.pages = append(l.pages, listing{u, e.LastMod, every(e.ChangeFreq), weigh(e.Priority)})
		}
	}
	return true
}

// every returns the time between two changes of a page; 0 if a frequency does not
// say.
func every(f sitemap.Frequency) time.Duration {
	const day = 24 * time.Hour
	switch f {
	case sitemap.Always, sitemap.Hourly:
		return time.Hour
	case sitemap.Daily:
		return day
	case sitemap.Weekly:
		return 7 * day
	case sitemap.Monthly:
		return 30 * day
	case sitemap.Yearly, sitemap.Never:
		return 365 * day
	}
	return 0
}

// maxWeight is the priority in the queue of a page that its sitemap gives the
// highest; one that is given the lowest has as much below 0.
const maxWeight = 20

// weigh returns the priority in the queue of a page by that of its sitemap, which
// lies between 0 and 1 and is 0.5 if nothing is said.
func weigh(p float64) int8 { return int8(math.Round((p - 0.5) * 2 * maxWeight)) }

// wrong notes what is wrong with one entry.
func (l *listed) wrong(what string) {
	if l.faults++; l.faults == 1 {
		l.fault = show.Clip(what, aranea.MaxDetail)
	}
}
