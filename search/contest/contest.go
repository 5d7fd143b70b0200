package contest

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/aranea-search/aranea/search/arrange"
	"github.com/aranea-search/aranea/search/top"
)

// Sizes of a contest.
const (
	Most       = 200 // pages that are looked at again at the end
	batch      = 8   // pages that are looked at again before it is asked whether more could change anything
	earlyLooks = 32  // pages that are looked at again when earlyRound wait, which tells what is to be beaten
	earlyRound = 100 // and so on, when twice as many came
)

// A Spot is where a page is in the index.
type Spot struct {
	Seg int
	Doc uint32
}

// Compare orders spots.
func (s Spot) Compare(o Spot) int {
	return cmp.Or(cmp.Compare(s.Seg, o.Seg), cmp.Compare(s.Doc, o.Doc))
}

// Spots returns where pages are, in the order of the index.
func Spots[T any, P Page[T]](pages []T) []Spot {
	out := make([]Spot, len(pages))
	for i := range pages {
		out[i] = P(&pages[i]).Spot()
	}
	slices.SortFunc(out, Spot.Compare)
	return out
}

// A Place is where a page is, and its number in a list.
type Place struct {
	Spot
	I int
}

// Places returns where the pages of a list are, in the order of the index, in which
// cursors visit them.
func Places[T any](list []T, of func(*T) Spot) []Place {
	out := make([]Place, len(list))
	for i := range list {
		out[i] = Place{of(&list[i]), i}
	}
	slices.SortFunc(out, func(a, b Place) int { return a.Compare(b.Spot) })
	return out
}

// Without returns pages that are not among others.
func Without[T any, P Page[T]](pages, others []T) []T {
	have := Spots[T, P](others)
	return slices.DeleteFunc(slices.Clone(pages), func(page T) bool {
		_, found := slices.BinarySearchFunc(have, P(&page).Spot(), Spot.Compare)
		return found
	})
}

// A Page takes part.
type Page[T any] interface {
	*T
	Spot() Spot
	Score() float64     // so far
	Might() float64     // what the score may become at most
	Looked() bool       // it was looked at again
	Item() arrange.Item // what decides where it is shown
	Before(*T) bool     // by score, then by spot
}

// Looks looks at pages again, which changes their scores and what they may become: the
// same, but for pages that are beaten all the same. It gets the numbers of some.
type Looks[T any] func(all []T, some []int32) error

// A Contest is used by one goroutine.
type Contest[T any, P Page[T]] struct {
	want    int // results that copies and pages of one site leave
	opt     arrange.Options
	without []Spot // of pages that take part from the start, or not at all
	met     int    // of these that were met
	waiting top.Best[T]
	floor   float64 // what the first stage must say of a page
	edge    Spot    // and up to where pages stand of which it says just that
	came    int     // pages since some were looked at
	round   int     // until so many came
	queue   top.Queue
	mights  []float64 // of the waiting, while some are looked at
	done    []T       // that were looked at again, the best first
	items   []arrange.Item
	full    bool    // the results that are wanted stand
	last    Spot    // of the last of them, if full
	least   float64 // its score
	held    bool    // pages were left out
	passed  float64 // what those that are beaten may have at most
	from    Spot    // and from where on they stand that may have it
}

// A Room is memory that a contest works in, and that its results lie in.
type Room[T any] struct {
	waiting top.Best[T]
	done    []T
	items   []arrange.Item
	queue   top.Queue
	mights  []float64
}

// Clear forgets what a contest left in the memory.
func (r *Room[T]) Clear() {
	clear(r.waiting.All[:cap(r.waiting.All)])
	clear(r.done[:cap(r.done)])
}

// New returns a contest for so many results, arranged as told, in which the pages of
// from take part from the start, and those of without are not entered. It works in the
// memory of room, nil for its own.
func New[T any, P Page[T]](room *Room[T], want int, o arrange.Options, from []T, without []Spot) *Contest[T, P] {
	c := Contest[T, P]{floor: math.Inf(-1)}
	return c.next(room, want, o, from, without)
}

