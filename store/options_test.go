package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := openFolder(t, dir)
	defer f.Close()
	if data, err := f.ReadOptions(); err != nil || data != nil {
		t.Errorf("before the first write: %q, %v", data, err)
	}
	for _, text := range []string{"{}", `{"scope": "host"}`} {
		if err := f.WriteOptions([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if data, err := f.ReadOptions(); err != nil || string(data) != text {
			t.Errorf("options %q, %v", data, err)
		}
	}
	if err := f.WriteOptions(make([]byte, 2<<20)); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("huge options: %v", err)
	}
	reader, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.WriteOptions(nil); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("writing by a reader: %v", err)
	}
	if data, err := reader.ReadOptions(); err != nil || string(data) != `{"scope": "host"}` {
		t.Errorf("a reader's options %q, %v", data, err)
	}
}

// TestOptionsDamage flips every bit of the file, and truncates it at every position.
func TestOptionsDamage(t *testing.T) {
	t.Parallel()
	const settings = `{"scope": "host", "depth": 2, "seeds": ["http://a.test/"]}`
	dir := t.TempDir()
	f := openFolder(t, dir)
	defer f.Close()
	if err := f.WriteOptions([]byte(settings)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "options.json")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, at int, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := f.ReadOptions()
		if err == nil && string(got) != settings || err != nil && (aranea.KindOf(err) != aranea.Corrupt || faultOf(err) != store.FolderDamaged) {
			t.Errorf("%s at %d: %q, %v", what, at, got, err)
		}
	}
	for i := range whole {
		check("cut", i, whole[:i])
		for bit := range 8 {
			flipped := bytes.Clone(whole)
			flipped[i] ^= 1 << bit
			check("flip", i, flipped)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if data, err := f.ReadOptions(); data != nil || err != nil {
		t.Errorf("before a frontier was made: %q, %v", data, err)
	}
	if err := os.Mkdir(f.FrontierDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := f.ReadOptions(); faultOf(err) != store.FolderDamaged || !strings.Contains(err.Error(), "it is missing") {
		t.Errorf("beside a frontier: %v", err)
	}
}

// TestOptionsOfOlderPrograms reads settings without an envelope.
func TestOptionsOfOlderPrograms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := openFolder(t, dir)
	defer f.Close()
	if err := os.WriteFile(filepath.Join(dir, "options.json"), []byte(`{"scope":"any"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := f.ReadOptions(); err != nil || string(data) != `{"scope":"any"}` {
		t.Errorf("%q, %v", data, err)
	}
	if err := f.WriteOptions([]byte("scope any")); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("settings that are not JSON: %v", err)
	}
}
