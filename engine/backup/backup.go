// Package backup copies a data folder while its owner uses it.
//
// Floor: 5 (owner), a part of engine. Stability: engine. What a copy waits for before its first request
// is in package cooldown.
package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/cooldown"
	"github.com/aranea-search/aranea/engine/lists"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// A Source is an open data folder. All fields are required.
type Source struct {
	Index  *index.Index
	Ranker *ranking.Ranker
	Store  *pebblestore.Store
	Folder *store.Folder
	Now    func() time.Time
	// AtRest calls a function while index and frontier do not change.
	AtRest func(context.Context, func() error) error
}

// Copy writes a copy of the folder into dir, which must be empty or new. Every block of the indexes is
// verified as it is copied.
func (s Source) Copy(ctx context.Context, dir string) (service.Copied, error) {
	return s.write(ctx, dir, (*index.Index).Backup)
}

// Link is Copy, but what does not change any more is linked where the file system can: the copy is
// made soon, takes no room as long as the folder has these files, and is damaged where they are. Nothing
// may be written into its files.
func (s Source) Link(ctx context.Context, dir string) (service.Copied, error) {
	return s.write(ctx, dir, (*index.Index).Link)
}

// write writes a copy, with indexes written by one of their methods.
func (s Source) write(ctx context.Context, dir string, written func(*index.Index, context.Context, string) error) (service.Copied, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return service.Copied{}, backupError(dir, err)
	}
	if err := emptyFolder(dir); err != nil {
		return service.Copied{}, err
	}
	err = s.AtRest(ctx, func() error { return s.parts(ctx, dir, written) }) // frontier and index must be of the same moment
	if err != nil {
		return service.Copied{}, errors.Join(backupError(dir, err), emptied(dir))
	}
	files, bytes, err := store.Usage(dir)
	return service.Copied{Files: files, Bytes: bytes}, err
}

// parts copies index, frontier and settings, and finally marks the copy as a data folder. It copies the
// index first: a check of the copy finds entries that the frontier has as indexed and the copied index
// lacks, and queues them again.
func (s Source) parts(ctx context.Context, dir string, written func(*index.Index, context.Context, string) error) error {
	frontier, pages, anchors, rank := store.Parts(dir)
	if err := written(s.Index, ctx, pages); err != nil {
		return err
	}
	if err := written(s.Ranker.Anchors(), ctx, anchors); err != nil {
		return err
	}
	if err := s.Ranker.Backup(rank); err != nil {
		return err
	}
	if err := s.Store.Checkpoint(frontier); err != nil {
		return err
	}
	if err := lists.Copy(s.Folder.Dir(), dir); err != nil {
		return err
	}
	if err := (cooldown.Mark{Copied: s.Now().UTC()}).Write(dir); err != nil {
		return err
	}
	return s.Folder.Seal(dir)
}

func backupError(dir string, err error) error {
	return &aranea.Error{Op: "backup", Kind: aranea.KindOf(err), Obj: dir, Err: err}
}

// emptyFolder creates a folder with access for its owner only. It fails if the folder exists and
// is not empty.
func emptyFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return backupError(dir, err)
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		return backupError(dir, err)
	}
	if len(names) > 0 {
		return &aranea.Error{Op: "backup", Kind: aranea.Invalid, Obj: dir, Err: errors.New("it is not empty; choose a new folder")}
	}
	return nil
}

// emptied removes what a failed backup has written from its folder.
func emptied(dir string) error {
	names, err := os.ReadDir(dir)
	for _, n := range names {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, n.Name())))
	}
	return err
}
