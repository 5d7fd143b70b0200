package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/wal"
)

// setAside begins the names of damaged files that a repair took out of an index. They are kept
// for inspection.
const setAside = "damaged-"

// Repair gives up the segments that were found damaged: the manifest forgets them, and their
// files get names that begin with "damaged-". A segment in which only some documents are
// unreadable is first rewritten without these. The lost pages have to be visited again; Has
// tells which ones are missing.
func (x *Index) Repair(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := x.renew(); err != nil {
		return fmt.Errorf("repair index: %w", err)
	}
	x.isolate((*segment.Segment).Damaged)
	x.mu.Lock()
	lost := slices.Clone(x.lost)
	x.mu.Unlock()
	if len(lost) == 0 {
		return nil
	}
	// The manifest may forget them only after they are renamed, because files that it forgets
	// are removed.
	if err := asideSegments(x.files, lost); err != nil {
		return fmt.Errorf("repair index: %w", err)
	}
	if err := x.install(change{forget: true}); err != nil {
		return fmt.Errorf("repair index: %w", err)
	}
	return nil
}

// renew rewrites the segments in which some documents are unreadable and every word of the
// others can be read.
func (x *Index) renew() error {
	x.mu.Lock()
	var all []live
	for _, l := range x.live {
		if l.holes = l.Holes(); l.holes != nil && !l.holes.Words && l.Fault() == nil && !x.busy[l.Segment] {
			l.Acquire()
			all = append(all, l)
		}
	}
	x.mu.Unlock()
	defer releaseLive(all)
	for _, l := range all {
		if err := x.rewrite(l); err != nil && !errors.Is(err, errReplaced) {
			return err
		}
	}
	return nil
}

// rewrite replaces a segment with holes by one without its unreadable documents. The old one
// counts as lost.
func (x *Index) rewrite(l live) error {
	x.mu.Lock()
	name := x.reserve(1)[0]
	x.mu.Unlock()
	m := newMerging(x.files, name, []live{l}, x.quit)
	merged, err := m.Run()
	if _, damaged := damage.FaultOf(err); damaged {
		return nil // more of it is unreadable: it is given up
	}
	if err != nil {
		return err
	}
	ms := l.filed().entry()
	ms.Damage = l.Damaged()
	c := change{adds: []addition{{segment: merged, merge: m, level: l.level}}, drop: map[*segment.Segment]bool{l.Segment: true}, lost: []manifestSegment{ms}}
	return x.installOrRelease(c)
}

// Repair brings the index in dir, which must not be open, into a state in which it opens, and
// returns what was wrong. It keeps every intact segment and every readable record of the logs.
// Without a usable manifest, the index is rebuilt from the segments that exist, with the newest
// version of each page; deleted pages may come back then. Whatever is given up stays in files
// whose names begin with "damaged-".
func Repair(ctx context.Context, dir string, opt Options) ([]Fault, error) {
	files, err := disk.At(dir)
	if err != nil {
		return nil, fmt.Errorf("repair index: %w", err)
	}
	return repairOn(ctx, files, opt)
}

func repairOn(ctx context.Context, files disk.Folder, opt Options) ([]Fault, error) {
	var faults []Fault
	c := checker{ctx: ctx, yield: func(f Fault, err error) bool {
		if err == nil {
			faults = append(faults, f)
		}
		return err == nil
	}}
	x := newIndex(files, opt)
	defer x.releaseAll()
	if err := x.salvage(ctx, &c); err != nil {
		return faults, fmt.Errorf("repair index: %w", err)
	}
	return faults, nil
}

// salvage takes everything intact into the index and writes a manifest for it.
func (x *Index) salvage(ctx context.Context, c *checker) error {
	names, err := x.files.List()
	if err != nil || fresh(x.files, names) {
		return err
	}
	rebuilt, err := x.salvageManifest(c, names)
	if err != nil {
		return err
	}
	if err := x.salvageSegments(ctx, c, rebuilt); err != nil {
		return err
	}
	last, end, damaged, err := x.salvageLogs(ctx, c, names)
	if err != nil {
		return err
	}
	if err := aside(x.files, damaged); err != nil {
		return err
	}
	if x.log, err = wal.Create(x.files, last+1, last, end); err != nil {
		return err
	}
	defer func() { _ = x.log.Close() }() // everything in it is synced
	return x.flush(last + 1)
}

// salvageManifest reads the manifest; if that fails, it builds one from the existing segments.
func (x *Index) salvageManifest(c *checker, names []string) (rebuilt bool, err error) {
	man, err := readManifest(x.files)
	if _, damaged := damage.FaultOf(err); err != nil && !damaged {
		return false, err
	}
	c.report(err)
	if rebuilt = err != nil; rebuilt {
		man = manifestFrom(names)
		if err := aside(x.files, []string{manifestFile}); err != nil {
			return false, err
		}
	}
	x.man, x.next = man, man.Next
	for _, name := range names {
		if n, ok := segmentNumber(name); ok {
			x.next = max(x.next, n+1)
		}
	}
	return rebuilt, nil
}

