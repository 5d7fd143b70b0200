package imports_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// TestUnreadSecrets: of a segment whose list of pages that were read with a secret cannot be read, no
// page is listed, and of the others all are that may be read.
func TestUnreadSecrets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x, err := index.Open(dir, index.Options{Workers: 1, FlushIdle: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = x.Close() }()
	const pages = 400 // so many that their list is not in the dictionary
	for seg := range 2 {
		var all []aranea.IndexChange
		for i := range pages {
			u := weburl.MustParse(fmt.Sprintf("http://a.test/%d/%d", seg, i))
			c := aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: &aranea.Page{URL: u, Text: []byte("words\n"), Elements: []aranea.Element{{End: 5}}}, Snippet: true}
			if i%2 == 0 {
				c.Access = "members"
			}
			all = append(all, c)
		}
		if err := x.Apply(t.Context(), all); err != nil {
			t.Fatal(err)
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	count := func(access ...string) (n int, err error) {
		snap, err := x.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		defer snap.Close()
		for _, fault := range imports.All(t.Context(), snap, access) {
			if err = fault; err == nil {
				n++
			}
		}
		return n, err
	}
	if n, err := count(); n != pages || err != nil {
		t.Fatalf("%d pages, %v", n, err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "seg-*.pst"))
	if err != nil || len(names) != 2 {
		t.Fatal(names, err)
	}
	destroy(t, names[0])
	if n, err := count(); n != pages/2 || aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("without a label: %d pages, %v", n, err)
	}
	if n, err := count("members"); n != pages || aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("with the label: %d pages, %v", n, err)
	}
}

// destroy changes all bytes of a file in place, which maps see.
func destroy(t *testing.T, name string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		data[i] ^= 0x5a
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = f.WriteAt(data, 0); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
