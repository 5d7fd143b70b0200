package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestMerge: segments are merged down to the number that is asked for, with what is
// deleted left out, while pages come and go; what is found stays the same.
func TestMerge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := disktest.New()
		x := open(t, dir, single)
		m, words := model{}, vocabulary()
		for i := range 9 {
			url := fmt.Sprintf("http://a.test/%d", i)
			m[url] = strings.Join(words[i:i+20], " ")
			apply(t, x, put(t, url, "text:"+m[url]))
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		apply(t, x, del(t, "http://a.test/3"))
		delete(m, "http://a.test/3")
		for _, most := range []int{5, 5, 2, 1, 0} {
			if err := x.Merge(t.Context(), most); err != nil {
				t.Fatal(err)
			}
			s := snapshot(t, x)
			if got := s.Segments(); got != max(most, 1) {
				t.Errorf("%d segments, want %d", got, most)
			}
			m.check(t, s, words)
			s.Close()
		}
		s := snapshot(t, x)
		defer s.Close()
		if st := s.Each(); st[0].Docs != 8 || st[0].Deleted != 0 || st[0].Bytes == 0 || st[0].Level == 0 {
			t.Errorf("merged: %+v", st)
		}
		var read []string
		for f, err := range x.Check(t.Context(), func(s SegmentStats) { read = append(read, s.Name) }) {
			t.Errorf("%v, %v", f, err)
		}
		if len(read) != 1 || read[0] != s.SegmentName(0) {
			t.Errorf("read %q", read)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if err := x.Merge(t.Context(), 1); !errors.Is(err, errClosed) {
			t.Errorf("merging a closed index: %v", err)
		}
		if err := x.Close(); !errors.Is(err, errClosed) {
			t.Errorf("closing a closed index: %v", err)
		}
	})
}

// TestMergeForgets: what was deleted is in no segment any more, also where a single one is left, where
// there are more than were asked for, and where nothing is left of one; nothing else is written anew.
func TestMergeForgets(t *testing.T) {
	t.Parallel()
	x := open(t, disktest.New(), single)
	for i := range 3 {
		for j := range 4 {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d/%d", i, j), "text:word"))
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	names := func() (out []string) {
		s := snapshot(t, x)
		defer s.Close()
		for _, st := range s.Each() {
			if st.Deleted != 0 {
				t.Errorf("%s has %d deleted documents", st.Name, st.Deleted)
			}
			out = append(out, st.Name)
		}
		return out
	}
	merge := func(most int) []string {
		if err := x.Merge(t.Context(), most); err != nil {
			t.Fatal(err)
		}
		return names()
	}
	before := names()
	apply(t, x, del(t, "http://a.test/1/2"))
	after := merge(3)
	if len(after) != 3 || after[0] != before[0] || slices.Contains(after, before[1]) || !slices.Contains(after, before[2]) {
		t.Errorf("segments %q became %q", before, after)
	}
	one := merge(1)
	if again := merge(1); len(one) != 1 || !slices.Equal(one, again) {
		t.Errorf("segments %q became %q", one, again)
	}
	apply(t, x, del(t, "http://a.test/0/0"), del(t, "http://a.test/2/3"))
	if again := merge(1); len(again) != 1 || slices.Equal(one, again) {
		t.Errorf("segments %q became %q", one, again)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestMergeCountsCutPages: a page that was cut and came again counts once, whatever was
// merged, and long pages that were not cut do not count in its place.
func TestMergeCountsCutPages(t *testing.T) {
	t.Parallel()
	x := open(t, disktest.New(), single)
	long, cut := strings.Repeat("word ", document.MaxWords), put(t, "http://a.test/cut", "text:"+strings.Repeat("word ", document.MaxWords+1))
	for i, pages := range [][]aranea.IndexChange{{cut, put(t, "http://a.test/short", "text:word")}, {cut, put(t, "http://a.test/long", "text:"+long)}, {del(t, "http://a.test/short")}} {
		apply(t, x, pages...)
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
		if err := x.Merge(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if st, err := x.Stats(); err != nil || st.Limited != 1 {
			t.Errorf("after step %d: %d were cut, want 1 (%v)", i, st.Limited, err)
		}
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestMergeGivenUp: who gives up a merge stops it, and everything is as before.
func TestMergeGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		files := &stuck{Memory: disktest.New(), name: segmentName(4) + ".pst", free: make(chan struct{})}
		x := open(t, files, single)
		for i := range 3 {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:word"))
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- x.Merge(ctx, 1) }()
		synctest.Wait() // it hangs
		other, leave := context.WithCancel(t.Context())
		waited := make(chan error, 1)
		go func() { waited <- x.Merge(other, 1) }()
		synctest.Wait()
		leave()
		synctest.Wait()
		select {
		case err := <-waited:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("given up beside another's: %v", err)
			}
		default:
			t.Error("who gives up waits for the merge of another")
		}
		cancel()
		synctest.Wait()
		close(files.free)
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("given up: %v", err)
		}
		s := snapshot(t, x)
		if s.Segments() != 3 || s.Docs() != 3 {
			t.Errorf("%d segments with %d documents", s.Segments(), s.Docs())
		}
		s.Close()
		if err := x.Merge(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		s = snapshot(t, x)
		defer s.Close()
		if s.Segments() != 1 || s.Docs() != 3 {
			t.Errorf("%d segments with %d documents", s.Segments(), s.Docs())
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
