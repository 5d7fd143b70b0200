package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/condition"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/weight"
)

// A segment is read in windows of documents: sets of documents are combined many at a time, and
// what a word says about each document is read from the lane of the word.

// run adds the segment's matches to the heap or contest.
func (m *matcher) run(ctx context.Context) error {
	s := m.p.swept.Fit(len(m.words))
	m.slow = slices.ContainsFunc(m.words, (*chain.Chain).OneByOne)
	s.Snap, s.Seg = m.p.snap, m.seg
	for from := m.after(0); from < m.limit; from = m.after(from + postings.Width) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		from &^= 63
		s.From = from
		s.Left.Fill(int(min(m.limit-from, postings.Width)))
		m.low, m.behind = false, math.Inf(-1)
		some := m.candidates(s)
		if some {
			m.p.snap.Leave(m.seg, from, s.Left[:])
			m.look(s)
		}
		if m.leaveOut(from); some {
			if err := m.lookEarly(); err != nil {
				return err
			}
		}
		if err := m.err(); err != nil {
			return err
		}
	}
	return m.err()
}

// lookEarly lets the contest look at some pages again when it is time to.
func (m *matcher) lookEarly() error {
	if m.goal.contest == nil {
		return nil
	}
	looked, err := m.goal.contest.TryEarly(m.p.refineBatch)
	if looked {
		m.start() // it has moved the cursors
	}
	return err
}

// after returns a lower bound of the next match from doc on.
func (m *matcher) after(doc uint32) uint32 {
	to := doc
	for _, n := range m.where {
		to = max(to, n.After(doc))
	}
	least := uint32(segment.NoDoc)
	wants := func(next uint32, always bool) {
		if least = min(least, next); always || m.wantsAll() {
			to = max(to, next)
		}
	}
	for _, i := range m.must {
		wants(m.words[i].After(doc), false)
	}
	for _, g := range m.p.groups {
		next := uint32(segment.NoDoc)
		for _, i := range g.Words {
			next = min(next, m.words[i].After(doc))
		}
		wants(next, g.Strict)
	}
	if m.goal.need > 0 {
		to = max(to, least)
	}
	return to
}

// wantsAll reports whether a page must have all needed words.
func (m *matcher) wantsAll() bool { return m.goal.need == m.p.needed }

// candidates leaves the documents of the window that may match and be among the best, and
// reports whether there are any.
func (m *matcher) candidates(s *postings.Sweep) bool {
	prunes := m.hasFloor() && m.mayPrune()
	if prunes && !m.narrow(s) {
		return false
	}
	for _, n := range m.where {
		if !n.Of().Excludes() {
			m.slow = !n.Sweep(s) || m.slow
		}
	}
	m.bare = !m.hasFloor()
	for i, c := range m.words {
		s.Lanes[i].Clear(m.bare && c.Positional())
	}
	if s.Want(0); !m.wantsAll() {
		s.Want(m.goal.need)
	}
	for _, i := range m.must {
		m.words[i].Fill(&s.Lanes[i], &s.Token, s.Place, &s.Left)
		if !s.Meet(&s.Lanes[i].Here, m.wantsAll() || m.p.words[i].quoted) {
			return false
		}
	}
	for _, g := range m.p.groups {
		found := m.alternatives(s, g.Words, prunes)
		if !s.Meet(&found, m.wantsAll() || g.Strict) {
			return false
		}
	}
	s.Enough()
	for i, w := range m.p.words {
		if w.optional && !w.grouped {
			m.words[i].Fill(&s.Lanes[i], &s.Token, s.Place, &s.Left)
		}
	}
	for _, n := range m.where {
		switch {
		case !n.Of().Excludes():
		case n.Of().IsOwnWord():
			m.leaveOwn(s, n, prunes && !m.slow)
		default:
			m.slow = !n.Sweep(s) || m.slow
		}
	}
	return !s.Left.Empty()
}

// leaveOwn removes the documents that have an excluded word outside of the template. Of those that
// may have it there, it looks only at the ones that may be among the best if prunes is set.
func (m *matcher) leaveOwn(s *postings.Sweep, n *condition.Node, prunes bool) {
	if !prunes {
		n.Sweep(s)
		return
	}
	own, open := n.MayOwn(s)
	s.Left.Without(&own)
	for at := range open.Each {
		if _, may := m.mayBring(s, at); !may {
			open.Remove(at)
			s.Left.Remove(at)
			m.pruned = true
		}
	}
	n.Settle(s, own, open)
}

