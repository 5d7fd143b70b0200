package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/invert"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/weburl"
)

// A generation is the buffers that fill up together and are flushed together.
// While it is filled it belongs to the holder of Index.turn; while it is flushed
// nothing of it changes. What it holds is found through views of its buffers, which
// are segments like others.
type generation struct {
	number  uint64
	buffers []*buffer
	oldest  time.Time     // when the first change came; zero if none did
	held    int           // bytes, when it was frozen
	done    chan struct{} // closed when it was flushed, or when that failed
}

// A buffer is the memory of one worker. It is used by one goroutine at a time, but
// for its views.
type buffer struct {
	*invert.Buffer
	view  *segment.Segment // of all its documents, among the live segments; nil for none
	views atomic.Int32     // how many are in use
}

func newBuffer(files segment.Folder) *buffer { return &buffer{Buffer: invert.NewBuffer(files)} }

// look returns a view of the buffer, nil if there is nothing new to be found.
func (b *buffer) look(name string) *segment.Segment {
	if b.Docs() == 0 || b.view != nil && b.view.Docs() == b.Docs() {
		return nil
	}
	b.views.Add(1)
	return b.View(name, func() { b.views.Add(-1) })
}

func newGeneration(workers int, files segment.Folder) *generation {
	g := &generation{done: make(chan struct{})}
	for range workers {
		g.buffers = append(g.buffers, newBuffer(files))
	}
	return g
}

// reset empties the generation for use anew; number is greater than all before.
func (g *generation) reset(number uint64) {
	for _, b := range g.buffers {
		b.Reset(number)
		b.view = nil
	}
	g.number, g.oldest, g.held, g.done = number, time.Time{}, 0, make(chan struct{})
}

// read reports whether somebody reads what the generation holds.
func (g *generation) read() bool {
	return slices.ContainsFunc(g.buffers, func(b *buffer) bool { return b.views.Load() > 0 })
}

// look returns views of the buffers, nil for those without anything new.
func (g *generation) look() []*segment.Segment {
	out := make([]*segment.Segment, len(g.buffers))
	for i, b := range g.buffers {
		out[i] = b.look(fmt.Sprintf("memory-%d-%d-%d", g.number, i, b.Docs()))
	}
	return out
}

func (g *generation) empty() bool { return g.oldest.IsZero() }

// bytes returns about how much memory the generation holds.
func (g *generation) bytes() int {
	n := 0
	for _, b := range g.buffers {
		n += b.Bytes()
	}
	return n
}

// full reports whether the buffers hold as much as they may together.
func (g *generation) full(bound int) bool { return g.bytes() >= bound }

// veils say of the documents of URLs whether they are to be hidden, or shown.
type veils map[weburl.ID]bool

// note adds a change of a document and reports whether that is all it does. A
// page that is put is found, and one that is deleted is not there to be hidden.
func (v veils) note(id weburl.ID, a aranea.IndexAction) bool {
	switch a {
	case aranea.IndexHide, aranea.IndexShow:
		v[id] = a == aranea.IndexHide
		return true
	}
	delete(v, id)
	return false
}

// headStart is how many bytes of text a worker whose buffer is emptier than
// others gets more at most, so that a large batch is still dealt to all; and
// mostAhead is how many a worker may have more to do than another before pages of
// its origins go there.
const (
	headStart = 64 << 10
	mostAhead = 512 << 10
)

// smallShare is below which share of the buffers a generation is filled by one worker.
const smallShare = 2

// few reports whether a batch is so small, or one page, and the buffers so empty, that
// one worker takes all of it: side by side nothing would be won, and a buffer that holds
// little costs as much memory for words as another.
func few(changes []aranea.IndexChange, buffers []*buffer, bound int) bool {
	pages, batch, held := 0, 0, 0
	for i := range changes {
		if p := changes[i].Page; p != nil {
			pages++
			batch += len(p.Text)
		}
	}
	for _, b := range buffers {
		held += b.Bytes()
	}
	return (pages <= 1 || batch <= headStart) && held < bound
}

// workerFor returns which worker gets a page. Those of an origin go to the same one,
// unless that has too much to do: they share most of their words, which are then
// analysed, numbered and written once.
func workerFor(id weburl.ID, size []int) int {
	w := int(binary.LittleEndian.Uint32(id[:]) % uint32(len(size)))
	if least := slices.Min(size); size[w] > least+mostAhead {
		return slices.Index(size, least)
	}
	return w
}

// A renewal is what a call does to the document of a URL: another version takes
// its place, or none.
type renewal struct {
	id weburl.ID
	// removed tells that files are not to keep the earlier version until they hold the
	// newer one.
	removed bool
}

