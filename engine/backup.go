package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/store"
)

// Backup copies the folder into dir without interrupting anything. It copies the index first: a
// check of the copy finds entries that the frontier has as indexed and the copied index lacks,
// and queues them again.
func (e *Engine) Backup(ctx context.Context, dir string) (service.Copied, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return service.Copied{}, backupError(dir, err)
	}
	if err := emptyFolder(dir); err != nil {
		return service.Copied{}, err
	}
	err = e.atRest(ctx, func() error { return e.backupParts(ctx, dir) }) // frontier and index must be of the same moment
	if err != nil {
		return service.Copied{}, errors.Join(backupError(dir, err), emptied(dir))
	}
	files, bytes, err := store.Usage(dir)
	return service.Copied{Files: files, Bytes: bytes}, err
}

// backupParts copies index, frontier and settings, and finally marks the copy as a data folder.
func (e *Engine) backupParts(ctx context.Context, dir string) error {
	frontier, index, anchors, rank := store.Parts(dir)
	if err := e.index.Backup(ctx, index); err != nil {
		return err
	}
	if err := e.ranker.Backup(ctx, anchors, rank); err != nil {
		return err
	}
	if err := e.kv.Checkpoint(frontier); err != nil {
		return err
	}
	return e.folder.Seal(dir)
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
