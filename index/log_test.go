package index

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/wal"
)

// logged returns a folder with n documents in its log alone, and the log without the
// zeros behind it, as earlier versions wrote it.
func logged(t testing.TB, n int) (*disktest.Memory, []byte) {
	t.Helper()
	files := disktest.New()
	x := open(t, files, single)
	for i := range n {
		apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:zq1x"))
	}
	left := files.Kill()
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := whole(left, wal.Name(1))
	if err != nil {
		t.Fatal(err)
	}
	if n > 0 { // else none are written ahead
		data = bytes.TrimRight(data, "\x00")
	}
	left.Put(wal.Name(1), data)
	return left, data
}

// count opens an index and returns the number of its documents.
func count(t testing.TB, files *disktest.Memory) (int, error) {
	t.Helper()
	x, err := OpenOn(files, single)
	if err != nil {
		return 0, err
	}
	n := snapshot(t, x).Docs()
	return n, x.Close()
}

// TestTornLog cuts the log at every length: what is whole counts, the rest is as
// if it had never been. A second opening finds the same.
func TestTornLog(t *testing.T) {
	t.Parallel()
	files, log := logged(t, 3)
	last := -1
	for cut := range len(log) + 1 {
		files := files.Kill()
		files.Put(wal.Name(1), log[:cut])
		x := open(t, files, single)
		files = files.Kill() // the cut log is not the last one any more
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		n, err := count(t, files)
		if err != nil || n < last || n > 3 {
			t.Fatalf("cut at %d of %d: %d documents after %d, %v", cut, len(log), n, last, err)
		}
		last = n
	}
	if last != 3 {
		t.Errorf("the whole log holds %d documents", last)
	}
}

// TestDamagedLog flips every byte of a log, with zeros behind it and without: it is damage,
// with file and place, even in the last record. Zeros alone are the end.
func TestDamagedLog(t *testing.T) {
	t.Parallel()
	files, log := logged(t, 4)
	for _, zeros := range []int{0, 600} {
		bad := append(slices.Clone(log), make([]byte, zeros)...)
		files.Put(wal.Name(1), bad)
		if n, err := count(t, files.Kill()); err != nil || n != 4 {
			t.Fatalf("%d zeros behind the log: %d documents, %v", zeros, n, err)
		}
		for at := range log {
			bad[at] ^= 0x10
			files.Put(wal.Name(1), bad)
			bad[at] ^= 0x10
			left := files.Kill()
			if n, err := count(t, left); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), wal.Name(1)) {
				t.Fatalf("byte %d of %d, %d zeros behind: %d documents, %v", at, len(log), zeros, n, err)
			}
			if got := checkMemory(t, left); len(got) == 0 || got[0].File != wal.Name(1) {
				t.Fatalf("byte %d, %d zeros behind: Check finds %v", at, zeros, got)
			}
		}
	}
}

// TestLostSectors makes zeros of each sector that the last record reaches into, from where
// that begins: this is what a crash leaves, and costs that record alone.
func TestLostSectors(t *testing.T) {
	t.Parallel()
	files := disktest.New()
	x := open(t, files, single)
	apply(t, x, put(t, "http://a.test/1", "text:zq1x"))
	one, err := whole(files.Kill(), wal.Name(1))
	if err != nil {
		t.Fatal(err)
	}
	apply(t, x, put(t, "http://a.test/2", "text:"+noise(3000)))
	left := files.Kill()
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	two, err := whole(left, wal.Name(1))
	if err != nil {
		t.Fatal(err)
	}
	from, end := len(bytes.TrimRight(one, "\x00")), len(bytes.TrimRight(two, "\x00"))
	if end-from < 2000 || len(two) != len(one) {
		t.Fatalf("the record takes bytes %d to %d of %d, of %d before", from, end, len(two), len(one))
	}
	for at := from; at < end; at = at/512*512 + 512 {
		lost := slices.Clone(two)
		clear(lost[at : at/512*512+512])
		left.Put(wal.Name(1), lost)
		if got := checkMemory(t, left.Kill()); len(got) > 0 {
			t.Fatalf("without the sector at %d: the check finds %v", at, got)
		}
		if n, err := count(t, left.Kill()); err != nil || n != 1 {
			t.Fatalf("without the sector at %d: %d documents, %v", at, n, err)
		}
	}
}