// Next is New for a contest among those pages alone that the first stage let into this
// one.
func (c *Contest[T, P]) Next(want int, o arrange.Options, from []T, without []Spot) *Contest[T, P] {
	return c.next(nil, want, o, from, without)
}

func (c *Contest[T, P]) next(room *Room[T], want int, o arrange.Options, from []T, without []Spot) *Contest[T, P] {
	if room == nil {
		room = &Room[T]{}
	}
	if cap(room.waiting.All) < Most {
		room.waiting = top.NewBest(Most, func(p *T) float64 { return P(p).Score() }, func(a, b *T) bool { return P(a).Before(b) })
		room.done = make([]T, 0, Most+batch)
		room.items, room.queue = make([]arrange.Item, 0, Most+batch), top.NewQueue(Most)
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

// Met returns how many pages were met that are not entered.
func (c *Contest[T, P]) Met() int { return c.met }

// Held reports whether pages were left out.
func (c *Contest[T, P]) Held() bool { return c.held }

// Bars reports whether there is something that pages must have.
func (c *Contest[T, P]) Bars() bool { return c.full || !math.IsInf(c.floor, -1) }

// Floor returns what the first stage must say of a page at least, -Inf if that is not
// known.
func (c *Contest[T, P]) Floor() float64 { return c.floor }

// Bar returns what a page must have in the end at least, -Inf if that is not known.
func (c *Contest[T, P]) Bar() float64 {
	if !c.full {
		return math.Inf(-1)
	}
	return c.least
}

// Lets reports whether a page may take part of which the first stage says so much at
// most, and which may have so much in the end.
func (c *Contest[T, P]) Lets(first, might float64, at Spot) bool {
	return !c.Low(first, at) && !c.Beaten(might, at)
}

// Low reports whether the first stage says too little of a page, whatever it may have in
// the end.
func (c *Contest[T, P]) Low(first float64, at Spot) bool {
	return first < c.floor || first == c.floor && at.Compare(c.edge) > 0
}

// Leave leaves pages out, from a spot on, that Lets does not let in.
func (c *Contest[T, P]) Leave(first, might float64, at Spot) {
	if c.held = true; !c.Low(first, at) {
		c.pass(might, at)
	}
}

// pass notes that pages with so much at most are beaten, from a spot on.
func (c *Contest[T, P]) pass(might float64, at Spot) {
	if c.held = true; might > c.passed || might == c.passed && at.Compare(c.from) < 0 {
		c.passed, c.from = might, at
	}
}

// Beaten reports whether a page with so much at most stands behind those that are
// wanted.
func (c *Contest[T, P]) Beaten(might float64, at Spot) bool {
	switch {
	case !c.full || might > c.least:
		return false
	case might == c.least:
		return at.Compare(c.last) > 0
	}
	return true
}

// Enter lets a page take part.
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

// wait lets a page wait, if it is one of the best by the first stage.
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

// TryEarly looks at some pages again if many came, and reports whether it did.
func (c *Contest[T, P]) TryEarly(look Looks[T]) (bool, error) {
	if c.came < c.round {
		return false, nil
	}
	c.came, c.round = 0, 2*c.round
	return true, c.relook(look, earlyLooks)
}

// Conclude looks at waiting pages until none of them can be among the first. Before,
// weigh adds to the scores of all that may be what is cheap to know at once.
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

// relook looks at no more than most of the waiting pages again.
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

// strike takes out who was looked at again or is beaten.
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

// take puts pages that were looked at again in their places.
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
	n, ok := arrange.Reach(c.items, c.opt, c.want)
	if !ok && len(c.done) == Most {
		n, ok = Most, true
	}
	if c.full = ok; ok {
		page := P(&c.done[n-1])
		c.last, c.least = page.Spot(), page.Score()
	}
}

// First returns the pages that come first, in order, as far as their order is
// certain.
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

// Stands reports whether as many results are certain as are wanted, or all that can
// be. That a page stands for two others which are no copies of each other may take one
// away.
func (c *Contest[T, P]) Stands() bool {
	n := len(c.First())
	_, ok := arrange.Reach(c.items[:n], c.opt, c.want)
	return ok || !c.held || n == Most
}
