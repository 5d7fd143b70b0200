package linkcheck

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/secrecy"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// An OrphanFilter selects orphan pages.
type OrphanFilter struct {
	Host string // only pages of this host, "" for all
	// Offset and Limit select a part of the list; Limit 0 means no limit.
	Offset, Limit int
}

// An Orphan is a page of the index that no page links to.
type Orphan struct {
	URL     weburl.URL `json:"url"`
	How     string     `json:"how"`                // how it was found first: the name of an aranea.How
	FoundOn string     `json:"found_on,omitempty"` // where it was found, "" if that is not known
}

// OrphanColumns returns the names of the cells of an Orphan.
func OrphanColumns() []string { return []string{"url", "how", "found_on"} }

// Cells returns the page as a row of a table.
func (o *Orphan) Cells() []string { return []string{o.URL.String(), o.How, o.FoundOn} }

// Orphans yields the pages that a filter selects, without its Offset and Limit, sorted by URL,
// MaxSorted at a time. Pages that were read with a secret, and those that were found on one, are left
// out: members find them by links that the graph does not have. A page is left out if it has more links of pages that are gone, or of
// redirects, than MaxPerTarget, because not all of them are read.
func (c *Checker) Orphans(ctx context.Context, f OrphanFilter) iter.Seq2[Orphan, error] {
	return func(yield func(Orphan, error) bool) {
		host, err := c.hostOf(ctx, f.Host)
		if err != nil {
			yield(Orphan{}, err)
			return
		}
		secret, err := secrecy.Of(ctx, c.pages)
		if err != nil {
			yield(Orphan{}, err)
			return
		}
		defer secret.Close()
		var batch []Orphan
		for e, err := range c.entries.Select(ctx, frontier.Filter{Host: host}) {
			linked := false
			if err == nil {
				linked, err = c.isReached(ctx, &e, secret)
			}
			if err != nil {
				yield(Orphan{}, err)
				return
			}
			if linked {
				continue
			}
			o, err := c.orphan(&e)
			if err != nil {
				yield(Orphan{}, err)
				return
			}
			if batch = append(batch, o); len(batch) < MaxSorted {
				continue
			}
			if !relayOrphans(batch, yield) {
				return
			}
			batch = batch[:0]
		}
		relayOrphans(batch, yield)
	}
}

// relayOrphans yields a batch of pages and reports whether the caller wants more.
func relayOrphans(batch []Orphan, yield func(Orphan, error) bool) bool {
	slices.SortFunc(batch, func(a, b Orphan) int { return cmp.Compare(a.URL.String(), b.URL.String()) })
	for _, o := range batch {
		if !yield(o, nil) {
			return false
		}
	}
	return true
}

// orphan returns what is told of an entry.
func (c *Checker) orphan(e *aranea.Entry) (Orphan, error) {
	o := Orphan{URL: e.URL, How: e.How.String()}
	if e.FoundOn.IsZero() {
		return o, nil
	}
	from, known, err := c.entries.EntryByID(e.FoundOn)
	if known {
		o.FoundOn = from.URL.String()
	}
	return o, err
}

// isReached reports whether another page links to an entry, under any URL that leads to it. What is no
// page of the index, or is gone, counts as reached, and so does what was read with a secret, or found
// on such a page.
func (c *Checker) isReached(ctx context.Context, e *aranea.Entry, secret *secrecy.Secrecy) (bool, error) {
	if e.Kind != aranea.KindPage || !e.Found() || e.State == aranea.StateGone || secret.Covers(e.URL.ID()) || secret.Covers(e.FoundOn) {
		return true, nil
	}
	w := walk{c: c, page: e.URL, left: MaxPerTarget}
	if linked, err := w.isLinked(ctx, e.URL, 0); linked || err != nil {
		return linked, err
	}
	if e.How == aranea.HowMirror || e.How == aranea.HowCleanParam { // no visit makes an edge of that
		from, known, err := c.entries.EntryByID(e.FoundOn)
		if err != nil {
			return false, err
		}
		if known {
			if linked, err := w.isLinked(ctx, from.URL, 1); linked || err != nil {
				return linked, err
			}
		}
	}
	r, err := c.mirrors.Mirror(e.URL.Origin())
	if err != nil || r == nil {
		return false, err
	}
	for _, o := range r.Members {
		u, err := weburl.Parse(string(o) + e.URL.Target())
		if err != nil {
			continue // as in aliases
		}
		if linked, err := w.isLinked(ctx, u, 1); linked || err != nil {
			return linked, err
		}
	}
	return false, nil
}

// A walk goes back over the links to one page.
type walk struct {
	c    *Checker
	page weburl.URL
	left int // the number of links that it may still read
}

// isLinked reports whether another page links to a URL, or to one that redirects to it or has its text,
// hops redirects and copies away from the page in question.
func (w *walk) isLinked(ctx context.Context, u weburl.URL, hops int) (bool, error) {
	if hops > MaxHops {
		return false, nil
	}
	var leads []weburl.URL
	for l, err := range w.c.graph.AnyLinksTo(ctx, u) {
		if err != nil {
			return false, err
		}
		if w.left--; w.left < 0 {
			return true, nil
		}
		source, known, err := w.c.entries.Entry(l.From)
		switch {
		case err != nil:
			return false, err
		case l.From == w.page, !known, source.State == aranea.StateGone, source.Kind != aranea.KindPage: // a feed is no page
		case source.State == aranea.StateUnknown:
			return true, nil // another node has visited it, and knows who links to it
		case isLead(&l):
			leads = append(leads, l.From)
		default:
			return true, nil
		}
	}
	for _, lead := range leads {
		if linked, err := w.isLinked(ctx, lead, hops+1); linked || err != nil {
			return linked, err
		}
	}
	return false, nil
}

// isLead reports whether nobody stays on the page of a link, because it redirects, or because it
// stands for another one: then those who link to that page link to the target.
func isLead(l *linkgraph.Link) bool {
	switch l.Kind {
	case aranea.HowRedirect.String(), aranea.HowRefresh.String(), aranea.HowCanonical.String():
		return true
	}
	return false
}

// An Unread counts the URLs whose links are not known, because they were not read: a page that
// only these link to counts as an orphan.
type Unread struct {
	Waiting uint64 // not visited yet
	Denied  uint64 // closed by robots files
}

// String describes the counts in a sentence for people.
func (u Unread) String() string {
	var why []string
	if u.Waiting > 0 {
		why = append(why, show.Number(int(u.Waiting))+" not visited yet")
	}
	if u.Denied > 0 {
		why = append(why, show.Number(int(u.Denied))+" denied by robots.txt")
	}
	if len(why) == 0 {
		return "Complete: no URL waits for its first visit, and none is denied by robots.txt."
	}
	return "Not complete: what other URLs link to is not known (" + strings.Join(why, ", ") + ")."
}