// alternatives returns the documents that have one word of a group. If the query is nothing but
// that group, documents are not looked at for the sake of words that even together cannot reach
// the bar (MaxScore, Turtle and Flood 1995).
func (m *matcher) alternatives(s *postings.Sweep, group []int, prunes bool) (found postings.Bits) {
	if alone := prunes && len(group) == len(m.words); !alone {
		for _, i := range group {
			m.words[i].Fill(&s.Lanes[i], &s.Token, s.Place, &s.Left)
			found.Or(&s.Lanes[i].Here)
		}
		return found
	}
	if len(m.order) == 0 {
		part := func(i int) float64 { return m.p.words[i].part(m.words[i].Top()) }
		m.order = append(m.order, group...)
		slices.SortFunc(m.order, func(i, j int) int { return cmp.Compare(part(j), part(i)) })
	}
	for n, i := range m.order {
		if n > 0 && m.lightFrom(m.order[n:], s.From) {
			m.pruned = true
			s.Left.And(&found)
			for _, j := range m.order[n:] {
				m.words[j].Fill(&s.Lanes[j], &s.Token, s.Place, &s.Left)
			}
			return found
		}
		m.words[i].Fill(&s.Lanes[i], &s.Token, s.Place, &s.Left)
		found.Or(&s.Lanes[i].Here)
	}
	return found
}

// lightFrom reports whether some words by themselves cannot bring a document to the bar.
func (m *matcher) lightFrom(words []int, doc uint32) bool {
	clear(m.most)
	sum := 0.0
	for i, c := range m.words {
		if slices.Contains(words, i) {
			most, form := c.Top()
			m.most[i] = most
			sum += m.p.words[i].part(most, form)
		}
	}
	return !m.lets(sum, m.most, doc)
}

// mostIdle is for how many windows at most narrow is skipped after it removed nothing.
const mostIdle = 8

// narrow leaves the documents of the window whose blocks may reach the bar, and reports whether
// there are any (block-max pruning).
func (m *matcher) narrow(s *postings.Sweep) bool {
	if m.rest > 0 {
		m.rest--
		return true
	}
	var may postings.Bits
	end := min(s.From+postings.Width, m.limit)
	some, all := false, true
	for doc := s.From; doc < end; {
		sum, forms, until := 0.0, m.p.allForms, end-1
		for i, w := range m.words {
			most, form, to := w.Bound(doc)
			forms = m.p.words[i].spoil(forms, form)
			m.most[i] = most
			sum += m.p.words[i].part(most, form)
			until = min(until, to)
		}
		if m.lets(sum+forms, m.most, doc) {
			may.AddRange(int(doc-s.From), int(until-s.From)+1)
			some = true
		} else {
			m.pruned, all = true, false
		}
		doc = until + 1
	}
	if s.Left.And(&may); !all {
		m.idle = 0
	} else if m.idle < mostIdle {
		m.idle++
	}
	m.rest = m.idle
	return some
}

// lets reports whether documents from doc on may be among the best, given bounds of their score
// and of their impacts; otherwise it records them as left out.
func (m *matcher) lets(sum float64, most []uint8, doc uint32) bool {
	might, may := m.mayReach(sum, most, doc)
	if !may {
		m.leave(sum, might, doc)
	}
	return may
}

// leave records that documents were left out.
func (m *matcher) leave(sum, might float64, doc uint32) {
	if c := m.goal.contest; c != nil {
		c.Leave(sum+m.p.mostStatic(), might, m.spot(doc))
	}
}

// mayReach is lets without recording. For a contest, it also returns the upper bound of their
// final scores.
func (m *matcher) mayReach(sum float64, most []uint8, doc uint32) (might float64, may bool) {
	might, may, open := m.byFirst(sum, doc)
	if open {
		might += m.p.anyGain(most) * rounding
		may = !m.goal.contest.Beaten(might, m.spot(doc))
	}
	return might, may
}

// pageMayReach is mayReach for one page, whose title length is known.
func (m *matcher) pageMayReach(sum float64, most []uint8, doc uint32) (might float64, may bool) {
	might, may, open := m.byFirst(sum, doc)
	if open {
		m.gained = m.p.gain(most, m.seg, doc)
		might += m.gained * rounding
		may = !m.goal.contest.Beaten(might, m.spot(doc))
	}
	return might, may
}

// byFirst is the part of mayReach that needs no second stage; open says that the second stage
// decides.
func (m *matcher) byFirst(sum float64, doc uint32) (might float64, may, open bool) {
	sum += m.p.mostStatic()
	c := m.goal.contest
	if c == nil {
		return 0, sum > m.floor, false
	}
	at, might := m.spot(doc), sum+m.p.slack
	if c.Low(sum, at) {
		return might, false, false
	}
	return might, true, c.Beaten(might, at)
}

func (m *matcher) spot(doc uint32) contest.Spot { return contest.Spot{Seg: m.seg, Doc: doc} }

