package heirs

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
