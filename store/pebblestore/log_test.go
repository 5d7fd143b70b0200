package pebblestore

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea/internal/prealloc"
)

// openLog creates the file of a log with some content, as for a reused one.
func openLog(t *testing.T, content []byte) (vfs.FS, *logFile) {
	t.Helper()
	mem := vfs.NewMem()
	f, err := mem.Create("000007.log", vfs.WriteCategoryUnspecified)
	if err != nil {
		t.Fatal(err)
	}
	if len(content) > 0 {
		if _, err := f.WriteAt(content, 0); err != nil {
			t.Fatal(err)
		}
	}
	l := newLogFile(f, "000007.log", &synced{logs: map[string]prefix{}})
	t.Cleanup(func() { _ = l.Close() })
	return mem, l
}

// TestZerosBehindALog checks that a small write that makes the file longer is followed by zeros,
// and that later writes do not change its length until they reach it. After a large write, and
// in a reused log, no zeros are written.
func TestZerosBehindALog(t *testing.T) {
	t.Parallel()
	used := bytes.Repeat([]byte{7}, 5000)
	for name, c := range map[string]struct {
		content []byte
		writes  []int
		want    []int // length of the file after each write
	}{
		"small":          {nil, []int{100, 16 << 10, 1, 10_000}, []int{100 + 16<<10, 100 + 16<<10, 2 * (101 + 16<<10), 2 * (101 + 16<<10)}},
		"much at once":   {nil, []int{prealloc.Small + 1, 10}, []int{prealloc.Small + 1, 2 * (prealloc.Small + 11)}},
		"most":           {nil, []int{1 << 20, 1}, []int{1 << 20, 1<<20 + 1 + prealloc.Most}},
		"used again":     {used, []int{4000, 1000, 1}, []int{5000, 5000, 5001 + 16<<10}},
		"nothing at all": {nil, []int{0}, []int{0}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mem, l := openLog(t, c.content)
			var written []byte
			for i, n := range c.writes {
				p := bytes.Repeat([]byte{byte(i + 1)}, n)
				written = append(written, p...)
				if _, err := l.Write(p); err != nil {
					t.Fatal(err)
				}
				if err := l.SyncData(); err != nil {
					t.Fatal(err)
				}
				want := append(bytes.Clone(written), make([]byte, max(c.want[i]-len(written), 0))...)
				if len(written) < len(c.content) {
					copy(want[len(written):], c.content[len(written):])
				}
				if got := readAll(t, mem, "")["000007.log"]; !bytes.Equal(got, want) {
					t.Errorf("after %d bytes the file has %d, want %d, or others", len(written), len(got), c.want[i])
				}
			}
			if p := l.synced.logs["000007.log"]; p.size != int64(len(written)) || p.sum != sum(written) {
				t.Errorf("%d bytes are noted with %08x, want %d with %08x", p.size, p.sum, len(written), sum(written))
			}
		})
	}
}

// TestTornInZeros checks torn writes: a change that was never acknowledged may have reached the
// disk partially, with each sector of 512 bytes complete or not written, and the length of the
// file updated or not. All changes acknowledged before must be there, and the torn one
// completely or not at all.
func TestTornInZeros(t *testing.T) {
	t.Parallel()
	mem := vfs.NewMem()
	s, err := Open("db", Options{FS: mem})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	rnd := rand.New(rand.NewPCG(11, 7))
	fitted, grew, kept, lost := 0, 0, 0, 0
	for i := range 60 {
		if err := setPair(s, i); err != nil {
			t.Fatal(err)
		}
		before := readAll(t, mem, "db")
		if err := setPair(s, i+1); err != nil {
			t.Fatal(err)
		}
		name := lastLog(before)
		old, whole := before[name], readAll(t, mem, "db")[name]
		if len(old) == len(whole) {
			fitted++
		} else {
			grew++
		}
		if countPairs(t, write(t, before, name, torn(rnd, old, whole)), i+1) {
			kept++
		} else {
			lost++
		}
	}
	if fitted == 0 || grew == 0 || kept == 0 || lost == 0 {
		t.Errorf("%d changes fitted into zeros and %d did not, %d were kept and %d lost: not all cases were met", fitted, grew, kept, lost)
	}
}

