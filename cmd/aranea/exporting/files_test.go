package exporting

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// A folder has pages for a sitemap, and may fail behind them, or do something else first.
type folder struct {
	service.Listing
	pages []string
	err   error
	after func() // the last page
}

func (f *folder) PublishedPages(context.Context, sitemappages.Filter) iter.Seq2[sitemappages.Page, error] {
	return func(yield func(sitemappages.Page, error) bool) {
		for _, p := range f.pages {
			if !yield(sitemappages.Page{URL: weburl.MustParse(p)}, nil) {
				return
			}
		}
		if f.after != nil {
			f.after()
		}
		if f.err != nil {
			yield(sitemappages.Page{}, f.err)
		}
	}
}

// pagesOf returns the addresses of pages of a host.
func pagesOf(host string, n int) (pages []string) {
	for i := range n {
		pages = append(pages, fmt.Sprintf("https://%s/%06d", host, i))
	}
	return pages
}

// write writes a sitemap and returns what is told.
func write(t *testing.T, f *folder, c exportFlags) (string, error) {
	t.Helper()
	var out strings.Builder
	cmd := &cobra.Command{}
	cmd.SetOut(&out)
	err := c.writeSitemap(t.Context(), cmd, f)
	return out.String(), err
}

// locs returns what a file lists, which must be without faults.
func locs(t *testing.T, path string) (all []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for e, err := range sitemap.Read(f, sitemap.Options{}) {
		if err != nil {
			t.Fatal(path, err)
		}
		all = append(all, e.Loc)
	}
	return all
}

// names returns the names of the files of a folder.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	if err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestParts: more pages than a file may list are in files with numbers, and the file is their index.
func TestParts(t *testing.T) {
	t.Parallel()
	for _, ending := range []string{".xml", ".xml.gz"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "site map"+ending)
		pages := pagesOf("a.test", 2*sitemap.DefaultMaxURLs+1)
		text, err := write(t, &folder{pages: pages}, exportFlags{sitemap: path})
		if err != nil || !strings.Contains(text, "100,001 pages in "+path+", an index of 3 files: ") || !strings.Contains(text, "In robots.txt: Sitemap: https://a.test/site%20map"+ending) {
			t.Fatalf("%q, %v", text, err)
		}
		var want, got []string
		for i := range 3 {
			want = append(want, fmt.Sprintf("https://a.test/site%%20map-%d%s", i+1, ending))
			got = append(got, locs(t, filepath.Join(dir, fmt.Sprintf("site map-%d%s", i+1, ending)))...)
		}
		if index := locs(t, path); !slices.Equal(index, want) || !slices.Equal(got, pages) {
			t.Errorf("%q lists %d pages", index, len(got))
		}
		text, err = write(t, &folder{pages: pages[:9]}, exportFlags{sitemap: path})
		if err != nil || !strings.Contains(text, "site map-1"+ending+" is of an earlier sitemap") || len(locs(t, path)) != 9 {
			t.Errorf("fewer: %q, %v", text, err)
		}
	}
}

// TestSeveralHosts: an index of the pages of several hosts needs an address, one file does not.
func TestSeveralHosts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "sitemap.xml")
	many := &folder{pages: append(pagesOf("a.test", sitemap.DefaultMaxURLs), pagesOf("b.test", 1)...)}
	if text, err := write(t, many, exportFlags{sitemap: path}); err == nil || !strings.Contains(err.Error(), "--base") || len(names(t, dir)) > 0 {
		t.Errorf("%q, %v; left %q", text, err, names(t, dir))
	}
	if text, err := write(t, many, exportFlags{sitemap: path, base: "https://c.test/maps"}); err != nil || !strings.Contains(text, "several hosts") || !slices.Equal(locs(t, path), []string{"https://c.test/maps/sitemap-1.xml", "https://c.test/maps/sitemap-2.xml"}) {
		t.Errorf("%q, %v", text, err)
	}
	few := &folder{pages: []string{"https://a.test/", "https://b.test/"}}
	if text, err := write(t, few, exportFlags{sitemap: path}); err != nil || strings.Contains(text, "In robots.txt") || !strings.Contains(text, "several hosts") {
		t.Errorf("%q, %v", text, err)
	}
}

// TestBefore: what was there stays whole when the list fails, or has no page.
func TestBefore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "sitemap.xml")
	for name, f := range map[string]*folder{
		"before": {pages: []string{"https://a.test/"}}, "fails": {pages: pagesOf("a.test", sitemap.DefaultMaxURLs+1), err: errors.New("disk")}, "empty": {},
	} {
		if name != "before" {
			if _, err := write(t, &folder{pages: []string{"https://a.test/"}}, exportFlags{sitemap: path}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := write(t, f, exportFlags{sitemap: path}); (err == nil) != (name == "before") {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.Equal(locs(t, path), []string{"https://a.test/"}) || !slices.Equal(names(t, dir), []string{"sitemap.xml"}) {
			t.Errorf("%s: %q", name, names(t, dir))
		}
	}
}

// TestAtOnce: two exports to one file do not write into the same one; that which ends last counts.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "sitemap.xml")
	one := &folder{pages: []string{"https://a.test/one"}, after: func() {
		if text, err := write(t, &folder{pages: []string{"https://a.test/two", "https://a.test/three"}}, exportFlags{sitemap: path}); err != nil || len(locs(t, path)) != 2 {
			t.Errorf("the first to end: %q, %v", text, err)
		}
	}}
	if text, err := write(t, one, exportFlags{sitemap: path}); err != nil || !slices.Equal(locs(t, path), []string{"https://a.test/one"}) || !slices.Equal(names(t, dir), []string{"sitemap.xml"}) {
		t.Errorf("%q, %v; left %q", text, err, names(t, dir))
	}
}

// TestLongURLs: the longest URL of a page is short enough for a sitemap.
func TestLongURLs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "sitemap.xml")
	long := "https://a.test/"
	long += strings.Repeat("x", weburl.MaxLength-len(long))
	if text, err := write(t, &folder{pages: []string{long}}, exportFlags{sitemap: path, asJSON: true}); err != nil || !strings.Contains(text, `"pages":1,"url":"https://a.test/sitemap.xml"`) || !slices.Equal(locs(t, path), []string{long}) {
		t.Errorf("%q, %v", text, err)
	}
}
