package main

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// A state is what the page of a URL is after a change: its words, nil for none.
// Instants are ticks of the oracle, in the order in which things happened.
type state struct {
	from, accepted uint64 // Apply was called, and returned, later than anything else if it has not
	title, words   []uint16
	removed        bool // deleted or hidden: searches obey at once
}

// An oracle knows each state of each page, and what searches may find and must find.
// It is safe for concurrent use.
type oracle struct {
	mu      sync.RWMutex
	now     uint64
	pages   [][]state // by number
	flushed uint64    // what was accepted by then is found
	asking  map[uint64]uint64
	drawn   []uint16 // words of the page that was put last
}

func newOracle(pages int) *oracle {
	return &oracle{pages: make([][]state, pages), asking: map[uint64]uint64{}}
}

// tick returns the next instant. o.mu is held.
func (o *oracle) tick() uint64 {
	o.now++
	return o.now
}

// begin notes what a call of Apply is about to do, and returns a function to call
// when it returned.
func (o *oracle) begin(changes map[int]state) (accepted func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := o.tick()
	for n, s := range changes {
		o.prune(n)
		s.from, s.accepted = at, math.MaxUint64
		o.pages[n] = append(o.pages[n], s)
		if s.words != nil {
			o.drawn = s.words
		}
	}
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		end := o.tick()
		for n := range changes {
			last := &o.pages[n][len(o.pages[n])-1]
			last.accepted = end
		}
	}
}

// prune forgets states that no search can see any more. o.mu is held.
func (o *oracle) prune(n int) {
	seen := o.flushed
	for _, f := range o.asking {
		seen = min(seen, f)
	}
	all := o.pages[n]
	for len(all) > 1 && all[1].accepted <= seen {
		all = all[1:]
	}
	o.pages[n] = slices.Clone(all)
}

// flush runs a flush and notes what it makes findable.
func (o *oracle) flush(run func() error) error {
	o.mu.Lock()
	begun := o.tick()
	o.mu.Unlock()
	if err := run(); err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushed = max(o.flushed, begun)
	return nil
}

// A moment is when a search began: what was flushed and accepted by then.
type moment struct{ at, flushed uint64 }

// ask begins a search.
func (o *oracle) ask() moment {
	o.mu.Lock()
	defer o.mu.Unlock()
	m := moment{o.tick(), o.flushed}
	o.asking[m.at] = m.flushed
	return m
}

// An answer is what a search told.
type answer struct {
	hits  map[int]bool // numbers of pages
	whole bool         // these are all hits
	total int
}

// check ends a search and tells what is wrong with its answer, and how many hits
// were compared.
func (o *oracle) check(m moment, q question, a answer) (compared int, err error) {
	o.mu.Lock()
	end := o.tick()
	o.mu.Unlock()
	defer o.end(m)
	o.mu.RLock()
	defer o.mu.RUnlock()
	must, may := 0, 0
	for n, all := range o.pages {
		some, every := possible(all, m, end, func(s *state) bool { return q.matches(n, s) })
		switch {
		case a.hits[n] && !some:
			return 0, fmt.Errorf("%s finds page %d, which does not match: %s", q, n, told(all, m, end))
		case every && a.whole && !a.hits[n]:
			return 0, fmt.Errorf("%s misses page %d: %s", q, n, told(all, m, end))
		case every:
			must++
		}
		if some {
			may++
		}
	}
	if a.total < must || a.total > may {
		return 0, fmt.Errorf("%s counts %d pages; %d to %d match", q, a.total, must, may)
	}
	return max(must, len(a.hits)), nil
}

func (o *oracle) end(m moment) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.asking, m.at)
}

// possible reports whether some, and whether all, of the states match that a search
// from a moment to an end can have seen.
func possible(all []state, m moment, end uint64, match func(*state) bool) (some, every bool) {
	first := -1
	for i := range all {
		if all[i].accepted <= m.flushed || all[i].removed && all[i].accepted <= m.at {
			first = i
		}
	}
	every = first >= 0 // before the first state there is nothing to find
	for i := max(first, 0); i < len(all) && all[i].from <= end; i++ {
		if match(&all[i]) {
			some = true
		} else {
			every = false
		}
	}
	return some, every
}

// told tells the states of a page for a person.
func told(all []state, m moment, end uint64) string {
	out := fmt.Sprintf("asked from %d to %d, flushed %d;", m.at, end, m.flushed)
	for _, s := range all {
		out += fmt.Sprintf(" [%d to %d, %d words, removed %v]", s.from, s.accepted, len(s.words), s.removed)
	}
	return out
}

// draw returns the words of the page that was put last, nil for none.
func (o *oracle) draw() []uint16 {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.drawn
}
