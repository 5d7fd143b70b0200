// Package twins finds, for the visits of one batch, which page of those with one text is in the
// index: the first, unless it gives way to another one.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It changes no state: what becomes of a page
// that gives way is part of the outcome of the other one.
package twins

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe/translation"
	"github.com/aranea-search/aranea/dedupe/version"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// A Frontier knows the pages with their texts, as of the last commit.
type Frontier interface {
	// Twin returns the page whose indexed text has the fingerprint.
	Twin(fp aranea.Fingerprint) (id weburl.ID, url string, found bool, err error)
	// EntryByID returns the entry of a URL, false if the URL is not known.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
}

// A Learner knows what hosts say about other hosts.
type Learner interface {
	// GivesWay returns why a page that is in the index gives way to another one with its text, ""
	// if it does not.
	GivesWay(page *aranea.Entry, to weburl.URL) (why string, err error)
	// Behind returns how many hosts are named as main mirrors one after another from an origin on.
	Behind(o weburl.Origin) (int, error)
	// IsOwn reports whether an origin is on the site of a seed.
	IsOwn(o weburl.Origin) bool
}

// A Twin is the indexed page with the text of a visited one; the zero Twin is none.
type Twin struct {
	ID  weburl.ID
	URL string
	// Entry is that of a page that gives way to the visited one, for the reason Why, which is ""
	// for others.
	Entry aranea.Entry
	Why   string
}

// Exists reports whether there is a twin of a page, other than the page itself.
func (t *Twin) Exists(page weburl.ID) bool { return !t.ID.IsZero() && t.ID != page }

// Stays reports whether there is one that does not give way to the page.
func (t *Twin) Stays(page weburl.ID) bool { return t.Exists(page) && t.Why == "" }

// Displaced returns what becomes of a twin that gives way to the page of an entry. If they were
// read with a secret, the link graph has nothing of them.
func (t *Twin) Displaced(to *aranea.Entry, secret bool, now time.Time) *aranea.Outcome {
	name := to.URL.String()
	d := &aranea.Outcome{Entry: t.Entry, Edges: &aranea.EdgeChange{Source: t.Entry.URL}}
	d.Entry.GiveWay(to, show.Clip(name, aranea.MaxDetail))
	d.Index = aranea.IndexChange{Action: aranea.IndexDelete, URL: t.Entry.URL, Version: t.Entry.Visits}
	if !secret {
		*d.Edges = Links(t.Entry.URL, to.URL)
		d.Edges.KeepParts = true // it was not read now
	}
	d.Events = []aranea.Event{
		{At: now, Reason: aranea.DupExact, Detail: show.Clip(name+": "+t.Why, aranea.MaxDetail)},
		{At: now, Reason: aranea.IndexRemoved},
	}
	return d
}

// Links returns the links of a page with the text of another one: to that only.
func Links(page, twin weburl.URL) aranea.EdgeChange {
	return aranea.EdgeChange{Source: page, Edges: []aranea.Edge{{Target: twin, How: aranea.HowCanonical}}}
}

// A Batch knows what the frontier will know when the visits that were planned so far are
// committed: a later visit of the batch with the text of an earlier one is a duplicate. It is for
// one goroutine.
type Batch struct {
	state   Frontier
	learner Learner
	texts   map[aranea.Fingerprint]weburl.URL
	planned map[weburl.ID]*aranea.Entry
	put     map[weburl.ID]uint64 // the sketches of pages that come into the index, 0 for those with a secret
}

// NewBatch returns an empty batch.
func NewBatch(f Frontier, l Learner) *Batch {
	return &Batch{state: f, learner: l, texts: map[aranea.Fingerprint]weburl.URL{}, planned: map[weburl.ID]*aranea.Entry{}, put: map[weburl.ID]uint64{}}
}

// Add records a planned outcome, and what it displaces.
func (b *Batch) Add(out *aranea.Outcome) {
	if out.Index.Action == aranea.IndexPut && !out.Entry.Fingerprint.IsZero() {
		b.texts[out.Entry.Fingerprint] = out.Entry.URL
	}
	if out.Index.Action == aranea.IndexPut && out.Index.Page != nil {
		if b.put[out.Entry.URL.ID()] = out.Index.Page.Sketch; out.Index.Access != "" {
			b.put[out.Entry.URL.ID()] = 0
		}
	}
	if out.Entry.Kind != aranea.KindRobots {
		b.planned[out.Entry.URL.ID()] = &out.Entry
	}
	if d := out.Displaced; d != nil {
		b.planned[d.Entry.URL.ID()] = &d.Entry
	}
}

