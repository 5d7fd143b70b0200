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

// A generation is the set of buffers that are filled together and flushed together. While it is
// filled it belongs to the holder of Index.turn; once frozen it does not change. Its documents
// are found through views of its buffers, which are segments like any other.
type generation struct {
	number  uint64
	buffers []*buffer
	oldest  time.Time     // when the first change came; zero if none has
	held    int           // bytes at the time it was frozen
	done    chan struct{} // closed when it is flushed, or when flushing failed
}

// A buffer is the memory of one worker. Apart from its views, it is used by one goroutine at a
// time.
type buffer struct {
	*invert.Buffer
	view  *segment.Segment // of all its documents, in the live segments; nil for none
	views atomic.Int32     // number of views in use
}

func newBuffer(files segment.Folder) *buffer { return &buffer{Buffer: invert.NewBuffer(files)} }

// look returns a view of the buffer, nil if it has nothing new.
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

// reset empties the generation for reuse. number is greater than all before.
func (g *generation) reset(number uint64) {
	for _, b := range g.buffers {
		b.Reset(number)
		b.view = nil
	}
	g.number, g.oldest, g.held, g.done = number, time.Time{}, 0, make(chan struct{})
}

// read reports whether somebody is reading the generation.
func (g *generation) read() bool {
	return slices.ContainsFunc(g.buffers, func(b *buffer) bool { return b.views.Load() > 0 })
}

// look returns views of the buffers, nil for those with nothing new.
func (g *generation) look() []*segment.Segment {
	out := make([]*segment.Segment, len(g.buffers))
	for i, b := range g.buffers {
		out[i] = b.look(fmt.Sprintf("memory-%d-%d-%d", g.number, i, b.Docs()))
	}
	return out
}

func (g *generation) empty() bool { return g.oldest.IsZero() }

// bytes estimates the memory that the generation holds.
func (g *generation) bytes() int {
	n := 0
	for _, b := range g.buffers {
		n += b.Bytes()
	}
	return n
}

// full reports whether the buffers together hold as much as they may.
func (g *generation) full(bound int) bool { return g.bytes() >= bound }

// veils say, by URL, whether a document is to be hidden (true) or shown.
type veils map[weburl.ID]bool

// note adds a change of a document, and reports whether it only hides or shows. A page that is
// put is visible, and a deleted one cannot be hidden.
func (v veils) note(id weburl.ID, a aranea.IndexAction) bool {
	switch a {
	case aranea.IndexHide, aranea.IndexShow:
		v[id] = a == aranea.IndexHide
		return true
	}
	delete(v, id)
	return false
}

// headStart bounds by how many bytes of text a worker with an emptier buffer is favoured, so
// that a large batch is still spread over all workers. mostAhead is how much more work one
// worker may have than another before pages of its origins go to the other.
const (
	headStart = 64 << 10
	mostAhead = 512 << 10
)

// smallShare: a single worker fills a generation that holds less than this part of its memory.
const smallShare = 2

// few reports whether one worker should take the whole batch: it is small, or a single page,
// and the buffers hold little. Parallel work would gain nothing, and every buffer in use costs
// memory for words.
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

// workerFor returns the worker that gets a page. Pages of an origin go to the same worker
// unless it has too much to do: they share most of their words, which are then analysed,
// numbered and written once.
func workerFor(id weburl.ID, size []int) int {
	w := int(binary.LittleEndian.Uint32(id[:]) % uint32(len(size)))
	if least := slices.Min(size); size[w] > least+mostAhead {
		return slices.Index(size, least)
	}
	return w
}

// A renewal replaces the document of a URL by another version, or removes it.
type renewal struct {
	id weburl.ID
	// removed tells that files must not keep the earlier version until they hold the newer one.
	removed bool
}

// deal distributes the pages over the workers; a few pages all go to the first one while the
// buffers hold less than bound. Of several changes of a URL only the last is kept. veils tell
// which documents to hide and show afterwards.
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

// identities returns the IDs of the URLs of changes, which often share an origin.
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

// sizes returns by how much each buffer is ahead of the emptiest, as far as it counts.
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

// add inverts pages in parallel, those of the last worker on the calling goroutine: waking a
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

// A joint is the buffers that become one segment.
type joint []*buffer

// joints groups the buffers that hold something into segments. There are few segments, because
// every query pays for each, and words that buffers share are then written once.
func (g *generation) joints() (out []joint) {
	for all := range slices.Chunk(g.buffers, invert.MaxJoint) {
		holding := slices.DeleteFunc(slices.Clone(all), func(b *buffer) bool { return b.Docs() == 0 })
		if len(holding) > 0 {
			out = append(out, holding)
		}
	}
	return out
}

// write writes joints as segments, in parallel, and opens them. The names are used in order.
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

// segment writes the buffers as one segment and opens it.
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

// views returns the views of the buffers, each with the number of its first document in the
// segment.
func (j joint) views() (out []part) {
	first := uint32(0)
	for _, b := range j {
		out = append(out, part{b.view, first})
		first += uint32(b.Docs())
	}
	return out
}
