package contest

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/topk"
)

// Sizes of a contest.
const (
	FirstPage  = 10  // results that are decided first; the others follow
	Most       = 200 // pages that the second stage looks at in the end
	batch      = 8   // pages looked at before checking whether more could change the results
	earlyLooks = 32  // pages looked at as soon as earlyRound are waiting, to learn the score to beat
	earlyRound = 100 // and again whenever twice as many have come
)

// A Spot is the place of a page in the index.
type Spot struct {
	Seg int
	Doc uint32
}

// Compare orders spots.
func (s Spot) Compare(o Spot) int {
	return cmp.Or(cmp.Compare(s.Seg, o.Seg), cmp.Compare(s.Doc, o.Doc))
}

// Spots returns the spots of pages in the order of the index.
func Spots[T any, P Page[T]](pages []T) []Spot {
	out := make([]Spot, len(pages))
	for i := range pages {
		out[i] = P(&pages[i]).Spot()
	}
	slices.SortFunc(out, Spot.Compare)
	return out
}

// A Place is a spot and an index into a list.
type Place struct {
	Spot
	I int
}

// Places returns the places of the pages of a list in the order of the index, in which cursors
// visit them.
func Places[T any](list []T, of func(*T) Spot) []Place {
	out := make([]Place, len(list))
	for i := range list {
		out[i] = Place{of(&list[i]), i}
	}
	slices.SortFunc(out, func(a, b Place) int { return a.Compare(b.Spot) })
	return out
}

// Without returns the pages that are not among others.
func Without[T any, P Page[T]](pages, others []T) []T {
	have := Spots[T, P](others)
	return slices.DeleteFunc(slices.Clone(pages), func(page T) bool {
		_, found := slices.BinarySearchFunc(have, P(&page).Spot(), Spot.Compare)
		return found
	})
}

// A Page is a candidate for the results.
type Page[T any] interface {
	*T
	Spot() Spot
	Score() float64      // so far
	Might() float64      // upper bound of the final score
	Looked() bool        // whether the second stage has looked at it
	Item() collapse.Item // what decides where it is shown
	Before(*T) bool      // by score, then by spot
}

// Items returns what decides where pages are shown.
func Items[T any, P Page[T]](pages []T) []collapse.Item {
	out := make([]collapse.Item, 0, len(pages))
	for i := range pages {
		out = append(out, P(&pages[i]).Item())
	}
	return out
}

// Looks runs the second stage on the pages with the given indexes, which updates their scores
// and bounds. A page that cannot win anyway may keep its bound.
type Looks[T any] func(all []T, some []int32) error

// A Contest is used by one goroutine.
type Contest[T any, P Page[T]] struct {
	want    int // how many results are wanted after folding and spreading
	opt     collapse.Options
	without []Spot // pages that take part from the start, or not at all
	met     int    // how many of these were met
	waiting topk.Best[T]
	floor   float64 // first-stage score that a page needs
	edge    Spot    // and the last spot at which exactly that score suffices
	came    int     // pages since the last early look
	round   int     // how many of them trigger the next one
	queue   topk.Queue
	mights  []float64 // bounds of the waiting, while some are looked at
	done    []T       // pages that were looked at, the best first
	items   []collapse.Item
	full    bool    // as many results as wanted are in done
	last    Spot    // of the last of them, if full
	least   float64 // its score
	held    bool    // pages were left out
	passed  float64 // upper bound of the scores of those
	from    Spot    // and the first spot that may have it
}

// A Room is the memory of a contest, including its results.
type Room[T any] struct {
	waiting topk.Best[T]
	done    []T
	items   []collapse.Item
	queue   topk.Queue
	mights  []float64
	lent    bool
}

// Clear erases what a contest left in the memory, which the next one may use.
func (r *Room[T]) Clear() {
	r.lent = false
	clear(r.waiting.All[:cap(r.waiting.All)])
	clear(r.done[:cap(r.done)])
}

// New returns a contest for want results, arranged by o. The pages of from take part from the
// start; those of without are not entered. room is memory to use if no other contest has it.
func New[T any, P Page[T]](room *Room[T], want int, o collapse.Options, from []T, without []Spot) *Contest[T, P] {
	c := Contest[T, P]{floor: math.Inf(-1)}
	return c.next(room, want, o, from, without)
}

// Next is New for a contest among only those pages that the first stage let into c.
func (c *Contest[T, P]) Next(want int, o collapse.Options, from []T, without []Spot) *Contest[T, P] {
	return c.next(nil, want, o, from, without)
}

