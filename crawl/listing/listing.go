// Package listing decides which answers list other pages, and reads what they list: sitemaps,
// feeds, plain lists of URLs and calendars by their content, whatever their names, and web pages
// that are site maps.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It makes no request, and does not decide
// which of the listed URLs are visited.
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
	"github.com/aranea-search/aranea/extract/calendar"
	"github.com/aranea-search/aranea/extract/feed"
	"github.com/aranea-search/aranea/extract/filename"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of one list. Those of pages and bytes are the protocol's: 50,000 and 50 MiB. What
// follows after them is not read, further alternates are left out, and the trail says so.
const (
	MaxListed     = sitemap.DefaultMaxURLs // pages, or sitemaps of an index
	MaxAlternates = 100_000                // versions in other languages that are not pages of the list themselves
	MaxBytes      = sitemap.DefaultMaxBytes
	maxShown      = 20_000  // media files of entries
	maxWords      = 500     // bytes of the title of such a file
	maxKept       = 500_000 // alternates of pages that are kept for the link graph
)

// Accept is the Accept field of a request for a sitemap.
const Accept = "application/xml,text/xml,application/rss+xml,application/atom+xml,text/plain,application/gzip,*/*;q=0.5"

// An Item is what a sitemap says of one page.
type Item struct {
	URL      weburl.URL
	Other    bool          // it is only named as a version of another page
	Modified time.Time     // zero if not given
	Every    time.Duration // how often it changes, 0 if not given
	Priority int8          // see aranea.Entry
}

// A List is the content of a sitemap, feed or plain list.
type List struct {
	Pages    []Item
	Sitemaps []weburl.URL // of a sitemap index
	Faults   Faults
	// Ended is why reading ended before the end of the file; nil if it did not.
	Ended error
	// Cut says that alternates were left out.
	Cut   bool
	Print aranea.Fingerprint // of the file
	// IsFeed says that only the newest pages are listed.
	IsFeed bool
	// IsScript says that it is a script which may hold a menu.
	IsScript bool
	// IsCalendar says that the pages are those of the events of a calendar.
	IsCalendar bool
	// Shown are the media files of the entries of a feed, or of the pages of a sitemap.
	Shown []Shown
	// Alternates are the versions of its pages in other languages, a set for each page that has
	// some. Beyond maxKept in all, further ones are left out, and the sets that lack some are Cut.
	Alternates []hreflang.Set

	sets   map[string]int    // indexes in Alternates
	kept   int               // of all Alternates
	texts  map[string]string // of URLs and languages in Alternates, which stand there many times
	places map[weburl.ID]int // indexes in Pages; for alternates, -1 - index
	pages  int               // number of Pages that are not alternates
	files  map[weburl.ID]int // indexes in Shown
}

// A Shown file is a media file of an entry: audio, video, a picture, a document. Words are its
// title, or that of the entry; "" if several entries name it with different ones.
type Shown struct {
	URL   weburl.URL
	How   aranea.How
	Words string
}

// Read reads the body of an answer, which may be gzipped once more than HTTP says.
func Read(f *aranea.Fetched) *List {
	if calendar.Sniff(f.Body) {
		addresses, _ := calendar.Pages(f.Body)
		return readCalendar(f, addresses)
	}
	sum := sha256.Sum256(f.Body)
	l := &List{Print: aranea.Fingerprint(sum[:len(aranea.Fingerprint{})]), places: map[weburl.ID]int{}, files: map[weburl.ID]int{}, sets: map[string]int{}, texts: map[string]string{}}
	for e, err := range sitemap.Read(bytes.NewReader(f.Body), sitemap.Options{MaxURLs: MaxListed, MaxBytes: MaxBytes}) {
		fault, isFault := errors.AsType[*sitemap.Fault](err)
		switch {
		case isFault:
			l.Faults.add(fault)
		case err != nil:
			l.Ended = err
		default:
			l.add(f.URL, &e)
		}
	}
	l.places, l.files, l.sets, l.texts = nil, nil, nil, nil
	l.Shown = slices.DeleteFunc(l.Shown, func(s Shown) bool { return s.Words == "" && !s.isNamed() })
	return l
}

