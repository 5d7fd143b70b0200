package engine

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/weburl"
)

// TestSeedsBeyondTheSettings checks that seeds that are not stored in the settings still count
// for the scope of later crawls.
func TestSeedsBeyondTheSettings(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e := openEngine(t, dir)
	site := servicetest.NewSite(t)
	var named []weburl.URL
	for i := range seeds.MaxStored + 5 {
		u, err := site.Resolve(fmt.Sprintf("/seed%d", i))
		if err != nil {
			t.Fatal(err)
		}
		named = append(named, u)
	}
	if _, err := e.Crawl(t.Context(), servicetest.Settings(named...), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Crawl(t.Context(), servicetest.Settings(site), nil); err != nil {
		t.Fatal(err)
	}
	r, err := optionsfile.Recall(dir)
	if err != nil || r.SeedCount != len(named)+1 || len(r.Seeds) != seeds.MaxStored {
		t.Errorf("%d seeds of %d are remembered, %v", len(r.Seeds), r.SeedCount, err)
	}
}
