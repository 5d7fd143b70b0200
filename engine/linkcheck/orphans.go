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
		var batch []orphan
		from := &sources{c: c, known: map[weburl.URL]source{}}
		for e, err := range c.entries.Select(ctx, frontier.Filter{Host: host}) {
			linked := false
			if err == nil {
				linked, err = c.isReached(ctx, &e, secret, from)
			}
			if err != nil {
				yield(Orphan{}, err)
				return
			}
			if linked {
				continue
			}
			if batch = append(batch, orphan{e.URL, e.How, e.FoundOn}); len(batch) < MaxSorted {
				continue
			}
			if !c.relayOrphans(batch, yield) {
				return
			}
			batch = batch[:0]
		}
		c.relayOrphans(batch, yield)
	}
}

// An orphan is what is kept of a page until it is told.
type orphan struct {
	url weburl.URL
	how aranea.How
	on  weburl.ID
}

// relayOrphans yields a batch of pages and reports whether the caller wants more.
func (c *Checker) relayOrphans(batch []orphan, yield func(Orphan, error) bool) bool {
	slices.SortFunc(batch, func(a, b orphan) int { return cmp.Compare(a.url.String(), b.url.String()) })
	for i := range batch {
		o, err := c.tell(&batch[i])
		if !yield(o, err) || err != nil {
			return false
		}
	}
	return true
}

// tell returns what is told of a page.
func (c *Checker) tell(x *orphan) (Orphan, error) {
	o := Orphan{URL: x.url, How: x.how.String()}
	if x.on.IsZero() {
		return o, nil
	}
	from, known, err := c.entries.EntryByID(x.on)
	if known {
		o.FoundOn = from.URL.String()
	}
	return o, err
}

// isReached reports whether another page links to an entry, under any URL that leads to it. What is no
// page of the index, or is gone, counts as reached, and so does what was read with a secret, or found
// on such a page.
func (c *Checker) isReached(ctx context.Context, e *aranea.Entry, secret *secrecy.Secrecy, s *sources) (bool, error) {
	if e.Kind != aranea.KindPage || !e.Found() || e.State == aranea.StateGone || secret.Covers(e.URL.ID()) || secret.Covers(e.FoundOn) {
		return true, nil
	}
	w := walk{sources: s, page: e.URL, left: MaxPerTarget}
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

// sources remember the pages that link to others, which are much the same for all pages of a site.
type sources struct {
	c     *Checker
	seen  linkgraph.Seen
	known map[weburl.URL]source
}

// A source is what counts of a page with links.
type source struct {
	known bool
	kind  aranea.EntryKind
	state aranea.EntryState
}

const maxSources = 1 << 15 // that are remembered

// of returns what is known of a page with links.
func (s *sources) of(u weburl.URL) (source, error) {
	if x, ok := s.known[u]; ok {
		return x, nil
	}
	e, known, err := s.c.entries.Entry(u)
	if err != nil {
		return source{}, err
	}
	if len(s.known) == maxSources {
		clear(s.known)
	}
	x := source{known, e.Kind, e.State}
	s.known[u] = x
	return x, nil
}

// A walk goes back over the links to one page.
type walk struct {
	*sources
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
	for l, err := range w.c.graph.AnyLinksTo(ctx, u, &w.seen) {
		if err != nil {
			return false, err
		}
		if w.left--; w.left < 0 {
			return true, nil
		}
		from, err := w.of(l.From)
		switch {
		case err != nil:
			return false, err
		case l.From == w.page, !from.known, from.state == aranea.StateGone, from.kind != aranea.KindPage: // a feed is no page
		case from.state == aranea.StateUnknown:
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
