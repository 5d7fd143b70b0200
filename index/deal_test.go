package index

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/segment"
)

// TestPagesOfAnOriginGoTogether: a worker sees all pages of an origin, unless there are
// so many that others would have nothing to do.
func TestPagesOfAnOriginGoTogether(t *testing.T) {
	t.Parallel()
	batch := func(origins, pages int, text string) (changes []aranea.IndexChange) {
		for i := range origins * pages {
			changes = append(changes, put(t, fmt.Sprintf("http://host%d.test/%d", i%origins, i), "text:"+text))
		}
		return changes
	}
	files := segment.NewFolder(disktest.New())
	buffers := []*buffer{newBuffer(files), newBuffer(files)}
	work, _, _ := deal(batch(16, 10, "few words"), buffers, 0)
	seen := map[string]int{}
	for w, list := range work {
		for _, c := range list {
			host := c.URL.Host()
			if before, ok := seen[host]; ok && before != w {
				t.Errorf("pages of %s go to both workers", host)
			}
			seen[host] = w
		}
	}
	if len(work[0]) == 0 || len(work[1]) == 0 {
		t.Errorf("%d and %d pages of 16 origins", len(work[0]), len(work[1]))
	}
	work, _, _ = deal(batch(1, 400, strings.Repeat("many words ", 1000)), buffers, 0)
	if a, b := len(work[0]), len(work[1]); min(a, b) < 160 {
		t.Errorf("of 400 large pages of one origin the workers got %d and %d", a, b)
	}
}

// TestFewPagesGoTogether: pages that come one by one fill one buffer, until it holds
// more than a small share.
func TestFewPagesGoTogether(t *testing.T) {
	t.Parallel()
	x := open(t, disktest.New(), Options{FlushIdle: slow.FlushIdle, Workers: 2, BufferBytes: 256 << 10})
	defer x.Close()
	used := func() (n int) {
		for _, b := range x.active.buffers {
			if b.Docs() > 0 {
				n++
			}
		}
		return n
	}
	n := 0
	for ; x.active.bytes() < 128<<10; n++ {
		apply(t, x, put(t, fmt.Sprintf("http://host%d.test/", n), fmt.Sprintf("text:few words %d", n)))
		if used() != 1 {
			t.Fatalf("%d buffers hold something after %d pages", used(), n+1)
		}
	}
	for i := range 16 {
		apply(t, x, put(t, fmt.Sprintf("http://host%d.test/", n+i), "text:few words"))
	}
	if used() != 2 {
		t.Error("many pages are in one buffer")
	}
}

// TestWordsFollowTheBuffer: what a worker remembers of words is bounded as its buffer is.
func TestWordsFollowTheBuffer(t *testing.T) {
	t.Parallel()
	page := func(from, to int) *aranea.IndexChange {
		var text strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&text, "word%d ", i)
		}
		c := put(t, "http://a.test/", "text:"+text.String())
		return &c
	}
	remembers := func(bytes int) bool {
		x := open(t, disktest.New(), Options{FlushIdle: slow.FlushIdle, Workers: 1, BufferBytes: bytes})
		defer x.Close()
		first := x.makers[0].Of(page(0, 1)).Runs[0].Words[0].Word
		x.makers[0].Of(page(0, 3*leastWords))
		return x.makers[0].Of(page(0, 1)).Runs[0].Words[0].Word == first
	}
	if remembers(leastWords * bytesForWord) {
		t.Errorf("with a small buffer a worker remembers more than %d words", leastWords)
	}
	if !remembers(DefaultBufferBytes) {
		t.Errorf("with a large buffer a worker forgets a word after %d others", 3*leastWords)
	}
}

// TestOneShareForAllWorkers: however many processors there are, the workers share what
// one setting gives them, and each has enough of it; with two processors one has all.
func TestOneShareForAllWorkers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ processors, megabytes, workers int }{
		{1, 16, 1}, {2, 16, 1}, {4, 16, 2}, {8, 16, 4}, {16, 16, 4}, {64, 16, 4},
		{1, 4, 1}, {64, 4, 1}, {64, 1, 1}, {8, 48, 4}, {16, 48, 8}, {64, 48, 8},
	} {
		if got := workers(tt.processors, tt.megabytes<<20); got != tt.workers {
			t.Errorf("%d processors and %d MiB: %d workers, want %d", tt.processors, tt.megabytes, got, tt.workers)
		}
	}
	for _, n := range []int{1, 2, 8} {
		const most, page = 256 << 10, 96 << 10
		x := open(t, disktest.New(), Options{FlushIdle: slow.FlushIdle, Workers: n, BufferBytes: most})
		if words := n * x.opt.words(); words > max(n*leastWords, most/bytesForWord) {
			t.Errorf("%d workers remember %d words", n, words)
		}
		for i := range 400 {
			apply(t, x, put(t, fmt.Sprintf("http://host%d.test/", i), "text:"+strings.Repeat(fmt.Sprintf("word%d ", i), 200)))
			x.mu.Lock()
			held := x.filled
			x.mu.Unlock()
			if held > most+page {
				t.Fatalf("%d workers hold %d bytes of %d", n, held, most)
			}
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