// add adds the URLs of an entry.
func (l *List) add(base weburl.URL, e *sitemap.Entry) {
	l.shows(base, e)
	u, err := base.Resolve(e.Loc)
	switch {
	case e.Loc == "": // a feed item that names no page
		l.IsFeed = true
	case err != nil:
		l.Faults.add(&sitemap.Fault{What: "this is no URL", Text: err.Error()})
	case e.Kind == sitemap.Index:
		l.Sitemaps = append(l.Sitemaps, u)
	default:
		l.IsFeed = l.IsFeed || e.Kind == sitemap.Item
		l.page(u, e, false)
	}
	of := u
	if err != nil || e.Loc == "" {
		of = weburl.URL{} // of no page
	}
	for _, a := range e.Alternates {
		if u, err = base.Resolve(a.Href); err != nil {
			l.Faults.add(&sitemap.Fault{What: "this is no URL", Text: err.Error()})
		} else {
			l.page(u, e, true)
			l.alternate(of, a.Lang, u)
		}
	}
}

// alternate keeps an alternate of a page.
func (l *List) alternate(of weburl.URL, lang string, u weburl.URL) {
	if of.IsZero() {
		return
	}
	page := l.text(of.String())
	at, known := l.sets[page]
	if !known {
		at = len(l.Alternates)
		l.sets[page], l.Alternates = at, append(l.Alternates, hreflang.Set{Of: page})
	}
	set := &l.Alternates[at]
	if l.kept == maxKept {
		set.Cut = true
		return
	}
	before := len(set.All)
	set.Add(l.text(lang), l.text(u.String()))
	l.kept += len(set.All) - before
}

// text returns an equal text that is kept once.
func (l *List) text(s string) string {
	if kept, ok := l.texts[s]; ok {
		return kept
	}
	l.texts[s] = s
	return s
}

// shows adds the media files of an entry.
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

// wordsOf returns the first words of a title, without retaining the memory of the rest.
func wordsOf(title string) string {
	return strings.Clone(show.Clip(strings.Join(strings.Fields(title), " "), maxWords))
}

// Heed drops the pictures if the answer does not want them indexed. A noindex concerns the list
// itself, which is never indexed: common content management systems send it with all their
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

// Edges returns the references to the files that the list shows.
func (l *List) Edges() []aranea.Edge {
	edges := make([]aranea.Edge, len(l.Shown))
	for i, s := range l.Shown {
		edges[i] = aranea.Edge{Target: s.URL, How: s.How, Anchor: s.Words}
	}
	return edges
}

// About tells what kind of list it is, and how much it names.
func (l *List) About() string {
	pages := show.Count(len(l.Pages), "page")
	switch {
	case l.IsFeed:
		return "a feed of " + pages
	case l.IsScript:
		return "a script that names " + pages
	case l.IsCalendar:
		return "a calendar of events with " + pages
	}
	return pages + ", " + show.Count(len(l.Sitemaps), "sitemap")
}

// Named returns the pages that a sitemap names by entries of their own, not nil; nil for a feed, which
// names only the newest, for a script and for a calendar.
func (l *List) Named() []weburl.URL {
	if l.IsFeed || l.IsScript || l.IsCalendar {
		return nil
	}
	pages := make([]weburl.URL, 0, len(l.Pages))
	for i := range l.Pages {
		if !l.Pages[i].Other {
			pages = append(pages, l.Pages[i].URL)
		}
	}
	return pages
}

// page adds a page once: its own entry takes precedence over one that names it as an alternate.
func (l *List) page(u weburl.URL, e *sitemap.Entry, alternate bool) {
	item := Item{u, alternate, e.LastMod, every(e.ChangeFreq), weigh(e.Priority)}
	place, known := l.places[u.ID()]
	switch {
	case known && (alternate || place >= 0):
		return
	case known:
		place = -1 - place
		l.Pages[place] = item
	case alternate && len(l.Pages)-l.pages >= MaxAlternates:
		l.Cut = true
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

// every returns the time between two changes of a page; 0 if not given.
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

// maxWeight is the queue priority of a page with the highest sitemap priority; a page with the
// lowest gets -maxWeight.
const maxWeight = 20

// weigh converts the priority in a sitemap, between 0 and 1 with a default of 0.5, to a queue
// priority.
func weigh(p float64) int8 { return int8(math.Round((p - 0.5) * 2 * maxWeight)) }
