package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"runtime"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/backup"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/removal"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/store"
)

// Steer stops, pauses or resumes the crawls, or one host of them.
func (e *Engine) Steer(ctx context.Context, o service.Order) (service.Steered, error) {
	switch {
	case !o.Deed.Known():
		return service.Steered{}, &aranea.Error{Op: "steer", Kind: aranea.Invalid, Err: fmt.Errorf("deed %q is unknown; it is stop, pause or resume", o.Deed)}
	case o.Host != "":
		return e.steerHost(ctx, o)
	}
	at := e.opt.Now()
	was, now := e.halt.Change(func(s halt.State) halt.State { return s.After(o.Deed, rand.Text(), at) })
	j := e.current() // a crawl that begins later reads the order
	s := service.Steered{Crawling: j != nil, Changed: was.Stopped != now.Stopped || was.Paused != now.Paused, Was: was}
	stops := j != nil && o.Deed == service.Stop
	switch { // before the order is stored: the disk may be slow
	case stops:
		s.Changed = true
		j.stop()
	case j != nil:
		j.heed(e.halt.Now)
	}
	err := e.storeOrders(ctx)
	if stops {
		select {
		case <-j.done:
		case <-ctx.Done():
			err = errors.Join(err, context.Cause(ctx))
		}
	}
	return s, err
}

// steerHost pauses or resumes one host. To stop a host means to pause it.
func (e *Engine) steerHost(ctx context.Context, o service.Order) (service.Steered, error) {
	j := e.current()
	before := len(e.frontier.Held())
	err := e.frontier.Hold(ctx, e.opt.Now(), o.Host, o.Deed != service.Resume)
	if j != nil {
		j.spine().Wake()
	}
	return service.Steered{Crawling: j != nil, Changed: len(e.frontier.Held()) != before}, err
}

// Status returns the current state of this process.
func (e *Engine) Status(ctx context.Context) (service.Status, error) {
	counts, asked := e.frontier.Counts()
	_, known := e.frontier.HostTotals()
	index, err := e.index.Stats()
	if err != nil {
		return service.Status{}, err
	}
	s := service.Status{
		Version: e.opt.Version, PID: os.Getpid(), Since: e.started, Folder: e.dir,
		Counts: counts, Asked: asked, Known: known - asked, Docs: index.Docs, Waiting: index.Waiting,
	}
	ordered := e.halt.Now()
	s.Stopped, s.Paused = ordered.Stopped, ordered.Paused
	if _, vault, err := e.secrets(); err == nil { // operations that need the file report its faults
		s.Labels = vault.Labels()
	}
	for _, h := range e.frontier.Held() {
		s.Held = append(s.Held, h.Host)
	}
	for _, c := range e.frontier.Closed() {
		s.Closed = append(s.Closed, service.ClosedOrigin(c))
	}
	trouble, err := e.frontier.Troubles(ctx, runreport.MaxTrouble)
	if err != nil {
		return s, err
	}
	s.Troubled = trouble.Hosts
	for _, t := range trouble.List {
		s.Trouble = append(s.Trouble, verdict.HostTrouble{Origin: t.Origin, Reason: t.Reason, Detail: t.Detail, URL: t.URL, Queued: t.Queued, Until: t.Until})
	}
	if s.Handover, err = e.outbox().Waiting(ctx); err != nil {
		return s, err
	}
	e.unsent.Tell(s.Handover)
	j := e.current()
	s.Damage, s.Rendering, s.Authorities = e.faults(index.Faults), e.rendered(), e.authorities.Fault()
	if j != nil {
		s.Crawl = j.status(e.opt.Now())
	} else if _, last := e.summed(); last != nil {
		s.Last = last.Told()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.Memory = m.Sys - m.HeapReleased
	if o, err := e.recall(); err == nil && o != nil { // likewise
		s.DiskLimit = uint64(max(o.Disk, 0))
		s.InForce = seeds.InForceOf(&o.Settings, o.SeedCount)
	}
	if j != nil {
		set := e.settingsOf(j)
		s.InForce = seeds.InForceOf(&set, len(set.Seeds))
	}
	if n, err := e.free(e.dir); err == nil && n < math.MaxUint64 { // which means that it cannot be measured here
		s.DiskFree = &n
	}
	_, s.Disk, err = store.Usage(e.dir)
	return s, err
}

// Remove removes URLs from the index and keeps them out, or admits them again, or drops a seed.
func (e *Engine) Remove(ctx context.Context, r service.Removal) (service.Removed, error) {
	if r.Seed {
		return e.dropSeed(ctx, r)
	}
	done, copies, err := e.remover().Do(ctx, r)
	if err != nil {
		return done, err
	}
	if j := e.current(); j != nil && (r.Undo || copies > 0) {
		j.spine().Wake()
	}
	e.opt.Logger.Info("removal", "target", r.Target, "undo", r.Undo, "urls", done.URLs, "documents", done.Documents)
	return done, e.index.Flush()
}

// Removals yields what is kept out of the index.
func (e *Engine) Removals(ctx context.Context) iter.Seq2[service.KeptOut, error] {
	return e.remover().All(ctx)
}

func (e *Engine) remover() removal.Remover {
	return removal.Remover{Frontier: e.frontier, Index: e.indexer, Graph: e.graph, Drop: e.ranker.Drop, AtRest: e.atRest, Now: e.opt.Now}
}

// copying returns the folder as one that is copied while everything goes on.
func (e *Engine) copying() backup.Source {
	return backup.Source{Index: e.index, Ranker: e.ranker, Store: e.kv, Folder: e.folder, Now: e.opt.Now, AtRest: e.atRest}
}

// Backup copies the folder into dir without interrupting anything.
func (e *Engine) Backup(ctx context.Context, dir string) (service.Copied, error) {
	return e.copying().Copy(ctx, dir)
}

// BackupLinked is Backup with links to what does not change any more.
func (e *Engine) BackupLinked(ctx context.Context, dir string) (service.Copied, error) {
	return e.copying().Link(ctx, dir)
}
