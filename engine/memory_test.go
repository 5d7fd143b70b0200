package engine

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// The shares of one setting stay within it, with both writers of the index busy, as much
// on its way to the disk, and half as much of words that they remember.
func TestShares(t *testing.T) {
	t.Parallel()
	for _, memory := range []int64{LeastMemory, DefaultMemory, 16 << 30} {
		s := shares(memory)
		if sum := int64(s.seen) + s.store.CacheBytes + 5*int64(s.written) + s.bodies; sum > memory*9/10 {
			t.Errorf("of %d bytes %d are given away", memory, sum)
		}
		outside := s.store.OutsideHeap()
		if limit := HeapLimit(memory); limit+outside != memory/4*3 || limit < memory/2 {
			t.Errorf("of %d bytes Go may have %d beside %d", memory, limit, outside)
		}
	}
	_, err := Open(t.Context(), filepath.Join(t.TempDir(), "data"), Options{Create: true, Memory: 1 << 20})
	if aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("with a megabyte: %v", err)
	}
}

// TestLeastMemory: too little memory is refused by the name of its setting.
func TestLeastMemory(t *testing.T) {
	t.Parallel()
	var told *aranea.Error
	if err := checkMemory(LeastMemory - 1); !errors.As(err, &told) || told.Kind != aranea.Invalid || !strings.Contains(err.Error(), "--memory") || !strings.Contains(err.Error(), "128MiB") {
		t.Errorf("too little: %v", err)
	}
	if err := checkMemory(LeastMemory); err != nil {
		t.Error(err)
	}
}
