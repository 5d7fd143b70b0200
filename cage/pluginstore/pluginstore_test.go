package pluginstore_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/cage"
	"github.com/aranea-search/aranea/cage/pluginstore"
	"github.com/aranea-search/aranea/extract/frame"
)

func hello(name, version string) frame.Hello {
	return frame.Hello{Protocol: frame.Protocol, Name: name, Version: version, Formats: []frame.Format{{Name: name, Endings: []string{name}}}}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestFolder checks that an added plugin is found, that a newer version replaces the old one, and
// that a removed plugin is gone.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := pluginstore.Folder(filepath.Join(dir, "not", "there", "yet"))
	if all, faults, err := f.Plugins(); err != nil || len(all)+len(faults) != 0 {
		t.Fatalf("%v, %v", all, err)
	}
	source := filepath.Join(dir, "source")
	for _, p := range []struct{ name, version, file string }{{"b", "1", "old"}, {"a", "1", "other"}, {"b", "2", "new"}} {
		write(t, source, p.file)
		if err := f.Add(source, hello(p.name, p.version), cage.Checksum([]byte(p.file))); err != nil {
			t.Fatal(err)
		}
	}
	all, faults, err := f.Plugins()
	if err != nil || len(faults) != 0 || len(all) != 2 || all[0].Hello.Name != "a" || all[1].Hello.Version != "2" {
		t.Fatalf("%+v, %v", all, err)
	}
	if got, err := os.ReadFile(all[1].Path); err != nil || string(got) != "new" {
		t.Errorf("%q, %v", got, err)
	}
	if info, err := os.Stat(all[1].Path); err != nil || info.Mode().Perm()&0o100 == 0 {
		t.Errorf("a program that nobody may start: %v, %v", info.Mode(), err)
	}
	if err := f.Remove("a"); err != nil {
		t.Fatal(err)
	}
	if all, faults, err := f.Plugins(); err != nil || len(faults) != 0 || len(all) != 1 {
		t.Errorf("after removal: %+v, %v", all, err)
	}
	if err := f.Remove("a"); err == nil {
		t.Error("removed twice")
	}
}

// TestBadFolder checks that a file that was not added and an invalid manifest are detected.
func TestBadFolder(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(dir string){
		"another file":     func(dir string) { write(t, filepath.Join(dir, "a.plugin"), "else") },
		"no JSON":          func(dir string) { write(t, filepath.Join(dir, "a.json"), "{") },
		"another name":     func(dir string) { write(t, filepath.Join(dir, "c.json"), read(t, filepath.Join(dir, "a.json"))) },
		"an empty name":    func(dir string) { write(t, filepath.Join(dir, "a.json"), "{}") },
		"no file":          func(dir string) { _ = os.Remove(filepath.Join(dir, "a.plugin")) },
		"a large manifest": func(dir string) { write(t, filepath.Join(dir, "a.json"), string(make([]byte, 70_000))) },
	} {
		dir := t.TempDir()
		source := filepath.Join(dir, "source")
		write(t, source, "file")
		f := pluginstore.Folder(dir)
		if err := f.Add(source, hello("a", "1"), cage.Checksum([]byte("changed"))); err == nil {
			t.Error("a file that changed is added")
		}
		if err := f.Add(source, hello("a", "1"), cage.Checksum([]byte("file"))); err != nil {
			t.Fatal(err)
		}
		if err := f.Add(source, hello("b", "1"), cage.Checksum([]byte("file"))); err != nil {
			t.Fatal(err)
		}
		spoil(dir)
		sound, faults, err := f.Plugins()
		if err != nil || len(faults) != 1 || !strings.Contains(faults[0].Error(), "aranea plugin remove") || len(sound) == 0 || sound[len(sound)-1].Hello.Name != "b" {
			t.Errorf("%s: %+v, %v, %v", name, sound, faults, err)
		}
		if name != "another name" {
			if err := f.Remove("a"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
