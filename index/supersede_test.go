package index

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// now returns what a term finds at this moment, without any flush.
func now(t *testing.T, x *Index, term string) string {
	t.Helper()
	s, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return found(t, s, term)
}

// TestReplacedPageIsFoundOnce: a page that is put again is found in its newer version at
// once, and in no other, whatever comes in between.
func TestReplacedPageIsFoundOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const page = "http://a.test/"
		files := &stuck{Memory: disktest.New(), name: "seg-00000002.pst", free: make(chan struct{})}
		x := open(t, files, single)
		version := func(n int) { apply(t, x, put(t, page, fmt.Sprintf("text:word version%dx", n))) }
		expect := func(when string, want int) {
			t.Helper()
			var got []int
			for n := range 6 {
				if now(t, x, fmt.Sprintf("version%dx", n)) != "" {
					got = append(got, n)
				}
			}
			if !slices.Equal(got, []int{want}) || now(t, x, "word") != "a.test/@[0]" {
				t.Errorf("%s: versions %v are found, want %d; at all: %q", when, got, want, now(t, x, "word"))
			}
		}
		version(0)
		expect("in memory", 0)
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
		version(1)
		expect("while the older version is on the disk", 1)
		flushed := make(chan error)
		go func() { flushed <- x.Flush() }()
		synctest.Wait() // it hangs at the disk
		expect("while it is being written", 1)
		version(2)
		version(3)
		expect("after two more", 3)
		close(files.free)
		if err := <-flushed; err != nil {
			t.Fatal(err)
		}
		expect("after the second one was written", 3)
		version(4)
		if st, err := x.Stats(); err != nil || st.Docs != 1 || st.Waiting != 1 {
			t.Errorf("%+v, %v: one page is found", st, err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		x = open(t, files, single)
		expect("after closing", 4)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestRemovedPageIsNotKept: files keep the earlier version of a page until they hold the
// newer one, unless the page was removed or hidden.
func TestRemovedPageIsNotKept(t *testing.T) {
	t.Parallel()
	const page = "http://a.test/"
	again := put(t, page, "text:word newer")
	tests := []struct {
		name    string
		changes []aranea.IndexChange
		found   string
		filed   bool
	}{
		{"put again", []aranea.IndexChange{again}, "a.test/@[0]", true},
		{"deleted", []aranea.IndexChange{del(t, page)}, "", false},
		{"deleted and put", []aranea.IndexChange{del(t, page), again}, "a.test/@[0]", false},
		{"hidden", []aranea.IndexChange{veilOf(t, aranea.IndexHide, page)}, "", false},
		{"put and hidden", []aranea.IndexChange{again, veilOf(t, aranea.IndexHide, page)}, "", false},
		{"put, hidden and shown", []aranea.IndexChange{again, veilOf(t, aranea.IndexHide, page), veilOf(t, aranea.IndexShow, page)}, "a.test/@[0]", false},
	}
	for _, tt := range tests {
		for _, together := range []bool{true, false} {
			t.Run(fmt.Sprint(tt.name, ", at once ", together), func(t *testing.T) {
				t.Parallel()
				files := disktest.New()
				x := open(t, files, single)
				defer x.Close()
				apply(t, x, put(t, page, "text:word"))
				if err := x.Flush(); err != nil {
					t.Fatal(err)
				}
				for n := 0; n < len(tt.changes); {
					size := 1
					if together {
						size = len(tt.changes)
					}
					apply(t, x, tt.changes[n:n+size]...)
					n += size
				}
				if got := now(t, x, "word"); got != tt.found {
					t.Errorf("%q is found, want %q", got, tt.found)
				}
				if err := x.install(change{}); err != nil { // as a merge writes the manifest
					t.Fatal(err)
				}
				r, err := readerOn(files.Kill())
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				s, err := r.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				if got := found(t, s, "word"); (got != "") != tt.filed {
					t.Errorf("in the files %q is found, want %v", got, tt.filed)
				}
			})
		}
	}
}

// TestFoundAgainAfterKill: after a kill each page is found at once, in the version
// that the log holds; who reads the files alone finds the version that they hold.
func TestFoundAgainAfterKill(t *testing.T) {
	t.Parallel()
	files := disktest.New()
	x := open(t, files, single)
	var pages []aranea.IndexChange
	for i := range 20 {
		pages = append(pages, put(t, fmt.Sprintf("http://a.test/%d", i), "text:older"))
	}
	apply(t, x, pages...)
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:newer"))
	}
	if err := x.install(change{}); err != nil { // as a merge writes the manifest
		t.Fatal(err)
	}
	count := func(s *Snapshot, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		return fmt.Sprint(len(strings.Fields(found(t, s, "older"))), " older, ", len(strings.Fields(found(t, s, "newer"))), " newer")
	}
	if got := count(x.Snapshot()); got != "10 older, 10 newer" {
		t.Errorf("before the kill: %s", got)
	}
	killed := files.Kill()
	r, err := readerOn(killed)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got := count(r.Snapshot()); got != "20 older, 0 newer" {
		t.Errorf("in the files: %s", got)
	}
	y := open(t, killed, single)
	if got := count(y.Snapshot()); got != "10 older, 10 newer" {
		t.Errorf("opened again: %s", got)
	}
	for _, x := range []*Index{x, y} {
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNobodyMissesAPage: pages are put again and again, written, merged, and every
// search finds each of them once, never in an earlier version than the search before.
func TestNobodyMissesAPage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const pages, rounds = 12, 120
		x := open(t, disktest.New(), Options{Workers: 2, BufferBytes: 64 << 10, FlushIdle: 50 * time.Millisecond})
		batch := func(version uint32, which func(int) bool) (out []aranea.IndexChange) {
			for i := range pages {
				if which(i) {
					c := put(t, fmt.Sprintf("http://h%d.test/", i), fmt.Sprintf("text:word %s", strings.Repeat(fmt.Sprintf("w%dx ", version), 50)))
					c.Version = version
					out = append(out, c)
				}
			}
			return out
		}
		apply(t, x, batch(0, func(int) bool { return true })...)
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
		done, ended := make(chan struct{}), make(chan struct{})
		for searcher := range 3 {
			go func() {
				defer func() { ended <- struct{}{} }()
				last := map[string]uint32{}
				for n := 0; ; n++ {
					select {
					case <-done:
						return
					case <-time.After(time.Duration(searcher+1) * time.Millisecond):
					}
					ask := x.Snapshot
					if n%5 == 0 {
						ask = func() (*Snapshot, error) { return x.Fresh(t.Context()) }
					}
					if err := eachOnce(t, ask, pages, last); err != nil {
						t.Errorf("search %d of searcher %d: %v", n, searcher, err)
						return
					}
				}
			}()
		}
		for round := range uint32(rounds) {
			apply(t, x, batch(round+1, func(i int) bool { return (i+int(round))%5 < 3 })...)
			time.Sleep(3 * time.Millisecond)
		}
		close(done)
		for range 3 {
			<-ended
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// eachOnce reports an error unless each page is found once, no earlier than last.
func eachOnce(t *testing.T, ask func() (*Snapshot, error), pages int, last map[string]uint32) error {
	s, err := ask()
	if err != nil {
		return err
	}
	defer s.Close()
	seen := map[string]uint32{}
	for d, err := range s.Documents(t.Context()) {
		if err != nil {
			return err
		}
		if _, twice := seen[d.URL]; twice {
			return fmt.Errorf("%s is there twice", d.URL)
		}
		if seen[d.URL] = d.Version; d.Version < last[d.URL] {
			return fmt.Errorf("%s is found in version %d after %d", d.URL, d.Version, last[d.URL])
		}
	}
	if len(seen) != pages || s.Docs() != pages {
		return fmt.Errorf("%d of %d pages are found: %v", len(seen), pages, slices.Sorted(maps.Keys(seen)))
	}
	maps.Copy(last, seen)
	return nil
}

// TestChangesDuringMerge: what becomes of documents while their segments are merged
// holds for the merged one.
func TestChangesDuringMerge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		merged := segmentName(MaxSegments + 2)
		files := &stuck{Memory: disktest.New(), name: merged + ".pst", free: make(chan struct{})}
		x := open(t, files, single)
		for i := range MaxSegments + 1 {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:word older"))
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait() // the merge hangs
		apply(t, x, del(t, "http://a.test/0"), veilOf(t, aranea.IndexHide, "http://a.test/1"), put(t, "http://a.test/2", "text:word newer"))
		close(files.free)
		synctest.Wait()
		s, err := x.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		names := []string{s.SegmentName(0), s.SegmentName(s.Segments() - 1)}
		if s.Segments() != 2 || !slices.Contains(names, merged) || s.Docs() != MaxSegments-1 {
			t.Errorf("%d segments, %s, with %d documents", s.Segments(), names, s.Docs())
		}
		if got := found(t, s, "word"); strings.Contains(got, "/0@") || strings.Contains(got, "/1@") || !strings.Contains(got, "/2@") {
			t.Errorf("the merged segment finds %s", got)
		}
		s.Close()
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := now(t, x, "newer") + strings.Repeat("!", strings.Count(now(t, x, "older"), "/2@")); got != "a.test/2@[1]" {
			t.Errorf("the newer version is at %s", got)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
