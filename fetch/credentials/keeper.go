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

// storeTime is more than the time from when an answer is examined by Vault.Lost until its visit is
// stored, except for one whose scripts are run. Opened does not find the pages of visits that are
// not stored.
const storeTime = 5 * time.Second

// A Keeper makes the logins of a vault, and again when a session is lost. A name or password
// that a site refuses is not sent again in the same crawl: the account could be locked. While the
// site cannot be reached or is not well, the pages behind the login wait.
type Keeper struct {
	Vault *Vault
	Ask   Exchanger
	Lost  <-chan struct{}               // receives when a session has ended
	Tell  func(label string, err error) // is called after each login; it must return at once, and is called by several goroutines
	// Opened is called when a login succeeds that pages had to do without or waited for; see
	// Vault.Missed. It is called again, when their visits are stored, for pages whose answers came
	// shortly before the login or after it, and in a later crawl if this one ends before that. It is
	// called by several goroutines, and before Start returns if the login was quick. It may be nil.
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

// keep makes the login of a label whenever its session is lost, or a retry is due, and calls
// Opened. It calls tried after the first try.
func (k *Keeper) keep(ctx context.Context, label string, lost <-chan struct{}, tried func()) {
	t := k.Vault.lastTry(label)
	if !k.Vault.ready(label) && !time.Now().Before(t.next) {
		t.refused = false
		k.login(ctx, label, &t)
	}
	k.reopen(ctx, label)
	tried()
	for !t.refused {
		next := t.next
		if k.Vault.ready(label) {
			next = k.reopenAt(label)
		}
		var due <-chan time.Time
		if !next.IsZero() {
			due = time.After(time.Until(next))
		}
		select {
		case <-ctx.Done():
			return
		case <-lost:
		case <-due:
		}
		switch {
		case k.Vault.ready(label):
			t = try{done: true}
			k.reopen(ctx, label)
		case !time.Now().Before(t.next):
			k.login(ctx, label, &t)
		}
	}
}

// login logs in once.
func (k *Keeper) login(ctx context.Context, label string, t *try) {
	err := k.Vault.Login(ctx, label, k.Ask)
	if err != nil && ctx.Err() != nil {
		return
	}
	told, first, waits := t.unasked, !t.done, errors.As(err, new(outage))
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
	if t.done && first { // pages may have waited, or may have been requested by an earlier process
		k.Vault.miss(label, time.Now().Add(-storeTime))
	}
	if t.done && !k.Vault.missed(label).IsZero() {
		k.open(ctx, label)
	}
	if !told || !t.unasked {
		k.Tell(label, err)
	}
}

// open calls Opened. Pages whose visits may not have been stored by then, and all if it is
// interrupted, remain for the next call.
func (k *Keeper) open(ctx context.Context, label string) {
	stored := time.Now().Add(-storeTime)
	if k.Opened != nil {
		k.Opened(ctx, label)
	}
	if ctx.Err() == nil {
		k.Vault.found(label, stored)
	}
}

// reopen calls Opened if it is due although no login was made.
func (k *Keeper) reopen(ctx context.Context, label string) {
	if at := k.reopenAt(label); !at.IsZero() && k.Vault.ready(label) && !time.Now().Before(at) && ctx.Err() == nil {
		k.open(ctx, label)
	}
}

// reopenAt returns when the last visits without a session of a label will be stored, zero if
// Opened was called after that.
func (k *Keeper) reopenAt(label string) time.Time {
	at := k.Vault.missed(label)
	if !at.IsZero() {
		at = at.Add(storeTime)
	}
	return at
}
