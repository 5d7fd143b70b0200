package bloom

import (
	"math/rand/v2"
	"testing"
)

// TestFilter checks that a filter has everything that was added, whatever its limit, and few
// other keys while it has room.
func TestFilter(t *testing.T) {
	t.Parallel()
	const n = 100_000
	for name, c := range map[string]struct {
		keys, limit, most, wrong int
		full                     bool
	}{
		"with room":      {n, 1 << 20, 1 << 20, n / 80, false},
		"made for fewer": {n / 4, 1 << 20, n / 4 * 12 / 8 * 2, n, true},
		"at its limit":   {n, 1 << 16, 1 << 16, n, false},
		"without memory": {n, 0, 64, n, false},
	} {
		rnd := rand.New(rand.NewPCG(1, 7))
		keys := make([]Key, 2*n)
		for i := range keys {
			keys[i] = Key{rnd.Uint64(), rnd.Uint64()}
		}
		f := New(c.keys, c.limit)
		for _, k := range keys[:n] {
			f.Add(k)
		}
		wrong := 0
		for i, k := range keys {
			switch has := f.Has(k); {
			case i < n && !has:
				t.Fatalf("%s: key %d was added and is not there", name, i)
			case i >= n && has:
				wrong++
			}
		}
		if wrong > c.wrong || f.Full() != c.full || f.Len() != n || f.Bytes() > c.most {
			t.Errorf("%s: %d keys are there that were not added, full %t, %d keys in %d bytes", name, wrong, f.Full(), f.Len(), f.Bytes())
		}
	}
}