func (c *Contest[T, P]) next(room *Room[T], want int, o collapse.Options, from []T, without []Spot) *Contest[T, P] {
	if room == nil || room.lent {
		room = &Room[T]{}
	}
	room.lent = true
	if cap(room.waiting.All) < Most {
		room.waiting = topk.NewBest(Most, func(p *T) float64 { return P(p).Score() }, func(a, b *T) bool { return P(a).Before(b) })
		room.done = make([]T, 0, Most+batch)
		room.items, room.queue = make([]collapse.Item, 0, Most+batch), topk.NewQueue(Most)
		room.mights = make([]float64, 0, Most)
	}
	slices.SortFunc(without, Spot.Compare)
	next := &Contest[T, P]{
		want: want, opt: o, waiting: room.waiting.Emptied(), without: without,
		floor: c.floor, edge: c.edge, passed: math.Inf(-1), round: earlyRound,
		done: room.done[:0], items: room.items[:0], queue: room.queue, mights: room.mights[:0],
	}
	for i := range from {
		if page := P(&from[i]); !next.Low(page.Score(), page.Spot()) {
			next.wait(page)
		}
	}
	return next
}

// Met returns how many of the pages that are not entered were met.
func (c *Contest[T, P]) Met() int { return c.met }

// Held reports whether pages were left out.
func (c *Contest[T, P]) Held() bool { return c.held }

// Bars reports whether there is a score that pages must reach.
func (c *Contest[T, P]) Bars() bool { return c.full || !math.IsInf(c.floor, -1) }

// Floor returns the first-stage score that a page needs, -Inf if unknown.
func (c *Contest[T, P]) Floor() float64 { return c.floor }

// Bar returns the final score that a page needs, -Inf if unknown.
func (c *Contest[T, P]) Bar() float64 {
	if !c.full {
		return math.Inf(-1)
	}
	return c.least
}

// Lets reports whether a page may take part, given bounds of its first-stage and final scores.
func (c *Contest[T, P]) Lets(first, might float64, at Spot) bool {
	return !c.Low(first, at) && !c.Beaten(might, at)
}

// Low reports whether the first-stage score is too low, whatever the final score.
func (c *Contest[T, P]) Low(first float64, at Spot) bool {
	return first < c.floor || first == c.floor && at.Compare(c.edge) > 0
}

// Leave records that pages from a spot on were left out because Lets rejects them.
func (c *Contest[T, P]) Leave(first, might float64, at Spot) {
	if c.held = true; !c.Low(first, at) {
		c.pass(might, at)
	}
}

// pass records that pages from a spot on, with final scores up to might, cannot win.
func (c *Contest[T, P]) pass(might float64, at Spot) {
	if c.held = true; might > c.passed || might == c.passed && at.Compare(c.from) < 0 {
		c.passed, c.from = might, at
	}
}

// Beaten reports whether a page with a final score of at most might comes after the wanted
// results.
func (c *Contest[T, P]) Beaten(might float64, at Spot) bool {
	switch {
	case !c.full || might > c.least:
		return false
	case might == c.least:
		return at.Compare(c.last) > 0
	}
	return true
}

// Enter lets a page take part if it may win.
func (c *Contest[T, P]) Enter(page P) {
	if _, out := slices.BinarySearchFunc(c.without, page.Spot(), Spot.Compare); out {
		c.met++
		return
	}
	if !c.Lets(page.Score(), page.Might(), page.Spot()) {
		c.Leave(page.Score(), page.Might(), page.Spot())
		return
	}
	c.came++
	c.wait(page)
}

// wait adds a page to the waiting if it is among the best by the first stage.
func (c *Contest[T, P]) wait(page P) {
	w := &c.waiting
	if len(w.All) < Most {
		w.Push(page)
		return
	}
	c.held = true
	if page.Before(w.Worst()) {
		w.Replace(page)
	}
	worst := P(w.Worst())
	c.floor, c.edge = worst.Score(), worst.Spot()
}

// Order is Before as a comparison.
func Order[T any, P Page[T]](a, b T) int {
	switch {
	case P(&a).Before(&b):
		return -1
	case P(&b).Before(&a):
		return 1
	}
	return 0
}

// Insert returns pages, best first, with others where their scores belong. Those of the same score as pages
// come behind them, in their order.
func Insert[T any, P Page[T]](pages, others []T) []T {
	pages = slices.Clone(pages)
	for i := range others {
		lower := func(p T) bool { return P(&p).Score() < P(&others[i]).Score() }
		at := slices.IndexFunc(pages, lower)
		if at < 0 {
			at = len(pages)
		}
		pages = slices.Insert(pages, at, others[i])
	}
	return pages
}

