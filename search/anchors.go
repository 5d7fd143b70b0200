package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/search/outside"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/weburl"
)

// The words of links are an index of their own, whose documents are the URLs that
// links name. So they change without the pages that they are about. A query is
// asked of both: the best by either are looked at in both, and what the words of
// links add is one addend of the score.

// Weights of what links say.
const (
	// anchorShare is how much a word in the links to a page counts beside one in the
	// page itself, if they say all that is asked for; with less it falls by
	// coverPower. docs/ranking.md has the figures.
	anchorShare = 0.5
	coverPower  = 8
	// anchorWant is how many of the best by the words of links are looked at, and
	// fewAnchors how many are too few to do without those that lack words.
	anchorWant = 200
	fewAnchors = 20
	// maxUnread is how many URLs that were never read one answer shows.
	maxUnread = 100
)

// A linked value is a query on the index of anchors. With nil there is none.
type linked struct {
	p *plan
	// every are the conditions of the query by segment. The walk itself asks those
	// on hosts and sites only: the others are about the page.
	every  [][]*node
	unread []hit // URLs that were never read and may be shown, the best first
}

// links prepares the query for the index of anchors; nil if there is none, or
// nothing to ask it. It ends with close.
func (s *Searcher) links(ctx context.Context, tree query.Tree, r Request) (*linked, error) {
	if s.opt.Anchors == nil || r.Sort == ByDate {
		return nil, nil
	}
	snap, err := s.opt.Anchors.Fresh(ctx)
	if err != nil {
		return nil, err
	}
	r.outside = nil
	p, err := s.compile(snap, tree, r, false)
	if err != nil {
		snap.Close()
		return nil, err
	}
	l := &linked{p: p}
	if p.filterOnly || len(p.words) == 0 {
		l.close()
		return nil, nil
	}
	about := func(e *expr) bool {
		if e.op == opLeaf && e.field == query.FileType && filter.IsKind(e.value) {
			return false // few of the URLs that links name are of a kind
		}
		return e.op != opLeaf || e.field != query.Site && e.field != query.Host && e.field != query.InAnchor
	}
	for _, m := range p.matchers {
		l.every = append(l.every, m.where)
		var kept []*node
		for i, n := range m.where {
			if !about(p.where[i]) {
				kept = append(kept, n)
			}
		}
		m.where = kept
	}
	p.where = slices.DeleteFunc(slices.Clone(p.where), about)
	return l, nil
}

// tell tells of damage to the index of anchors.
func (l *linked) tell(out *Response) {
	if l == nil || len(l.p.snap.Faults()) == 0 {
		return
	}
	out.Damage = append(out.Damage, l.p.snap.Faults()...)
	out.Hints = append(out.Hints, "The words of some links are damaged; what is found by them is left out.")
}

// close lets go of the index of anchors.
func (l *linked) close() {
	if l != nil {
		l.p.close()
		l.p.snap.Close()
	}
}

// A candidate is a URL that links name with words of the query.
type candidate struct {
	hit
	key   segment.Key
	words []bool // by word of the plan: links say it
}

// candidates returns the best URLs by the words of links.
func (l *linked) candidates(ctx context.Context) ([]candidate, error) {
	hits, _, _, err := l.p.run(ctx, goal{want: anchorWant, need: l.p.needed})
	if err == nil && len(hits) < fewAnchors && l.p.needed > 1 {
		hits, _, _, err = l.p.run(ctx, goal{want: anchorWant, need: (l.p.needed + 1) / 2})
	}
	out := make([]candidate, 0, len(hits))
	for _, h := range hits {
		out = append(out, candidate{hit: h, key: l.p.snap.Key(int(h.seg), h.doc)})
	}
	return out, err
}

// name gives results that have no title what links call them, since few files say
// their own in their headers, and those that were never read a page they stand on.
func (s *Searcher) name(ctx context.Context, p *plan, l *linked, results []Result) (err error) {
	for i := range results {
		r := &results[i]
		if r.Unread {
			if r.Page, err = outside.PageWith(ctx, s.opt.Linking, p.snap, p.seen, r.URL); err != nil {
				return err
			}
		}
		if l == nil || r.Format == "html" || r.Title != r.URL.String() {
			continue
		}
		seg, doc, ok := l.p.snap.Lookup(r.URL.ID())
		if !ok {
			continue
		}
		d, err := l.p.snap.Doc(seg, doc)
		if err != nil {
			return err
		}
		r.Title = cmp.Or(d.Title, r.Title)
	}
	return nil
}

