package upkeep_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// filled returns an index with pages, one segment for each, and its path.
func filled(t *testing.T, dir string, pages ...string) (upkeep.Index, string) {
	t.Helper()
	at := filepath.Join(t.TempDir(), dir)
	x, err := index.Open(at, index.Options{Workers: 1, FlushIdle: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	for i, text := range pages {
		u, err := weburl.Parse(fmt.Sprintf("http://a.test/%d", i))
		if err != nil {
			t.Fatal(err)
		}
		page := &aranea.Page{URL: u, Lang: "en", Text: []byte(text + "\n"), Elements: []aranea.Element{{End: uint32(len(text))}}}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: page, Snippet: true}}); err != nil {
			t.Fatal(err)
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	return upkeep.Index{Dir: dir, Index: x}, at
}

// TestProtected: pages that were read with a secret are counted as long as they can be found.
func TestProtected(t *testing.T) {
	t.Parallel()
	x, _ := filled(t, "index", "open")
	for i, change := range []aranea.IndexChange{{Action: aranea.IndexPut, Access: "members"}, {Action: aranea.IndexPut, Access: "staff"}, {Action: aranea.IndexHide, Access: "staff"}, {Action: aranea.IndexDelete, Access: "members"}} {
		change.URL = weburl.MustParse("http://a.test/" + change.Access)
		change.Page = &aranea.Page{URL: change.URL, Lang: "en", Text: []byte("closed\n"), Elements: []aranea.Element{{End: 6}}}
		if err := x.Apply(t.Context(), []aranea.IndexChange{change}); err != nil {
			t.Fatal(err)
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
		if st, err := upkeep.StatOf(t.Context(), x); err != nil || st.Protected != []uint64{1, 2, 1, 0}[i] {
			t.Errorf("step %d: %d, %v", i, st.Protected, err)
		}
	}
}

func TestStatAndMerge(t *testing.T) {
	t.Parallel()
	x, _ := filled(t, "index", "the spiders of the garden", "the webs of the spiders", "the garden of the spiders")
	st, err := upkeep.StatOf(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if st.Docs != 3 || len(st.List) != 3 || st.Langs["en"] != 3 || st.Words != 15 {
		t.Errorf("%+v", st)
	}
	if _, err := (upkeep.Merge{}).Do(t.Context(), []upkeep.Index{x}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("no segments at all: %v", err)
	}
	m, err := upkeep.Merge{Segments: 1}.Do(t.Context(), []upkeep.Index{x})
	if err != nil || m.Before != 3 || m.After != 1 || m.Most != 1 || m.Bytes == 0 || m.Freed <= 0 {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestMemoryIsNoSegment checks that pages that are only in memory count as waiting, and not as a
// segment.
func TestMemoryIsNoSegment(t *testing.T) {
	t.Parallel()
	x, _ := filled(t, "index", "the spiders of the garden")
	before, err := upkeep.StatOf(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	u, err := weburl.Parse("http://a.test/waiting")
	if err != nil {
		t.Fatal(err)
	}
	page := &aranea.Page{URL: u, Lang: "en", Text: []byte("web\n"), Elements: []aranea.Element{{End: 3}}}
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: page, Snippet: true}}); err != nil {
		t.Fatal(err)
	}
	st, err := upkeep.StatOf(t.Context(), x)
	if err != nil || st.Docs != 2 || st.Waiting != 1 || st.Segments != 1 || len(st.List) != 1 || !maps.Equal(st.Bytes, before.Bytes) {
		t.Errorf("%+v, %v", st, err)
	}
	var told []upkeep.Verified
	for v, err := range upkeep.Verify(t.Context(), []upkeep.Index{x}) {
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, v)
	}
	if len(told) != 1 || told[0].Bytes != told[0].Of {
		t.Errorf("%+v", told)
	}
}

// TestVerify checks that progress ends at the total, that each fault names its file and offset,
// and that nothing is yielded after the caller has stopped.
func TestVerify(t *testing.T) {
	t.Parallel()
	a, dir := filled(t, "index", "spiders", "webs")
	b, _ := filled(t, "anchors", "garden")
	all := []upkeep.Index{a, b}
	var told []string
	for v, err := range upkeep.Verify(t.Context(), all) {
		if err != nil || v.Of == 0 || v.Bytes > v.Of || v.Text != "" {
			t.Fatalf("%+v, %v", v, err)
		}
		told = append(told, fmt.Sprintf("%s %d%%", filepath.Dir(v.Segment), 100*v.Bytes/v.Of))
	}
	if len(told) != 3 || !strings.HasPrefix(told[0], "index ") || told[2] != "anchors 100%" {
		t.Errorf("%q", told)
	}
	for range upkeep.Verify(t.Context(), all) {
		break
	}
	flip(t, dir)
	var faults []upkeep.Verified
	for v, err := range upkeep.Verify(t.Context(), all) {
		if err != nil {
			t.Fatal(err)
		}
		if v.Segment == "" {
			faults = append(faults, v)
		}
	}
	if len(faults) == 0 || !strings.HasPrefix(faults[0].File, "index/") || !strings.HasSuffix(faults[0].File, ".pst") || faults[0].Text == "" {
		t.Errorf("%+v", faults)
	}
}

// flip changes a bit of the first file of postings in a folder, in place, because the file is
// mapped.
func flip(t *testing.T, dir string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.pst"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	f, err := os.OpenFile(names[0], os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := make([]byte, 1)
	if _, err := f.ReadAt(b, 0); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 1
	if _, err := f.WriteAt(b, 0); err != nil {
		t.Fatal(err)
	}
}