// look checks everything else about the candidates of a window, counts the matches, and keeps
// the best.
func (m *matcher) look(s *postings.Sweep) {
	if !m.slow {
		m.countAll(s)
	}
	if n := len(m.words); m.hasFloor() && !m.slow && (n == 1 || n > 1 && (!m.wantsAll() || len(m.p.groups) > 0)) {
		m.sift(s)
	}
	for at := range s.Left.Each {
		if m.slow {
			m.ask(s, at)
		} else if sum, may := m.mayBring(s, at); may {
			m.offer(sum, s.From+at)
			m.hasFloor()
		}
	}
}

// ask is look for one candidate that has to be checked by position or date.
func (m *matcher) ask(s *postings.Sweep, at uint32) {
	doc, sum, might, may := s.From+at, m.sum(s, at), 0.0, true
	if !m.bare && m.hasFloor() {
		might, may = m.pageMayReach(sum, m.own, doc)
	}
	if !may && m.mayPrune() {
		m.pruned = true
		m.leave(sum, might, doc)
		return
	}
	if !m.holds(s, at) {
		return
	}
	sum, m.gained = m.sum(s, at), -1
	if m.count(doc); may {
		m.offer(sum, doc)
	} else {
		m.leave(sum, might, doc)
	}
}

// fewToSift is the number of candidates from which on a window is sifted; fewer are checked
// faster one by one.
const fewToSift = 32

// sift removes, from the documents that have a single word, those whose impact is too low to be
// among the best; the impact also bounds how well a title can do that contains the word. If the
// query is one word, documents that need their title are kept only if it may contain the word.
// This leaves few documents for mayBring.
func (m *matcher) sift(s *postings.Sweep) {
	static := m.p.mostStatic()
	if bar := (m.bar-m.p.slack)/rounding - static; m.bar != m.sifted {
		m.sifted, m.wanted = m.bar, weight.From(bar/m.p.counts[0].full)
		for i := range m.titled {
			m.titled[i] = sort.Search(math.MaxUint8+1, func(impact int) bool { return m.alone(i, impact) >= bar })
		}
	}
	several := s.Several(len(m.words))
	alone := s.Left
	if alone.Without(&several); alone.Len() < fewToSift {
		return
	}
	s.Left.And(&several)
	for i := range m.words {
		all, least := alone, weight.From((m.floor/rounding-static)/m.p.counts[i].full)
		if len(m.words) > 1 {
			all.And(&s.Lanes[i].Here)
		}
		left := all
		if s.Lanes[i].Reach(&left, max(m.titled[i], least)); left != all {
			if m.low = m.low || least > 0; m.titled[i] > 0 {
				m.behind = max(m.behind, m.alone(i, m.titled[i]-1))
			}
		}
		s.Left.Or(&left)
	}
	if kept, all := s.Left, s.Left; len(m.words) == 1 && s.Left.Len() >= fewToSift {
		s.Lanes[0].Reach(&kept, m.wanted)
		m.p.snap.LeaveUntitled(m.seg, s.From, s.Left[:], m.p.titled)
		if s.Left.Or(&kept); s.Left != all {
			m.behind = max(m.behind, m.p.counts[0].full*weight.Saturated(uint8(m.wanted-1)))
		}
	}
	m.behind = min((m.behind+static)*rounding+m.p.slack, math.Nextafter(m.bar, math.Inf(-1)))
}

// alone bounds the score of a page that has a single word, with an impact.
func (m *matcher) alone(word, impact int) float64 {
	clear(m.most)
	m.most[word] = uint8(impact)
	return m.p.counts[word].full*weight.Saturated(uint8(impact)) + m.p.anyGain(m.most)
}

// countAll counts the documents of a window, all of which match.
func (m *matcher) countAll(s *postings.Sweep) {
	if m.goal.facets == nil {
		m.total += s.Left.Len()
		return
	}
	for at := range s.Left.Each {
		m.count(s.From + at)
	}
}

