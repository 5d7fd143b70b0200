package credentials

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
)

// A login that could not be tried to its end is tried again after loginRetry, and after
// twice as long each further time, up to maxLoginRetry: else a host that wants rest
// would be asked for nothing but its login. One that nothing was asked for, because its
// host rests or is held, is tried again after loginRetry each time.
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
	Tell  func(label string, err error) // is told of each login; it must return at once, and is called by several goroutines
	// Slow is told the labels that Vault.Awaited names when Start returns before they were
	// tried; it must return at once. Nil is told nothing.
	Slow func(labels []string)
}

// SlowLogin is how long Start waits for the first logins. What lies behind those that
// take longer is told by Vault.Awaited.
const SlowLogin = 5 * time.Second

// Start begins to keep the sessions and returns when each login was tried once, or after
// SlowLogin. The logins do not wait for each other. The caller calls stop, which returns
// when everything has ended.
func (k *Keeper) Start(ctx context.Context) (stop func()) {
	labels := k.Vault.await()
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

// A try says what became of the logins of a label.
type try struct {
	refused bool          // it is not tried again
	unasked bool          // the last one was one that nothing was asked for
	wait    time.Duration // how long after the last failure it is, 0 after a success
	next    time.Time     // when it is tried again, zero after a success
}

// keep logs in by the form of a label whenever its session is lost, or a login is to be
// tried again. It calls tried when it has done so once.
func (k *Keeper) keep(ctx context.Context, label string, lost <-chan struct{}, tried func()) {
	var t try
	k.login(ctx, label, &t)
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
			t = try{}
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
	told := t.unasked
	switch t.unasked = errors.Is(err, errUnasked); {
	case err == nil:
		*t = try{}
	case aranea.KindOf(err) == aranea.Denied:
		t.refused = true
	case t.unasked: // which says nothing of the failures before
		t.next = time.Now().Add(loginRetry)
	default:
		t.wait = min(max(2*t.wait, loginRetry), maxLoginRetry)
		t.next = time.Now().Add(t.wait)
	}
	if !t.unasked {
		k.Vault.tried(label)
	}
	if !told || !t.unasked {
		k.Tell(label, err)
	}
}
