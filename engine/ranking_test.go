package engine

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// TestDamageMetWhileRanking: damage that only the ranking at the end of a crawl meets is
// the error of the crawl, and what else goes wrong there is not.
func TestDamageMetWhileRanking(t *testing.T) {
	t.Parallel()
	damage := &aranea.Error{Op: "read frontier", Kind: aranea.Corrupt, Err: &store.FileDamage{Name: "frontier/000154.sst", Text: "a checksum is wrong"}}
	for name, c := range map[string]struct{ met, want error }{
		"damage": {damage, damage},
		"other":  {errors.New("met"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := openEngine(t, filepath.Join(t.TempDir(), "data"))
			failRanking(t, e, c.met)
			if _, err := e.Crawl(t.Context(), siteSettings(newSite(t)), nil); !errors.Is(err, c.want) {
				t.Errorf("the crawl ends with %v, want %v", err, c.want)
			}
		})
	}
}

// failRanking lets every ranking of e end with err.
func failRanking(t *testing.T, e *Engine, err error) {
	t.Helper()
	if err := e.ranker.Close(); err != nil {
		t.Fatal(err)
	}
	var openErr error
	e.ranker, openErr = ranking.Open(t.Context(), ranking.Options{
		AnchorsDir: e.folder.AnchorsDir(), RankDir: e.folder.RankDir(),
		BufferBytes: shares(e.opt.Memory).anchors, Graph: e.graph, Pages: e.index, Mirrors: e.learner.Mirrors, Logger: e.opt.Logger,
		Standing: func(weburl.URL) (linkgraph.Standing, error) { return linkgraph.Unlisted, err },
	})
	if openErr != nil {
		t.Fatal(openErr)
	}
}
