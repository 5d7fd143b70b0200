package engine

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea/schedule"
)

// TestClaimWithoutCrawl checks that claims keep the default delay to a host that no crawl has
// visited, even across owners of the folder, and if its name cannot be resolved.
func TestClaimWithoutCrawl(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() + "/data"
	var last time.Time
	for owner := range 2 {
		e, err := Open(t.Context(), dir, Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		for turn := range 2 {
			p, err := e.Claim(t.Context(), "http://127.0.0.1") // a closed port
			if err != nil {
				t.Fatal(err)
			}
			if !last.IsZero() && p.At.Sub(last) < schedule.DefaultDelay {
				t.Errorf("owner %d: two requests %s apart", owner, p.At.Sub(last))
			}
			last = p.At
			if turn > 0 {
				continue // the outcome is lost with its owner
			}
			if err := e.EndClaim(t.Context(), "http://127.0.0.1", p, p.At); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
