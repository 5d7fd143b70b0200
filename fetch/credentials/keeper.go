package credentials

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
)

// A login that could not be completed is retried after loginRetry, doubling each time up to
// maxLoginRetry: otherwise a host that asks for rest would get no requests but its login. A
// login for which no request was sent, because its host rests or is held, is retried after
// loginRetry each time. One that the site refuses is retried by a later crawl, after
// maxLoginRetry.
const (
	loginRetry    = time.Minute
	maxLoginRetry = time.Hour
)

// A Keeper logs in by the forms of a vault, and again when a session is lost. A name or password
// that a site refuses is not sent again in the same crawl: the account could be locked. While the
// site cannot be reached or is not well, the pages behind the login wait.
type Keeper struct {
	Vault *Vault
	Ask   Exchanger
	Lost  <-chan struct{}               // receives when a session has ended
	Tell  func(label string, err error) // is called after each login; it must return at once, and is called by several goroutines
	// Opened is called when a login succeeds that pages had to do without or waited for; see
	// Vault.Missed. It is called by several goroutines, and before Start returns if the login was
	// quick. It may be nil.
	Opened func(ctx context.Context, label string)
	// Slow is called with the labels that Vault.Awaited returns when Start returns before they
	// were tried; it must return at once. It may be nil.
	Slow func(labels []string)
}

// SlowLogin is how long Start waits for the first logins. Pages that need those that take longer
// are known by Vault.Awaited.
const SlowLogin = 5 * time.Second

// Start starts to keep the sessions and returns when each login that may be tried now was tried
// once, or after SlowLogin. The logins do not wait for each other. The caller must call stop, which returns
// when everything has ended.
func (k *Keeper) Start(ctx context.Context) (stop func()) {
	labels := k.Vault.await(time.Now())
	if len(labels) == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var all, first sync.WaitGroup
	lost := make([]chan struct{}, len(labels))
	for i, label := range labels {
		lost[i] = make(chan struct{}, 1)
		first.Add(1)
		all.Go(func() { k.keep(ctx, label, lost[i], first.Done) })
	}
	tried := make(chan struct{})
	all.Go(func() { first.Wait(); close(tried) })
	all.Go(func() { k.spread(ctx, lost) })
	slow := time.NewTimer(SlowLogin)
	defer slow.Stop()
	select {
	case <-tried:
	case <-slow.C:
		if labels := k.Vault.awaited(); k.Slow != nil && len(labels) > 0 {
			k.Slow(labels)
		}
	}
	return func() { cancel(); all.Wait() }
}

// spread tells all logins that a session is lost: they know whose it was.
func (k *Keeper) spread(ctx context.Context, lost []chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-k.Lost:
		}
		for _, c := range lost {
			select {
			case c <- struct{}{}:
			default:
			}
		}
	}
}

// keep logs in by the form of a label whenever its session is lost, or a retry is due. It calls
// tried after the first try.
func (k *Keeper) keep(ctx context.Context, label string, lost <-chan struct{}, tried func()) {
	t := k.Vault.lastTry(label)
	if !k.Vault.ready(label) && !time.Now().Before(t.next) {
		t.refused = false
		k.login(ctx, label, &t)
	}
	tried()
	for !t.refused {
		var retry <-chan time.Time
		if !t.next.IsZero() {
			retry = time.After(time.Until(t.next))
		}
		select {
		case <-ctx.Done():
			return
		case <-lost:
		case <-retry:
		}
		switch {
		case k.Vault.ready(label):
			t = try{done: true}
		case !time.Now().Before(t.next):
			k.login(ctx, label, &t)
		}
	}
}

// login logs in once.
func (k *Keeper) login(ctx context.Context, label string, t *try) {
	err := k.Vault.Login(ctx, label, k.Ask)
	if ctx.Err() != nil {
		return
	}
	told, missed, waits := t.unasked, !t.done || k.Vault.missed(label), errors.As(err, new(outage))
	t.fault, t.done = err, err == nil
	switch t.unasked = errors.Is(err, errUnasked); {
	case err == nil:
		*t = try{done: true}
	case aranea.KindOf(err) == aranea.Denied:
		t.refused, t.next = true, time.Now().Add(maxLoginRetry)
	case t.unasked: // which says nothing about earlier failures
		t.next, waits = time.Now().Add(loginRetry), true
	default:
		t.wait = min(max(2*t.wait, loginRetry), maxLoginRetry)
		t.next = time.Now().Add(t.wait)
	}
	k.Vault.tried(label, *t, waits)
	if t.done && missed && k.Opened != nil {
		k.Opened(ctx, label)
	}
	if !told || !t.unasked {
		k.Tell(label, err)
	}
}
