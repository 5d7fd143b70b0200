package checkpoint

import (
	"bytes"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestBlocks: large files have larger blocks, so that their checksums stay few.
func TestBlocks(t *testing.T) {
	t.Parallel()
	for size, want := range map[int64]int64{0: 4 << 10, 1: 4 << 10, 4 << 20: 4 << 10, 64 << 20: 64 << 10, 1 << 40: 1 << 30} {
		if b, err := BlocksOf(t.Context(), bytes.NewReader(nil), size); err != nil || b.Size != want || len(b.Sums) > 0 {
			t.Errorf("of %d bytes: %+v, %v", size, b, err)
		}
	}
	data := bytes.Repeat([]byte("page"), 2500) // two blocks and a half
	b, err := BlocksOf(t.Context(), bytes.NewReader(data), int64(len(data)))
	if err != nil || len(b.Sums) != 3*sumSize {
		t.Fatalf("%+v, %v", b, err)
	}
	data[9999]++
	if same, err := b.Same(t.Context(), 10_000, bytes.NewReader(data)); err != nil || len(same) != 3 || !same[0] || !same[1] || same[2] {
		t.Errorf("%v, %v", same, err)
	}
	if same, err := b.Same(t.Context(), 10_000, bytes.NewReader(data[:5000])); err != nil || !same[0] || same[1] || same[2] {
		t.Errorf("of a shorter one: %v, %v", same, err)
	}
	for _, size := range []int64{9_000_000, 8192, 12289, -1} {
		if _, err := b.Same(t.Context(), size, bytes.NewReader(data)); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("three blocks of %d bytes: %v", size, err)
		}
	}
}

// FuzzSame: what a node says of blocks never leads beyond the file that it names.
func FuzzSame(f *testing.F) {
	f.Add(int64(4096), bytes.Repeat([]byte{1}, 3*sumSize), int64(10_000), []byte("page"))
	f.Add(int64(0), []byte{}, int64(0), []byte{})
	f.Add(int64(1)<<62, bytes.Repeat([]byte{1}, sumSize), int64(1), []byte("x"))
	f.Fuzz(func(t *testing.T, block int64, sums []byte, size int64, older []byte) {
		b := Blocks{Size: block, Sums: sums}
		same, err := b.Same(t.Context(), size, bytes.NewReader(older))
		if err != nil {
			return
		}
		n := int64(len(same))
		if size < 0 || n > 0 && ((n-1) > (size-1)/block || size-(n-1)*block > block) || n == 0 && size > 0 {
			t.Errorf("%d blocks of %d bytes of a file of %d", n, block, size)
		}
		for i := range same {
			if same[i] && int64(i)*block >= int64(len(older)) {
				t.Errorf("block %d is in %d bytes", i, len(older))
			}
		}
	})
}
