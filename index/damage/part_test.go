package damage

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/checksum"
)

// TestRunsOfHoles: wrong blocks beside one that is met are found with it, and with more
// than mostHoles the segment cannot be read.
func TestRunsOfHoles(t *testing.T) {
	t.Parallel()
	const size = 16
	for _, wrong := range []int{1, mostHoles, mostHoles + 1} {
		data := make([]byte, (wrong+40)*size)
		var sums []byte
		for block := range slices.Chunk(data, size) {
			sums = binary.LittleEndian.AppendUint32(sums, checksum.Sum(block))
		}
		for b := 20; b < 20+wrong; b++ {
			data[b*size] = 1
		}
		d := &Found{}
		p := NewPart("a", d)
		p.Open(data, size, sums)
		if _, err := p.Bytes(uint64((20+wrong/2)*size), 1); err == nil {
			t.Errorf("%d blocks: one is read", wrong)
		}
		if found := len(p.Wrong()); found != min(wrong, mostHoles) || (d.Fault() != nil) != (wrong > mostHoles) {
			t.Errorf("%d blocks: %d were found, fault %v", wrong, found, d.Fault())
		}
		if h := d.Holes(); len(h.Faults) != 1 || !h.Words {
			t.Errorf("%d blocks: %+v", wrong, h)
		}
	}
}
