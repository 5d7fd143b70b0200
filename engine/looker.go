package engine

import (
	"context"
	"errors"
	"iter"

	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/store"
)

// A Looker serves a folder that this process cannot write to: one on a read-only file system, or
// on a full disk. It reads the folder in its current state, keeps writers out while it is open,
// and refuses all changes.
type Looker struct {
	service.Answering
	service.Changing // refuses everything with the cause

	engine *Engine // which answers
	cause  error   // why the folder cannot be written to
}

var _ service.Service = (*Looker)(nil)

// Look opens a folder read-only. cause is the reason why it cannot be owned, which is returned
// as the error if the folder cannot be read either.
func Look(ctx context.Context, dir string, opt Options, cause error) (*Looker, error) {
	e := newEngine(dir, opt)
	e.view = true
	e.stopTending, e.tended = func() {}, make(chan struct{})
	close(e.tended) // a read-only folder is neither ranked nor verified
	var err error
	if e.folder, err = store.LookIntoFolder(dir); err != nil {
		return nil, cause
	}
	if _, err := e.readStored(); err != nil {
		e.noteDamage(service.Fault{File: "options.json", Text: err.Error()})
	}
	if err := e.openParts(ctx); err != nil {
		return nil, errors.Join(cause, err, e.close())
	}
	return &Looker{e, api.Refusing(cause), e, cause}, nil
}

// Hold begins a call in this process; see Engine.Hold.
func (l *Looker) Hold(ctx context.Context) (held context.Context, end func(), ok bool) {
	return l.engine.Hold(ctx)
}

// Close closes the folder after the calls in progress have ended.
func (l *Looker) Close() error { return l.engine.Close() }

// Status implements Service.
func (l *Looker) Status(ctx context.Context) (service.Status, error) {
	st, err := l.engine.Status(ctx)
	st.ReadOnly = l.cause.Error()
	return st, err
}

// Check implements Service. It checks as usual, but repairs nothing.
func (l *Looker) Check(ctx context.Context, repair bool) iter.Seq2[service.Fault, error] {
	if repair {
		return wire.None[service.Fault](l.cause)
	}
	return l.engine.Check(ctx, false)
}
