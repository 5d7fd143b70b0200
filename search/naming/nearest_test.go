package naming

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/condition"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/term"
	"github.com/aranea-search/aranea/weburl"
)

// A placedPage is a page of a site, as a scan knows it.
type placedPage struct {
	depth        uint16
	access       string
	gone, hidden bool
}

// A village is an index of a site whose pages change, with a list of them.
type village struct {
	x       *index.Index
	pages   map[string]placedPage // by address
	changes []aranea.IndexChange  // that the index does not have yet
	known   Memory
}

const villageSite = "moth.test"

func (v *village) url(i int) string { return fmt.Sprintf("http://moth.test/%d", i) }

// note writes down a change of page i.
func (v *village) note(t testing.TB, i int, action aranea.IndexAction, p placedPage) {
	t.Helper()
	u, err := weburl.Parse(v.url(i))
	if err != nil {
		t.Fatal(err)
	}
	c := aranea.IndexChange{Action: action, URL: u, Depth: p.depth}
	if action == aranea.IndexPut {
		c.Access, c.Page = p.access, &aranea.Page{URL: u, Text: []byte("silk")}
	}
	v.changes, v.pages[v.url(i)] = append(v.changes, c), p
}

// apply carries out the changes.
func (v *village) apply(t testing.TB) {
	t.Helper()
	if err := v.x.Apply(t.Context(), v.changes); err != nil {
		t.Fatal(err)
	}
	v.changes = v.changes[:0]
}

// change makes some changes of pages at random, one of each; hiding tells that some are hidden or shown.
func (v *village) change(t *testing.T, rnd *rand.Rand, n, pages int, hiding bool) {
	t.Helper()
	for _, i := range rnd.Perm(pages)[:n] {
		p, has := v.pages[v.url(i)]
		switch roll := rnd.IntN(6); {
		case !has || p.gone || roll < 2 || roll > 2 && !hiding:
			access := []string{"", "", "wiki", "staff"}[rnd.IntN(4)]
			v.note(t, i, aranea.IndexPut, placedPage{depth: uint16(1 + rnd.IntN(6)), access: access})
		case roll == 2:
			v.note(t, i, aranea.IndexDelete, placedPage{gone: true})
		case roll == 3:
			p.hidden = true
			v.note(t, i, aranea.IndexHide, p)
		default:
			p.hidden = false
			v.note(t, i, aranea.IndexShow, p)
		}
	}
	v.apply(t)
}

// scanned returns the addresses of the pages of the least depth that somebody may see: all, or those that
// are not closed to who has proven some labels.
func (v *village) scanned(all bool, proven []string) []string {
	least, out := uint16(1000), []string(nil)
	for url, p := range v.pages {
		if p.gone || p.hidden || !all && p.access != "" && !slices.Contains(proven, p.access) {
			continue
		}
		if p.depth < least {
			out, least = nil, p.depth
		}
		if p.depth == least {
			out = append(out, url)
		}
	}
	slices.Sort(out)
	return out
}

// asked returns the same of the index.
func (v *village) asked(t testing.TB, all bool, proven []string) []string {
	t.Helper()
	snap, err := v.x.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	var out []string
	for _, s := range v.first(t, snap, all, proven) {
		d, err := snap.Doc(s.Seg, s.Doc)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, d.URL)
	}
	slices.Sort(out)
	return out
}

// first asks a snapshot.
func (v *village) first(t testing.TB, snap *index.Snapshot, all bool, proven []string) []contest.Spot {
	t.Helper()
	var hints hint.List
	var pool term.Pool
	var room term.Room
	terms := term.New(snap, &pool, &room, postings.Wanted{}, nil, &hints)
	defer terms.Close()
	a := Asker{Snap: snap, Terms: terms, Memory: &v.known, Proven: proven}
	if !all {
		var err error
		c := condition.Compiler{Snap: snap, Terms: terms, Hints: &hints}
		if a.Guard, _, err = c.Protected(proven); err != nil {
			t.Fatal(err)
		}
	}
	spots, err := a.first(domain.SiteTerm + villageSite)
	if err != nil {
		t.Fatal(err)
	}
	return spots
}

