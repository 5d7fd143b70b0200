package index

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// A life is an index under random changes, with what it must hold by now.
type life struct {
	t     *testing.T
	rnd   *rand.Rand
	files *disktest.Memory
	x     *Index
	m     model
	words []string

	filed model // what the files must hold, whatever is in memory
}

func newLife(t *testing.T, seed uint64) *life {
	files := disktest.New()
	return &life{
		t: t, rnd: rand.New(rand.NewPCG(seed, 2)), files: files, x: open(t, files, slow), m: model{}, words: vocabulary(),
		filed: model{},
	}
}

// apply applies changes after which the index must hold what a model says.
func (l *life) apply(changes []aranea.IndexChange, after model) {
	l.t.Helper()
	apply(l.t, l.x, changes...)
	l.m = after
	for _, c := range changes {
		if c.Action == aranea.IndexDelete || c.Action == aranea.IndexHide {
			delete(l.filed, c.URL.String())
		}
	}
	l.checkFound()
}

// written notes that everything that was applied is in files.
func (l *life) written() { l.filed = l.m.shown() }

// checkFound compares what searches find now, without any flush, with what they must
// find.
func (l *life) checkFound() {
	l.t.Helper()
	s, err := l.x.Snapshot()
	if err != nil {
		l.t.Fatal(err)
	}
	defer s.Close()
	l.m.check(l.t, s, l.words[:3])
}

// checkFiles compares what the files hold, without what is in memory and in the log,
// with what they must hold.
func (l *life) checkFiles() {
	l.t.Helper()
	r, err := readerOn(l.files.Kill())
	if err != nil {
		l.t.Fatal(err)
	}
	defer r.Close()
	s, err := r.Snapshot()
	if err != nil {
		l.t.Fatal(err)
	}
	defer s.Close()
	got := map[string]string{}
	for d, err := range s.Documents(l.t.Context()) {
		if err != nil {
			l.t.Fatal(err)
		}
		if _, twice := got[d.URL]; twice {
			l.t.Fatalf("the files hold %s twice", d.URL)
		}
		got[d.URL] = strings.TrimSuffix(string(d.Text), "\n")
	}
	for url, text := range l.filed {
		if got[url] != text {
			l.t.Fatalf("the files hold of %s %q, want %q", url, got[url], text)
		}
	}
}

// batch makes changes and what the model is after them.
func (l *life) batch() ([]aranea.IndexChange, model) {
	after := model{}
	for url, text := range l.m {
		after[url] = text
	}
	var changes []aranea.IndexChange
	for range 1 + l.rnd.IntN(12) {
		url := fmt.Sprintf("http://h%d.test/%d", l.rnd.IntN(3), l.rnd.IntN(400))
		if n := l.rnd.IntN(8); n < 3 {
			changes = append(changes, l.veil(after, url, n < 2))
			continue
		}
		if l.rnd.IntN(5) == 0 {
			changes = append(changes, del(l.t, url))
			delete(after, url)
			continue
		}
		var text []string
		for range 1 + l.rnd.IntN(40) {
			text = append(text, l.words[int(float64(len(l.words))*l.rnd.Float64()*l.rnd.Float64())])
		}
		after[url] = strings.Join(text, " ")
		changes = append(changes, put(l.t, url, "text:"+after[url]))
	}
	return changes, after
}

// veil hides or shows a document, which need not be there nor be otherwise.
func (l *life) veil(m model, url string, hide bool) aranea.IndexChange {
	text, there := m[url]
	text = strings.TrimPrefix(text, veiled)
	c := aranea.IndexChange{Action: aranea.IndexShow, URL: parse(l.t, url)}
	if hide {
		c.Action, text = aranea.IndexHide, veiled+text
	}
	if there {
		m[url] = text
	}
	return c
}

// reopen opens the index on what is left of its files.
func (l *life) reopen(left *disktest.Memory) {
	l.abandon()
	l.files = left
	l.x = open(l.t, left, slow)
}

// abandon ends an index without closing it.
func (l *life) abandon() {
	close(l.x.quit)
	l.x.done.Wait()
}

func (l *life) check() { l.m.check(l.t, snapshot(l.t, l.x), l.words) }

