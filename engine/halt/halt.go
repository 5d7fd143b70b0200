// Package halt says what the operator of a data folder has ordered for all of its crawls:
// that they are stopped, or paused.
//
// Who waits for a crawl may outlive the process that makes it, and then asks the next
// owner of the folder for it again. So each wish for a crawl names the last order to stop
// that was known when it was made, and an order that came later ends it, whoever owns the
// folder by then.
//
// Floor: 5. Stability: engine; the JSON of a State is part of the folder's settings. It
// stores nothing and reads no clock.
package halt

import (
	"cmp"
	"sync"
	"time"
)

// A State is what was ordered. The zero State lets crawls run.
type State struct {
	// Last names the last order to stop, empty if there was none. It stays when the stop
	// is over: who was stopped does not begin anew by that.
	Last string `json:"last_stop,omitempty"`
	// Stopped is since when crawls are stopped: none begins but one that somebody wishes
	// for after that, which ends it for all. Zero if they are not.
	Stopped time.Time `json:"stopped,omitzero"`
	// Paused is since when crawls are paused: one that is under way, or begins, lets no
	// request leave. Zero if they are not.
	Paused time.Time `json:"paused,omitzero"`
}

// A Wish for a crawl names the last order to stop before it. The empty one is not made
// yet.
type Wish string

// first is the wish in a folder whose crawls were never stopped.
const first Wish = "first"

// Wish returns a wish that is made in this state.
func (s State) Wish() Wish { return Wish(cmp.Or(s.Last, string(first))) }

// Ends reports whether an order to stop came after the wish was made.
func (s State) Ends(w Wish) bool { return w != s.Wish() }

// A Deed is what an order does.
type Deed string

// The deeds. Stop ends the crawl under way after the exchanges that run, and keeps others
// from beginning; Pause lets no new request leave; Resume ends both.
const (
	Stop   Deed = "stop"
	Pause  Deed = "pause"
	Resume Deed = "resume"
)

// Known reports whether d is one of the deeds.
func (d Deed) Known() bool { return d == Stop || d == Pause || d == Resume }

// After is the state after an order that is given at an instant. The name is that of the
// order, which no other has.
func (s State) After(d Deed, name string, at time.Time) State {
	switch d {
	case Stop:
		s.Last = name
		if s.Stopped.IsZero() {
			s.Stopped = at
		}
	case Pause:
		if s.Paused.IsZero() {
			s.Paused = at
		}
	case Resume:
		return State{Last: s.Last}
	}
	return s
}

// Begin is the state when the crawl of a wish begins: nothing is stopped any more,
// unless an order came after the wish.
func (s State) Begin(w Wish) State {
	if !s.Ends(w) {
		s.Stopped = time.Time{}
	}
	return s
}

// Halts reports whether crawls are stopped or paused.
func (s State) Halts() bool { return !s.Stopped.IsZero() || !s.Paused.IsZero() }

// A Keeper holds the State of a folder in the memory of its owner, and knows which one lies
// in the folder. The zero Keeper holds the zero State, and knows of none that lies there. It
// is safe for concurrent use.
type Keeper struct {
	mu     sync.Mutex
	now    State
	stored State
	sure   bool // that stored is what lies in the folder
}

// Now returns the state.
func (k *Keeper) Now() State {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now
}

// Change makes another state of it.
func (k *Keeper) Change(f func(State) State) (was, now State) {
	k.mu.Lock()
	defer k.mu.Unlock()
	was, k.now = k.now, f(k.now)
	return was, k.now
}

// Unstored reports whether another state may lie in the folder.
func (k *Keeper) Unstored() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.sure || k.stored != k.now
}

// Store hands the state to write, which makes it lie in the folder durably, or returns an
// error if it may not. Callers do so one after another. The state may change meanwhile.
func (k *Keeper) Store(write func(State) error) error {
	k.mu.Lock()
	s := k.now
	k.sure = false
	k.mu.Unlock()
	if err := write(s); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stored, k.sure = s, true
	return nil
}
