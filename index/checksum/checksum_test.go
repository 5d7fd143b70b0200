package checksum

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestBlocks: bytes are read from right blocks alone, whatever was noted of them, and a
// wrong one is named.
func TestBlocks(t *testing.T) {
	t.Parallel()
	const size = 16
	files := disktest.New()
	w, err := Create(files, "a", size)
	if err != nil {
		t.Fatal(err)
	}
	want := bytes.Repeat([]byte("0123456789"), 90)
	for part := range bytes.Lines(bytes.ReplaceAll(want, []byte("9"), []byte("\n"))) {
		if n, err := w.Write(part); n != len(part) || err != nil {
			t.Fatalf("%d bytes, %v", n, err)
		}
	}
	if err := w.Finish(); err != nil || w.Len() != int64(len(want)) {
		t.Fatalf("%d bytes, %v", w.Len(), err)
	}
	data, _, err := files.Map("a")
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.Clone(data)
	data[100] ^= 1 // in block 6
	var f File
	if rest, ok := f.Open(data, size, append(w.Sums(), 7)); !ok || len(rest) != 1 || f.Blocks() != 57 {
		t.Fatalf("%d checksums are left over, %t, %d blocks", len(rest), ok, f.Blocks())
	}
	for off := range uint64(len(data) + 1) {
		for _, n := range []uint64{0, 1, 15, 16, 17, 40} {
			b, wrong, err := f.Slice(off, n)
			switch inside := off+n <= uint64(len(data)); {
			case !inside:
				if !errors.Is(err, ErrOutside) {
					t.Fatalf("%d bytes from %d on: %v", n, off, err)
				}
			case n > 0 && off < 112 && off+n > 96:
				if !errors.Is(err, ErrWrong) || wrong != 6 {
					t.Fatalf("%d bytes from %d on: block %d, %v", n, off, wrong, err)
				}
				f.Note(wrong)
			case err != nil || !bytes.Equal(b, data[off:off+n]) || f.Holed(off, n):
				t.Fatalf("%d bytes from %d on: %q, %v", n, off, b, err)
			}
		}
	}
	if !f.Knows(6) || f.Knows(5) || len(f.Wrong()) != 1 || !f.Holed(90, 10) || !f.Holed(111, 1) || f.Start(6) != 96 {
		t.Errorf("blocks %v are wrong", f.Wrong())
	}
	if _, ok := new(File).Open(data, size, w.Sums()[4:]); ok {
		t.Error("a checksum is missing")
	}
}

// TestBlockGoneWrong: a block that was found right is not read any more once a check
// finds it wrong.
func TestBlockGoneWrong(t *testing.T) {
	t.Parallel()
	data := []byte("0123456789")
	sums := binary.LittleEndian.AppendUint32(nil, Sum(data[:8]))
	sums = binary.LittleEndian.AppendUint32(sums, Sum(data[8:]))
	var f File
	f.Open(data, 8, sums)
	if _, _, err := f.Slice(0, 10); err != nil {
		t.Fatal(err)
	}
	data[1] ^= 1
	if f.Check(0) || !f.Check(1) {
		t.Error("the check says otherwise")
	}
	if _, wrong, err := f.Slice(0, 10); wrong != 0 || !errors.Is(err, ErrWrong) {
		t.Errorf("block %d, %v", wrong, err)
	}
	if _, _, err := f.Slice(8, 2); err != nil {
		t.Error(err)
	}
}
