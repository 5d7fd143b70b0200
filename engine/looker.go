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

// A looker answers for a folder that this process cannot write: one on a
// read-only file system, or on a disk that is full. It reads the folder as it lies
// there, keeps writers away meanwhile, and refuses whatever would change it.
type looker struct {
	*Engine

	cause error // why the folder cannot be written
}

// look opens a folder for looking into it; cause says why it cannot be owned, and
// is the error if it cannot be read either.
func look(ctx context.Context, dir string, opt Options, cause error) (*looker, error) {
	e := newEngine(dir, opt)
	e.view = true
	e.stopTending, e.tended = func() {}, make(chan struct{})
	close(e.tended) // what cannot be written is neither ranked nor verified
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

// unwritable reports whether a folder could be read although it cannot be owned,
// for one who stays as long as patient says: nobody else can write to a folder on a
// read-only file system, but a disk that is full may have room again.
func unwritable(err error, patient bool) bool {
	return Unwritable(err) || store.DiskFull(err) && !patient
}

// Unwritable reports whether a folder cannot be opened only because this user may
// not write it: a Reader may still search it.
func Unwritable(err error) bool {
	var f *store.FolderError
	return errors.As(err, &f) && f.Fault == store.FolderForbidden
}

// Status is part of Service.
func (l *looker) Status(ctx context.Context) (Status, error) {
	st, err := l.Engine.Status(ctx)
	st.ReadOnly = l.cause.Error()
	return st, err
}

// Crawl is part of Service.
func (l *looker) Crawl(context.Context, Settings, func(crawl.Progress)) (crawl.Report, error) {
	return crawl.Report{}, l.cause
}

// Steer is part of Service.
func (l *looker) Steer(context.Context, Order) (Steered, error) { return Steered{}, l.cause }

// Claim is part of Service.
func (l *looker) Claim(context.Context, weburl.Origin) (Permit, error) { return Permit{}, l.cause }

// EndClaim is part of Service.
func (l *looker) EndClaim(context.Context, weburl.Origin, Permit, time.Time) error { return l.cause }

// Prove is part of Service.
func (l *looker) Prove(context.Context, Proof) (Proven, error) { return Proven{}, l.cause }

// Notify is part of Service.
func (l *looker) Notify(context.Context, indexnow.Notice) (indexnow.Received, error) {
	return indexnow.Received{}, l.cause
}

// Remove is part of Service.
func (l *looker) Remove(context.Context, Removal) (Removed, error) { return Removed{}, l.cause }

// Check is part of Service. It reads as ever, and repairs nothing.
func (l *looker) Check(ctx context.Context, repair bool) iter.Seq2[Fault, error] {
	if repair {
		return wire.None[Fault](l.cause)
	}
	return l.Engine.Check(ctx, false)
}

// Backup is part of Service.
func (l *looker) Backup(context.Context, string) (Copied, error) { return Copied{}, l.cause }

// Regroup is part of Service.
func (l *looker) Regroup(context.Context, mirror.Order) (mirror.Record, error) {
	return mirror.Record{}, l.cause
}

// Rank is part of Service.
func (l *looker) Rank(context.Context) (ranking.Ranked, error) { return ranking.Ranked{}, l.cause }

// Rerank is part of Service.
func (l *looker) Rerank(context.Context) (ranking.Ranked, error) { return ranking.Ranked{}, l.cause }

// Import is part of Service.
func (l *looker) Import(context.Context, imports.Batch) (imports.Imported, error) {
	return imports.Imported{}, l.cause
}

// Merge is part of Service.
func (l *looker) Merge(context.Context, upkeep.Merge) (upkeep.Merged, error) {
	return upkeep.Merged{}, l.cause
}

// Allow is part of Service.
func (l *looker) Allow(context.Context, trap.Order) (trap.Book, error) { return trap.Book{}, l.cause }
