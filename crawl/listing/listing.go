// Package listing tells which answers list other pages, and reads what they list:
// sitemaps, feeds and plain lists of URLs by their content, whatever they are
// called, and web pages that are the site maps of their sites.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It makes no request, and
// does not decide which of the listed URLs are visited.
package listing

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

// MaxListed is how many URLs one sitemap may name, alternates included: the
// protocol allows it 50,000 pages. What stands behind them is not read, and the
// trail says so.
const MaxListed = sitemap.DefaultMaxURLs

// Accept is the Accept field of a request for a sitemap.
const Accept = "application/xml,text/xml,application/rss+xml,application/atom+xml,text/plain,application/gzip,*/*;q=0.5"

// An Item is what a sitemap says of one page.
type Item struct {
	URL      weburl.URL
	Modified time.Time     // zero if it is not said
	Every    time.Duration // how often it changes, 0 if that is not said
	Priority int8          // see aranea.Entry
}

// A List is what a sitemap names.
type List struct {
	Pages    []Item
	Sitemaps []weburl.URL // of an index
	Faults   int
	Fault    string // the first of them
	// Ended is why reading ended before the end of the file; nil if it did not.
	Ended error
	Print aranea.Fingerprint // of the file
	// IsFeed says that it names the newest pages only.
	IsFeed bool
}

// Read reads the body of an answer, which may be coded with gzip once more
// than HTTP says, up to a size in bytes.
func Read(f *aranea.Fetched, maxBytes int64) *List {
	sum := sha256.Sum256(f.Body)
	l := &List{Print: aranea.Fingerprint(sum[:len(aranea.Fingerprint{})])}
	for e, err := range sitemap.Read(bytes.NewReader(f.Body), sitemap.Options{MaxURLs: MaxListed, MaxBytes: maxBytes}) {
		fault, isFault := errors.AsType[*sitemap.Fault](err)
		switch {
		case isFault:
			l.wrong(fault.Error())
		case err != nil:
			l.Ended = err
		case !l.add(f.URL, &e):
			l.Ended = sitemap.ErrLimit
			return l
		}
	}
	return l
}

// add notes the URLs of an entry, and reports whether there was room for them.
func (l *List) add(base weburl.URL, e *sitemap.Entry) bool {
	refs := []string{e.Loc}
	for _, a := range e.Alternates {
		refs = append(refs, a.Href)
	}
	for _, ref := range refs {
		u, err := base.Resolve(ref)
		switch {
		case err != nil:
			l.wrong(err.Error())
		case len(l.Pages)+len(l.Sitemaps) >= MaxListed:
			return false
		case e.Kind == sitemap.Index:
			l.Sitemaps = append(l.Sitemaps, u)
		default:
			l.IsFeed = l.IsFeed || e.Kind == sitemap.Item
			l.Pages = append(l.Pages, Item{u, e.LastMod, every(e.ChangeFreq), weigh(e.Priority)})
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
func (l *List) wrong(what string) {
	if l.Faults++; l.Faults == 1 {
		l.Fault = show.Clip(what, aranea.MaxDetail)
	}
}
