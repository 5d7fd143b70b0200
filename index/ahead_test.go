package index

import (
	"bytes"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/wal"
)

// TestLogMadeAhead: the next log is there before it is needed; changes do not wait while
// it is made, and nobody takes it for more than a crash leaves.
func TestLogMadeAhead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mem := disktest.New()
		files := &stuck{Memory: mem, name: wal.Name(2), free: make(chan struct{})}
		x := open(t, files, Options{Workers: 1, FlushIdle: 20 * time.Second})
		has := func(n uint64) bool {
			names, err := mem.List()
			if err != nil {
				t.Fatal(err)
			}
			return slices.Contains(names, wal.Name(n))
		}
		apply(t, x, put(t, "http://a.test/1", "text:zq1x"))
		time.Sleep(11 * time.Second) // it is being made, and hangs
		apply(t, x, put(t, "http://a.test/2", "text:zq1x"))
		if has(2) {
			t.Error("the log is there while its making hangs")
		}
		close(files.free)
		time.Sleep(time.Second)
		if !has(2) {
			t.Error("no log was made ahead")
		}
		tornBeforeTheNext(t, mem)
		time.Sleep(20 * time.Second) // it is in use now
		apply(t, x, put(t, "http://a.test/3", "text:zq1x"))
		if n, err := count(t, mem.Kill()); err != nil || n != 3 {
			t.Errorf("%d documents with the log in use, %v", n, err)
		}
		time.Sleep(11 * time.Second)
		if has(1) || !has(3) {
			t.Errorf("the first log is there: %v, the third: %v", has(1), has(3))
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if has(4) {
			t.Error("a log that nobody needs is left")
		}
		if n, err := count(t, mem); err != nil || n != 3 {
			t.Errorf("%d documents in the end, %v", n, err)
		}
	})
}

// tornBeforeTheNext cuts the last record of the first log, behind which the next one lies
// already: that is what a crash leaves, and no damage.
func tornBeforeTheNext(t *testing.T, mem *disktest.Memory) {
	t.Helper()
	last, err := whole(mem, wal.Name(1))
	if err != nil {
		t.Fatal(err)
	}
	last = bytes.TrimRight(last, "\x00") // those written ahead
	for cut := range 30 {
		left := mem.Kill()
		left.Put(wal.Name(1), last[:len(last)-cut])
		want := 2
		if cut > 0 {
			want = 1
		}
		if got := checkMemory(t, left); len(got) > 0 {
			t.Fatalf("cut by %d: the check finds %v", cut, got)
		}
		for range 2 {
			if n, err := count(t, left); err != nil || n != want {
				t.Fatalf("cut by %d: %d documents, want %d, %v", cut, n, want, err)
			}
		}
	}
}

// TestRefusedCallLeavesNoGap: a call that is refused, for one page is too large, leaves
// nothing in the log that the next one could not follow.
func TestRefusedCallLeavesNoGap(t *testing.T) {
	t.Parallel()
	files := disktest.New()
	x := open(t, files, single)
	large := put(t, "http://a.test/large", "text:a")
	large.Page.Text = append(large.Page.Text, bytes.Repeat([]byte{' '}, wal.MaxEntry)...)
	changes := []aranea.IndexChange{put(t, "http://a.test/1", "text:"+string(bytes.Repeat([]byte("zq1x "), (1<<20)/4))), large}
	if err := x.Apply(t.Context(), changes); aranea.KindOf(err) != aranea.Limit {
		t.Fatal(err)
	}
	for i := range 2 {
		apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:zq1x"))
	}
	if n, err := count(t, files.Kill()); err != nil || n != 2 {
		t.Errorf("%d documents, %v", n, err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestIdleIndexLooksSeldom: each look wakes a process that may have nothing else to do.
// Memory that fills up does not wait for the next look.
func TestIdleIndexLooksSeldom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		files := disktest.New()
		var asked atomic.Int32
		x := open(t, files, Options{Workers: 1, BufferBytes: 256 << 10, Now: func() time.Time {
			asked.Add(1)
			return time.Now()
		}})
		time.Sleep(time.Hour)
		if n, most := asked.Load(), int32(4*time.Hour/dueStep); n > most {
			t.Errorf("the clock was asked %d times in an hour in which nothing happened, want %d at most", n, most)
		}
		half := func() bool {
			x.mu.Lock()
			defer x.mu.Unlock()
			return x.halfFull()
		}
		begun := time.Now()
		for i := 0; !half(); i++ {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), fmt.Sprintf("text:zq%dx", i)))
		}
		synctest.Wait()
		names, err := files.List()
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begun); took > 0 || !slices.Contains(names, wal.Name(2)) {
			t.Errorf("%v after memory was half full there is no next log: %v", took, names)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