// TestFirstAgainstScan: whatever is put, removed, hidden and shown again, and whatever was kept of former
// states, the pages nearest to a seed are those that a scan finds, for everybody who asks.
func TestFirstAgainstScan(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1, FlushIdle: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	v := &village{x: x, pages: map[string]placedPage{}}
	rnd := rand.New(rand.NewPCG(5, 7))
	const pages = 4 * mostNear
	for round := range 60 {
		v.change(t, rnd, []int{pages, 100, 10}[min(round, 1+rnd.IntN(2))], pages, round%5 == 4)
		if round%4 == 0 {
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		if round%20 == 19 {
			if err := x.Merge(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
		}
		for _, proven := range [][]string{nil, {"wiki"}, {"wiki", "staff"}, {"other"}} {
			if got, want := v.asked(t, false, proven), v.scanned(false, proven); !slices.Equal(got, want) && len(want) < mostFirst {
				t.Errorf("round %d, proven %v: %v, want %v", round, proven, got, want)
			}
		}
		if got, want := v.asked(t, true, nil), v.scanned(true, nil); !slices.Equal(got, want) && len(want) < mostFirst {
			t.Errorf("round %d, all: %v, want %v", round, got, want)
		}
	}
}

// TestFirstBehindGonePages: where the pages that were the nearest are all gone, those behind them are found.
func TestFirstBehindGonePages(t *testing.T) {
	t.Parallel()
	v := filledVillage(t, 3*mostNear)
	if got := v.asked(t, true, nil); len(got) != 1 || got[0] != v.url(0) {
		t.Fatal(got)
	}
	for i := range mostNear {
		v.note(t, i, aranea.IndexDelete, placedPage{gone: true})
	}
	v.apply(t)
	if got := v.asked(t, true, nil); len(got) != 1 || got[0] != v.url(mostNear) {
		t.Errorf("%v, want %s", got, v.url(mostNear))
	}
}

// TestFirstShownAgain: a page that was hidden when others were looked for is found once it is shown again.
func TestFirstShownAgain(t *testing.T) {
	t.Parallel()
	v := filledVillage(t, 3*mostNear)
	for i, action := range []aranea.IndexAction{aranea.IndexHide, aranea.IndexShow} {
		v.note(t, 0, action, placedPage{})
		v.apply(t)
		if got := v.asked(t, true, nil); len(got) != 1 || got[0] != v.url(1-i) {
			t.Errorf("%v, want %s", got, v.url(1-i))
		}
	}
}

// TestKept: what was found is kept by segment, and dropped when the segment is gone.
func TestKept(t *testing.T) {
	t.Parallel()
	v := filledVillage(t, 3*mostNear)
	v.asked(t, true, nil)
	v.asked(t, false, nil) // the same, since nothing is closed
	if got := v.keys(); got != "moth.test" {
		t.Errorf("kept %q", got)
	}
	v.note(t, 500, aranea.IndexPut, placedPage{access: "wiki"})
	v.apply(t)
	for _, proven := range [][]string{{"wiki", "a"}, {"a", "wiki"}, nil} {
		v.asked(t, false, proven)
	}
	if got := v.keys(); got != "moth.test moth.test - moth.test -a-wiki" {
		t.Errorf("kept %q", got)
	}
	if err := v.x.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := v.x.Merge(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if v.asked(t, true, nil); v.keys() != "moth.test" {
		t.Errorf("kept %q of segments that were merged", v.keys())
	}
}

// keys returns the keys of what is kept.
func (v *village) keys() string {
	var out []string
	for _, k := range v.known.segments {
		for key := range k.sites {
			key = strings.TrimPrefix(key, domain.SiteTerm)
			out = append(out, strings.ReplaceAll(strings.Replace(key, "\x00", " \x00", 1), "\x00", "-"))
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// filledVillage returns pages of one site in a file, each deeper than the one before, up to a depth of 255.
func filledVillage(t testing.TB, pages int) *village {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1, FlushIdle: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	v := &village{x: x, pages: map[string]placedPage{}}
	for i := range pages {
		v.note(t, i, aranea.IndexPut, placedPage{depth: uint16(i)})
	}
	v.apply(t)
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	return v
}

// BenchmarkFirst looks for the start page of a site of 20,000 pages: the first time, and again.
func BenchmarkFirst(b *testing.B) {
	v := filledVillage(b, 20_000)
	snap, err := v.x.Fresh(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snap.Close()
	for name, forget := range map[string]bool{"first": true, "again": false} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if forget {
					v.known = Memory{}
				}
				if spots := v.first(b, snap, true, nil); len(spots) != 1 {
					b.Fatal(spots)
				}
			}
		})
	}
}
