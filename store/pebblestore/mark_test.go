package pebblestore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

const (
	testKeys  = 400
	testValue = 700
)

// filled returns a file system with a store in "db" that was flushed several times, opened
// twice, and closed or left by a crash.
func filled(t *testing.T, crash bool) *vfs.MemFS {
	t.Helper()
	mem := vfs.NewCrashableMem()
	for round := range 2 {
		s, err := Open("db", Options{FS: mem, MemTableBytes: MinMemTableBytes})
		if err != nil {
			t.Fatal(err)
		}
		for i := range testKeys {
			b := s.NewBatch()
			b.Put(fmt.Appendf(nil, "k%03d", i), fmt.Appendf(nil, "%d-%s", round, strings.Repeat(fmt.Sprint(i), testValue/3)))
			if err := b.Commit(true); err != nil {
				t.Fatal(err)
			}
		}
		left := mem.CrashClone(vfs.CrashCloneCfg{})
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if crash && round == 1 {
			return left
		}
	}
	return mem
}

// readAll returns the files of a folder.
func readAll(t *testing.T, disk vfs.FS, dir string) map[string][]byte {
	t.Helper()
	names, err := disk.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, n := range names {
		f, err := disk.Open(disk.PathJoin(dir, n))
		if errors.Is(err, fs.ErrNotExist) {
			continue // the open store has removed it in the meantime
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[n], err = io.ReadAll(f); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return files
}

// write returns a file system with the files in "db", except one that is changed; nil removes
// it.
func write(t *testing.T, files map[string][]byte, changed string, data []byte) *vfs.MemFS {
	t.Helper()
	mem := vfs.NewMem()
	if err := mem.MkdirAll("db", 0o700); err != nil {
		t.Fatal(err)
	}
	for n, content := range files {
		if n == changed {
			if content = data; content == nil {
				continue
			}
		}
		f, err := mem.Create(mem.PathJoin("db", n), vfs.WriteCategoryUnspecified)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(bytes.Clone(content)); err != nil { // the file may modify the slice
			t.Fatal(err)
		}
		f.Close()
	}
	return mem
}

// judge opens a store with changed files, reads it all, and checks that every pair is right, or
// that there is an error with a kind.
func judge(t *testing.T, mem *vfs.MemFS) error {
	t.Helper()
	s, err := Open("db", Options{FS: mem, MemTableBytes: MinMemTableBytes})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	if _, err := s.Check(t.Context()); err != nil {
		return err
	}
	i := 0
	for p, err := range s.Scan(nil, nil) {
		if err != nil {
			return err
		}
		if want := fmt.Sprintf("k%03d=1-%s", i, strings.Repeat(fmt.Sprint(i), testValue/3)); string(p.Key)+"="+string(p.Value) != want {
			t.Errorf("pair %d is wrong: %.60s...", i, p.Key)
			return nil
		}
		i++
	}
	if i != testKeys {
		t.Errorf("%d pairs were left of %d, and nobody said so", i, testKeys)
	}
	return nil
}

// TestDamageIsNeverSilent flips bits in, truncates and removes every file of a store: it must
// open with all its pairs, or report that it is damaged. It must never panic, or open with fewer
// pairs.
func TestDamageIsNeverSilent(t *testing.T) {
	t.Parallel()
	for name, crash := range map[string]bool{"closed": false, "left by a crash": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := readAll(t, filled(t, crash), "db")
			torn := ""
			if crash {
				torn = lastLog(files)
			}
			damageAll(t, files, torn)
		})
	}
}

// lastLog returns the log that was being written.
func lastLog(files map[string][]byte) string {
	return slices.Max(slices.Collect(func(yield func(string) bool) {
		for name := range files {
			if isLog(name) && !yield(name) {
				return
			}
		}
	}))
}

// damageAll damages each file in many places. The last block of the log that a crash left may be
// torn, which cannot be distinguished from damage.
func damageAll(t *testing.T, files map[string][]byte, torn string) {
	rnd := rand.New(rand.NewPCG(7, 7))
	told := 0
	for name, content := range files {
		try := func(what string, data []byte) {
			err := judge(t, write(t, files, name, data))
			if t.Failed() {
				t.Fatalf("after %s of %s (%d bytes)", what, name, len(content))
			}
			if err == nil {
				return
			}
			told++
			if k := aranea.KindOf(err); k != aranea.Corrupt && k != aranea.Invalid {
				t.Errorf("after %s of %s: kind %s: %v", what, name, k, err)
			}
		}
		try("the loss", nil)
		for range 12 {
			if len(content) == 0 || name == torn {
				break
			}
			at := rnd.IntN(len(content))
			flipped := append([]byte{}, content...)
			flipped[at] ^= 1 << rnd.IntN(8)
			try(fmt.Sprintf("a flip at %d", at), flipped)
			try(fmt.Sprintf("a cut at %d", at), append([]byte{}, content[:at]...))
		}
	}
	if told < 20 {
		t.Errorf("only %d changes were told", told)
	}
}