// deal gives each page to a worker; a few pages all go to the first, as long as the
// buffers hold less than bound. Earlier changes of a URL that changes again are left
// out; veils are what happens to the documents behind that.
func deal(changes []aranea.IndexChange, buffers []*buffer, bound int) (work [][]*aranea.IndexChange, renewals []renewal, v veils) {
	last := map[weburl.ID]int{}
	removed := map[weburl.ID]bool{}
	v = veils{}
	ids := identities(changes)
	for i, id := range ids {
		c := &changes[i]
		if c.Action == aranea.IndexDelete || c.Action == aranea.IndexHide {
			removed[id] = true
		}
		if v.note(id, c.Action) {
			continue
		}
		if _, again := last[id]; !again {
			renewals = append(renewals, renewal{id: id})
		}
		last[id] = i
	}
	for i := range renewals {
		renewals[i].removed = removed[renewals[i].id]
	}
	size := sizes(buffers)
	if few(changes, buffers, bound) {
		size = size[:1]
	}
	work = make([][]*aranea.IndexChange, len(buffers))
	for i := range changes {
		c := &changes[i]
		if c.Action != aranea.IndexPut {
			continue
		}
		if last[ids[i]] == i {
			w := workerFor(ids[i], size)
			work[w] = append(work[w], c)
			size[w] += len(c.Page.Text) + 1
		}
	}
	return work, renewals, v
}

// identities returns those of the URLs of changes, which are often of one origin.
func identities(changes []aranea.IndexChange) []weburl.ID {
	out := make([]weburl.ID, len(changes))
	var origin weburl.Origin
	var of weburl.OriginID
	for i := range changes {
		u := changes[i].URL
		if o := u.Origin(); i == 0 || o != origin {
			origin, of = o, o.ID()
		}
		out[i] = u.IDIn(of)
	}
	return out
}

// sizes returns how far each buffer is ahead of the emptiest, as far as that counts.
func sizes(buffers []*buffer) []int {
	size := make([]int, len(buffers))
	for w, b := range buffers {
		size[w] = b.Bytes()
	}
	for w, least := range slices.Repeat([]int{slices.Min(size)}, len(size)) {
		size[w] = min(size[w]-least, headStart)
	}
	return size
}

// add inverts pages side by side, those of the last worker where it is called: to wake a
// thread costs as much as a small page.
func (g *generation) add(makers []*document.Maker, work [][]*aranea.IndexChange) error {
	var group errgroup.Group
	var own func() error
	for w, list := range work {
		if len(list) == 0 {
			continue
		}
		if own != nil {
			group.Go(own)
		}
		own = func() error { return g.buffers[w].addAll(makers[w], list) }
	}
	if own == nil {
		return nil
	}
	err := own()
	return errors.Join(err, group.Wait())
}

// addAll inverts pages, one after another.
func (b *buffer) addAll(m *document.Maker, list []*aranea.IndexChange) error {
	for _, c := range list {
		if err := b.Add(m, c); err != nil {
			return err
		}
	}
	return nil
}

// A joint is buffers that become one segment.
type joint []*buffer

// joints returns the buffers that hold something, as they become segments: few of
// them, for each query pays for each segment, and words that buffers share are written
// once.
func (g *generation) joints() (out []joint) {
	for all := range slices.Chunk(g.buffers, invert.MaxJoint) {
		holding := slices.DeleteFunc(slices.Clone(all), func(b *buffer) bool { return b.Docs() == 0 })
		if len(holding) > 0 {
			out = append(out, holding)
		}
	}
	return out
}

// write writes buffers as segments, side by side, and opens them. The names are used
// in order.
func write(files segment.Folder, joints []joint, names []string) ([]*segment.Segment, error) {
	out := make([]*segment.Segment, len(joints))
	var group errgroup.Group
	for i, j := range joints {
		group.Go(func() (err error) {
			out[i], err = j.segment(files, names[i])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		for _, s := range out {
			if s != nil {
				s.Release()
			}
		}
		return nil, err
	}
	return out, nil
}

// segment writes the buffers as a segment and opens it.
func (j joint) segment(files segment.Folder, name string) (*segment.Segment, error) {
	w, err := segment.Create(files, name)
	if err != nil {
		return nil, err
	}
	var buffers []*invert.Buffer
	for _, b := range j {
		buffers = append(buffers, b.Buffer)
	}
	if err := invert.Write(w, buffers...); err != nil {
		w.Abort()
		return nil, err
	}
	return segment.Open(files, name)
}

// views returns the views of the buffers and the number of the first document of each
// in the segment.
func (j joint) views() (out []part) {
	first := uint32(0)
	for _, b := range j {
		out = append(out, part{b.view, first})
		first += uint32(b.Docs())
	}
	return out
}