// TestFlipsInZeros checks that flipped bits in the zeros after a log lose nothing.
func TestFlipsInZeros(t *testing.T) {
	t.Parallel()
	files := killed(t)
	name := lastLog(files)
	content := files[name]
	size := len(bytes.TrimRight(content, "\x00"))
	if len(content)-size < 4<<10 {
		t.Fatalf("of %d bytes %d are zeros at the end", len(content), len(content)-size)
	}
	_, one, _ := parseSlot(files[syncedFile][:syncedSlot])
	_, two, _ := parseSlot(files[syncedFile][syncedSlot:])
	size = int(max(one[name].size, two[name].size))
	rnd := rand.New(rand.NewPCG(5, 13))
	for i := range 60 {
		at := size
		if i > 0 {
			at += rnd.IntN(min(len(content)-size, 100<<rnd.IntN(12)))
		}
		flipped := bytes.Clone(content)
		flipped[at] ^= 1 << rnd.IntN(8)
		if err := judge(t, write(t, files, name, flipped)); err != nil {
			t.Errorf("a flip at %d, behind %d bytes: %v", at, size, err)
		}
	}
}

// setPair writes the pair with this number, for which judge checks, durably.
func setPair(s *Store, i int) error {
	b := s.NewBatch()
	b.Put(pair(i))
	return b.Commit(true)
}

// torn returns a file of which only some sectors were written. Its length is the old one, the
// new one, or one between.
func torn(rnd *rand.Rand, old, whole []byte) []byte {
	const sector = 512
	part := make([]byte, len(whole))
	copy(part, old)
	for at := 0; at < len(whole); at += sector {
		if end := min(at+sector, len(whole)); rnd.IntN(4) > 0 {
			copy(part[at:end], whole[at:end])
		}
	}
	return part[:len(old)+rnd.IntN(len(whole)-len(old)+1)]
}

// countPairs opens a store and checks that it has n pairs. It reports whether the next pair
// exists too; anything else is an error.
func countPairs(t *testing.T, mem *vfs.MemFS, n int) (next bool) {
	t.Helper()
	s, err := Open("db", Options{FS: mem})
	if err != nil {
		t.Fatalf("after %d pairs: %v", n, err)
	}
	defer func() { _ = s.Close() }()
	i := 0
	for p, err := range s.Scan(nil, nil) {
		if err != nil {
			t.Fatal(err)
		}
		if key, value := pair(i); !bytes.Equal(p.Key, key) || !bytes.Equal(p.Value, value) {
			t.Fatalf("pair %d of %d is %.40q", i, n, p.Key)
		}
		i++
	}
	if i != n && i != n+1 {
		t.Errorf("%d pairs of %d are left", i, n)
	}
	return i == n+1
}

// fullFile is a file to which writes at an offset fail.
type fullFile struct{ vfs.File }

func (fullFile) WriteAt([]byte, int64) (int, error) { return 0, errors.New("no zeros") }

// TestWithoutZeros checks that the failure to write zeros after a log is not a fault.
func TestWithoutZeros(t *testing.T) {
	t.Parallel()
	mem, l := openLog(t, nil)
	l.File = fullFile{l.File}
	for range 3 {
		if _, err := l.Write([]byte("record")); err != nil {
			t.Fatal(err)
		}
		if err := l.Sync(); err != nil {
			t.Error(err)
		}
	}
	if got := string(readAll(t, mem, "")["000007.log"]); got != "recordrecordrecord" || l.synced.logs["000007.log"].size != int64(len(got)) {
		t.Errorf("the log holds %q, of which %+v is noted", got, l.synced.logs)
	}
}
