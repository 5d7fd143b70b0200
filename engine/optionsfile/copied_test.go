package optionsfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// stored makes a data folder that remembers settings.
func stored(t *testing.T, dir string, s settings.Settings) {
	t.Helper()
	folder, err := store.OpenFolder(dir, store.Holder{})
	if err != nil {
		t.Fatal(err)
	}
	o := New("1.2", &s, extraction.State{})
	if err := o.Write(folder); err != nil {
		t.Fatal(err)
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
}

// copied copies the settings of a data folder into another one.
func copied(t *testing.T, from, to string) {
	t.Helper()
	folder, err := store.OpenFolderReadOnly(from)
	if err == nil {
		err = os.Mkdir(to, 0o700)
	}
	if err == nil {
		err = folder.Seal(to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestCopied: a copy of a data folder does not write to what the folder writes to outside of itself,
// and a folder that was moved does.
func TestCopied(t *testing.T) {
	t.Parallel()
	s := settings.Default()
	s.Seeds, s.Documents, s.WARC, s.CrawlLog = []weburl.URL{weburl.MustParse("http://a.test/")}, "/pages", "/warcs", "/log"
	for _, tt := range []struct {
		name   string
		change func(t *testing.T, data, backup string)
		now    func(s *settings.Settings)
		want   string // in the error
	}{
		{"a copy", nil, nil, "--documents, --warc, --crawl-log"},
		{"a copy that writes elsewhere", nil, func(s *settings.Settings) { s.Documents, s.WARC, s.CrawlLog = "/other", "", "" }, ""},
		{"a copy, in part elsewhere", nil, func(s *settings.Settings) { s.Documents, s.CrawlLog = "/other", "/more" }, "the same --warc:"},
		{"the original is away", func(t *testing.T, data, _ string) {
			if err := os.RemoveAll(data); err != nil {
				t.Fatal(err)
			}
		}, nil, ""},
		{"the original writes elsewhere now", func(t *testing.T, data, _ string) {
			o := s
			o.Documents, o.WARC, o.CrawlLog = "/other", "", ""
			stored(t, data, o)
		}, nil, ""},
		{"the name leads to the copy", func(t *testing.T, data, backup string) {
			if err := os.RemoveAll(data); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(backup, data); err != nil {
				t.Fatal(err)
			}
		}, nil, ""},
		{"the copy has changed since", func(t *testing.T, _, backup string) { stored(t, backup, s) }, nil, "--documents, --warc, --crawl-log"},
	} {
		dir := t.TempDir()
		data, backup := filepath.Join(dir, "data"), filepath.Join(dir, "copy")
		stored(t, data, s)
		copied(t, data, backup)
		if tt.change != nil {
			tt.change(t, data, backup)
		}
		now := s
		if tt.now != nil {
			tt.now(&now)
		}
		r, err := Recall(backup)
		if err != nil {
			t.Fatal(err)
		}
		err = r.Precedes(backup, &now)
		if (err == nil) != (tt.want == "") || err != nil && (aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
		if tt.now == nil && (r.LinesIn(backup) == "") != (tt.want != "") {
			t.Errorf("%s: lines in %q", tt.name, r.LinesIn(backup))
		}
		if r, err = Recall(data); err != nil || r != nil && r.Precedes(data, &s) != nil {
			t.Errorf("%s: the original: %v", tt.name, err)
		}
	}
}
