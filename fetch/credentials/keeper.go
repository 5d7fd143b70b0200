package credentials

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
)

// loginRetry is how long a login that could not be tried waits for the next try.
const loginRetry = time.Minute

// A Keeper logs in by the forms of a vault, and again when a session is lost. A
// name or password that a site refuses is not sent again: the account could be
// locked.
type Keeper struct {
	Vault *Vault
	Ask   Exchanger
	Lost  <-chan struct{}               // receives when a session is over
	Tell  func(label string, err error) // is told of each login; it must return at once
}

// Start begins to keep the sessions and returns when each login was tried once.
// The caller calls stop, which returns when everything has ended.
func (k *Keeper) Start(ctx context.Context) (stop func()) {
	if len(k.Vault.NeedLogin()) == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	refused := map[string]bool{}
	again := k.round(ctx, refused)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		k.keep(ctx, refused, again)
	}()
	return func() { cancel(); <-ended }
}

// keep makes a round whenever a session is lost, or a login is to be tried again.
func (k *Keeper) keep(ctx context.Context, refused map[string]bool, again bool) {
	for {
		var retry <-chan time.Time
		if again {
			retry = time.After(loginRetry)
		}
		select {
		case <-ctx.Done():
			return
		case <-k.Lost:
		case <-retry:
		}
		again = k.round(ctx, refused)
	}
}

// round logs in wherever there is no session, and reports whether a login is to
// be tried again.
func (k *Keeper) round(ctx context.Context, refused map[string]bool) (again bool) {
	for _, label := range k.Vault.NeedLogin() {
		if refused[label] || ctx.Err() != nil {
			continue
		}
		err := k.Vault.Login(ctx, label, k.Ask)
		if ctx.Err() != nil {
			return false
		}
		refused[label] = aranea.KindOf(err) == aranea.Denied
		again = again || err != nil && !refused[label]
		k.Tell(label, err)
	}
	return again
}
