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
	work, _, _ = deal(batch(1, 100, strings.Repeat("many words ", 1000)), buffers, 0)
	if a, b := len(work[0]), len(work[1]); min(a, b) < 40 {
		t.Errorf("of 100 large pages of one origin the workers got %d and %d", a, b)
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
