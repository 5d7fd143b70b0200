// Package sitemappages lists the pages of an index that a sitemap of their site should list: those that can be
// found, that stand for themselves, and that everybody may read.
//
// Floor: 5 (owner), a part of engine. Stability: engine. Memory: the addresses of MaxSorted pages. It makes
// no request, and writes no sitemap.
package sitemappages

import (
	"cmp"
	"context"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/engine/secrecy"
	"github.com/aranea-search/aranea/engine/selection"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// MaxSorted is the number of pages that are sorted together: as many as a sitemap may list.
const MaxSorted = 50_000

// A Page is a page that a sitemap should list.
type Page struct {
	URL weburl.URL `json:"url"`
	// Modified is when it was last changed: the later of what the page or its server says and the last visit
	// that found a change; zero if neither is known.
	Modified time.Time `json:"modified,omitzero"`
	// Alternates are its versions in other languages, if there are some, and itself if it is named among
	// them.
	Alternates []Alternate `json:"alternates,omitempty"`
}

// An Alternate is a version of a page for a language, as it is written, or for x-default.
type Alternate struct {
	Lang string     `json:"lang"`
	URL  weburl.URL `json:"url"`
}

// A Filter selects pages.
type Filter struct {
	Host string // a host name or an origin, "" for all
	// Offset and Limit select a part of the list; Limit 0 means no limit.
	Offset, Limit int
}

// FilterOf reads a filter that Query has written.
func FilterOf(r *http.Request) (Filter, error) {
	p := wire.ParamsOf(r)
	f := Filter{Host: p.Text("host"), Offset: p.Number("offset", 0, wire.MaxOffset), Limit: p.Number("limit", 0, wire.MaxOffset)}
	return f, p.Err()
}

// Query returns the filter as the parameters of a call of the API.
func (f *Filter) Query() url.Values {
	v := url.Values{}
	wire.SetText(v, "host", f.Host)
	wire.SetNumber(v, "offset", f.Offset)
	wire.SetNumber(v, "limit", f.Limit)
	return v
}

// Entries is what is known of URLs; it is the frontier.
type Entries interface {
	Select(ctx context.Context, f frontier.Filter) iter.Seq2[aranea.Entry, error]
	Entry(u weburl.URL) (aranea.Entry, bool, error)
}

// Graph has what pages say of one another; it is the link graph.
type Graph interface {
	AlternatesOf(ctx context.Context, page weburl.URL) ([]linkgraph.AlternateSet, error)
	CanonicalsOf(page weburl.URL) ([]weburl.URL, error)
}

var (
	_ Entries = (*frontier.Frontier)(nil)
	_ Graph   = (*linkgraph.Graph)(nil)
)

// A Lister lists pages. It is safe for concurrent use if its parts are.
type Lister struct {
	Entries Entries
	Graph   Graph
	Pages   secrecy.Pages
	Now     func() time.Time
}

// A listing is one list.
type listing struct {
	Lister
	snap   *index.Snapshot
	secret *secrecy.Secrecy
	now    time.Time
}

// List yields the part of the pages that a filter selects, sorted by URL, MaxSorted at a time.
func (l Lister) List(ctx context.Context, f Filter) iter.Seq2[Page, error] {
	return wire.Part("pages of a sitemap", f.Offset, f.Limit, func(yield func(Page, error) bool) {
		choices, err := (&selection.Filter{Host: f.Host}).Choices()
		if err != nil {
			yield(Page{}, err)
			return
		}
		x := listing{Lister: l, now: l.Now()}
		if x.snap, err = l.Pages.Fresh(ctx); err != nil {
			yield(Page{}, err)
			return
		}
		defer x.snap.Close()
		if x.secret, err = secrecy.Of(ctx, l.Pages); err != nil {
			yield(Page{}, err)
			return
		}
		defer x.secret.Close()
		x.all(ctx, choices, yield)
	})
}

// all yields the pages of some hosts.
func (x *listing) all(ctx context.Context, choices []selection.Choice, yield func(Page, error) bool) {
	var batch []Page
	for _, c := range choices {
		c.Found = true
		for e, err := range x.Entries.Select(ctx, c.Filter) {
			r, stands := document.Record{}, false
			if err == nil && c.Has(&e) {
				r, stands, err = x.page(&e)
			}
			if err != nil {
				yield(Page{}, err)
				return
			}
			if !stands {
				continue
			}
			if batch = append(batch, Page{URL: e.URL, Modified: modified(&e, &r)}); len(batch) == MaxSorted {
				if !x.relay(ctx, batch, yield) {
					return
				}
				batch = batch[:0]
			}
		}
	}
	x.relay(ctx, batch, yield)
}

// relay yields a batch of pages in order, with their alternates, and reports whether the caller wants more.
func (x *listing) relay(ctx context.Context, batch []Page, yield func(Page, error) bool) bool {
	slices.SortFunc(batch, func(a, b Page) int { return cmp.Compare(a.URL.String(), b.URL.String()) })
	for _, p := range batch {
		var err error
		p.Alternates, err = x.alternates(ctx, p.URL)
		if !yield(p, err) || err != nil {
			return false
		}
	}
	return true
}

// page returns what the index keeps of a page that stands for itself: it was read without a secret, can be
// found, has not expired, and names no other page as its canonical URL. What only has a header, such as a
// picture, is none.
func (x *listing) page(e *aranea.Entry) (r document.Record, stands bool, err error) {
	if e.Kind != aranea.KindPage || !e.Found() || e.State == aranea.StateGone || e.Imported || x.secret.Covers(e.URL.ID()) {
		return r, false, nil
	}
	seg, doc, found := x.snap.Lookup(e.URL.ID())
	if !found {
		return r, false, nil
	}
	if r, err = x.snap.Doc(seg, doc); err != nil || r.Expired(x.now) || extract.IsMedia(r.Format) {
		return r, false, err
	}
	all, err := x.Graph.CanonicalsOf(e.URL)
	return r, err == nil && (len(all) != 1 || all[0] == e.URL), err
}

// modified returns when a page was last changed, zero if that is not known. When it was published says
// nothing of that.
func modified(e *aranea.Entry, r *document.Record) time.Time {
	at := e.Change.Last()
	if own, kind := r.Dated(); kind == document.Modified && own.After(at) {
		at = own
	}
	return at
}

// alternates returns the versions of a page in other languages that stand for themselves as well, one for
// each language: those that the page names before those that sitemaps name for it.
func (x *listing) alternates(ctx context.Context, page weburl.URL) (out []Alternate, err error) {
	sets, err := x.Graph.AlternatesOf(ctx, page)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(sets, func(a, b linkgraph.AlternateSet) int {
		return cmp.Or(cmp.Compare(rank(&a), rank(&b)), cmp.Compare(a.By.String(), b.By.String()))
	})
	has, others := map[string]bool{}, false
	for i := range sets {
		for _, a := range sets[i].All {
			key := hreflang.Key(a.Lang)
			if has[key] || hreflang.Fault(a.Lang) != "" {
				continue
			}
			to, err := weburl.Parse(a.URL)
			stands := err == nil && to == page
			if err == nil && !stands {
				stands, err = x.isListed(to)
			}
			if err != nil {
				return nil, err
			}
			if stands {
				has[key], others = true, others || to != page
				out = append(out, Alternate{Lang: a.Lang, URL: to})
			}
		}
	}
	if !others {
		return nil, nil
	}
	slices.SortStableFunc(out, func(a, b Alternate) int { return cmp.Compare(hreflang.Key(a.Lang), hreflang.Key(b.Lang)) })
	return out, nil
}

// rank puts what a page says itself before what others say of it.
func rank(s *linkgraph.AlternateSet) int {
	if s.By == s.Of {
		return 0
	}
	return 1
}

// isListed reports whether a URL is a page that is listed itself.
func (x *listing) isListed(u weburl.URL) (bool, error) {
	e, known, err := x.Entries.Entry(u)
	if err != nil || !known {
		return false, err
	}
	_, stands, err := x.page(&e)
	return stands, err
}
