package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/inspect"
)

// Prove asks the site of a label whether a proof opens it, at the rate its host allows. It
// returns an error of kind Limit after too many wrong proofs.
func (e *Engine) Prove(ctx context.Context, p service.Proof) (service.Proven, error) {
	now := e.opt.Now()
	if !e.proofs.May(now) {
		return service.Proven{}, &aranea.Error{Op: "prove", Kind: aranea.Limit, Obj: p.Label, Err: fmt.Errorf("there were %d wrong names or passwords within a minute; try again later", credentials.MaxWrongProofs)}
	}
	s, vault, err := e.secrets()
	if err != nil {
		return service.Proven{}, err
	}
	if !slices.Contains(vault.Labels(), p.Label) {
		return service.Proven{}, &aranea.Error{Op: "prove", Kind: aranea.NotFound, Obj: p.Label, Err: errors.New("there is no such label")}
	}
	client, err := e.client(s, 0, nil)
	if err != nil {
		return service.Proven{}, err
	}
	defer client.Close()
	ok, err := vault.Prove(ctx, p.Label, p.User, p.Password, e.ask(client, inspect.Live{}))
	if err == nil && !ok {
		e.proofs.Wrong(now)
	}
	return service.Proven{Holds: ok}, err
}

// secrets returns the settings stored in the folder and the secrets that they name.
func (e *Engine) secrets() (*service.Settings, *credentials.Vault, error) {
	r, err := e.recall()
	if err != nil || r == nil {
		s := service.DefaultSettings()
		return &s, nil, err
	}
	vault, err := r.Vault()
	return &r.Settings, vault, err
}

// ask returns an Exchanger for logins and notices, which keeps to the rates of their hosts and
// counts the requests with those of the crawl. live sets whether requests wait for their turn
// and what they refuse.
func (e *Engine) ask(c *fetch.Client, live inspect.Live) credentials.Exchanger {
	live.Fetcher, live.Clock, live.Now = c, ownClock{e}, e.opt.Now
	return func(ctx context.Context, a credentials.Ask) (aranea.Fetched, error) {
		f, err := live.Ask(ctx, a)
		if err == nil && f.WasSent() {
			cost := aranea.HostCounts{aranea.CountRequests: 1, aranea.CountBytes: f.WireBytes}
			err = e.frontier.Charge(context.WithoutCancel(ctx), e.opt.Now(), a.URL.Origin(), cost)
		}
		return f, err
	}
}

// askForJob returns the Exchanger for the logins of a crawl, which records the exchanges with
// those of the crawl.
func (e *Engine) askForJob(j *job) credentials.Exchanger {
	ask := e.ask(j.client, inspect.Live{Patient: true})
	return func(ctx context.Context, a credentials.Ask) (aranea.Fetched, error) {
		f, err := aranea.Fetched{}, errPaused
		for errors.Is(err, errPaused) {
			if err := j.awaitResume(ctx); err != nil {
				return f, err
			}
			f, err = ask(ctx, a)
		}
		if x := archive.OfLogin(&f); err == nil && x.Happened() {
			err = j.records.Record(x)
		}
		return f, err
	}
}

// startLogins starts to maintain the sessions of the job, and returns once each login has been
// tried or one takes long. The caller must call stop.
func (e *Engine) startLogins(ctx context.Context, j *job) (stop func()) {
	keeper := credentials.Keeper{Vault: j.vault, Ask: e.askForJob(j), Lost: j.lost, Tell: func(label string, err error) {
		if err != nil {
			e.opt.Logger.Warn("no login", "secret", label, "error", err)
			return
		}
		e.opt.Logger.Info("logged in", "secret", label)
	}, Opened: func(ctx context.Context, label string) {
		n, err := e.frontier.Reread(ctx, e.opt.Now(), "its login succeeded", func(x *aranea.Entry) bool { return j.vault.Missed(label, x) })
		if n > 0 || err != nil {
			e.opt.Logger.Info("pages that had no session are asked for again", "secret", label, "urls", n, "error", err)
		}
		j.spine().Wake()
	}, Slow: func(labels []string) {
		if e.halt.Now().Paused.IsZero() { // otherwise that is the reason, and it was logged
			e.opt.Logger.Warn("what lies behind these logins waits for them, and they take long", "secrets", labels)
		}
	}}
	return keeper.Start(ctx)
}

// loginLost records that an answer asked for a login, and says what was sent.
func (j *job) loginLost(f *aranea.Fetched, passwordField bool) (evidence string) {
	if evidence = j.vault.Lost(f, passwordField); evidence == "" {
		return ""
	}
	select {
	case j.lost <- struct{}{}:
	default:
	}
	return evidence
}
