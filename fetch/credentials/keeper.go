package credentials

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
)

// A login that could not be tried to its end is tried again after loginRetry, and after
// twice as long each further time, up to maxLoginRetry: else a host that wants rest
// would be asked for nothing but its login.
const (
	loginRetry    = time.Minute
	maxLoginRetry = time.Hour
)

// A Keeper logs in by the forms of a vault, and again when a session is lost. A
// name or password that a site refuses is not sent again: the account could be
// locked.
type Keeper struct {
	Vault *Vault
	Ask   Exchanger
	Lost  <-chan struct{}               // receives when a session is over
	Tell  func(label string, err error) // is told of each login; it must return at once
	// Slow is told the labels that have no session when Start takes longer than
	// SlowLogin; it must return at once. Nil is told nothing.
	Slow func(labels []string)
}

// SlowLogin is how long the first logins may take before Keeper.Slow is told.
const SlowLogin = 5 * time.Second

// Start begins to keep the sessions and returns when each login was tried once.
// The caller calls stop, which returns when everything has ended.
func (k *Keeper) Start(ctx context.Context) (stop func()) {
	if len(k.Vault.NeedLogin()) == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	tries := map[string]*try{}
	told := make(chan struct{})
	slow := time.AfterFunc(SlowLogin, func() {
		defer close(told)
		if k.Slow != nil {
			k.Slow(k.Vault.NeedLogin())
		}
	})
	next := k.round(ctx, tries)
	if !slow.Stop() {
		<-told
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		k.keep(ctx, tries, next)
	}()
	return func() { cancel(); <-ended }
}

// A try says what became of the logins of a label.
type try struct {
	refused bool          // it is not tried again
	wait    time.Duration // how long after the last failure it is, 0 after a success
	next    time.Time     // when it is tried again
}

// keep makes a round whenever a session is lost, or a login is to be tried again.
func (k *Keeper) keep(ctx context.Context, tries map[string]*try, next time.Time) {
	for {
		var retry <-chan time.Time
		if !next.IsZero() {
			retry = time.After(time.Until(next))
		}
		select {
		case <-ctx.Done():
			return
		case <-k.Lost:
		case <-retry:
		}
		next = k.round(ctx, tries)
	}
}

// round logs in wherever there is no session and the time has come, and returns when a
// login is to be tried again, zero for none.
func (k *Keeper) round(ctx context.Context, tries map[string]*try) (next time.Time) {
	for _, label := range k.Vault.NeedLogin() {
		t := tries[label]
		if t == nil {
			t = &try{}
			tries[label] = t
		}
		if !t.refused && ctx.Err() == nil && !time.Now().Before(t.next) {
			k.login(ctx, label, t)
		}
		if !t.refused && t.wait > 0 && (next.IsZero() || t.next.Before(next)) {
			next = t.next
		}
	}
	return next
}

// login logs in once.
func (k *Keeper) login(ctx context.Context, label string, t *try) {
	err := k.Vault.Login(ctx, label, k.Ask)
	switch {
	case ctx.Err() != nil:
		return
	case err == nil:
		*t = try{}
	case aranea.KindOf(err) == aranea.Denied:
		t.refused = true
	default:
		t.wait = min(max(2*t.wait, loginRetry), maxLoginRetry)
		t.next = time.Now().Add(t.wait)
	}
	k.Tell(label, err)
}
