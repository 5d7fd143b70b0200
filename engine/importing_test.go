package engine

import (
	"testing"

	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// TestImportAndRemoval checks that URLs removed during an import are refused and leave no
// document, and that a repeated import gets a higher version.
func TestImportAndRemoval(t *testing.T) {
	t.Parallel()
	e := openEngine(t, t.TempDir())
	batch := imports.Batch{Documents: []imports.Document{{URL: "http://a.test/1", Title: "one"}, {URL: "http://a.test/2", Title: "two"}}}
	urls := []weburl.URL{}
	for _, d := range batch.Documents {
		u, err := weburl.Parse(d.URL)
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, u)
	}
	version := func(i int) uint32 {
		t.Helper()
		if err := e.index.Flush(); err != nil {
			t.Fatal(err)
		}
		snap, err := e.index.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		defer snap.Close()
		seg, doc, found := snap.Lookup(urls[i].ID())
		if !found {
			return 0
		}
		d, err := snap.Doc(seg, doc)
		if err != nil {
			t.Fatal(err)
		}
		return d.Version
	}
	for want := uint32(1); want <= 2; want++ {
		if did, err := e.Import(t.Context(), batch); err != nil || did.Documents != 2 || version(0) != want {
			t.Errorf("%+v, %v, version %d, want %d", did, err, version(0), want)
		}
	}

	asked := batch.Choose(e.opt.Now(), extract.Formats{}) // before the removal
	if _, err := e.Remove(t.Context(), service.Removal{Target: "http://a.test/2"}); err != nil {
		t.Fatal(err)
	}
	left, err := e.bring(t.Context(), asked.Changes, asked.Entries)
	if err != nil || len(left) != 1 || left[0] != urls[1] || version(1) != 0 {
		t.Errorf("left %v, %v, version %d of what was taken out", left, err, version(1))
	}
	if did, err := e.Import(t.Context(), batch); err != nil || did.Documents != 1 || len(did.Refused) != 1 || did.Refused[0].Place != 1 {
		t.Errorf("%+v, %v", did, err)
	}
}
