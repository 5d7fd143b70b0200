package engine

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestStatusTellsWhatWaits checks that a page that is committed and not yet in a segment can be
// found, and is counted as waiting.
func TestStatusTellsWhatWaits(t *testing.T) {
	t.Parallel()
	e, err := Open(t.Context(), t.TempDir(), Options{Version: "test", Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	text := "Words of a page"
	p := &aranea.Page{URL: u, Text: []byte(text), Elements: []aranea.Element{{Kind: aranea.ElementTitle, End: uint32(len(text))}}}
	put := aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: 1, FetchedAt: time.Now(), Page: p, Snippet: true}
	if err := e.index.Apply(t.Context(), []aranea.IndexChange{put}); err != nil {
		t.Fatal(err)
	}
	if st, err := e.Status(t.Context()); err != nil || st.Docs != 1 || st.Waiting != 1 {
		t.Errorf("%d pages can be found and %d are in memory, %v; want one", st.Docs, st.Waiting, err)
	}
	if err := e.index.Flush(); err != nil {
		t.Fatal(err)
	}
	if st, err := e.Status(t.Context()); err != nil || st.Docs != 1 || st.Waiting != 0 {
		t.Errorf("after it is written %d pages can be found and %d are in memory, %v", st.Docs, st.Waiting, err)
	}
}
