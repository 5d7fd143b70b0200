package session

import (
	"context"
	"iter"
	"time"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// Crawl implements Service. If the owner ends before the crawl, the crawl goes on in the process
// that takes over.
func (s *Session) Crawl(ctx context.Context, set service.Settings, watch func(runreport.Progress)) (runreport.Report, error) {
	if set.Wish == "" { // so that the next owner, too, knows which orders were known now
		ordered, err := s.Ordered(ctx)
		if err != nil {
			return runreport.Report{}, err
		}
		set.Wish = ordered.Wish()
	}
	return ask(ctx, s, func(ctx context.Context, x service.Service) (runreport.Report, error) {
		return x.Crawl(ctx, set, watch)
	})
}

// Steer implements Service.
func (s *Session) Steer(ctx context.Context, o service.Order) (service.Steered, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.Steered, error) { return x.Steer(ctx, o) })
}

// Claim implements Service.
func (s *Session) Claim(ctx context.Context, o weburl.Origin) (service.Permit, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.Permit, error) { return x.Claim(ctx, o) })
}

// EndClaim implements Service.
func (s *Session) EndClaim(ctx context.Context, o weburl.Origin, p service.Permit, answered time.Time) error {
	_, err := ask(ctx, s, func(ctx context.Context, x service.Service) (struct{}, error) {
		return struct{}{}, x.EndClaim(ctx, o, p, answered)
	})
	return err
}

// Prove implements Service.
func (s *Session) Prove(ctx context.Context, p service.Proof) (service.Proven, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.Proven, error) { return x.Prove(ctx, p) })
}

// Notify implements Service.
func (s *Session) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (indexnow.Received, error) { return x.Notify(ctx, n) })
}

// Remove implements Service.
func (s *Session) Remove(ctx context.Context, r service.Removal) (service.Removed, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.Removed, error) { return x.Remove(ctx, r) })
}

// Check implements Service.
func (s *Session) Check(ctx context.Context, repair bool) iter.Seq2[service.Fault, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[service.Fault, error] {
		return x.Check(ctx, repair)
	})
}

// Rank implements Service.
func (s *Session) Rank(ctx context.Context) (ranking.Ranked, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (ranking.Ranked, error) { return x.Rank(ctx) })
}

// Rerank implements Service.
func (s *Session) Rerank(ctx context.Context) (ranking.Ranked, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (ranking.Ranked, error) { return x.Rerank(ctx) })
}

// Merge implements Service.
func (s *Session) Merge(ctx context.Context, m upkeep.Merge) (upkeep.Merged, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (upkeep.Merged, error) { return x.Merge(ctx, m) })
}

// Import implements Service.
func (s *Session) Import(ctx context.Context, b imports.Batch) (imports.Imported, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (imports.Imported, error) { return x.Import(ctx, b) })
}

// Backup implements Service.
func (s *Session) Backup(ctx context.Context, dir string) (service.Copied, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.Copied, error) { return x.Backup(ctx, dir) })
}

// BackupLinked implements Service.
func (s *Session) BackupLinked(ctx context.Context, dir string) (service.Copied, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.Copied, error) { return x.BackupLinked(ctx, dir) })
}

// Regroup implements Service.
func (s *Session) Regroup(ctx context.Context, o mirror.Order) (mirror.Record, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (mirror.Record, error) { return x.Regroup(ctx, o) })
}

// Allow implements Service.
func (s *Session) Allow(ctx context.Context, o trap.Order) (trap.Book, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (trap.Book, error) { return x.Allow(ctx, o) })
}

// Outgoing implements Service.
func (s *Session) Outgoing(ctx context.Context, w handover.Wish) (handover.Outgoing, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (handover.Outgoing, error) { return x.Outgoing(ctx, w) })
}

// Delivered implements Service.
func (s *Session) Delivered(ctx context.Context, r handover.Receipt) error {
	_, err := ask(ctx, s, func(ctx context.Context, x service.Service) (struct{}, error) { return struct{}{}, x.Delivered(ctx, r) })
	return err
}

// Receive implements Service.
func (s *Session) Receive(ctx context.Context, b handover.Batch) (handover.Received, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (handover.Received, error) { return x.Receive(ctx, b) })
}

// Refer implements Service.
func (s *Session) Refer(ctx context.Context, a remoterobots.Ask) (remoterobots.Answer, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (remoterobots.Answer, error) { return x.Refer(ctx, a) })
}
