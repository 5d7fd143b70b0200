package replacement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A town is a graph and a frontier of three pages that lead to http://a.test/.
type town struct {
	copies  []weburl.URL
	entries map[weburl.ID]aranea.Entry
	asked   int
	queued  []weburl.ID
	err     error
}

func (x *town) Copies(context.Context, weburl.URL, int) ([]weburl.URL, error) {
	x.asked++
	return x.copies, x.err
}

func (x *town) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	e, known := x.entries[id]
	return e, known, nil
}

func (x *town) Requeue(_ context.Context, _ time.Time, ids []weburl.ID, why string, anew bool) (int, error) {
	if why != Why || !anew {
		return 0, fmt.Errorf("why %q, anew %t", why, anew)
	}
	x.queued = append(x.queued, ids...)
	return len(ids), nil
}

func parse(t *testing.T, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestHeir: only a page that was left out because of the text of the one that left replaces it,
// and only the first of several.
func TestHeir(t *testing.T) {
	t.Parallel()
	gone := parse(t, "http://a.test/")
	x := &town{entries: map[weburl.ID]aranea.Entry{}}
	add := func(path string, e aranea.Entry) weburl.ID {
		u := parse(t, "http://a.test/"+path)
		x.copies, x.entries[u.ID()] = append(x.copies, u), e
		return u.ID()
	}
	add("canonical", aranea.Entry{State: aranea.StateDone, Reason: aranea.DupCanonical})
	add("closed", aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied, Twin: gone.ID()})
	add("other", aranea.Entry{State: aranea.StateDone, Reason: aranea.DupExact, Twin: parse(t, "http://b.test/").ID()})
	first := add("first", aranea.Entry{State: aranea.StateDone, Reason: aranea.DupExact, Twin: gone.ID()})
	add("second", aranea.Entry{State: aranea.StateDone, Reason: aranea.DupExact, Twin: gone.ID()})
	x.copies = append(x.copies, parse(t, "http://a.test/unknown"))
	var g Gone
	g.Changed([]aranea.IndexChange{{Action: aranea.IndexHide, URL: gone}, {Action: aranea.IndexPut, URL: gone}, {Action: aranea.IndexShow, URL: gone}})
	n, err := g.Requeue(t.Context(), time.Time{}, x, x)
	if n != 1 || err != nil || x.asked != 1 || !slices.Equal(x.queued, []weburl.ID{first}) {
		t.Errorf("%d queued, %d asked for, %v", n, x.asked, err)
	}
	if n, err := g.Requeue(t.Context(), time.Time{}, x, x); n != 0 || err != nil || x.asked != 1 {
		t.Errorf("once more: %d queued, %d asked for, %v", n, x.asked, err)
	}
}

// TestBounds: the number of pages is bounded, and read errors are returned.
func TestBounds(t *testing.T) {
	t.Parallel()
	x, gone := &town{}, parse(t, "http://a.test/")
	var g Gone
	for range MaxGone + 10 {
		g.Add(gone)
	}
	if n, err := g.Requeue(t.Context(), time.Time{}, x, x); n != 0 || err != nil || x.asked != MaxGone {
		t.Errorf("%d queued, %d asked for, %v", n, x.asked, err)
	}
	g.Add(gone)
	x.err = errors.New("damaged")
	if _, err := g.Requeue(t.Context(), time.Time{}, x, x); !errors.Is(err, x.err) {
		t.Errorf("the graph cannot be read: %v", err)
	}
}

// TestTake: of any number of pages that leave step by step, none is forgotten, and copies are queued when all
// steps were made, or before there are too many.
func TestTake(t *testing.T) {
	t.Parallel()
	gone, other := parse(t, "http://a.test/"), parse(t, "http://a.test/other")
	x := &town{copies: []weburl.URL{other}, entries: map[weburl.ID]aranea.Entry{other.ID(): {State: aranea.StateDone, Reason: aranea.DupExact, Twin: gone.ID()}}}
	var g Gone
	take := func(n int) error {
		changes := slices.Repeat([]aranea.IndexChange{{Action: aranea.IndexDelete, URL: gone}}, n)
		return g.Take(t.Context(), time.Time{}, x, x, changes)
	}
	for i, asked := range []int{0, 0, 800, 800, 1600} {
		if err := take(400); err != nil || x.asked != asked {
			t.Errorf("step %d: asked for copies of %d pages, not of %d, %v", i, x.asked, asked, err)
		}
	}
	for _, want := range []int{2000, 0} {
		if n, err := g.Requeue(t.Context(), time.Time{}, x, x); n != want || err != nil || x.asked != 2000 || len(x.queued) != 2000 {
			t.Errorf("in the end: %d of %d copies are reported, %d were queued, for %d pages, %v", n, want, len(x.queued), x.asked, err)
		}
	}
	x.err = errors.New("damaged")
	if err := errors.Join(take(MaxGone), take(1)); !errors.Is(err, x.err) {
		t.Errorf("the graph cannot be read: %v", err)
	}
}
