// Package halt holds the operator's orders for all crawls of a data folder: to stop or to pause
// them.
//
// A caller who waits for a crawl may outlive the process that runs it, and then asks the next
// owner of the folder for it again. So each request for a crawl, a Wish, names the last order to
// stop that was known when it was made, and a later order ends it, whoever owns the folder by
// then.
//
// Floor: 5. Stability: engine; the JSON of a State is part of the folder's settings. It stores
// nothing and reads no clock.
package halt

import (
	"cmp"
	"errors"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A State is the state of the orders. In the zero State crawls may run.
type State struct {
	// Last is the name of the last order to stop, empty if there was none. It stays set after
	// the stop is over, so that a stopped crawl does not begin again.
	Last string `json:"last_stop,omitempty"`
	// Stopped is when crawls were stopped, zero if they are not. No crawl begins while it is
	// set, except one requested later, which ends the stop for all.
	Stopped time.Time `json:"stopped,omitzero"`
	// Paused is when crawls were paused, zero if they are not. While it is set, neither a
	// running nor a new crawl sends requests.
	Paused time.Time `json:"paused,omitzero"`
}

// A Wish is a request for a crawl. It names the last order to stop before it; the empty Wish has
// not been made yet.
type Wish string

// first is the Wish in a folder whose crawls were never stopped.
const first Wish = "first"

// Wish returns a Wish made in this state.
func (s State) Wish() Wish { return Wish(cmp.Or(s.Last, string(first))) }

// Ends reports whether an order to stop came after the Wish.
func (s State) Ends(w Wish) bool { return w != s.Wish() }

// A Deed is the action of an order.
type Deed string

// The deeds. Stop ends the current crawl after the exchanges in progress, and prevents others
// from beginning; Pause prevents new requests; Resume ends both.
const (
	Stop   Deed = "stop"
	Pause  Deed = "pause"
	Resume Deed = "resume"
)

// Known reports whether d is one of the deeds.
func (d Deed) Known() bool { return d == Stop || d == Pause || d == Resume }

// After returns the state after an order given at an instant. name is the unique name of the
// order.
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

// Begin returns the state when the crawl of a Wish begins: the stop is over, unless it came
// after the Wish.
func (s State) Begin(w Wish) State {
	if !s.Ends(w) {
		s.Stopped = time.Time{}
	}
	return s
}

// Halts reports whether crawls are stopped or paused.
func (s State) Halts() bool { return !s.Stopped.IsZero() || !s.Paused.IsZero() }

// A Keeper holds the State of a folder in the memory of its owner, and knows which one is stored
// in the folder. The zero Keeper holds the zero State and does not know the stored one. It is
// safe for concurrent use.
type Keeper struct {
	mu     sync.Mutex
	now    State
	stored State
	sure   bool // stored is known to be the stored state
}

// Now returns the state.
func (k *Keeper) Now() State {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now
}

// Refuse returns an error of kind Denied while crawls are stopped or paused: no URL is requested then, but
// on the operator's own behalf.
func (k *Keeper) Refuse(u weburl.URL) error {
	if !k.Now().Halts() {
		return nil
	}
	return &aranea.Error{Op: "request", Kind: aranea.Denied, Obj: u.String(), Err: errors.New("the crawls are stopped or paused by the operator")}
}

// Change replaces the state by the result of f.
func (k *Keeper) Change(f func(State) State) (was, now State) {
	k.mu.Lock()
	defer k.mu.Unlock()
	was, k.now = k.now, f(k.now)
	return was, k.now
}

// Unstored reports whether the stored state may differ.
func (k *Keeper) Unstored() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.sure || k.stored != k.now
}

// Store passes the state to write, which stores it durably or returns an error if it may not be
// stored. Callers must not call it concurrently. The state may change during the call.
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
