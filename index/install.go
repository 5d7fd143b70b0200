package index

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/wal"
)

// A change replaces some segments of the index by others.
type change struct {
	adds []addition
	drop map[*segment.Segment]bool
	lost []manifestSegment // those of drop that the manifest keeps as damaged
	wal  uint64            // the first log to replay from now on; 0 for no change
	// flushed tells that this change puts the frozen generation into files.
	flushed bool
	// forget drops the segments that were lost before from the manifest.
	forget bool
}

// An addition is a new segment, and what its deletions are computed from: the views of the
// buffers that it was flushed from, or the merge that made it. These may gain deletions until
// it is installed.
type addition struct {
	segment *segment.Segment
	views   []part
	merge   *merging
	level   int
}

// A part of a segment is the documents of a view, numbered from first on.
type part struct {
	view  *segment.Segment
	first uint32
}

// added returns an addition with the deletions of its documents so far. x.mu is held.
func (x *Index) added(a addition) live {
	of := func(bitmap func(live) *roaring.Bitmap) *roaring.Bitmap { return joined(a.views, x.live, bitmap) }
	if a.merge != nil {
		of = func(bitmap func(live) *roaring.Bitmap) *roaring.Bitmap { return a.merge.mapped(x.live, bitmap) }
	}
	l := live{Segment: a.segment, level: a.level}
	l.deleted = of(func(l live) *roaring.Bitmap { return l.deleted })
	l.hidden = of(func(l live) *roaring.Bitmap { return l.hidden })
	for at := range l.superseded {
		l.superseded[at] = of(func(l live) *roaring.Bitmap { return l.superseded[at] })
	}
	return l
}

// joined returns those documents of a segment whose originals are in a bitmap by now; all
// contains the views.
func joined(parts []part, all []live, bitmap func(live) *roaring.Bitmap) (out *roaring.Bitmap) {
	for _, p := range parts {
		l := all[slices.IndexFunc(all, func(l live) bool { return l.Segment == p.view })]
		switch b := bitmap(l); {
		case b == nil:
		case p.first == 0:
			out = plus(out, b)
		default:
			out = plus(out, roaring.AddOffset64(b, int64(p.first)))
		}
	}
	return out
}

// mapped returns those documents of the merged segment whose originals are in a bitmap by now;
// all contains the source segments.
func (m *merging) mapped(all []live, bitmap func(live) *roaring.Bitmap) *roaring.Bitmap {
	var b *roaring.Bitmap
	for _, l := range all {
		i := slices.IndexFunc(m.set, func(s live) bool { return s.Segment == l.Segment })
		if i < 0 || bitmap(l) == nil {
			continue
		}
		for it := bitmap(l).Iterator(); it.HasNext(); {
			if to := m.Moved(i, it.Next()); to != segment.NoDoc {
				if b == nil {
					b = roaring.New()
				}
				b.Add(to)
			}
		}
	}
	return b
}

// errReplaced says that segments to be dropped are no longer in the index.
var errReplaced = errors.New("the segments were replaced meanwhile")

// hasAll reports whether all of these segments are in the index. x.mu is held.
func (x *Index) hasAll(segments map[*segment.Segment]bool) bool {
	n := 0
	for _, l := range x.live {
		if segments[l.Segment] {
			n++
		}
	}
	return n == len(segments)
}

// compose returns the segments after a change. x.mu is held.
func (x *Index) compose(c *change) []live {
	var out []live
	for _, l := range x.live {
		if !c.drop[l.Segment] {
			out = append(out, l)
		}
	}
	for _, a := range c.adds {
		out = append(out, x.added(a))
	}
	if c.flushed {
		for i, l := range out {
			out[i] = l.flushed()
		}
	}
	return out
}

