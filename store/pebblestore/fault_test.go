package pebblestore_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

func set(kv store.KV, key, value string) error {
	b := kv.NewBatch()
	b.Put([]byte(key), []byte(value))
	return b.Commit(true)
}

// full returns an injector that, once it is on, fails all writes to files whose names contain
// part.
func full(part string) *errorfs.Toggle {
	return &errorfs.Toggle{Injector: errorfs.InjectorFunc(func(op errorfs.Op) error {
		if op.Kind.ReadOrWrite() == errorfs.OpIsWrite && strings.Contains(op.Path, part) {
			return &os.PathError{Op: "write", Path: op.Path, Err: syscall.ENOSPC}
		}
		return nil
	})}
}

// TestFullDisk fills the disk under each kind of file. It checks that the failing write and all
// later ones report it, that no acknowledged write is lost, and that the store opens again when
// there is room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, part := range []string{".log", ".sst", "MANIFEST", ""} {
		t.Run("files "+part, func(t *testing.T) {
			t.Parallel()
			disk := vfs.NewCrashableMem()
			space := full(part)
			s, err := pebblestore.Open("db", pebblestore.Options{FS: errorfs.Wrap(disk, space), MemTableBytes: 64 << 10})
			if err != nil {
				t.Fatal(err)
			}
			value := strings.Repeat("v", 2000)
			acked, failed := 0, error(nil)
			for i := 0; i < 5000 && failed == nil; i++ {
				if i == 100 {
					space.On()
				}
				if failed = set(s, fmt.Sprintf("k%04d", i), value); failed == nil {
					acked++
				}
			}
			if aranea.KindOf(failed) != aranea.Limit || !strings.Contains(failed.Error(), "no space is left on the disk") {
				t.Fatalf("after %d writes: %v", acked, failed)
			}
			if err := set(s, "later", "x"); aranea.KindOf(err) != aranea.Limit {
				t.Errorf("a later write: %v", err)
			}
			if v, err := s.Get([]byte("k0000")); err != nil || string(v) != value {
				t.Errorf("reading goes on: %v", err)
			}
			after := disk.CrashClone(vfs.CrashCloneCfg{})
			_ = s.Close() // may return that the disk is full
			s, err = pebblestore.Open("db", pebblestore.Options{FS: after})
			if err != nil {
				t.Fatalf("with room again: %v", err)
			}
			for i := range acked {
				if _, err := s.Get(fmt.Appendf(nil, "k%04d", i)); err != nil {
					t.Errorf("acknowledged key %d of %d: %v", i, acked, err)
				}
			}
			if err := set(s, "later", "x"); err != nil {
				t.Errorf("writing with room again: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOpenOnFullDisk(t *testing.T) {
	t.Parallel()
	space := full("")
	space.On()
	_, err := pebblestore.Open("db", pebblestore.Options{FS: errorfs.Wrap(vfs.NewMem(), space)})
	if aranea.KindOf(err) != aranea.Limit {
		t.Errorf("%v, want kind limit", err)
	}
}

func TestSecondOpeningIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pebblestore.Open(dir, pebblestore.Options{}); aranea.KindOf(err) != aranea.Denied || !strings.Contains(err.Error(), "another process has it open") {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestDamageIsReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := pebblestore.Open(dir, pebblestore.Options{MemTableBytes: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		if err := set(s, fmt.Sprintf("k%03d", i), strings.Repeat(fmt.Sprint(i), 700)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	tables, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatalf("tables: %v, %v", tables, err)
	}
	for _, name := range tables {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range min(2000, len(data)/2) {
			data[i] ^= 0xff
		}
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if s, err = pebblestore.Open(dir, pebblestore.Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Get([]byte("k000"))
	var file *store.FileDamage
	if !errors.As(err, &file) || aranea.KindOf(err) != aranea.Corrupt || !slices.Contains(tables, filepath.Join(filepath.Dir(dir), file.Name)) {
		t.Errorf("reading a damaged table: %v", err)
	}
	err = nil
	for _, fault := range s.Scan(nil, nil) {
		err = fault
	}
	if aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("scanning a damaged table: %v", err)
	}
	var named []string
	for f, err := range s.Damaged(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		named = append(named, filepath.Join(filepath.Dir(dir), f.Name))
	}
	if slices.Sort(named); len(named) < 2 || !slices.Equal(named, tables) {
		t.Errorf("damaged are %v, want %v", named, tables)
	}
}

func TestDamagedManifest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	manifests, err := filepath.Glob(filepath.Join(dir, "MANIFEST-*"))
	if err != nil || len(manifests) == 0 {
		t.Fatalf("manifests: %v, %v", manifests, err)
	}
	for _, m := range manifests {
		if err := os.WriteFile(m, []byte("damaged beyond repair"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err = pebblestore.Open(dir, pebblestore.Options{})
	var e *aranea.Error
	if !errors.As(err, &e) || e.Kind != aranea.Corrupt || e.Obj != dir {
		t.Errorf("opening a damaged store: %v", err)
	}
}

func TestOptionsValidate(t *testing.T) {
	t.Parallel()
	err := pebblestore.Options{CacheBytes: -1, MemTableBytes: 1}.Validate()
	if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "block cache") || !strings.Contains(err.Error(), "memtables") {
		t.Errorf("%v, want both faults", err)
	}
	if err := (pebblestore.Options{}).Validate(); err != nil {
		t.Error(err)
	}
}
