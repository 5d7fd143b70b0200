package memory

import (
	"errors"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// The shares of one setting stay within it, with both writers of the index busy, as much
// on its way to the disk, half as much of words that they remember, and three times what
// was learned as it is stored.
func TestShares(t *testing.T) {
	t.Parallel()
	for _, memory := range []int64{Least, Default, 16 << 30} {
		s := Of(memory)
		if sum := int64(s.Seen) + s.Store.CacheBytes + 5*int64(s.Written) + s.Bodies + 3*int64(s.Learned); sum > memory*15/16 {
			t.Errorf("of %d bytes %d are given away", memory, sum)
		}
		outside := s.Store.OutsideHeap()
		if limit := HeapLimit(memory); limit+outside != memory/8*7 || limit < memory/2 {
			t.Errorf("of %d bytes Go may have %d beside %d", memory, limit, outside)
		}
	}
}

// TestLeast: too little memory is refused by the name of its setting.
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