// addTo adds to hits what links say of them.
func (l *linked) addTo(hits []hit) error {
	var all []candidate
	of := map[segment.Key]int{}
	for i := range hits {
		key := hits[i].p.snap.Key(int(hits[i].seg), hits[i].doc)
		if seg, doc, ok := l.p.snap.LookupKey(key); ok {
			of[key] = i
			all = append(all, candidate{hit: hit{p: l.p, seg: int32(seg), doc: doc}, key: key})
		}
	}
	if err := l.weigh(all); err != nil {
		return err
	}
	for i := range all {
		h := &hits[of[all[i].key]]
		h.score += all[i].score
		h.take(all[i].parts)
	}
	return nil
}

// take adds the parts of what links say.
func (h *hit) take(parts *score.Parts) {
	switch {
	case parts == nil:
	case h.parts == nil:
		h.parts = parts
	default:
		*h.parts = append(*h.parts, *parts...)
	}
}

// weigh fills in which words of the query links say of each candidate, and what
// that adds to a score.
func (l *linked) weigh(all []candidate) error {
	return l.p.walk(places(all, func(c *candidate) *hit { return &c.hit }), func(m *matcher, i int) error {
		c := &all[i]
		m.missing(c.doc)
		c.words, c.score, c.parts = slices.Clone(m.here), 0, nil
		share := l.share(m.here)
		for w, here := range m.here {
			if here {
				c.add("links: "+l.p.words[w].text, share*l.p.words[w].part(m.words[w].impacts()))
			}
		}
		return nil
	})
}

// share returns how much the words count that links say of a page. Links that say
// all that is asked for name the page; one word of several says little.
func (l *linked) share(here []bool) float64 {
	sum := 0.0
	for w, word := range l.p.words {
		if here[w] {
			sum += word.idf
		}
	}
	return anchorShare * math.Pow(min(1, sum/l.p.sumIDF), coverPower)
}

// A spot is the place of a document and its number in a list.
type spot struct {
	seg int
	doc uint32
	i   int
}

// places returns the places of a list in the order in which cursors visit them.
func places[T any](list []T, of func(*T) *hit) []spot {
	out := make([]spot, len(list))
	for i := range list {
		h := of(&list[i])
		out[i] = spot{int(h.seg), h.doc, i}
	}
	slices.SortFunc(out, func(a, b spot) int { return cmp.Or(cmp.Compare(a.seg, b.seg), cmp.Compare(a.doc, b.doc)) })
	return out
}

// walk calls visit for each place with the plan's matcher of its segment.
func (p *plan) walk(all []spot, visit func(m *matcher, i int) error) error {
	seg := -1
	for _, s := range all {
		m := p.matchers[s.seg]
		if s.seg != seg {
			seg = s.seg
			m.start()
		}
		if err := visit(m, s.i); err != nil {
			return err
		}
		if err := m.err(); err != nil {
			return err
		}
	}
	return nil
}

// withLinks adds to the hits of the first stage what links say of them, and the
// pages that links bring up.
func (s *Searcher) withLinks(ctx context.Context, p *plan, l *linked, hits []hit, out *Response) ([]hit, error) {
	found, err := l.candidates(ctx)
	if err == nil {
		err = l.addTo(hits)
	}
	if err != nil {
		return nil, err
	}
	have := map[segment.Key]bool{}
	for i := range hits {
		have[p.snap.Key(int(hits[i].seg), hits[i].doc)] = true
	}
	found = slices.DeleteFunc(found, func(c candidate) bool { return have[c.key] })
	if err := l.weigh(found); err != nil {
		return nil, err
	}
	var pages []candidate
	var unread []candidate
	for _, c := range found {
		seg, doc, ok := p.snap.LookupKey(c.key)
		switch {
		case ok && p.snap.Findable(seg, doc):
			c.p, c.seg, c.doc = p, int32(seg), doc
			pages = append(pages, c)
		case len(unread) < maxUnread && p.complete(c.words):
			unread = append(unread, c)
		}
	}
	more, err := p.admitted(pages, out)
	if err == nil {
		err = s.keepUnread(l, unread, out)
	}
	return append(hits, more...), err
}

