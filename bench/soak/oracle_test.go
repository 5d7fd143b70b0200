package main

import "testing"

// TestOracleTells: a missing page, a page that does not match, one that was removed
// and a wrong number are told; where changes are under way, both answers are right.
func TestOracleTells(t *testing.T) {
	t.Parallel()
	with, without := state{words: []uint16{1, 2, 3, 4}}, state{words: []uint16{5, 6, 7, 8}}
	q := question{words: []uint16{2}, host: -1}
	nothing := func() error { return nil }
	tests := []struct {
		name      string
		before    func(o *oracle)
		hit, told bool
	}{
		{"written and found", func(o *oracle) { o.begin(map[int]state{0: with})(); _ = o.flush(nothing) }, true, false},
		{"written and missing", func(o *oracle) { o.begin(map[int]state{0: with})(); _ = o.flush(nothing) }, false, true},
		{"accepted and missing", func(o *oracle) { o.begin(map[int]state{0: with})() }, false, false},
		{"accepted and found", func(o *oracle) { o.begin(map[int]state{0: with})() }, true, false},
		{"other words", func(o *oracle) { o.begin(map[int]state{0: without})(); _ = o.flush(nothing) }, true, true},
		{"put again with the word, missing", func(o *oracle) {
			o.begin(map[int]state{0: with})()
			_ = o.flush(nothing)
			o.begin(map[int]state{0: with})()
		}, false, true},
		{"put again without the word, found still", func(o *oracle) {
			o.begin(map[int]state{0: with})()
			_ = o.flush(nothing)
			o.begin(map[int]state{0: without})()
		}, true, false},
		{"removed and found", func(o *oracle) {
			o.begin(map[int]state{0: with})()
			_ = o.flush(nothing)
			o.begin(map[int]state{0: {removed: true}})()
		}, true, true},
		{"being removed, found", func(o *oracle) {
			o.begin(map[int]state{0: with})()
			_ = o.flush(nothing)
			o.begin(map[int]state{0: {removed: true}})
		}, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := newOracle(1)
			tt.before(o)
			a := answer{hits: map[int]bool{}, whole: true}
			if tt.hit {
				a.hits[0], a.total = true, 1
			}
			if _, err := o.check(o.ask(), q, a); (err != nil) != tt.told {
				t.Errorf("told: %v, want %v", err, tt.told)
			}
		})
	}
}

// TestLoad: a short load is answered rightly, and all of it was done.
func TestLoad(t *testing.T) {
	t.Parallel()
	l, err := newLoad(settings{pages: 500, searchers: 1, seed: 1}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	random := l.random(0)
	current := make([]state, l.pages)
	for range 40 {
		changes, states := l.batch(random, current)
		if err := l.apply(t.Context(), changes, states); err != nil {
			t.Fatal(err)
		}
		if err := l.one(t.Context(), random); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.flush(); err != nil {
		t.Fatal(err)
	}
	if err := l.again(); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		if err := l.one(t.Context(), random); err != nil {
			t.Fatal(err)
		}
	}
	if n := l.tally.hits.Load(); n == 0 || l.tally.deletes.Load() == 0 || l.tally.hides.Load() == 0 {
		t.Errorf("too little was done: %s", l.tally.String())
	}
	if err := l.x.Close(); err != nil {
		t.Fatal(err)
	}
}
