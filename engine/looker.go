package engine

import (
	"context"
	"errors"
	"iter"

	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/store"
)

// A looker serves a folder that this process cannot write to: one on a read-only file system, or
// on a full disk. It reads the folder in its current state, keeps writers out while it is open,
// and refuses all changes.
type looker struct {
	Answering
	Changing // refuses everything with the cause
	bond

	engine *Engine // which answers
	cause  error   // why the folder cannot be written to
}

// look opens a folder read-only. cause is the reason why it cannot be owned, which is returned
// as the error if the folder cannot be read either.
func look(ctx context.Context, dir string, opt Options, cause error) (*looker, error) {
	e := newEngine(dir, opt)
	e.view = true
	e.stopTending, e.tended = func() {}, make(chan struct{})
	close(e.tended) // a read-only folder is neither ranked nor verified
	var err error
	if e.folder, err = store.LookIntoFolder(dir); err != nil {
		return nil, cause
	}
	if _, err := e.readStored(); err != nil {
		e.noteDamage(Fault{File: "options.json", Text: err.Error()})
	}
	if err := e.openParts(ctx); err != nil {
		return nil, errors.Join(cause, err, e.close())
	}
	e.opt.Logger.Info("the folder cannot be written and is only looked into", "folder", dir, "error", cause)
	refusing := clientOver(wire.Refusal{Err: cause})
	refusing.remote.Read = func(wire.Problem) error { return cause }
	return &looker{e, refusing, e, e, cause}, nil
}

// unwritable reports whether a folder could be read although it cannot be owned. Nobody else can
// write to a folder on a read-only file system, but a full disk may get room again, for which
// patient callers wait.
func unwritable(err error, patient bool) bool {
	return Unwritable(err) || store.DiskFull(err) && !patient
}

// Unwritable reports whether a folder cannot be opened only because this user may not write to
// it: a Reader may still search it.
func Unwritable(err error) bool {
	var f *store.FolderError
	return errors.As(err, &f) && f.Fault == store.FolderForbidden
}

// Status implements Service.
func (l *looker) Status(ctx context.Context) (Status, error) {
	st, err := l.engine.Status(ctx)
	st.ReadOnly = l.cause.Error()
	return st, err
}

// Check implements Service. It checks as usual, but repairs nothing.
func (l *looker) Check(ctx context.Context, repair bool) iter.Seq2[Fault, error] {
	if repair {
		return wire.None[Fault](l.cause)
	}
	return l.engine.Check(ctx, false)
}
