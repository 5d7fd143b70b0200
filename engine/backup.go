package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// Backup copies the folder into dir while everything goes on. The index comes
// first: what the frontier calls indexed and the copy of the index lacks, a
// check of the copy finds and queues again.
func (e *Engine) Backup(ctx context.Context, dir string) (Copied, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Copied{}, backupError(dir, err)
	}
	if err := emptyFolder(dir); err != nil {
		return Copied{}, err
	}
	err = e.atRest(ctx, func() error { return e.backupParts(ctx, dir) }) // frontier and index of one instant
	if err != nil {
		return Copied{}, errors.Join(backupError(dir, err), emptied(dir))
	}
	files, bytes, err := store.Usage(dir)
	return Copied{Files: files, Bytes: bytes}, err
}

// backupParts copies index, frontier and settings, and marks the copy as a data
// folder at last.
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

// emptyFolder makes a folder for its owner only, and refuses one that holds
// something.
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

// emptied takes what a copy that failed has written out of its folder again.
func emptied(dir string) error {
	names, err := os.ReadDir(dir)
	for _, n := range names {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, n.Name())))
	}
	return err
}