// admitted returns the pages among candidates that answer the query with what
// links say of them.
func (p *plan) admitted(pages []candidate, out *Response) ([]hit, error) {
	var hits []hit
	err := p.walk(places(pages, func(c *candidate) *hit { return &c.hit }), func(m *matcher, i int) error {
		c := &pages[i]
		if !holdAll(m.where, p, m.seg, c.doc) {
			return nil
		}
		m.missing(c.doc)
		alone := p.complete(m.here)
		for w := range c.words {
			c.words[w] = c.words[w] || m.here[w]
		}
		if !p.complete(c.words) {
			return nil
		}
		if c.linked = !alone; c.linked { // else it is counted already
			out.Total++
		}
		c.most = impacts{}
		c.score += m.score(c.doc, &c.most)
		p.static(&c.hit)
		hits = append(hits, c.hit)
		return nil
	})
	return hits, err
}

// holdAll reports whether a document meets all conditions.
func holdAll(where []*node, p *plan, seg int, doc uint32) bool {
	return !slices.ContainsFunc(where, func(n *node) bool { return !n.holds(p, seg, doc) })
}

// complete reports whether the words that are there are all that a page needs.
func (p *plan) complete(here []bool) bool {
	for w, word := range p.words {
		if !word.optional && !here[w] {
			return false
		}
	}
	return !slices.ContainsFunc(p.groups, func(g []int) bool {
		return !slices.ContainsFunc(g, func(i int) bool { return here[i] })
	})
}

// keepUnread keeps those of the URLs that were never read that may be shown.
func (s *Searcher) keepUnread(l *linked, all []candidate, out *Response) error {
	err := l.p.walk(places(all, func(c *candidate) *hit { return &c.hit }), func(m *matcher, i int) error {
		c := all[i]
		if !holdAll(l.every[m.seg], l.p, m.seg, c.doc) {
			return nil
		}
		ok, picture, err := s.isListed(l.p.snap, m.seg, c.doc)
		if c.picture = picture; ok {
			c.unread = true
			out.Total++
			l.unread = append(l.unread, c.hit)
		}
		return err
	})
	slices.SortFunc(l.unread, byScore)
	return err
}

// isListed asks whether a URL that was never read may be shown, and whether it is a
// picture.
func (s *Searcher) isListed(snap *index.Snapshot, seg int, doc uint32) (ok, picture bool, err error) {
	d, err := snap.Doc(seg, doc)
	if err != nil || s.opt.Listed == nil {
		return false, false, err
	}
	u, err := weburl.Parse(d.URL)
	if err != nil {
		return false, false, err
	}
	ok, err = s.opt.Listed(u)
	return ok, d.Format == "image", err
}

// merge puts the URLs that were never read among ordered hits. Pictures come behind
// them all: few words are said of a picture, so each of them weighs more than any in a
// page can.
func (l *linked) merge(hits []hit) []hit {
	if l == nil {
		return hits
	}
	var pictures []hit
	for _, u := range l.unread {
		if u.picture {
			pictures = append(pictures, u)
			continue
		}
		i := slices.IndexFunc(hits, func(h hit) bool { return h.score < u.score })
		if i < 0 {
			i = len(hits)
		}
		hits = slices.Insert(hits, i, u)
	}
	return append(hits, pictures...)
}

// explain adds what links say of one page.
func (l *linked) explain(p *plan, key segment.Key, out *Explanation) error {
	seg, doc, ok := l.p.snap.LookupKey(key)
	if !ok {
		return nil
	}
	all := []candidate{{hit: hit{p: l.p, seg: int32(seg), doc: doc}, key: key}}
	if err := l.weigh(all); err != nil {
		return err
	}
	out.Score += all[0].score
	out.Why = append(out.Why, all[0].why()...)
	for i, said := range all[0].words {
		if said {
			out.Missing = slices.DeleteFunc(out.Missing, func(text string) bool { return text == p.words[i].text })
		}
	}
	out.Matches = len(out.Missing) == 0 && !p.empty()
	return nil
}
