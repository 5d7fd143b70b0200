package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aranea-search/aranea"
)

// Backup copies the index as it is now into dir, which must be empty or not
// there yet, while writing and searching go on. What was applied before is in
// the copy. Each part is checked as it is copied: damage ends the copying with
// an error that names it. The manifest is written last, so that a copy that was
// cut short is never taken for an index.
func (x *Index) Backup(ctx context.Context, dir string) error {
	s, err := x.flushed()
	if err != nil {
		return err
	}
	defer s.Close()
	if err := emptyDir(dir); err != nil {
		return err
	}
	man := manifest{Format: manifestFormat, WAL: 1}
	for i, l := range s.live {
		ms := manifestSegment{Name: segmentName(uint64(i + 1)), Docs: l.foot.Docs}
		if err := l.copyTo(ctx, dir, ms.Name); err != nil {
			return err
		}
		if l.deleted != nil {
			ms.Deleted = deletedName(ms.Name, l.deleted)
			if err := writeBitmap(dir, ms.Deleted, l.deleted); err != nil {
				return err
			}
		}
		man.Segments = append(man.Segments, ms)
	}
	man.Next = uint64(len(s.live) + 1)
	return man.write(dir)
}

// flushed returns a snapshot with everything that was applied. Nothing is
// applied between the flush and the snapshot: a page that is being replaced
// would be in neither version.
func (x *Index) flushed() (*Snapshot, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err != nil {
		return nil, x.err
	}
	if err := x.flush(); err != nil {
		return nil, err
	}
	return newSnapshot(x.live), nil
}

// emptyDir makes a folder and refuses one that holds something.
func emptyDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("back up index: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("back up index: %w", err)
	}
	if len(entries) > 0 {
		return &aranea.Error{Op: "back up index", Kind: aranea.Invalid, Obj: dir, Err: fmt.Errorf("the folder is not empty: it holds %s", entries[0].Name())}
	}
	return nil
}

// copyTo writes the parts of a segment under another name.
func (s *segment) copyTo(ctx context.Context, dir, name string) error {
	for _, part := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.verifyPart(part); err != nil {
			return err
		}
		if err := writeSync(dir, filepath.Base(name)+"."+part, s.maps[part]); err != nil {
			return err
		}
	}
	return nil
}