// TestNothingIsRemovedFromADamagedStore damages the manifest, and checks that all files that it
// does not name still exist after the store was refused.
func TestNothingIsRemovedFromADamagedStore(t *testing.T) {
	t.Parallel()
	files := readAll(t, filled(t, false), "db")
	r, err := parseRecord(files[markFile])
	if err != nil {
		t.Fatal(err)
	}
	current := r.manifest.name
	for name := range files {
		if !strings.HasPrefix(name, "marker.manifest.") && name != current {
			continue
		}
		mem := write(t, files, name, nil)
		if err := judge(t, mem); aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("without %s: %v", name, err)
		}
		left := readAll(t, mem, "db")
		for other, content := range files {
			if other != name && evidence(other) && string(left[other]) != string(content) {
				t.Errorf("%s went with %s", other, name)
			}
		}
	}
}

func TestMarks(t *testing.T) {
	t.Parallel()
	a, b := newMark(), newMark()
	at := func(m mark, g uint64) *mark { m.generation = g; return &m }
	tests := []struct {
		name         string
		inside, file *mark
		says         string
	}{
		{"new", nil, nil, ""},
		{"as it was", at(a, 7), at(a, 7), ""},
		{"a crash before the file was written", at(a, 8), at(a, 7), ""},
		{"a crash in the first opening", at(a, 1), nil, ""},
		{"emptied", nil, at(a, 7), "lost its mark"},
		{"an older state", at(a, 6), at(a, 7), "at generation 6, STORE at 7"},
		{"another store", at(b, 7), at(a, 7), "belongs to another"},
		{"the file is lost", at(a, 7), nil, "STORE is missing"},
	}
	for _, tt := range tests {
		m, err := agree(tt.inside, tt.file)
		if (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.says)
		}
		if err == nil && tt.inside != nil && m != *tt.inside {
			t.Errorf("%s: goes on with %v", tt.name, m)
		}
	}
}

// TestMarkFile checks that a record is read as it was written, and refused if it differs by one
// bit.
func TestMarkFile(t *testing.T) {
	t.Parallel()
	m := record{mark: newMark(), manifest: prefix{"MANIFEST-000007", 9876, 0xabcdef}, logs: []string{"000001.log", "000004.log"}}
	m.generation = 123456
	line := m.text()
	if back, err := parseRecord(line); err != nil || !reflect.DeepEqual(back, m) {
		t.Errorf("%q became %v, %v", line, back, err)
	}
	for i := range line {
		for bit := range 8 {
			flipped := append([]byte{}, line...)
			flipped[i] ^= 1 << bit
			if back, err := parseRecord(flipped); err == nil {
				t.Errorf("%q was taken for %v", flipped, back)
			}
		}
		if _, err := parseRecord(line[:i]); err == nil {
			t.Errorf("%q was taken", line[:i])
		}
	}
	text := "aranea store, format 2, the way it will be\n"
	newer := fmt.Appendf(nil, "%scrc32c %08x\n", text, sum([]byte(text)))
	if _, err := parseRecord(newer); !errors.Is(err, errNewerStore) {
		t.Errorf("a newer format: %v", err)
	}
}

// FuzzRecord parses arbitrary lines with a correct checksum.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(markPrefix + "1\nid 000102030405060708090a0b0c0d0e0f\ngeneration 3\nmanifest M 1 00000002\nlog 1.log\n"))
	f.Add([]byte(markPrefix + "1\nlog\nid 0001020304050607080900010203040506070809\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = fmt.Appendf(bytes.Clone(data), "crc32c %08x\n", sum(data))
		r, err := parseRecord(data)
		if err == nil && string(r.text()) != string(data) {
			t.Errorf("%q reads as %v", data, r)
		}
	})
}

// TestOwnKeys checks that the driver's keys can be neither seen nor written nor removed.
func TestOwnKeys(t *testing.T) {
	t.Parallel()
	mem := vfs.NewMem()
	s, err := Open("db", Options{FS: mem})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(markKey()); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the mark is seen: %v", err)
	}
	for p := range s.Scan([]byte("a"), []byte{0xff, 0xff, 0xff}) {
		t.Errorf("a scan sees %x", p.Key)
	}
	b := s.NewBatch()
	b.Delete(markKey())
	b.DeleteRange([]byte{0}, []byte{0xff, 0xff, 0xff})
	b.DeleteRange([]byte{0xff}, []byte{0xff, 0xff, 0xff})
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	b = s.NewBatch()
	b.Put(markKey(), []byte("x"))
	if err := b.Commit(true); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("the mark was written: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = Open("db", Options{FS: mem})
	if err != nil {
		t.Fatalf("the mark is gone: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestOlderStore opens a store of a version without marks.
func TestOlderStore(t *testing.T) {
	t.Parallel()
	mem := filled(t, false)
	db, err := pebble.Open("db", &pebble.Options{FS: mem, FormatMajorVersion: pebble.FormatNewest})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Delete(markKey(), nil); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := mem.Remove("db/" + markFile); err != nil {
		t.Fatal(err)
	}
	if err := judge(t, mem); err != nil {
		t.Errorf("opening it: %v", err)
	}
	if err := judge(t, mem); err != nil {
		t.Errorf("opening it again: %v", err)
	}
}
