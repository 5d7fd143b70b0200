package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/segment"
)

// faults collects what Check says.
func faults(t testing.TB, seq func(func(Fault, error) bool)) []Fault {
	t.Helper()
	var out []Fault
	for f, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}

// rewrite changes a file in place, which maps see.
func rewrite(t testing.TB, dir, name string, data []byte) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// openDir opens an index on real files, which change under its eyes.
func openDir(t testing.TB, dir string) *Index {
	t.Helper()
	x, err := Open(dir, single)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestCheckNamesTheFile: one bit flipped in any part of a segment is found, by
// the open index and in the closed folder.
func TestCheckNamesTheFile(t *testing.T) {
	t.Parallel()
	for _, part := range segment.Parts() {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			x := openDir(t, dir)
			for i := range 200 {
				apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "title:zq1x", "text:zq2x and more words"))
			}
			snapshot(t, x)
			if got := faults(t, x.Check(context.Background(), nil)); len(got) > 0 {
				t.Fatalf("a whole index has %v", got)
			}
			name := "seg-00000001." + part
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			data[len(data)/3] ^= 4
			rewrite(t, dir, name, data)
			if got := faults(t, x.Check(context.Background(), nil)); len(got) != 1 || got[0].File != name || got[0].Text == "" {
				t.Errorf("the open index has %v, want one fault in %s", got, name)
			}
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			got := faults(t, checkDir(t, dir))
			if len(got) != 1 || !strings.HasPrefix(got[0].File, "seg-00000001") {
				t.Errorf("the folder has %v", got)
			}
		})
	}
}

func TestHasAndStats(t *testing.T) {
	t.Parallel()
	x := open(t, disktest.New(), slow)
	defer x.Close()
	for i := range 3 {
		apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:zq1x zq2x"))
	}
	if st, err := x.Stats(); err != nil || st.Docs != 3 || st.Waiting != 3 || st.WaitingBytes == 0 {
		t.Errorf("before the flush: %+v, %v", st, err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	apply(t, x, put(t, "http://a.test/9", "text:zq1x"), del(t, "http://a.test/0"))
	for url, want := range map[string]bool{"http://a.test/0": false, "http://a.test/1": true, "http://a.test/9": true, "http://a.test/10": false} {
		if got := x.Has(parse(t, url).ID()); got != want {
			t.Errorf("Has(%s) is %t", url, got)
		}
	}
	st, err := x.Stats()
	if err != nil || st.Docs != 3 || st.Deleted != 1 || st.Waiting != 1 || st.Terms == 0 || st.Words != 7 || st.Bytes["pst"] == 0 {
		t.Errorf("%+v, %v", st, err)
	}
}

// TestBackup: a copy made while others write holds what was applied before, and
// opens as an index of its own.
func TestBackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := openDir(t, dir)
	for i := range 40 {
		apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "title:A title", "text:zq1x"))
	}
	snapshot(t, x)
	apply(t, x, put(t, "http://a.test/1", "text:zq2x"), del(t, "http://a.test/2"))
	to := filepath.Join(t.TempDir(), "copy")
	if err := x.Backup(context.Background(), to); err != nil {
		t.Fatal(err)
	}
	apply(t, x, del(t, "http://a.test/3"))
	if err := x.Backup(context.Background(), to); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a second copy over the first: %v", err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if got := faults(t, checkDir(t, to)); len(got) > 0 {
		t.Fatalf("the copy has %v", got)
	}
	y := openDir(t, to)
	defer y.Close()
	var urls []string
	for d, err := range snapshot(t, y).Documents(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		want := "zq1x\n"
		if d.URL == "http://a.test/1" {
			want = "zq2x\n"
		}
		if string(d.Text) != want {
			t.Errorf("%s has the text %q", d.URL, d.Text)
		}
		urls = append(urls, d.URL)
	}
	if len(urls) != 39 || slices.Contains(urls, "http://a.test/2") || !slices.Contains(urls, "http://a.test/3") {
		t.Errorf("%d documents: %v", len(urls), urls)
	}
	apply(t, y, put(t, "http://a.test/50", "text:zq1x"))
	if s := snapshot(t, y); s.Docs() != 40 {
		t.Errorf("the copy takes %d documents", s.Docs())
	}
}

// TestBackupOfDamage: what is damaged is not copied in silence.
func TestBackupOfDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := openDir(t, dir)
	defer x.Close()
	apply(t, x, put(t, "http://a.test/1", "text:zq1x"))
	snapshot(t, x)
	name := filepath.Join(dir, "seg-00000001.doc")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data[3] ^= 1
	rewrite(t, filepath.Dir(name), filepath.Base(name), data)
	to := t.TempDir()
	if err := x.Backup(context.Background(), to); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), "seg-00000001.doc") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(filepath.Join(to, manifestFile)); err == nil {
		t.Error("the cut copy has a manifest")
	}
}
