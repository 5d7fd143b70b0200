package frontier

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea/frontier/seen"
	"github.com/aranea-search/aranea/store/memstore"
)

// inMemory returns the bytes of tables with a limit of their own, and those of tables that use
// what others leave. It fails if one of them exceeds its share.
func inMemory(t *testing.T, f *Frontier) (bounded, tables int) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	fixed, known := f.ready.Bytes()+f.book.Bytes(), 0
	if f.seen != nil {
		known = f.seen.Bytes()
	}
	tables = f.clocks.Bytes() + f.dormant.Bytes()
	if f.windows.Bytes() > f.share.Windows || len(f.origins)*originSize > f.share.Origins {
		t.Errorf("%d bytes of windows and %d origins, of %+v", f.windows.Bytes(), len(f.origins), f.share)
	}
	bounded = f.windows.Bytes() + len(f.origins)*originSize + f.share.Texts + fixed + known + tables
	if bounded > f.opt.Memory {
		t.Errorf("%d bytes of %d: %d fixed, %d of known URLs, %d of tables; %+v", bounded, f.opt.Memory, fixed, known, tables, f.share)
	}
	return bounded, tables
}

// TestMemoryIsKept: the frontier stays within its memory, whatever part of it grows, and the
// parts with precedence displace the records of origins and hosts; also after it is opened
// again.
func TestMemoryIsKept(t *testing.T) {
	t.Parallel()
	const memory = 400 << 10
	kv := memstore.New()
	opt := Options{Delay: time.Second, Memory: memory}
	f, most, now := open(t, kv, opt), 0, t0
	for n := range 120 {
		urls := make([]string, 0, 100)
		for i := range 100 {
			urls = append(urls, fmt.Sprintf("http://host%d.test/%d", n*5+i%5, i))
		}
		seed(t, f, urls...)
		for range 3 {
			ls, wake := lease(t, f, now, 10)
			for _, l := range ls {
				commit(t, f, now, done(l, now))
			}
			if len(ls) == 0 {
				now = wake
			}
		}
		_, tables := inMemory(t, f)
		most = max(most, tables)
		if n == 60 {
			f = open(t, kv, opt)
		}
	}
	inMemory(t, open(t, kv, opt))
	_, tables := inMemory(t, f)
	if !f.seen.Whole() || seen.Need(12_000, memory) > f.share.Tables || most == 0 || tables >= most {
		t.Errorf("known URLs whole %t; tables took %d bytes, %d in the end", f.seen.Whole(), most, tables)
	}
	f = open(t, kv, Options{Delay: time.Second, Memory: memory / 2})
	lease(t, f, now.Add(time.Hour), 1)
	if _, tables := inMemory(t, f); f.seen != nil || seen.Need(12_000, memory) < f.forTables() || tables == 0 {
		t.Errorf("without room for known URLs tables take %d bytes of %d", tables, f.forTables())
	}
}
