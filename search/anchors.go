package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/condition"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/coverage"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/search/missingwords"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/weight"
	"github.com/aranea-search/aranea/weburl"
)

// The words of links are an index of their own, whose documents are the URLs that links point
// to. So they change independently of these pages. A query is run on both indexes: the best of
// either are looked up in both, and what the words of links say is one addend of the score.

const (
	// anchorWant is how many of the best by the words of links are looked at. If there are
	// fewer than fewAnchors, those that lack words are looked at as well.
	anchorWant = 200
	fewAnchors = 20
	// maxUnread is how many never-read URLs one answer shows.
	maxUnread = 100
)

// A linked value is a query on the index of anchors. nil means that there is none.
type linked struct {
	p *plan
	// every are the conditions of the query by segment. The index of anchors is asked only
	// about those on hosts and sites; the others concern the page itself.
	every  [][]*condition.Node
	found  map[segment.Key]*candidate // the best by the words of links
	unread []hit                      // never-read URLs that may be shown, the best first
	left   bool                       // there are more of these than fit
	// rest bounds what links add to a page that is not among the best by their words; most
	// bounds what they add to any page that they do not bring up.
	rest, most float64
	cover      coverage.Reader
}

// link prepares the query for the index of anchors, unless there is none, or nothing to ask it.
func (x *search) link(ctx context.Context) error {
	s, w := x.s, x.wording
	if s.opt.Anchors == nil || w.req.Sort != "" {
		return nil
	}
	snap, err := s.opt.Anchors.Fresh(ctx)
	if err != nil {
		return err
	}
	w.outside, w.links, w.named = nil, true, x.plan.named
	p, err := s.compile(snap, w)
	if err != nil {
		snap.Close()
		return err
	}
	l := &linked{p: p}
	if len(p.words) == 0 && !slices.ContainsFunc(p.where, (*condition.Condition).IsKind) {
		l.close()
		return nil
	}
	for _, m := range p.matchers {
		l.every = append(l.every, m.where)
		var kept []*condition.Node
		for i, n := range m.where {
			if !p.where[i].IsOfPage() {
				kept = append(kept, n)
			}
		}
		m.where = kept
	}
	p.where = slices.DeleteFunc(slices.Clone(p.where), (*condition.Condition).IsOfPage)
	x.links = l
	return nil
}

// more reports whether never-read files were left out: they are counted, but shown on no page
// of results. l may be nil.
func (l *linked) more() bool { return l != nil && l.left }

// tell reports damage to the index of anchors.
func (l *linked) tell(out *Response) {
	if l == nil || len(l.p.snap.Faults()) == 0 {
		return
	}
	out.Damage = append(out.Damage, l.p.snap.Faults()...)
	out.Tell(hint.Hint{Code: hint.LinksDamaged})
}

// whole returns damage to the index of anchors that was found since it was opened.
func (l *linked) whole() error {
	if l == nil {
		return nil
	}
	return l.p.snap.Whole()
}

// close releases the index of anchors.
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
	words []bool  // by word of the plan: whether links have it
	said  float64 // what that adds to the score of a page
}

// candidates returns the best URLs by the words of links, with their weights, and bounds what
// links add to all others.
func (l *linked) candidates(ctx context.Context) ([]candidate, error) {
	need := l.p.needed
	found, err := l.p.run(ctx, goal{want: anchorWant, need: need})
	l.left = found.total > len(found.hits) && slices.ContainsFunc(l.p.where, (*condition.Condition).IsKind)
	if err == nil && len(found.hits) < fewAnchors && need > 1 {
		need = (need + 1) / 2
		found, err = l.p.run(ctx, goal{want: anchorWant, need: need})
	}
	if err != nil {
		return nil, err
	}
	l.rest = l.lacking(need)
	out := make([]candidate, 0, len(found.hits))
	lowest := math.Inf(1)
	for _, h := range found.hits {
		lowest = min(lowest, h.score)
		out = append(out, candidate{hit: h, key: l.p.snap.Key(int(h.seg), h.doc)})
	}
	if found.more || found.total > len(found.hits) { // an upper bound of what scores lose besides words
		l.rest = max(l.rest, coverage.Most*(lowest+weight.DepthPenalty*weight.MostDepth*l.p.sumIDF))
	}
	return out, l.weigh(out)
}

