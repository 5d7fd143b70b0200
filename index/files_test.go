package index

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/wal"
)

// checkDir reads every file of the index in a folder that no index has open, and yields
// each fault.
func checkDir(t *testing.T, dir string) iter.Seq2[Fault, error] {
	t.Helper()
	files, err := disk.At(dir)
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(Fault, error) bool) { checkFiles(t.Context(), files, yield) }
}

// checkFiles is checkDir of files that may lie in memory. Beside what an open index checks
// it reads the logs, and names files that the index does not know.
func checkFiles(ctx context.Context, files disk.Folder, yield func(Fault, error) bool) {
	c := checker{ctx: ctx, yield: yield}
	names, err := files.List()
	if err != nil {
		c.report(err)
		return
	}
	man, err := readManifest(files)
	if err != nil {
		if !fresh(files, names) {
			c.report(missingBeside(err, names))
		}
		return
	}
	all, lost, err := openLive(segment.NewFolder(files), man)
	if err != nil {
		c.report(err)
		return
	}
	s := newSnapshot(all, lost)
	defer s.Close()
	c.snapshot(s)
	c.logs(files, man.WAL, names)
	c.strays(man, names)
	for _, l := range all {
		l.Release()
	}
}

// logs reads the logs from the first one to replay on.
func (c *checker) logs(files disk.Folder, first uint64, names []string) {
	logs, err := wal.From(first, names)
	c.report(err)
	logs = wal.Begun(files, logs)
	for i, n := range logs {
		if c.done {
			return
		}
		r, release, err := wal.Open(files, n)
		if err != nil {
			c.report(err)
			return
		}
		whole := true
		for {
			c.report(c.ctx.Err())
			entries, err := r.Next()
			c.report(err)
			whole = whole && err == nil
			if c.done || err == nil && entries == nil {
				break
			}
		}
		if whole && i < len(logs)-1 {
			c.report(r.Ended(files, n+1))
		}
		release()
	}
}

// strays names files of an index that this one does not know.
func (c *checker) strays(man manifest, names []string) {
	keep := man.files()
	for _, name := range man.Gone {
		keep[name] = true
	}
	for _, name := range names {
		n, log := wal.Number(name)
		s, seg := segmentNumber(name)
		switch {
		case !ours(name), keep[name], log && n >= man.WAL, seg && (s >= man.Next && s < man.Limit || slices.Contains(man.Work, s)):
		default:
			c.fault(Fault{File: name, Text: "no manifest names it"})
		}
	}
}