// mayBring returns the first-stage score of a page, without static parts, and reports whether
// the page may be among the best, given bounds of what title and nearness add. leaveOut then
// records those that may not.
func (m *matcher) mayBring(s *postings.Sweep, at uint32) (sum float64, may bool) {
	forms := m.p.allForms
	lanes, own := s.Lanes[:len(m.p.counts)], m.own[:len(m.p.counts)]
	for i := range m.p.counts {
		w, l := &m.p.counts[i], &lanes[i]
		most, form := l.Most[at], l.Form[at]
		own[i] = most
		sum += w.idf * (weight.Saturated(most) + w.exact*weight.Saturated(form))
		if forms > 0 {
			forms = w.spoil(forms, form)
		}
	}
	sum += forms
	might := (sum + m.p.mostStatic()) * rounding
	if might < m.floor {
		m.low = true
		return sum, false
	}
	m.gained = -1
	if math.IsInf(m.bar, -1) {
		return sum, true
	}
	near := m.p.nearGain(own)
	if might += m.p.slack + near*rounding; might >= m.bar {
		return sum, true
	}
	doc := s.From + at
	title := m.p.snap.Title(m.seg, doc)
	if title&m.p.titled != 0 {
		gain := m.p.titleGainOf(own, m.seg, doc, title)
		might += gain * rounding
		m.gained = gain + near
	}
	if might < m.bar {
		m.behind = max(m.behind, might)
		return sum, false
	}
	return sum, true
}

// leaveOut records the documents, from one on, that mayBring rejected.
func (m *matcher) leaveOut(from uint32) {
	if m.low {
		m.leave(math.Inf(-1), 0, from)
	}
	if !math.IsInf(m.behind, -1) {
		m.leave(math.Inf(1), m.behind, from)
	}
}

// count counts a match.
func (m *matcher) count(doc uint32) {
	m.total++
	if m.goal.facets != nil {
		m.goal.facets.Add(doc)
	}
}

// sum is the score of the words in a document.
func (m *matcher) sum(s *postings.Sweep, at uint32) float64 {
	sum, forms := 0.0, m.p.allForms
	for i := range m.words {
		l := &s.Lanes[i]
		if m.own[i] = 0; !l.Here.Has(at) {
			forms = m.p.words[i].spoil(forms, 0)
			continue
		}
		m.own[i] = l.Most[at]
		sum += m.p.words[i].part(l.Most[at], l.Form[at])
		forms = m.p.words[i].spoil(forms, l.Form[at])
	}
	return sum + forms
}

// holds checks what sets of documents do not tell: positions and dates.
func (m *matcher) holds(s *postings.Sweep, at uint32) bool {
	doc, have := s.From+at, 0
	for i, c := range m.words {
		l := &s.Lanes[i]
		switch {
		case !l.Here.Has(at) || !c.Positional():
		case c.Holds(doc):
			if m.bare {
				most, form := c.Impacts()
				l.Note(at, most, form)
			}
		default:
			l.Here.Remove(at)
			if m.p.words[i].quoted && !m.p.words[i].optional {
				return false // quoted words are always required
			}
		}
		if l.Here.Has(at) && !m.p.words[i].optional {
			have++
		}
	}
	for _, g := range m.p.groups {
		switch {
		case slices.ContainsFunc(g.Words, func(i int) bool { return s.Lanes[i].Here.Has(at) }):
			have++
		case g.Strict:
			return false
		}
	}
	if have < m.goal.need {
		return false
	}
	for _, n := range m.where {
		if !n.Holds(doc) {
			return false
		}
	}
	return true
}

// offer keeps a match if it is among the best, judged by its score and the bound of what the
// second stage adds.
func (m *matcher) offer(sum float64, doc uint32) {
	h := &m.next // avoids an allocation
	*h = hit{p: m.p, seg: int32(m.seg), doc: doc, score: sum}
	if m.p.order != nil {
		h.score = m.p.order.Score(m.seg, doc)
	} else {
		m.p.static(h)
	}
	for i := range min(len(h.most), len(m.own)) {
		h.most[i] = m.own[i]
	}
	found := &m.p.found
	full := len(found.All) == m.goal.want
	switch c := m.goal.contest; {
	case c != nil:
		if m.gained < 0 {
			m.gained = m.p.gain(m.own, m.seg, doc)
		}
		h.might = h.score + m.p.slack + m.gained*rounding
		c.Enter(h)
	case full && !h.Before(&found.All[0]) || m.goal.keeps != nil && !m.goal.keeps(h):
	case full:
		found.Replace(h)
	default:
		found.Push(h)
	}
}

// hasFloor reports whether there is a score that pages must exceed, and stores it.
func (m *matcher) hasFloor() bool {
	switch c := m.goal.contest; {
	case c != nil:
		m.floor, m.bar = c.Floor(), c.Bar()
		return c.Bars()
	case m.p.order != nil || m.p.byKey || len(m.p.found.All) < m.goal.want:
		m.floor, m.bar = math.Inf(-1), math.Inf(-1)
		return false
	}
	m.floor, m.bar = m.p.found.All[0].score, math.Inf(-1)
	return true
}

// mayPrune reports whether pages that cannot be among the best may be skipped without being
// counted.
func (m *matcher) mayPrune() bool {
	return !m.goal.exact && m.p.order == nil && !m.p.byKey && m.total >= countTo && len(m.words) > 0
}
