package lists

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/search/synonym"
)

// TestFile checks that a list is read again when its file changes, at most once a second, and that
// a file that cannot be read leaves the list as it was and is told once.
func TestFile(t *testing.T) {
	t.Parallel()
	path, now, log := filepath.Join(t.TempDir(), "synonyms.txt"), time.Unix(1e9, 0), new(bytes.Buffer)
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(Synonyms(), path, time.Now, slog.New(slog.DiscardHandler)); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a missing file: %v", err)
	}
	write("tv")
	if _, err := Open(Synonyms(), path, time.Now, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "synonyms.txt") || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a wrong file: %v", err)
	}
	write("tv, television")
	f, err := Open(Synonyms(), path, func() time.Time { return now }, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name, text string
		later      time.Duration
		want, told int // words; lines of the log so far
	}{
		{"as it was opened", "", 0, 2, 0},
		{"changed within the second", "tv, television, telly", looksEvery / 2, 2, 0},
		{"seen after it", "", looksEvery / 2, 3, 1},
		{"unchanged", "", looksEvery, 3, 1},
		{"wrong", "tv", looksEvery, 3, 2},
		{"still wrong", "", looksEvery, 3, 2},
		{"right again", "a, b", looksEvery, 2, 3},
		{"gone", "-", looksEvery, 2, 4},
		{"still gone", "", looksEvery, 2, 4},
		{"back", "a, b, c, d", looksEvery, 4, 5},
	} {
		switch step.text {
		case "":
		case "-":
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		default:
			write(step.text)
		}
		now = now.Add(step.later)
		f.Set()
		f.looks.Wait()
		if got, told := f.Set().Len(), strings.Count(log.String(), "\n"); got != step.want || told != step.told {
			t.Errorf("%s: %d words, told %d times; want %d, %d\n%s", step.name, got, told, step.want, step.told, log)
		}
	}
}

// TestWeights checks that a list of patterns is read as one, and that its faults name it.
func TestWeights(t *testing.T) {
	t.Parallel()
	path, log := filepath.Join(t.TempDir(), "weights.txt"), slog.New(slog.DiscardHandler)
	if err := os.WriteFile(path, []byte("/docs/ more\n/blog/ much less\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(Weights(), path, time.Now, log)
	if err != nil || f.Set().Len() != 2 {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(path, []byte("/docs/"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Weights(), path, time.Now, log); err == nil || !strings.Contains(err.Error(), "read weights: line 1") {
		t.Errorf("a wrong file: %v", err)
	}
}

// TestOrIn: what a folder lists counts where nothing else is named, and each list by itself.
func TestOrIn(t *testing.T) {
	t.Parallel()
	dir, log := t.TempDir(), new(bytes.Buffer)
	for name, text := range map[string]string{"synonyms": "tv, telly", "pins": "vpn", "weights": "/docs/ more"} {
		if err := os.WriteFile(InFolder(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	logger := slog.New(slog.NewTextHandler(log, nil))
	s := Sources{Synonyms: func() *synonym.Set { return nil }}.OrIn(dir, logger)
	if s.Synonyms().Len() != 0 || s.Pins != nil || s.Weights().Len() != 1 || strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "list of pins cannot be read") {
		t.Errorf("%+v\n%s", s, log)
	}
	if s = (Sources{}).OrIn(t.TempDir(), logger); s.Synonyms != nil || s.Pins != nil || s.Weights != nil {
		t.Errorf("of an empty folder %+v", s)
	}
}

// TestCopy: every list of a folder comes with its copy.
func TestCopy(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	for _, name := range Names() {
		if err := os.WriteFile(InFolder(from, name), []byte("# "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Copy(from, to); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"synonyms", "pins", "weights"} {
		if text, err := os.ReadFile(InFolder(to, name)); err != nil || string(text) != "# "+name {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// TestPins checks that a list of pages is read as one, and that its faults name it.
func TestPins(t *testing.T) {
	t.Parallel()
	path, log := filepath.Join(t.TempDir(), "pins.txt"), slog.New(slog.DiscardHandler)
	if err := os.WriteFile(path, []byte("vpn => http://a.test/"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(Pins(), path, time.Now, log)
	if err != nil || f.Set().Len() != 1 {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(path, []byte("vpn"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Pins(), path, time.Now, log); err == nil || !strings.Contains(err.Error(), "read pins: line 1") {
		t.Errorf("a wrong file: %v", err)
	}
}

// TestPrivate checks that a file which others may read is refused where nobody else may, is told once, and
// is read when only its rights have changed.
func TestPrivate(t *testing.T) {
	t.Parallel()
	path, now, log := filepath.Join(t.TempDir(), "names"), time.Unix(1e9, 0), new(bytes.Buffer)
	if err := os.WriteFile(path, []byte("tv, television"), 0o600); err != nil {
		t.Fatal(err)
	}
	kind := Synonyms()
	kind.Private = true
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	f, err := Open(kind, path, func() time.Time { return now }, slog.New(slog.NewTextHandler(log, nil)))
	if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "others may read it (mode 0640)") {
		t.Errorf("a file that others may read: %v", err)
	}
	for range 2 {
		now = now.Add(looksEvery)
		if set := f.Set(); set != nil {
			t.Errorf("it counts: %v", set)
		}
		f.looks.Wait()
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	now = now.Add(looksEvery)
	f.Set()
	f.looks.Wait()
	if set := f.Set(); set == nil || set.Len() != 2 {
		t.Errorf("a file that was made private: %v", set)
	}
	if told := strings.Count(log.String(), "\n"); told > 1 || !strings.Contains(log.String(), "was read") {
		t.Errorf("the log:\n%s", log)
	}
}