// lacking bounds what links add to a page if they lack some of the needed words and groups, or
// one that is always required.
func (l *linked) lacking(need int) float64 {
	loads := make([]missingwords.Load, len(l.p.words))
	for i, w := range l.p.words {
		loads[i] = missingwords.Load{Part: l.p.topPart(i), Rarity: w.idf, Optional: w.optional, Grouped: w.grouped, Quoted: w.quoted}
	}
	return missingwords.MostLacking(loads, l.p.groups, need, coverage.Bound(l.p.sumIDF, rounding))
}

// topPart bounds what a word adds to any score.
func (p *plan) topPart(word int) float64 {
	best := 0.0
	for _, m := range p.matchers {
		best = max(best, p.words[word].part(m.words[word].Top()))
	}
	return best
}

// name gives results without a title, as many files are, the words of links to them or else
// their file name; and never-read results a page that they occur on, preferably in a language
// of the query.
func (s *Searcher) name(ctx context.Context, p *plan, l *linked, results []Result) (err error) {
	for i := range results {
		r := &results[i]
		if r.Unread {
			if r.Page, err = linkquery.PageWith(ctx, s.opt.Linking, p.snap, p.seen, r.URL, p.langs); err != nil {
				return err
			}
		}
		if r.Format == "html" || r.Title != r.URL.String() {
			continue
		}
		called, err := l.called(r.URL)
		if err != nil {
			return err
		}
		r.Untitled(called)
	}
	return nil
}

// called returns what most links call a URL: the title, otherwise the first heading of its
// document, which is the text that most other sites use; "" if there is none. l may be nil.
func (l *linked) called(u weburl.URL) (string, error) {
	if l == nil {
		return "", nil
	}
	seg, doc, ok := l.p.snap.Lookup(u.ID())
	if !ok {
		return "", nil
	}
	d, err := l.p.snap.Doc(seg, doc)
	return cmp.Or(d.Title, d.Heading), err
}