// TestRandomLives applies random changes, flushes, merges, ends, kills, power
// losses and openings, and compares with the model.
func TestRandomLives(t *testing.T) {
	t.Parallel()
	lives := uint64(8)
	if testing.Short() {
		lives = 2
	}
	for seed := range lives {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			l := newLife(t, seed)
			for range 120 {
				l.apply(l.batch())
				switch l.rnd.IntN(10) {
				case 0:
					l.reopen(l.files.Kill())
				case 1:
					l.reopen(l.files.Crash(l.rnd))
				case 2:
					if err := l.x.Close(); err != nil {
						t.Fatal(err)
					}
					l.x = open(t, l.files, slow)
					l.written()
				case 3, 4:
					if err := l.x.Flush(); err != nil {
						t.Fatal(err)
					}
					l.written()
				}
				l.checkFound()
				if l.rnd.IntN(4) == 0 {
					l.checkFiles()
				}
			}
			l.check()
			if err := l.x.Close(); err != nil {
				t.Fatal(err)
			}
			l.x = open(t, l.files, slow)
			l.check()
			if err := l.x.Close(); err != nil {
				t.Fatal(err)
			}
			var found []Fault
			checkFiles(t.Context(), l.files, func(f Fault, err error) bool {
				found = append(found, f)
				return err == nil
			})
			if len(found) > 0 {
				t.Errorf("after such a life there are faults: %v", found)
			}
		})
	}
}

// TestLivesWithFaults: an operation of the folder fails at a random place, and
// later the power is lost. What was acknowledged is there, before that too, what was not
// may be.
func TestLivesWithFaults(t *testing.T) {
	t.Parallel()
	failed, lives := 0, uint64(40)
	if testing.Short() {
		lives = 10
	}
	for seed := range lives {
		l := newLife(t, 1000+seed)
		for round := 0; round < 25; round++ {
			if l.rnd.IntN(4) == 0 {
				l.files.FailAfter(l.rnd.IntN(25))
			}
			changes, after := l.batch()
			before := l.m
			err := l.x.Apply(t.Context(), changes)
			if err == nil {
				l.m = after
				if l.rnd.IntN(4) == 0 {
					err = l.x.Flush()
				}
			}
			if err == nil {
				continue
			}
			if !errors.Is(err, disktest.ErrInjected) {
				t.Fatalf("seed %d: %v", seed, err)
			}
			failed++
			l.files.FailAfter(-1)
			l.checkFound() // what was acknowledged is found on
			l.reopen(l.files.Crash(l.rnd))
			l.learn(before, after)
		}
		l.files.FailAfter(-1)
		if l.x.Failed() != nil {
			l.reopen(l.files.Crash(l.rnd))
		}
		l.check()
		if err := l.x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if failed < int(lives)/2 {
		t.Errorf("only %d faults reached their caller", failed)
	}
}

// learn finds out whether a call that failed left its changes: it may, but all or
// none of them.
func (l *life) learn(before, after model) {
	l.t.Helper()
	s := snapshot(l.t, l.x)
	got := model{}
	for d, err := range s.Documents(l.t.Context()) {
		if err != nil {
			l.t.Fatal(err)
		}
		if got[d.URL] = strings.TrimSuffix(string(d.Text), "\n"); d.Hidden {
			got[d.URL] = veiled + got[d.URL]
		}
	}
	l.checkURLs(s, got)
	for _, m := range []model{before, after} {
		if equal(got, m) {
			l.m = m
			return
		}
	}
	l.t.Fatalf("%d documents are neither the %d before nor the %d after", len(got), len(before), len(after))
}

// checkURLs compares the URLs that can be found with the documents.
func (l *life) checkURLs(s *Snapshot, docs model) {
	l.t.Helper()
	left := maps.Clone(docs)
	maps.DeleteFunc(left, func(_, text string) bool { return strings.HasPrefix(text, veiled) })
	for seg := range s.Segments() {
		doc := uint32(0)
		for d, err := range s.Titles(l.t.Context(), seg) {
			if err != nil {
				l.t.Fatal(err)
			}
			if _, shown := left[d.URL]; s.Findable(seg, doc) {
				if !shown {
					l.t.Fatalf("%q can be found, and no document shows it", d.URL)
				}
				delete(left, d.URL)
			}
			doc++
		}
	}
	if len(left) > 0 {
		l.t.Fatalf("%d documents are not among the URLs that can be found", len(left))
	}
}

func equal(a, b model) bool {
	for url, text := range a {
		if b[url] != text {
			return false
		}
	}
	return len(a) == len(b)
}
