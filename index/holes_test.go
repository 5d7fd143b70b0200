package index

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// holed returns an index of one segment of so many pages, in which a bit of the middle
// of a file was flipped, and the folder of it.
func holed(t *testing.T, pages int, part string) (x *Index, dir string) {
	t.Helper()
	dir = t.TempDir()
	x = openDir(t, dir)
	rnd := rand.New(rand.NewPCG(3, 1))
	var changes []aranea.IndexChange
	for i := range pages {
		text := fmt.Sprintf("text:all p%d", i)
		for range 120 {
			text += fmt.Sprintf(" w%x", rnd.IntN(3000))
		}
		changes = append(changes, put(t, fmt.Sprintf("http://a.test/%d", i), text))
	}
	apply(t, x, changes...)
	snapshot(t, x)
	data, err := whole(x.files, "seg-00000001."+part)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	rewrite(t, dir, "seg-00000001."+part, data)
	return x, dir
}

// lacking returns the pages that the index does not have, and the damage it tells of.
func lacking(t *testing.T, x *Index, pages int) (out []int, told []Fault) {
	t.Helper()
	for i := range pages {
		if !x.Has(parse(t, fmt.Sprintf("http://a.test/%d", i)).ID()) {
			out = append(out, i)
		}
	}
	s := snapshot(t, x)
	n := 0
	for d, err := range s.Documents(t.Context()) {
		if err != nil || !strings.HasPrefix(string(d.Text), "all ") {
			t.Fatalf("%s: %v", d.URL, err)
		}
		n++
	}
	if n != s.Docs() || n+len(out) != pages {
		t.Errorf("%d documents are listed, %d counted, and %d of %d lacking", n, s.Docs(), len(out), pages)
	}
	return out, s.Faults()
}

// TestHoleTakesSomePages: what cannot be read of some pages takes these out, and no
// others, also when the index is opened again. A repair writes the others anew and
// keeps the file.
func TestHoleTakesSomePages(t *testing.T) {
	t.Parallel()
	const pages = 400
	x, dir := holed(t, pages, "txt")
	if got := faults(t, x.Check(t.Context(), nil)); len(got) != 1 || got[0].File != "seg-00000001.txt" {
		t.Fatalf("the check finds %v", got)
	}
	gone, told := lacking(t, x, pages)
	if len(gone) == 0 || len(gone) > pages/4 || len(told) != 1 || told[0].File != "seg-00000001.txt" {
		t.Fatalf("%d pages are lacking, told of is %v", len(gone), told)
	}
	x.isolateFaulty() // which notes it
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	y := openDir(t, dir)
	defer y.Close()
	if again, told := lacking(t, y, pages); !slices.Equal(again, gone) || len(told) != 1 {
		t.Errorf("opened again it lacks %d pages and tells of %v", len(again), told)
	}
	if err := y.Backup(t.Context(), t.TempDir()); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a backup of what is left: %v", err)
	}
	if err := y.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := faults(t, y.Check(t.Context(), nil)); len(got) != 0 {
		t.Errorf("after the repair the check finds %v", got)
	}
	if after, told := lacking(t, y, pages); !slices.Equal(after, gone) || len(told) != 0 {
		t.Errorf("after the repair it lacks %d pages and tells of %v", len(after), told)
	}
	if names, err := y.files.List(); err != nil || !slices.Contains(names, setAside+"seg-00000001.txt") {
		t.Errorf("the damaged file is not kept: %v, %v", names, err)
	}
}

// TestHoleCloses: pages in a hole that come again are found, and once all have come the
// segment is merged like others.
func TestHoleCloses(t *testing.T) {
	t.Parallel()
	const pages = 400
	x, _ := holed(t, pages, "doc")
	defer x.Close()
	if got := faults(t, x.Check(t.Context(), nil)); len(got) != 1 {
		t.Fatalf("the check finds %v", got)
	}
	gone, _ := lacking(t, x, pages)
	if len(gone) == 0 || len(mergeable(x)) != 0 {
		t.Fatalf("%d pages are lacking, and %d segments may be merged", len(gone), len(mergeable(x)))
	}
	for _, i := range gone {
		apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:all again"))
	}
	if still, told := lacking(t, x, pages); len(still) != 0 || len(told) > 1 { // none if the segment was rewritten by now
		t.Errorf("%d pages are lacking, told of is %v", len(still), told)
	}
	if err := x.Merge(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if still, told := lacking(t, x, pages); len(still) != 0 || len(told) != 0 {
		t.Errorf("merged, it lacks %d pages and tells of %v", len(still), told)
	}
}

// mergeable returns the segments that may be merged.
func mergeable(x *Index) []live {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.free()
}

// TestHoleInWords: words that cannot be read are lacking, every page is there, and no
// merge takes the rest for the whole. A repair gives the segment up.
func TestHoleInWords(t *testing.T) {
	t.Parallel()
	const pages = 400
	x, _ := holed(t, pages, "pst")
	defer x.Close()
	old := snapshot(t, x)
	if got := faults(t, x.Check(t.Context(), nil)); len(got) != 1 {
		t.Fatalf("the check finds %v", got)
	}
	if err := old.Whole(); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), "seg-00000001.pst") {
		t.Errorf("a snapshot of before: %v", err)
	}
	if gone, told := lacking(t, x, pages); len(gone) != 0 || len(told) != 1 || len(mergeable(x)) != 0 {
		t.Errorf("%d pages are lacking, told of is %v, %d segments may be merged", len(gone), told, len(mergeable(x)))
	}
	s := snapshot(t, x)
	lost := 0
	for i := range pages {
		if p, err := s.Postings(0, fmt.Sprintf("p%d", i)); err != nil || p == nil || p.Lost() == p.Next() {
			t.Fatalf("p%d: %v", i, err)
		} else if p.Lost() {
			lost++
		}
	}
	if lost > pages/2 || s.Whole() != nil {
		t.Errorf("%d of %d words are lost, %v", lost, pages, s.Whole())
	}
	if err := x.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	if gone, told := lacking(t, x, pages); len(gone) != pages || len(told) != 0 {
		t.Errorf("after the repair %d pages are lacking, told of is %v", len(gone), told)
	}
}