// install makes a change of the segments durable and then visible. The manifest and the bitmaps
// are written without holding x.mu; deletions that come meanwhile are in the log. On an error
// the index stays as it was.
func (x *Index) install(c change) error {
	_ = take(context.Background(), x.installing) // a background context never ends
	defer give(x.installing)
	x.mu.Lock()
	if !x.hasAll(c.drop) {
		x.mu.Unlock()
		return errReplaced
	}
	old := x.man
	next := x.compose(&c)
	man := manifest{Format: manifestFormat, Next: x.next, Limit: x.next + reserved, WAL: max(old.WAL, c.wal)}
	for _, a := range c.adds {
		n, _ := segmentNumber(a.segment.Name() + ".")
		delete(x.work, n) // without the manifest, nothing further is written
	}
	man.Work = slices.Sorted(maps.Keys(x.work))
	lost := slices.Concat(x.lost, c.lost)
	if c.forget {
		lost = c.lost
	}
	man.Segments = slices.Clone(lost)
	x.mu.Unlock()
	next = slices.DeleteFunc(next, func(l live) bool { return l.inMemory })
	for i, l := range next {
		next[i] = l.filed()
		man.Segments = append(man.Segments, next[i].entry())
	}
	man.Gone = gone(old, man)
	if err := x.writeBitmaps(old, next); err != nil {
		return err
	}
	if err := man.write(x.files); err != nil {
		return err
	}
	x.mu.Lock()
	x.man, x.lost = man, lost
	x.mu.Unlock()
	x.adopt(c)
	x.removeGone()
	return nil
}

// upgrade gives a manifest of a former format the present one, so that versions that cannot read
// what is logged from then on refuse the folder. The turn is held.
func (x *Index) upgrade(ctx context.Context) error {
	x.mu.Lock()
	former := x.man.Format != manifestFormat
	x.mu.Unlock()
	if !former {
		return nil
	}
	if err := take(ctx, x.installing); err != nil {
		return err
	}
	defer give(x.installing)
	x.mu.Lock()
	man := x.man
	x.mu.Unlock()
	man.Format = manifestFormat
	if err := man.write(x.files); err != nil {
		return x.fail(err)
	}
	x.mu.Lock()
	x.man = man
	x.mu.Unlock()
	return nil
}

// adopt makes a change of the segments visible.
func (x *Index) adopt(c change) {
	x.mu.Lock()
	before := x.live
	x.live, x.epoch = x.compose(&c), x.epoch+1
	x.mu.Unlock()
	for _, l := range before {
		if c.drop[l.Segment] {
			l.Release()
		}
	}
}

// entry is the segment as it is listed in the manifest.
func (l live) entry() manifestSegment {
	ms := manifestSegment{Name: l.Name(), Docs: l.Docs(), Level: l.level, Holes: l.Wrong()}
	if l.deleted != nil {
		ms.Deleted = deletedName(l.Name(), l.deleted)
	}
	if l.hidden != nil {
		ms.Hidden = hiddenName(l.Name(), l.hidden)
	}
	return ms
}

// files returns the names of the files of a manifest.
func (m manifest) files() map[string]bool {
	out := map[string]bool{}
	for _, s := range m.Segments {
		for _, p := range segment.Parts() {
			out[s.Name+"."+p] = true
		}
		for _, b := range s.bitmaps() {
			out[b] = true
		}
	}
	return out
}

// gone returns the files that the old manifest names, or lists as gone, and the new one does
// not name.
func gone(old, now manifest) []string {
	keep := now.files()
	var out []string
	add := func(name string) {
		if !keep[name] {
			out = append(out, name)
			keep[name] = true // each file once
		}
	}
	for _, s := range old.Segments {
		for _, p := range segment.Parts() {
			add(s.Name + "." + p)
		}
		for _, b := range s.bitmaps() {
			add(b)
		}
	}
	for n := old.WAL; n < now.WAL; n++ {
		add(wal.Name(n))
	}
	for _, name := range old.Gone {
		add(name)
	}
	return out
}

// writeBitmaps writes the bitmaps that the old manifest does not name.
func (x *Index) writeBitmaps(old manifest, next []live) error {
	have := old.files()
	for _, l := range next {
		ms := l.entry()
		for _, b := range []struct {
			name string
			bits *roaring.Bitmap
		}{{ms.Deleted, l.deleted}, {ms.Hidden, l.hidden}} {
			if b.name == "" || have[b.name] {
				continue
			}
			if err := writeBitmap(x.files, b.name, b.bits); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeGone deletes the files that the manifest lists as gone. Readers that have them mapped
// keep their mappings. The turn installing is held, or nothing else runs.
func (x *Index) removeGone() {
	var left []string
	for _, name := range x.man.Gone {
		if err := x.files.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			left = append(left, name) // tried again with the next manifest
		}
	}
	x.mu.Lock()
	x.man.Gone = left
	x.mu.Unlock()
}