// TryEarly looks at some pages if many have come, and reports whether it did.
func (c *Contest[T, P]) TryEarly(look Looks[T]) (bool, error) {
	if c.came < c.round {
		return false, nil
	}
	c.came, c.round = 0, 2*c.round
	return true, c.relook(look, earlyLooks)
}

// Conclude looks at waiting pages until none of them can come among the results. Before that,
// weigh adds to the scores of all that may win what is cheap to find out at once.
func (c *Contest[T, P]) Conclude(weigh, look Looks[T]) error {
	c.strike()
	all := make([]int32, len(c.waiting.All))
	for i := range all {
		all[i] = int32(i)
	}
	if err := weigh(c.waiting.All, all); err != nil {
		return err
	}
	return c.relook(look, len(all))
}

// relook looks at up to most of the waiting pages.
func (c *Contest[T, P]) relook(look Looks[T], most int) error {
	waiting := c.waiting.All
	c.mights = c.mights[:0]
	for i := range waiting {
		c.mights = append(c.mights, P(&waiting[i]).Might())
	}
	next := &c.queue
	next.Fill(c.mights, func(a, b int32) bool { return P(&waiting[a]).Before(&waiting[b]) })
	for ; next.Len() > 0 && most > 0; most -= batch {
		if c.full && c.mights[next.First()] < c.least {
			break
		}
		some := next.Take(batch)
		if err := look(waiting, some); err != nil {
			return err
		}
		c.take(some)
	}
	c.strike()
	return nil
}

// strike removes pages that were looked at or cannot win.
func (c *Contest[T, P]) strike() {
	c.waiting.Delete(func(page *T) bool {
		p := P(page)
		if !p.Looked() && c.Beaten(p.Might(), p.Spot()) {
			c.pass(p.Might(), p.Spot())
			return true
		}
		return p.Looked()
	})
}

// take puts pages that were looked at in their places.
func (c *Contest[T, P]) take(some []int32) {
	changed := false
	for _, i := range some {
		page := P(&c.waiting.All[i])
		if c.Beaten(page.Might(), page.Spot()) {
			c.pass(page.Might(), page.Spot())
			continue
		}
		at := sort.Search(len(c.done), func(i int) bool { return !P(&c.done[i]).Before(page) })
		c.done = slices.Insert(c.done, at, *page)
		c.items = slices.Insert(c.items, at, page.Item())
		changed = true
	}
	if !changed {
		return
	}
	for n := len(c.done); n > Most; n-- {
		page := P(&c.done[n-1])
		c.pass(page.Score(), page.Spot())
		c.done, c.items = c.done[:n-1], c.items[:n-1]
	}
	n, ok := collapse.Reach(c.items, c.opt, c.want)
	if !ok && len(c.done) == Most {
		n, ok = Most, true
	}
	if c.full = ok; ok {
		page := P(&c.done[n-1])
		c.last, c.least = page.Spot(), page.Score()
	}
}

// First returns the first pages in order, as far as their order is final.
func (c *Contest[T, P]) First() []T {
	if !c.held {
		return c.done
	}
	n := 0
	for ; n < len(c.done); n++ {
		page := P(&c.done[n])
		if s := page.Score(); s < c.passed || s == c.passed && page.Spot().Compare(c.from) >= 0 {
			break
		}
	}
	return c.done[:n]
}

// Stands reports whether as many results as wanted are final, or as many as possible. A page
// that two others are folded under, although these are not copies of each other, may take one
// away.
func (c *Contest[T, P]) Stands() bool {
	n := len(c.First())
	_, ok := collapse.Reach(c.items[:n], c.opt, c.want)
	return ok || !c.held || n == Most
}

// promotion is how many times the score of a page with all words of a query one with only some
// of them must have to come before it. A page with all of them may be a book that has them far
// apart.
const promotion = 1.5

// Outdoes reports whether a page with only some of the words has so much a better score than one with all of
// them that it comes before it.
func Outdoes(some, whole float64) bool { return some > promotion*whole }

// Joined returns pages with all words of a query followed by those with only some of them; if
// mixed, with those of the latter first that have a much better score. Both have the best first.
func Joined[T any, P Page[T]](whole, some []T, mixed bool) []T {
	out := make([]T, 0, len(whole)+len(some))
	for i := range whole {
		n := 0
		for mixed && n < len(some) && Outdoes(P(&some[n]).Score(), P(&whole[i]).Score()) {
			n++
		}
		out, some = append(append(out, some[:n]...), whole[i]), some[n:]
	}
	return append(out, some...)
}
