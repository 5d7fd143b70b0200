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
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/feed"
	"github.com/aranea-search/aranea/extract/filename"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of one list. Those of its pages and bytes are the protocol's: 50,000 and 50
// MiB. What stands behind them is not read, alternates beyond theirs are left out, and
// the trail says so.
const (
	MaxListed     = sitemap.DefaultMaxURLs // pages, or sitemaps of an index
	MaxAlternates = 100_000                // versions in other languages that are no pages of the list themselves
	MaxBytes      = sitemap.DefaultMaxBytes
	maxShown      = 20_000 // files that entries bring along
	maxWords      = 500    // bytes of the title of such an entry
)

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
	// Left says that alternates were left out.
	Left  bool
	Print aranea.Fingerprint // of the file
	// IsFeed says that it names the newest pages only.
	IsFeed bool
	// Shown are the files that the entries of a feed bring along, or the pages of a sitemap show.
	Shown []Shown

	places map[weburl.ID]int // in Pages; below 0 for alternates, as -1 - place
	pages  int               // of Pages, that are no alternates
	files  map[weburl.ID]int // in Shown
}

// A Shown file is what an entry brings along: sound, video, a picture, a document. The words
// are its title, or that of the entry; "" if several entries name it with other ones.
type Shown struct {
	URL   weburl.URL
	How   aranea.How
	Words string
}

// Read reads the body of an answer, which may be coded with gzip once more
// than HTTP says.
func Read(f *aranea.Fetched) *List {
	sum := sha256.Sum256(f.Body)
	l := &List{Print: aranea.Fingerprint(sum[:len(aranea.Fingerprint{})]), places: map[weburl.ID]int{}, files: map[weburl.ID]int{}}
	for e, err := range sitemap.Read(bytes.NewReader(f.Body), sitemap.Options{MaxURLs: MaxListed, MaxBytes: MaxBytes}) {
		fault, isFault := errors.AsType[*sitemap.Fault](err)
		switch {
		case isFault:
			l.wrong(fault.Error())
		case err != nil:
			l.Ended = err
		default:
			l.add(f.URL, &e)
		}
	}
	l.places, l.files = nil, nil
	l.Shown = slices.DeleteFunc(l.Shown, func(s Shown) bool { return s.Words == "" && !s.isNamed() })
	return l
}

// add notes the URLs of an entry.
func (l *List) add(base weburl.URL, e *sitemap.Entry) {
	l.shows(base, e)
	u, err := base.Resolve(e.Loc)
	switch {
	case e.Loc == "": // an item of a feed that names no page
		l.IsFeed = true
	case err != nil:
		l.wrong(err.Error())
	case e.Kind == sitemap.Index:
		l.Sitemaps = append(l.Sitemaps, u)
	default:
		l.IsFeed = l.IsFeed || e.Kind == sitemap.Item
		l.page(u, e, false)
	}
	for _, a := range e.Alternates {
		if u, err = base.Resolve(a.Href); err != nil {
			l.wrong(err.Error())
		} else {
			l.page(u, e, true)
		}
	}
}

// shows notes what an entry of a feed brings along, and what a sitemap says that a page shows.
func (l *List) shows(base weburl.URL, e *sitemap.Entry) {
	ofEntry := wordsOf(e.Title)
	for _, m := range e.Media {
		words := ofEntry
		if m.Title != "" {
			words = wordsOf(m.Title)
		}
		u, err := base.Resolve(m.URL)
		how, counts := feed.HowOf(m, words != "")
		if err != nil || !counts {
			continue
		}
		if at, known := l.files[u.ID()]; known {
			if l.Shown[at].Words != words {
				l.Shown[at].Words = ""
			}
		} else if len(l.Shown) < maxShown {
			l.files[u.ID()] = len(l.Shown)
			l.Shown = append(l.Shown, Shown{u, how, words})
		}
	}
}

// wordsOf returns the first words of a title, and keeps nothing of the others in memory.
func wordsOf(title string) string {
	return strings.Clone(show.Clip(strings.Join(strings.Fields(title), " "), maxWords))
}

// Heed leaves out the pictures if the answer does not want them to be found. A noindex
// speaks of the list, which is in no index: common site systems say it of all their
// sitemaps and feeds.
func (l *List) Heed(d robotsmeta.Directives) {
	if !d.ImageIndex().Allowed {
		l.Shown = slices.DeleteFunc(l.Shown, func(s Shown) bool { return s.How == aranea.HowPicture })
	}
}

// isNamed reports whether the file counts without words.
func (s *Shown) isNamed() bool {
	return !s.How.IsShown() || filename.Tells(filename.Words(s.URL.Path()))
}

// Edges returns the references to what the list shows.
func (l *List) Edges() []aranea.Edge {
	edges := make([]aranea.Edge, len(l.Shown))
	for i, s := range l.Shown {
		edges[i] = aranea.Edge{Target: s.URL, How: s.How, Anchor: s.Words}
	}
	return edges
}

// page notes a page by the entry that names it, once: what its own entry says counts
// before what one says of which it is an alternate.
func (l *List) page(u weburl.URL, e *sitemap.Entry, alternate bool) {
	item := Item{u, e.LastMod, every(e.ChangeFreq), weigh(e.Priority)}
	place, known := l.places[u.ID()]
	switch {
	case known && (alternate || place >= 0):
		return
	case known:
		place = -1 - place
		l.Pages[place] = item
	case alternate && len(l.Pages)-l.pages >= MaxAlternates:
		l.Left = true
		return
	default:
		place = len(l.Pages)
		l.Pages = append(l.Pages, item)
	}
	if l.places[u.ID()] = place; alternate {
		l.places[u.ID()] = -1 - place
		return
	}
	l.pages++
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
