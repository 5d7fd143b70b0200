package api

import (
	"context"
	"iter"
	"net/http"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea"
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

// Steer implements Service.
func (c *Client) Steer(ctx context.Context, o service.Order) (service.Steered, error) {
	return call[service.Steered](ctx, c, http.MethodPost, "steer", nil, o)
}

// Claim implements Service.
func (c *Client) Claim(ctx context.Context, o weburl.Origin) (service.Permit, error) {
	return call[service.Permit](ctx, c, http.MethodPost, "claim", nil, claimCall{o})
}

// EndClaim implements Service.
func (c *Client) EndClaim(ctx context.Context, o weburl.Origin, p service.Permit, answered time.Time) error {
	_, err := call[struct{}](ctx, c, http.MethodPost, "claim/end", nil, endClaimCall{o, p, answered})
	return err
}

// Prove implements Service.
func (c *Client) Prove(ctx context.Context, p service.Proof) (service.Proven, error) {
	return call[service.Proven](ctx, c, http.MethodPost, "prove", nil, p)
}

// Notify implements Service.
func (c *Client) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	return call[indexnow.Received](ctx, c, http.MethodPost, "notify", nil, n)
}

// Remove implements Service.
func (c *Client) Remove(ctx context.Context, r service.Removal) (service.Removed, error) {
	return call[service.Removed](ctx, c, http.MethodPost, "remove", nil, r)
}

// Check implements Service.
func (c *Client) Check(ctx context.Context, repair bool) iter.Seq2[service.Fault, error] {
	return values[service.Fault](ctx, c, http.MethodPost, "check", nil, checkCall{repair})
}

// Rank implements Service.
func (c *Client) Rank(ctx context.Context) (ranking.Ranked, error) {
	return call[ranking.Ranked](ctx, c, http.MethodPost, "rank", nil, nil)
}

// Rerank implements Service.
func (c *Client) Rerank(ctx context.Context) (ranking.Ranked, error) {
	return call[ranking.Ranked](ctx, c, http.MethodPost, "rank/rebuild", nil, nil)
}

// Merge implements Service.
func (c *Client) Merge(ctx context.Context, m upkeep.Merge) (upkeep.Merged, error) {
	return call[upkeep.Merged](ctx, c, http.MethodPost, "merge", nil, m)
}

// Import implements Service.
func (c *Client) Import(ctx context.Context, b imports.Batch) (imports.Imported, error) {
	return call[imports.Imported](ctx, c, http.MethodPost, "import", nil, b)
}

// Backup implements Service.
func (c *Client) Backup(ctx context.Context, dir string) (service.Copied, error) {
	return c.backup(ctx, backupCall{Dir: dir})
}

// BackupLinked implements Service.
func (c *Client) BackupLinked(ctx context.Context, dir string) (service.Copied, error) {
	return c.backup(ctx, backupCall{Dir: dir, Linked: true})
}

// backup has the owner write a copy.
func (c *Client) backup(ctx context.Context, to backupCall) (service.Copied, error) {
	dir, err := filepath.Abs(to.Dir) // the owner has another working directory
	if err != nil {
		return service.Copied{}, &aranea.Error{Op: "backup", Kind: aranea.KindOf(err), Obj: dir, Err: err}
	}
	unmark, err := mark(dir)
	if err != nil {
		return service.Copied{}, err
	}
	defer unmark()
	to.Dir = dir
	return call[service.Copied](ctx, c, http.MethodPost, "backup", nil, to)
}

// Regroup implements Service.
func (c *Client) Regroup(ctx context.Context, o mirror.Order) (mirror.Record, error) {
	return call[mirror.Record](ctx, c, http.MethodPost, "mirrors", nil, o)
}

// Allow implements Service.
func (c *Client) Allow(ctx context.Context, o trap.Order) (trap.Book, error) {
	return call[trap.Book](ctx, c, http.MethodPost, "traps", nil, o)
}

// Outgoing implements Service.
func (c *Client) Outgoing(ctx context.Context, w handover.Wish) (handover.Outgoing, error) {
	return call[handover.Outgoing](ctx, c, http.MethodPost, "outgoing", nil, w)
}

// Delivered implements Service.
func (c *Client) Delivered(ctx context.Context, r handover.Receipt) error {
	_, err := call[struct{}](ctx, c, http.MethodPost, "delivered", nil, r)
	return err
}

// Receive implements Service.
func (c *Client) Receive(ctx context.Context, b handover.Batch) (handover.Received, error) {
	return call[handover.Received](ctx, c, http.MethodPost, "receive", nil, b)
}

// Refer implements Service.
func (c *Client) Refer(ctx context.Context, a remoterobots.Ask) (remoterobots.Answer, error) {
	return call[remoterobots.Answer](ctx, c, http.MethodPost, referCall, nil, a)
}