// lastPart is the suffix of the last file written of a segment; without that file it is none.
var lastPart = slices.Clone(segment.Parts())[len(segment.Parts())-1]

// manifestFrom builds a manifest of all segments, each with its latest deletions. Hidden
// documents are not known: the names of their bitmaps do not tell which is the latest. Whoever
// hid them knows.
func manifestFrom(names []string) manifest {
	man := manifest{Format: manifestFormat, Next: 1}
	deleted := map[string]string{}
	for _, name := range names {
		if segment, n, ok := strings.Cut(name, endDeleted); ok && !strings.HasSuffix(name, temporary) {
			_, best, _ := strings.Cut(deleted[segment], endDeleted)
			if cmp.Or(cmp.Compare(len(n), len(best)), cmp.Compare(n, best)) > 0 {
				deleted[segment] = name
			}
		}
		if n, ok := wal.Number(name); ok && (man.WAL == 0 || n < man.WAL) {
			man.WAL = n
		}
	}
	for _, name := range names {
		if segment, ok := strings.CutSuffix(name, "."+lastPart); ok && ours(name) {
			man.Segments = append(man.Segments, manifestSegment{Name: segment, Deleted: deleted[segment]})
		}
	}
	man.WAL = max(man.WAL, 1)
	return man
}

// salvageSegments opens the segments and sets aside those that are not intact.
func (x *Index) salvageSegments(ctx context.Context, c *checker, rebuilt bool) error {
	all, lost, err := openLive(x.files, x.man)
	if err != nil {
		return err
	}
	x.live = all
	s := newSnapshot(all, lost)
	c.snapshot(s)
	s.Close()
	if err := ctx.Err(); err != nil {
		return err
	}
	x.live = nil
	for _, l := range all {
		if l.Damaged() != nil {
			lost = append(lost, l.filed().entry())
			l.Release()
			continue
		}
		x.live = append(x.live, l)
	}
	if rebuilt {
		if err := x.newestOnly(); err != nil {
			return err
		}
	}
	return asideSegments(x.files, lost)
}

// newestOnly deletes all but the newest version of each page.
func (x *Index) newestOnly() error {
	type version struct {
		segment int
		doc     uint32
		number  uint32
	}
	best := map[segment.Key]version{}
	old := make([][]uint32, len(x.live))
	for i, l := range x.live {
		for doc, id := range l.Keys() {
			if l.isDeleted(uint32(doc)) {
				continue
			}
			d, err := l.Doc(uint32(doc))
			if err != nil {
				return err
			}
			v, found := best[id]
			if found && v.number > d.Version {
				old[i] = append(old[i], uint32(doc))
				continue
			}
			if found {
				old[v.segment] = append(old[v.segment], v.doc)
			}
			best[id] = version{i, uint32(doc), d.Version}
		}
	}
	for i := range x.live {
		x.live[i] = x.live[i].without(old[i])
	}
	return nil
}

// salvageLogs brings every readable record back into memory. It returns the number of the last
// log, how many of its bytes count, and the damaged logs; what a crash leaves does not count as
// damage.
func (x *Index) salvageLogs(ctx context.Context, c *checker, names []string) (last, end uint64, damaged []string, err error) {
	logs, err := wal.From(x.man.WAL, names)
	c.report(err)
	logs = wal.Begun(x.files, logs)
	last = x.man.WAL - 1
	for i, n := range logs {
		r, release, err := wal.Open(x.files, n)
		if err != nil {
			return 0, 0, nil, err
		}
		whole, err := x.salvageLog(ctx, c, r)
		last, end = n, r.At()
		if whole && i < len(logs)-1 {
			fault := r.Ended(x.files, n+1)
			c.report(fault)
			whole = fault == nil
		}
		release()
		if err != nil {
			return 0, 0, nil, err
		}
		if !whole {
			damaged = append(damaged, wal.Name(n))
		}
	}
	return last, end, damaged, nil
}

// salvageLog brings back one log and reports whether every record of it could be read.
func (x *Index) salvageLog(ctx context.Context, c *checker, r *wal.Reader) (whole bool, err error) {
	whole = true
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		entries, err := r.Next()
		if err == nil && entries == nil {
			return whole, nil
		}
		if err == nil {
			err = x.replayRecord(r, entries)
		}
		if aranea.KindOf(err) == aranea.Corrupt {
			whole = false
			c.report(err)
			continue
		}
		if err != nil {
			return false, err
		}
	}
}

// aside renames those of some files that exist.
func aside(files disk.Folder, names []string) error {
	for _, name := range names {
		if err := files.Rename(name, setAside+name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return files.Sync()
}

// asideSegments renames the files of segments.
func asideSegments(files disk.Folder, segments []manifestSegment) error {
	var names []string
	for name := range (manifest{Segments: segments}).files() {
		names = append(names, name)
	}
	slices.Sort(names)
	return aside(files, names)
}
