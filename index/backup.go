package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/wal"
)

// Backup copies the index as it is now into dir, which must be empty or not exist. Searching
// goes on meanwhile; writing waits for the flush but not for the copying. Everything applied
// before is in the copy. Every block is verified as it is copied: damage ends the copying with
// an error that names it, and an index that has lost anything is not copied. The manifest is
// written last, so that an incomplete copy is never taken for an index.
func (x *Index) Backup(ctx context.Context, dir string) error {
	return x.copyInto(ctx, dir, nil)
}

// copyInto copies the index into dir. Files that link can link there are not copied; it may be nil.
func (x *Index) copyInto(ctx context.Context, dir string, link func(string, disk.Dir) error) error {
	to, err := disk.Open(dir)
	if err != nil {
		return fmt.Errorf("back up index: %w", err)
	}
	if err := empty(to); err != nil {
		return err
	}
	s, err := x.flushed(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if all := s.Faults(); len(all) > 0 {
		f := all[0]
		return damage.Err(f.File, f.Offset, f.Text)
	}
	return s.copyTo(ctx, to, link)
}

// Link is Backup, but links the files of segments, under their own names, where the file system can; then
// their blocks are not verified, and nothing may be written into the files of the copy.
func (x *Index) Link(ctx context.Context, dir string) error {
	from, ok := x.files.Folder.(disk.Dir)
	if !ok { // others have no links
		return x.Backup(ctx, dir)
	}
	return x.copyInto(ctx, dir, from.Link)
}

// flushed returns a snapshot of everything that was applied. Nothing is applied between the
// flush and the snapshot; it would be missing from the copy, or be there in an older version.
func (x *Index) flushed(ctx context.Context) (*Snapshot, error) {
	if err := take(ctx, x.turn); err != nil {
		return nil, err
	}
	defer give(x.turn)
	if err := x.flushHeld(ctx); err != nil {
		return nil, err
	}
	return x.Snapshot()
}

// empty returns an error if a folder is not empty.
func empty(files disk.Folder) error {
	names, err := files.List()
	if err != nil {
		return fmt.Errorf("back up index: %w", err)
	}
	if len(names) > 0 {
		return &aranea.Error{Op: "back up index", Kind: aranea.Invalid, Err: fmt.Errorf("the folder is not empty: it holds %s", names[0])}
	}
	return nil
}

// copyTo writes the snapshot as an index of its own.
func (s *Snapshot) copyTo(ctx context.Context, to disk.Dir, link func(string, disk.Dir) error) error {
	man := manifest{Format: manifestFormat, WAL: 1, Next: 1}
	for i, l := range s.live {
		ms := manifestSegment{Name: segmentName(uint64(i + 1)), Docs: l.Docs()}
		if link != nil {
			ms.Name = l.Name()
		}
		if err := copySegment(ctx, l.Segment, to, ms.Name, link); err != nil {
			return err
		}
		if l.deleted != nil {
			ms.Deleted = deletedName(ms.Name, l.deleted)
			if err := writeBitmap(to, ms.Deleted, l.deleted); err != nil {
				return err
			}
		}
		if l.hidden != nil {
			ms.Hidden = hiddenName(ms.Name, l.hidden)
			if err := writeBitmap(to, ms.Hidden, l.hidden); err != nil {
				return err
			}
		}
		n, _ := segmentNumber(ms.Name + ".")
		man.Next = max(man.Next, n+1)
		man.Segments = append(man.Segments, ms)
	}
	log, err := wal.Create(to, 1, 0, 0)
	if err != nil {
		return err
	}
	if err := log.Close(); err != nil {
		return err
	}
	man.Limit = man.Next + reserved
	return man.write(to)
}

// copySegment writes the files of a segment under a name that may be another, or links them.
func copySegment(ctx context.Context, s *segment.Segment, to disk.Dir, name string, link func(string, disk.Dir) error) error {
	for ending, content := range s.Pieces() {
		if link != nil && link(name+"."+ending, to) == nil {
			continue
		}
		data, err := content()
		if err != nil {
			return err
		}
		if err := copyFile(ctx, to, name+"."+ending, data); err != nil {
			return err
		}
	}
	return nil
}

// copyFile writes a file that no manifest names yet.
func copyFile(ctx context.Context, to disk.Folder, name string, data []byte) error {
	f, err := to.Create(name)
	if err != nil {
		return fmt.Errorf("back up index: %w", err)
	}
	_, err = io.Copy(f, &cancelable{ctx, bytes.NewReader(data)})
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("back up index: %w", err)
	}
	return nil
}

// cancelable reads until its context ends.
type cancelable struct {
	ctx context.Context
	r   io.Reader
}

// Read is part of io.Reader.
func (c *cancelable) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}
