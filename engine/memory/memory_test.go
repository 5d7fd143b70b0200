package memory

import (
	"errors"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestShares checks that the shares stay within the budget when all of them are at their
// maximum: both indexes fill a buffer while another one is being written, and keep half as much
// for words; the store has its three memtables, and what was learned takes three times its
// stored size.
func TestShares(t *testing.T) {
	t.Parallel()
	for memory := int64(Least); memory <= 64<<30; memory += memory / 16 {
		s := Of(memory)
		store := s.Store.CacheBytes + 3*int64(s.Store.MemTableBytes)
		indexes := 5 * int64(s.Written+s.Anchors) / 2
		if sum := int64(s.Seen) + store + indexes + s.Bodies + 3*int64(s.Learned); sum > memory/16*15 {
			t.Errorf("of %d MiB %d are given away: %+v", memory>>20, sum>>20, s)
		}
		outside := s.Store.OutsideHeap()
		if limit := HeapLimit(memory); limit+outside != memory/8*7 || limit < memory/2 {
			t.Errorf("of %d bytes Go may have %d beside %d", memory, limit, outside)
		}
	}
}

// TestLeast checks that too little memory is refused with the name of the setting.
func TestLeast(t *testing.T) {
	t.Parallel()
	var told *aranea.Error
	if err := Check(Least - 1); !errors.As(err, &told) || told.Kind != aranea.Invalid || !strings.Contains(err.Error(), "--memory") || !strings.Contains(err.Error(), "128MiB") {
		t.Errorf("too little: %v", err)
	}
	for memory, want := range map[int64]string{64: "is 64 bytes (", 130e6: "is 123.9MiB;", Least - 1: "is 127.9MiB;"} {
		if err := Check(memory); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v, want %q", memory, err, want)
		}
	}
	if err := Check(Least); err != nil {
		t.Error(err)
	}
}