// noise returns n letters of no order, which do not get shorter by compression to less than half.
func noise(n int) string {
	rnd := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = "abcdefghijklmnopqrstuvwxyz0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rnd.IntN(63)]
	}
	return string(b)
}

// TestDamagedStart flips every byte of a log that holds no changes, which is what
// an index in order ends with: nothing is lost, and it is told all the same. Cut
// short, or never written, it is what a crash leaves.
func TestDamagedStart(t *testing.T) {
	t.Parallel()
	files, log := logged(t, 0)
	for at := range log {
		for bit := range 8 {
			bad := append([]byte(nil), log...)
			bad[at] ^= 1 << bit
			files.Put(wal.Name(1), bad)
			left := files.Kill()
			if _, err := count(t, left); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), wal.Name(1)) {
				t.Fatalf("byte %d, bit %d: %v", at, bit, err)
			}
			if got := checkMemory(t, left); len(got) == 0 || got[0].File != wal.Name(1) {
				t.Fatalf("byte %d, bit %d: Check finds %v", at, bit, got)
			}
			if _, err := repairOn(t.Context(), left, single); err != nil {
				t.Fatal(err)
			}
			if n, err := count(t, left); err != nil || n != 0 {
				t.Fatalf("byte %d, bit %d, repaired: %d documents, %v", at, bit, n, err)
			}
		}
		for name, rest := range map[string][]byte{"cut": log[:at], "zeros": make([]byte, at)} {
			files.Put(wal.Name(1), rest)
			if _, err := count(t, files.Kill()); err != nil {
				t.Fatalf("%s at byte %d: %v", name, at, err)
			}
		}
	}
}

func checkMemory(t testing.TB, files *disktest.Memory) []Fault {
	t.Helper()
	var out []Fault
	checkFiles(t.Context(), files, func(f Fault, err error) bool {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
		return true
	})
	return out
}

// TestDamageBeforeTheLastLog: a log that ends too early is damage if another
// follows that knows better.
func TestDamageBeforeTheLastLog(t *testing.T) {
	t.Parallel()
	files, log := logged(t, 3)
	x := open(t, files, single)
	apply(t, x, put(t, "http://a.test/9", "text:zq1x"))
	left := files.Kill()
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := count(t, left.Kill()); err != nil || n != 4 {
		t.Fatalf("two logs: %d documents, %v", n, err)
	}
	left.Put(wal.Name(1), log[:len(log)-3])
	if _, err := count(t, left.Kill()); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("the first log was cut: %v", err)
	}
	if err := left.Remove(wal.Name(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := count(t, left); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), wal.Name(1)) {
		t.Errorf("the first log is missing: %v", err)
	}
}

// TestLargeCall: a call of many records is read back whole.
func TestLargeCall(t *testing.T) {
	t.Parallel()
	files := disktest.New()
	x := open(t, files, slow)
	var changes []aranea.IndexChange
	for i := range 5 {
		changes = append(changes, put(t, fmt.Sprintf("http://a.test/%d", i), "text:"+strings.Repeat("zq1x ", (1<<20)/10)))
	}
	apply(t, x, changes...)
	left := files.Kill()
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := count(t, left); err != nil || n != 5 {
		t.Errorf("%d documents, %v", n, err)
	}
}

func FuzzChanges(f *testing.F) {
	c := put(f, "http://a.test/1", "text:zq1x")
	one := encodeChange(nil, &c)
	f.Add(append(binary.AppendUvarint(nil, uint64(len(one))), one...))
	f.Fuzz(func(t *testing.T, b []byte) {
		changes, err := decodeChanges(b)
		if err == nil && len(changes) == 0 && len(b) > 0 {
			t.Errorf("%d bytes hold no change, and no error", len(b))
		}
	})
}

// TestOpeningsLeaveNoLogs: an owner who changes nothing leaves no file behind, also
// when it is killed, and what was in the log before stays.
func TestOpeningsLeaveNoLogs(t *testing.T) {
	t.Parallel()
	files, _ := logged(t, 3)
	var names []string
	for i := range 6 {
		x := open(t, files, single)
		left := files.Kill()
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			files = left // what a killed owner leaves
		}
		now, err := files.List()
		if err != nil {
			t.Fatal(err)
		}
		if i > 1 && len(now) > len(names) {
			t.Fatalf("opening %d: %q after %q", i, now, names)
		}
		names = now
	}
	if n, err := count(t, files); err != nil || n != 3 {
		t.Errorf("%d documents, %v", n, err)
	}
}
