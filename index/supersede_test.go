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

// TestReplacedPageStaysFound: a page that is put again is found in its earlier
// version until it is found in its newer one, whatever comes in between.
func TestReplacedPageStaysFound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const page = "http://a.test/"
		files := &stuck{Memory: disktest.New(), name: "seg-00000002.pst", free: make(chan struct{})}
		x := open(t, files, single)
		version := func(n int) { apply(t, x, put(t, page, fmt.Sprintf("text:word version%dx", n))) }
		expect := func(when, want string) {
			t.Helper()
			var got []string
			for n := range 6 {
				if now(t, x, fmt.Sprintf("version%dx", n)) != "" {
					got = append(got, fmt.Sprint(n))
				}
			}
			all := now(t, x, "word")
			if strings.Join(got, " ") != want || (all != "") != (want != "") {
				t.Errorf("%s: version %q is found, want %q; at all: %q", when, got, want, all)
			}
		}
		flush := func(toDisk bool) {
			t.Helper()
			if err := x.flushNow(t.Context(), toDisk); err != nil {
				t.Fatal(err)
			}
		}
		version(0)
		flush(true)
		version(1)
		expect("while the newer version is in memory", "0")
		flushed := make(chan error)
		go func() { flushed <- x.Flush() }()
		synctest.Wait() // it hangs at the disk
		expect("while it is being written", "0")
		version(2)
		expect("while a third one is in memory", "0")
		close(files.free)
		if err := <-flushed; err != nil {
			t.Fatal(err)
		}
		expect("after the second one was written", "1")
		flush(false)
		expect("after the third one became a segment in memory", "2")
		version(3)
		version(4)
		expect("after two more", "2")
		flush(false)
		expect("after these became a segment in memory", "4")
		flush(true)
		expect("on the disk", "4")
		version(5)
		if st, err := x.Stats(); err != nil || st.Docs != 1 || st.Waiting != 0 {
			t.Errorf("%+v, %v: one page is found", st, err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		x = open(t, files, single)
		expect("after closing", "5")
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestRemovedPageIsNotKept: a page that is removed, hidden or shown less of is not
// found in an earlier version either.
func TestRemovedPageIsNotKept(t *testing.T) {
	t.Parallel()
	const page = "http://a.test/"
	again := func(set func(*aranea.IndexChange)) func(*testing.T) []aranea.IndexChange {
		return func(t *testing.T) []aranea.IndexChange {
			c := put(t, page, "text:word")
			set(&c)
			return []aranea.IndexChange{c}
		}
	}
	secret := func(c *aranea.IndexChange) { c.Access = "label" }
	part := func(c *aranea.IndexChange) {
		end := uint32(len(c.Page.Text))
		c.Page.Elements = append(c.Page.Elements, aranea.Element{Kind: aranea.ElementUnshown, Start: 0, End: end})
	}
	tests := []struct {
		name          string
		before, after func(*testing.T) []aranea.IndexChange
		found         bool
	}{
		{"put again", again(func(*aranea.IndexChange) {}), again(func(*aranea.IndexChange) {}), true},
		{"deleted", nil, func(t *testing.T) []aranea.IndexChange { return []aranea.IndexChange{del(t, page)} }, false},
		{"deleted and put", nil, func(t *testing.T) []aranea.IndexChange {
			return []aranea.IndexChange{del(t, page), put(t, page, "text:word")}
		}, false},
		{"hidden", nil, func(t *testing.T) []aranea.IndexChange {
			return []aranea.IndexChange{veilOf(t, aranea.IndexHide, page)}
		}, false},
		{"no snippet from now on", nil, again(func(c *aranea.IndexChange) { c.Snippet = false }), false},
		{"no copy from now on", nil, again(func(c *aranea.IndexChange) { c.NoCopy = true }), false},
		{"a limit from now on", nil, again(func(c *aranea.IndexChange) { c.MaxSnippet = 10 }), false},
		{"a lower limit", again(func(c *aranea.IndexChange) { c.MaxSnippet = 20 }), again(func(c *aranea.IndexChange) { c.MaxSnippet = 10 }), false},
		{"the same limit", again(func(c *aranea.IndexChange) { c.MaxSnippet = 10 }), again(func(c *aranea.IndexChange) { c.MaxSnippet = 10 }), true},
		{"no copy as before", again(func(c *aranea.IndexChange) { c.NoCopy = true }), again(func(c *aranea.IndexChange) { c.NoCopy = true }), true},
		{"an end from now on", nil, again(func(c *aranea.IndexChange) { c.Expires = when.Add(time.Hour) }), false},
		{"a later end", again(func(c *aranea.IndexChange) { c.Expires = when }), again(func(c *aranea.IndexChange) { c.Expires = when.Add(time.Hour) }), true},
		{"a secret from now on", nil, again(secret), false},
		{"the same secret", again(secret), again(secret), true},
		{"a part that is not shown from now on", nil, again(part), false},
		{"the same part", again(part), again(part), true},
		{"a part of what was not shown at all", again(func(c *aranea.IndexChange) { c.Snippet = false }), again(part), true},
		{"a part that is shown again", again(part), again(func(*aranea.IndexChange) {}), true},
	}
	for _, tt := range tests {
		// The earlier version is in a segment; or it is that of a generation that is
		// being written.
		for _, written := range []bool{true, false} {
			t.Run(fmt.Sprint(tt.name, ", written ", written), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					files := &stuck{Memory: disktest.New(), name: "seg-00000002.pst", free: make(chan struct{})}
					x := open(t, files, single)
					before := []aranea.IndexChange{put(t, page, "text:word")}
					if tt.before != nil {
						before = tt.before(t)
					}
					apply(t, x, put(t, "http://b.test/", "text:other"))
					if written {
						apply(t, x, before...)
					}
					if err := x.Flush(); err != nil {
						t.Fatal(err)
					}
					apply(t, x, before...) // again; or for the first time
					flushed := make(chan error)
					go func() { flushed <- x.Flush() }()
					synctest.Wait()
					apply(t, x, tt.after(t)...)
					if got := now(t, x, "word"); (got != "") != (tt.found && written) {
						t.Errorf("before the flush ended %q is found, want %v", got, tt.found && written)
					}
					close(files.free)
					if err := <-flushed; err != nil {
						t.Fatal(err)
					}
					if got := now(t, x, "word"); (got != "") != tt.found {
						t.Errorf("after the flush %q is found, want %v", got, tt.found)
					}
					if err := x.Close(); err != nil {
						t.Fatal(err)
					}
				})
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
	if err := x.flushNow(t.Context(), false); err != nil {
		t.Fatal(err)
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
		x := open(t, disktest.New(), Options{Workers: 2, BufferBytes: 64 << 10, FlushAfter: 10 * time.Millisecond, FlushIdle: 50 * time.Millisecond})
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
		if s.Segments() != 1 || s.SegmentName(0) != merged || s.Docs() != MaxSegments-1 {
			t.Errorf("%d segments, the first is %s, with %d documents", s.Segments(), s.SegmentName(0), s.Docs())
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