// Has reports whether a page was planned or displaced.
func (b *Batch) Has(id weburl.ID) bool { return b.planned[id] != nil }

// EntryByID returns the entry of a URL, false if the URL is not known.
func (b *Batch) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	if e, ok := b.planned[id]; ok {
		return *e, true, nil
	}
	return b.state.EntryByID(id)
}

// Sketches knows the sketches of the pages in the index.
type Sketches interface {
	// Sketch returns that of a page; 0 if it has none, or searchers without a secret do not find it.
	Sketch(id weburl.ID) uint64
}

// Sketch returns the sketch of a page that x has, or will have after the batch.
func (b *Batch) Sketch(id weburl.ID, x Sketches) uint64 {
	if s, ok := b.put[id]; ok {
		return s
	}
	return x.Sketch(id)
}

// Of returns the twin of a visited page, and whether that gives way to it. What is planned in the
// batch stays as it is, and a page that calls another one canonical takes no place.
func (b *Batch) Of(p *aranea.Page, u weburl.URL) (t Twin, err error) {
	if p.Fingerprint.IsZero() {
		return t, nil
	}
	if first, ok := b.texts[p.Fingerprint]; ok {
		return Twin{ID: first.ID(), URL: first.String()}, nil
	}
	var found bool
	if t.ID, t.URL, found, err = b.state.Twin(p.Fingerprint); err != nil || !found {
		return Twin{}, err
	}
	if b.Has(t.ID) || !p.Canonical().IsZero() {
		return t, nil
	}
	if t.Entry, _, err = b.state.EntryByID(t.ID); err != nil {
		return t, fmt.Errorf("look for %s: %w", t.URL, err)
	}
	if t.Entry.Fingerprint == p.Fingerprint {
		e := t.Entry
		if languageOf(e.Language) != languageOf(p.Lang) {
			e.Language = "" // two pages that each name the other's language would give way in turn
		}
		t.Why, err = b.learner.GivesWay(&e, u)
	}
	return t, err
}

// A Rank is the place of a visit in its batch: visits of lower ranks are to be planned first. So of new
// pages with one text, those that would give way come last: the pages of hosts that name other hosts as
// their main mirrors, and behind them those that call another page canonical; of the others, those of
// older versions of a manual, those with addresses of other languages than theirs, and those with more
// parameters. Pages of sites without seeds come after those of sites with one.
type Rank struct {
	behind  int
	version version.Version
	place   translation.Place
	params  int
}

// parameters returns the number of parameters of an address.
func parameters(u weburl.URL) int {
	_, query, asks := strings.Cut(u.Target(), "?")
	if !asks {
		return 0
	}
	return 1 + strings.Count(query, "&")
}

// Compare returns a negative number if a visit is to be planned before another one, a positive one if
// after it, else 0.
func (r Rank) Compare(o Rank) int {
	return cmp.Or(cmp.Compare(r.behind, o.behind), o.version.Compare(r.version), cmp.Compare(r.place, o.place), cmp.Compare(r.params, o.params))
}

// Rank returns the place of a visit in its batch. p is nil if no page was read.
func (b *Batch) Rank(e *aranea.Entry, p *aranea.Page) (r Rank, err error) {
	if e.Kind != aranea.KindPage {
		return r, nil
	}
	a, _ := version.Of(e.URL)
	r.place, r.params = placeOf(e, p), parameters(e.URL)
	if r.version = a.Version; p != nil && !p.Canonical().IsZero() || p == nil && e.Found() && e.Target != "" {
		r.behind = mirror.MaxGroup
		return r, nil
	}
	if r.behind, err = b.learner.Behind(e.URL.Origin()); !b.learner.IsOwn(e.URL.Origin()) {
		r.behind++
	}
	return r, err
}

// placeOf returns what the address of a visit says to the language of its text.
func placeOf(e *aranea.Entry, p *aranea.Page) translation.Place {
	declared := e.Language
	if p != nil {
		declared = p.Lang
	}
	return translation.Of(e.URL, languageOf(declared))
}

// languageOf returns the code of a language as a page declares it, "" if it is not known.
func languageOf(declared string) string {
	lang, known := analyze.ParseLang(declared)
	if !known {
		return ""
	}
	return lang.String()
}
