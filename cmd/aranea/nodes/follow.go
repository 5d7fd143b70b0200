package nodes

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea/cluster/roster"
	"github.com/aranea-search/aranea/engine/lists"
)

// followInterval is the time between two looks at the cluster file.
const followInterval = 2 * time.Second

// A follower goes by the cluster file of a process while that is edited. It is safe for concurrent use.
type follower struct {
	path  string
	every time.Duration
	at    string                                      // where the process listens by the file, "" for nowhere
	place func(*roster.Roster) (at string, err error) // where it would by another file; nil if the file does not say so

	mu     sync.Mutex
	now    roster.Roster
	takers []taker
}

// A taker goes by a cluster file.
type taker interface{ take(*roster.Roster) }

// taking are contacts that are all a process has to do with the file.
type taking []contact

func (t taking) take(r *roster.Roster) { readdress(r, t) }

// readdress leads contacts to where a cluster file says that they are.
func readdress(r *roster.Roster, all []contact) {
	for i := range all {
		all[i].Readdress(all[i].address(r))
	}
}

// newFollower returns what follows the file that was read as r, once it is run.
func newFollower(path string, r roster.Roster) *follower {
	return &follower{path: path, every: followInterval, now: r}
}

// listensAt notes before run where the process listens, because the file says so: it does not follow that.
func (f *follower) listensAt(at string, place func(*roster.Roster) (string, error)) {
	f.at, f.place = at, place
}

// current returns the file as the process goes by it.
func (f *follower) current() roster.Roster {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// key returns the key of this moment.
func (f *follower) key() string { return f.current().Key }

// add has t go by the file, from now on.
func (f *follower) add(t taker) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.takers = append(f.takers, t)
	t.take(&f.now)
}

// run looks at the file again and again, until ctx ends. A file with a fault, or one that only a new start can
// take, changes nothing, and is told once.
func (f *follower) run(ctx context.Context, log *slog.Logger) error {
	kind := lists.Kind[roster.Roster]{
		Name: "nodes in the cluster file",
		Parse: func(data []byte) (roster.Roster, error) {
			now := f.current()
			return now.Renew(data)
		},
		Len: func(r roster.Roster) int { return len(r.Nodes) },
	}
	file, err := lists.Open(kind, f.path, time.Now, log)
	if err != nil {
		log.Warn("the list of "+kind.Name+" cannot be read, and stays as it was", "error", err)
	}
	tick := time.NewTicker(f.every)
	defer tick.Stop()
	for {
		if r := file.Set(); len(r.Nodes) > 0 {
			f.look(&r, log)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// look has all go by a file, if it says something else than before.
func (f *follower) look(r *roster.Roster, log *slog.Logger) {
	f.mu.Lock()
	was := f.now
	same := was.Key == r.Key && slices.Equal(was.Nodes, r.Nodes) && maps.Equal(was.Standbys, r.Standbys)
	if !same {
		f.now = *r
		for _, t := range f.takers {
			t.take(r)
		}
	}
	f.mu.Unlock()
	if !same {
		f.tell(&was, r, log)
	}
}

// tell says what has changed, and what of that the process does not follow.
func (f *follower) tell(was, now *roster.Roster, log *slog.Logger) {
	if was.Key != now.Key {
		log.Info("the cluster has another key")
	}
	for i, url := range now.Nodes {
		if url != was.Nodes[i] {
			log.Info("a node is at another address", "node", i+1, "address", url, "before", was.Nodes[i])
		}
		if s, before := now.Standbys[i+1], was.Standbys[i+1]; s != before {
			log.Info("a node has another standby", "node", i+1, "address", s, "before", before)
		}
	}
	if f.place == nil {
		return
	}
	at, err := f.place(now)
	if err != nil {
		at = err.Error()
	}
	if at != f.at {
		log.Warn("by the cluster file this process listens elsewhere: start it again, or say with --"+listenFlag+" where it listens", "listens", f.at, "file", at)
	}
}