// addTo adds what links say to some of the hits.
func (l *linked) addTo(hits []hit, some []int32) error {
	var all []candidate
	var of []*hit
	for _, i := range some {
		h := &hits[i]
		if h.named {
			continue
		}
		h.named = true
		key := h.key()
		if c, ok := l.found[key]; ok {
			h.score += c.said
			h.take(c.parts.Clone())
		} else if l.rest > 0 {
			if seg, doc, ok := l.p.snap.LookupKey(key); ok {
				of = append(of, h)
				all = append(all, candidate{hit: hit{p: l.p, seg: int32(seg), doc: doc}})
			}
		}
	}
	if err := l.weigh(all); err != nil {
		return err
	}
	for i, h := range of {
		h.score += all[i].said
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

// weigh fills in which words of the query links have for each candidate, and what that adds to a score.
func (l *linked) weigh(all []candidate) error {
	return l.p.walk(contest.Places(all, (*candidate).Spot), func(m *matcher, i int) error {
		c := &all[i]
		m.find(c.doc)
		c.words, c.score, c.parts = slices.Clone(m.here), 0, nil
		share := l.share(c.doc, m)
		for w, here := range m.here {
			if here {
				c.add("links: "+l.p.words[w].text, share*l.p.words[w].part(m.words[w].Impacts()))
			}
		}
		c.said = c.score
		return nil
	})
}

// share returns the weight of the words that links have for a page, which m has found.
func (l *linked) share(doc uint32, m *matcher) float64 {
	l.cover.Reset(len(m.words))
	for i, c := range m.words {
		switch {
		case !m.here[i]:
		case l.p.namesSite(i, m):
			l.cover.Everywhere(i)
		default:
			l.cover.At(i, c.Starts(doc))
		}
	}
	return coverage.Share(l.cover.Together(func(i int) float64 { return l.p.words[i].idf }), l.p.sumIDF)
}

// walk calls visit for each place with the plan's matcher of its segment.
func (p *plan) walk(all []contest.Place, visit func(m *matcher, i int) error) error {
	seg := -1
	for _, s := range all {
		m := p.matchers[s.Seg]
		if s.Seg != seg {
			seg = s.Seg
			m.start()
		}
		if err := visit(m, s.I); err != nil {
			return err
		}
		if err := m.err(); err != nil {
			return err
		}
	}
	return nil
}

// bring returns the pages that links bring up, with what links say of them, or that the query
// names by address, and keeps what links say of all others.
func (x *search) bring(ctx context.Context) ([]hit, error) {
	p, l := x.plan, x.links
	if l == nil {
		return p.admitted(p.addSlugs(p.addAddressed(nil)), &x.out)
	}
	found, err := l.candidates(ctx)
	if err != nil {
		return nil, err
	}
	p.said, p.slack = l.addTo, l.rest
	l.found = make(map[segment.Key]*candidate, len(found))
	var pages, unread []candidate
	for i := range found {
		c := &found[i]
		l.found[c.key] = c
		seg, doc, ok := p.snap.LookupKey(c.key)
		switch {
		case ok && p.snap.Findable(seg, doc):
			page := *c
			page.words, page.parts = slices.Clone(c.words), c.parts.Clone()
			page.p, page.seg, page.doc, page.named = p, int32(seg), doc, true
			pages = append(pages, page)
		case p.complete(c.words):
			unread = append(unread, *c)
		}
		l.most = max(l.most, c.said)
	}
	l.most = max(l.most, l.rest)
	pages = p.addSlugs(p.addAddressed(pages))
	hits, err := p.admitted(pages, &x.out)
	if err == nil {
		err = x.s.keepUnread(l, unread, &x.out)
	}
	return hits, err
}

// addAddressed adds the page whose address the query is, as if links had all of its words.
func (p *plan) addAddressed(pages []candidate) []candidate {
	if p.at == nil {
		return pages
	}
	i := slices.IndexFunc(pages, func(c candidate) bool { return c.Spot() == *p.at })
	if i < 0 {
		i, pages = len(pages), append(pages, candidate{hit: hit{p: p, seg: int32(p.at.Seg), doc: p.at.Doc}})
	}
	pages[i].words = slices.Repeat([]bool{true}, len(p.words))
	return pages
}

// addSlugs adds the pages whose slug is a part of the query, and the start pages that it names.
func (p *plan) addSlugs(pages []candidate) []candidate {
	for spot := range p.slugs {
		if !slices.ContainsFunc(pages, func(c candidate) bool { return c.Spot() == spot }) {
			pages = append(pages, candidate{hit: hit{p: p, seg: int32(spot.Seg), doc: spot.Doc}, words: make([]bool, len(p.words))})
		}
	}
	return pages
}

// spared adds to the words that a page has, which m has found, those of its slug that it need not say.
func (p *plan) spared(spot contest.Spot, m *matcher, has []bool) []bool {
	return p.slugs[spot].With(has, func(i int) bool { return p.words[i].optional || p.namesSite(i, m) })
}

// namesSite reports whether a word names the site of a page, which m has found.
func (p *plan) namesSite(word int, m *matcher) bool {
	return p.words[word].names && m.here[word] && m.words[word].Named()
}

// slug adds what a page gains by its slug, if that is a part of the query.
func (p *plan) slug(h *hit, m *matcher) {
	run, ok := p.slugs[h.Spot()]
	if !ok {
		return
	}
	sum := 0.0
	for i, w := range p.words {
		if i >= run.From && i < run.To || p.namesSite(i, m) {
			sum += w.idf
		}
	}
	if run.Start {
		h.add("start page of the site", weight.StartOf(p.needed)*p.sumIDF)
		return
	}
	h.add("name in the address or of a definition", (weight.Slug+run.Unsaid(m.here))*sum*min(1, sum/p.sumIDF))
}

// admitted returns those candidates that answer the query together with what links say of them.
func (p *plan) admitted(pages []candidate, out *Response) ([]hit, error) {
	var hits []hit
	err := p.walk(contest.Places(pages, (*candidate).Spot), func(m *matcher, i int) error {
		c := &pages[i]
		if !condition.HoldAll(m.where, c.doc) {
			return nil
		}
		m.find(c.doc)
		c.words = p.spared(c.Spot(), m, c.words)
		for w := range c.words {
			c.words[w] = c.words[w] || m.here[w]
		}
		if !p.complete(c.words) {
			return nil
		}
		if c.linked = !p.complete(m.here); c.linked { // otherwise it is counted already
			out.Total++
		}
		c.most = impacts{}
		c.score += m.score(c.doc, &c.most)
		p.static(&c.hit)
		p.slug(&c.hit, m)
		if c.might = c.score + p.mayGain(&c.hit)*rounding; !c.named {
			c.might += p.slack // what links say of it is not added yet
		}
		hits = append(hits, c.hit)
		return nil
	})
	return hits, err
}

// keepUnread keeps the best of the never-read URLs that may be shown.
func (s *Searcher) keepUnread(l *linked, all []candidate, out *Response) error {
	err := l.p.walk(contest.Places(all, (*candidate).Spot), func(m *matcher, i int) error {
		c := all[i]
		if !condition.HoldAll(l.every[m.seg], c.doc) {
			return nil
		}
		ok, picture, err := s.isListed(&c.hit)
		if c.picture = picture; ok {
			c.unread = true
			l.unread = append(l.unread, c.hit)
		}
		return err
	})
	slices.SortFunc(l.unread, contest.Order[hit])
	if len(l.unread) > maxUnread {
		l.unread, l.left = l.unread[:maxUnread], l.left || slices.ContainsFunc(l.p.where, (*condition.Condition).IsKind)
	}
	out.Total += len(l.unread)
	return err
}

// isListed asks whether a never-read URL may be shown, and whether it is a picture, and adds its weight.
func (s *Searcher) isListed(h *hit) (ok, picture bool, err error) {
	d, u, err := h.page()
	unfit := func(e *condition.Condition) bool { return !e.Fits(u) }
	if err != nil || s.opt.Listed == nil || slices.ContainsFunc(h.p.where, unfit) {
		return false, false, err
	}
	r := s.opt.Weights.List().Of(u)
	h.add(r.String(), r.Share()*h.p.full)
	ok, err = s.opt.Listed(u)
	return ok, d.Format == "image", err
}

// countIn adds the never-read URLs to the facets, if facets are wanted. out counts what links
// brought up; more says that not all pages were counted. l may be nil.
func (l *linked) countIn(out *Response, more bool) error {
	f := out.Facets
	if out.Values.Least(more || l != nil && out.Total > len(l.unread)); f == nil {
		return nil
	}
	if f.AtLeast = more; l == nil {
		return nil
	}
	f.AtLeast = more || out.Total > len(l.unread)
	for _, h := range l.unread {
		d, u, err := h.page()
		if err != nil {
			return err
		}
		f.Add(u.Origin().Site(), d.Format)
	}
	return nil
}

// merge inserts the never-read URLs into ordered hits. Pictures come last: little is said of a
// picture, so each of its words weighs more than any can in a page.
func (l *linked) merge(hits []hit) []hit {
	if l == nil {
		return hits
	}
	n := looked(hits)
	hits, behind := hits[:n], hits[n:]
	files, pictures := slices.Clone(l.unread), slices.Clone(l.unread)
	files = slices.DeleteFunc(files, func(u hit) bool { return u.picture })
	pictures = slices.DeleteFunc(pictures, func(u hit) bool { return !u.picture })
	return slices.Concat(contest.Insert(hits, files), pictures, behind)
}

// looked returns how many hits precede those that only the first stage has looked at.
func looked(hits []hit) int {
	for i := refineMax; i < len(hits); i++ {
		if !hits[i].linked {
			return i
		}
	}
	return len(hits)
}

// explain adds what links say of one page. l may be nil.
func (l *linked) explain(key segment.Key, out *Explanation) error {
	c, err := l.of(key)
	if err != nil || c == nil {
		return err
	}
	out.Score += c.score
	out.Why = append(out.Why, c.parts.All()...)
	out.Missing = missingwords.Without(out.Missing, l.p.words, l.p.groups, c.words)
	return nil
}

// without removes what links say of a page from what it lacks. l may be nil.
func (l *linked) without(key segment.Key, lacked *[]string) error {
	c, err := l.of(key)
	if err == nil && c != nil {
		*lacked = missingwords.Without(*lacked, l.p.words, l.p.groups, c.words)
	}
	return err
}

// of returns what links say of a page, nil if nothing. l may be nil.
func (l *linked) of(key segment.Key) (*candidate, error) {
	if l == nil {
		return nil, nil
	}
	seg, doc, ok := l.p.snap.LookupKey(key)
	if !ok {
		return nil, nil
	}
	all := []candidate{{hit: hit{p: l.p, seg: int32(seg), doc: doc}, key: key}}
	return &all[0], l.weigh(all)
}
