package halt

import (
	"encoding/json"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// TestWishes checks that an order to stop ends exactly the Wishes made before it.
func TestWishes(t *testing.T) {
	t.Parallel()
	stop := func(name string) func(State) State {
		return func(s State) State { return s.After(Stop, name, noon) }
	}
	resume := func(s State) State { return s.After(Resume, "", noon) }
	begin := func(s State) State { return s.Begin(s.Wish()) }
	pause := func(s State) State { return s.After(Pause, "", noon) }
	for _, tt := range []struct {
		name          string
		before, after []func(State) State // orders before and after the Wish
		ends, stopped bool
	}{
		{"nothing was ordered", nil, nil, false, false},
		{"a stop before it", []func(State) State{stop("a")}, nil, false, true},
		{"a stop after it", nil, []func(State) State{stop("a")}, true, true},
		{"a stop before it and one after it", []func(State) State{stop("a")}, []func(State) State{stop("b")}, true, true},
		{"a stop that is over", nil, []func(State) State{stop("a"), resume}, true, false},
		{"a stop that a later wish ended", nil, []func(State) State{stop("a"), begin}, true, false},
		{"its own beginning", []func(State) State{stop("a")}, []func(State) State{begin}, false, false},
		{"a pause", nil, []func(State) State{pause}, false, false},
		{"a pause that is over", nil, []func(State) State{pause, resume}, false, false},
	} {
		var s State
		for _, f := range tt.before {
			s = f(s)
		}
		w := s.Wish()
		for _, f := range tt.after {
			s = f(s)
		}
		if s.Ends(w) != tt.ends || s.Stopped.IsZero() == tt.stopped {
			t.Errorf("%s: the wish is ended: %t, crawls are stopped: %t", tt.name, s.Ends(w), !s.Stopped.IsZero())
		}
		if later := s.Begin(w); s.Ends(w) && later != s {
			t.Errorf("%s: a wish that was ended makes %+v of %+v", tt.name, later, s)
		}
		var read State
		if data, err := json.Marshal(s); err != nil || json.Unmarshal(data, &read) != nil || read != s {
			t.Errorf("%s: %s, %v reads back as %+v", tt.name, data, err, read)
		}
	}
}

// TestSince checks that a repeated order keeps the time of the first.
func TestSince(t *testing.T) {
	t.Parallel()
	later := noon.Add(time.Hour)
	s := State{}.After(Stop, "a", noon).After(Pause, "", noon).After(Stop, "b", later).After(Pause, "", later)
	if s != (State{Last: "b", Stopped: noon, Paused: noon}) || !s.Halts() {
		t.Errorf("%+v", s)
	}
	if s := s.After(Resume, "", later); s != (State{Last: "b"}) || s.Halts() {
		t.Errorf("resumed: %+v", s)
	}
	if w := (State{}).Wish(); w == "" {
		t.Error("a wish in a new folder counts as none")
	}
}
