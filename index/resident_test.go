package index

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/index/disk/disktest"
)

// files returns how many files of a folder belong to segments and to logs.
func files(t *testing.T, f *disktest.Memory) (segments, logs int) {
	t.Helper()
	names, err := f.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, "seg-") {
			segments++
		}
		if strings.HasPrefix(name, "wal-") {
			logs++
		}
	}
	return segments, logs
}

// TestSearchesMakeNoFiles: what searches find in memory makes no files; a kill loses
// nothing of it; it goes onto the disk as one segment.
func TestSearchesMakeNoFiles(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := disktest.New()
		x := open(t, f, Options{Workers: 1})
		for i := range 40 {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:zq1x"))
			time.Sleep(time.Second)
			s, err := x.Fresh(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if s.Docs() != i+1 || s.Segments() != 1 {
				t.Errorf("%d documents in %d segments after %d", s.Docs(), s.Segments(), i+1)
			}
			s.Close()
		}
		if segments, logs := files(t, f); segments != 0 || logs != 1 {
			t.Errorf("%d files of segments and %d logs", segments, logs)
		}
		killed := open(t, f.Kill(), single)
		if s := snapshot(t, killed); s.Docs() != 40 {
			t.Errorf("after a kill there are %d documents", s.Docs())
		}
		if err := killed.Close(); err != nil {
			t.Fatal(err)
		}
		apply(t, x, put(t, "http://a.test/0", "text:zq2x"), del(t, "http://a.test/1"))
		time.Sleep(DefaultFlushIdle + time.Second)
		if segments, _ := files(t, f); segments == 0 {
			t.Error("nothing is on the disk after the time of idleness")
		}
		s, err := x.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if s.Docs() != 39 || strings.Contains(found(t, s, "zq1x"), "a.test/0@") || found(t, s, "zq2x") != "a.test/0@[0]" {
			t.Errorf("%d documents: %s", s.Docs(), found(t, s, "zq1x"))
		}
		s.Close()
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestPoliteCrawlHasFewSegments: a page a second for hours, with searches all the
// time, leaves a dozen segments at most at any moment.
func TestPoliteCrawlHasFewSegments(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := open(t, disktest.New(), Options{Workers: 1, FlushIdle: 20 * time.Second})
		most := 0
		for i := range 1500 {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), fmt.Sprintf("text:zq%dx", i%60)))
			time.Sleep(time.Second)
			if i%3 == 0 {
				s, err := x.Fresh(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				most = max(most, s.Segments())
				s.Close()
			}
		}
		if most > MaxSegments+2 || most < 3 {
			t.Errorf("up to %d segments", most)
		}
		if s := snapshot(t, x); s.Docs() != 1500 {
			t.Errorf("%d documents", s.Docs())
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestStreamBecomesFewSegments: pages that keep coming are in a segment when the first has
// waited for four times FlushIdle, not before.
func TestStreamBecomesFewSegments(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := disktest.New()
		x := open(t, f, Options{Workers: 1, FlushIdle: 20 * time.Second})
		for i := range 9 {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:zq1x"))
			time.Sleep(9 * time.Second)
			segments, _ := files(t, f)
			if due := i == 8; segments > 0 != due {
				t.Errorf("%d files of segments after %d s", segments, 9*(i+1))
			}
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
