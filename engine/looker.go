package engine

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// A looker serves a folder that this process cannot write to: one on a read-only file system, or
// on a full disk. It reads the folder in its current state, keeps writers out while it is open,
// and refuses all changes.
type looker struct {
	*Engine

	cause error // why the folder cannot be written to
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
	return &looker{e, cause}, nil
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
	st, err := l.Engine.Status(ctx)
	st.ReadOnly = l.cause.Error()
	return st, err
}

// Crawl implements Service.
func (l *looker) Crawl(context.Context, Settings, func(crawl.Progress)) (crawl.Report, error) {
	return crawl.Report{}, l.cause
}

// Steer implements Service.
func (l *looker) Steer(context.Context, Order) (Steered, error) { return Steered{}, l.cause }

// Claim implements Service.
func (l *looker) Claim(context.Context, weburl.Origin) (Permit, error) { return Permit{}, l.cause }

// EndClaim implements Service.
func (l *looker) EndClaim(context.Context, weburl.Origin, Permit, time.Time) error { return l.cause }

// Prove implements Service.
func (l *looker) Prove(context.Context, Proof) (Proven, error) { return Proven{}, l.cause }

// Notify implements Service.
func (l *looker) Notify(context.Context, indexnow.Notice) (indexnow.Received, error) {
	return indexnow.Received{}, l.cause
}

// Remove implements Service.
func (l *looker) Remove(context.Context, Removal) (Removed, error) { return Removed{}, l.cause }

// Check implements Service. It checks as usual, but repairs nothing.
func (l *looker) Check(ctx context.Context, repair bool) iter.Seq2[Fault, error] {
	if repair {
		return wire.None[Fault](l.cause)
	}
	return l.Engine.Check(ctx, false)
}

// Backup implements Service.
func (l *looker) Backup(context.Context, string) (Copied, error) { return Copied{}, l.cause }

// Regroup implements Service.
func (l *looker) Regroup(context.Context, mirror.Order) (mirror.Record, error) {
	return mirror.Record{}, l.cause
}

// Rank implements Service.
func (l *looker) Rank(context.Context) (ranking.Ranked, error) { return ranking.Ranked{}, l.cause }

// Rerank implements Service.
func (l *looker) Rerank(context.Context) (ranking.Ranked, error) { return ranking.Ranked{}, l.cause }

// Import implements Service.
func (l *looker) Import(context.Context, imports.Batch) (imports.Imported, error) {
	return imports.Imported{}, l.cause
}

// Merge implements Service.
func (l *looker) Merge(context.Context, upkeep.Merge) (upkeep.Merged, error) {
	return upkeep.Merged{}, l.cause
}

// Allow implements Service.
func (l *looker) Allow(context.Context, trap.Order) (trap.Book, error) { return trap.Book{}, l.cause }
