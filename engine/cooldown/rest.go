package cooldown

import (
	"context"
	"iter"
	"log/slog"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/weburl"
)

// A Rest is until when no request leaves for a data folder that is a copy. Its zero value is for one
// that is none. It is safe for concurrent use.
type Rest struct {
	mu    sync.Mutex
	until time.Time
}

// Until returns before when no request may leave, zero if nothing is to be waited for.
func (r *Rest) Until() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.until
}

// extend makes the rest last until an instant, if that is later.
func (r *Rest) extend(until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if until.After(r.until) {
		r.until = until
	}
}

// A Folder is a data folder that may be a copy.
type Folder struct {
	Dir string
	// Longest is the longest delay of the settings, Hosts are the known hosts.
	Longest time.Duration
	Hosts   iter.Seq2[aranea.Host, error]
	Logger  *slog.Logger
}

// Open begins the rest of a folder that was opened at an instant, if it is a copy. Requests of the
// operator wait as those of a crawl do. The mark goes when what it says is over.
func (r *Rest) Open(f Folder, now time.Time) error {
	m, err := Read(f.Dir)
	if err != nil || m == (Mark{}) {
		return err
	}
	length, err := f.wait()
	if err != nil {
		return err
	}
	switch {
	case m.Until.IsZero():
		r.extend(now.Add(length))
	case !now.Before(m.Until):
		return remove(f.Dir)
	default: // an instant further ahead was written under a wrong clock
		r.extend(earlier(m.Until, now.Add(length)))
	}
	return nil
}

// Begin begins the rest of a folder in which a crawl begins, if it is a copy and this is its first one.
// From then on it is the original, and the end of the rest is durable when Begin returns.
func (r *Rest) Begin(f Folder, now time.Time) error {
	m, err := Read(f.Dir)
	if err != nil || m == (Mark{}) || !m.Until.IsZero() {
		return err
	}
	length, err := f.wait()
	if err != nil {
		return err
	}
	if length == 0 {
		return remove(f.Dir)
	}
	m.Until = now.Add(length)
	if err := m.Write(f.Dir); err != nil {
		return err
	}
	r.extend(m.Until)
	f.Logger.Warn("the folder is a copy: no request leaves until the delays are over that the original may have begun since", "copied", m.Copied, "until", m.Until)
	return nil
}

// wait returns how long no request leaves for the folder.
func (f *Folder) wait() (time.Duration, error) {
	known := time.Duration(0)
	for h, err := range f.Hosts {
		if err != nil {
			return 0, err
		}
		known = max(known, h.Delay)
	}
	return wait(f.Longest, known), nil
}

// earlier returns the earlier one of two instants.
func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// A Frontier hands out no request before a rest is over.
type Frontier struct {
	*frontier.Frontier
	Rest *Rest
}

// again is how long a crawl waits at most before it asks again whether a rest is over: one that is told
// of an instant further ahead than its patience ends.
const again = time.Minute

// Lease is that of the frontier, which hands out nothing before the rest is over.
func (f Frontier) Lease(ctx context.Context, now time.Time, most int) (leases []aranea.Lease, wake time.Time, err error) {
	until := f.Rest.Until()
	if !now.Before(until) {
		return f.Frontier.Lease(ctx, now, most)
	}
	if counts, _ := f.Counts(); counts[aranea.CountQueued] == 0 {
		return nil, time.Time{}, nil
	}
	return nil, earlier(until, now.Add(again)), nil
}

// Claim is that of the frontier. Before the rest is over, nothing is claimed.
func (f Frontier) Claim(ctx context.Context, now time.Time, o weburl.Origin, patience time.Duration) (frontier.Claim, error) {
	if until := f.Rest.Until(); now.Before(until) {
		return frontier.Claim{SendAfter: until}, nil
	}
	return f.Frontier.Claim(ctx, now, o, patience)
}
