package index

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestWorkersMakeOneSegment: what several workers gathered becomes one segment, in which
// those pages are deleted and hidden that were so in memory.
func TestWorkersMakeOneSegment(t *testing.T) {
	t.Parallel()
	files := disktest.New()
	opt := Options{FlushIdle: slow.FlushIdle, Workers: 3}
	x := open(t, files, opt)
	url := func(i int) string { return fmt.Sprintf("http://host%d.test/", i) }
	var pages, changes []aranea.IndexChange
	for i := range 60 {
		pages = append(pages, put(t, url(i), "text:word "+strings.Repeat(fmt.Sprintf("filler%d ", i), 300)))
		switch i % 10 {
		case 3:
			changes = append(changes, del(t, url(i)))
		case 5:
			changes = append(changes, veilOf(t, aranea.IndexHide, url(i)))
		case 7:
			changes = append(changes, put(t, url(i), "text:another word"))
		}
	}
	apply(t, x, pages...)
	for w, b := range x.active.buffers {
		if b.Docs() == 0 {
			t.Fatalf("worker %d has nothing", w)
		}
	}
	apply(t, x, changes...)
	want := found(t, snapshot(t, x), "word")
	if n := strings.Count(want, "host"); n != 48 {
		t.Fatalf("%d pages are found before the flush", n)
	}
	expect := func(when string) {
		t.Helper()
		s := snapshot(t, x)
		if got := found(t, s, "word"); got != want || s.Segments() != 1 {
			t.Errorf("%s %d segments have\n%s\nwant\n%s", when, s.Segments(), got, want)
		}
		if !x.Hidden(parse(t, url(5)).ID()) || x.Hidden(parse(t, url(4)).ID()) || x.Has(parse(t, url(3)).ID()) {
			t.Errorf("%s other pages are hidden or deleted", when)
		}
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	expect("after the flush")
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	x = open(t, files, opt)
	defer x.Close()
	expect("opened again")
}
