package servicetest

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
)

// dropSeed tests that what only a dropped seed brought into the crawl leaves it, with where it
// redirected to, is not requested any more, and comes back when the seed is named again.
func (c *contract) dropSeed(t *testing.T) {
	t.Parallel()
	x := NewSeedSite(t, "http://a.test/", "http://old.test/")
	close(x.Gate)
	s := c.open(t, filepath.Join(t.TempDir(), "data"))
	old := service.Removal{Target: "http://old.test/", Seed: true}
	if _, err := s.Remove(t.Context(), old); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("dropped before there was a crawl: %v", err)
	}
	if _, err := s.Crawl(t.Context(), x.Settings, nil); err != nil {
		t.Fatal(err)
	}
	WantFound(t, s, "before", slices.Concat(OfNew(), OfOld())...)
	r, err := s.Remove(t.Context(), old)
	if err != nil || r.URLs != 5 || r.Documents != 4 || r.SeedsLeft != 1 {
		t.Errorf("dropped: %+v, %v", r, err)
	}
	WantFound(t, s, "after it was dropped", OfNew()...)
	WantSeeds(t, s, "after it was dropped", "http://a.test/")
	trail, err := s.Explain(t.Context(), "http://www.old.test/1")
	if err != nil || trail.Reason != "SCOPE.HOST" {
		t.Errorf("reason %s, %v", trail.Reason, err)
	}
	for name, bad := range map[string]service.Removal{"twice": old, "of another path": {Target: "http://a.test/1", Seed: true}} {
		if _, err := s.Remove(t.Context(), bad); aranea.KindOf(err) != aranea.NotFound {
			t.Errorf("dropped %s: %v", name, err)
		}
	}
	if _, err := s.Remove(t.Context(), service.Removal{Target: "http://a.test/", Seed: true}); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("the only seed was dropped: %v", err)
	}
	asked := x.Requests("www.old.test")
	on := x.Settings
	on.Seeds, on.Refresh = nil, "all"
	if _, err := s.Crawl(t.Context(), on, nil); err != nil {
		t.Fatal(err)
	}
	if got := x.Requests("www.old.test"); got != asked {
		t.Errorf("%d requests after it was dropped, %d before", got, asked)
	}
	WantFound(t, s, "after another crawl", OfNew()...)
	if _, err := s.Crawl(t.Context(), x.Settings, nil); err != nil {
		t.Fatal(err)
	}
	WantFound(t, s, "named again", slices.Concat(OfNew(), OfOld())...)
	WantSeeds(t, s, "named again", "http://a.test/", "http://old.test/")
}

// dropSeedUnderWay tests that a visit under way when its seed is dropped brings nothing into the
// index, and that a crawl that was asked for before does not name the seed again.
func (c *contract) dropSeedUnderWay(t *testing.T) {
	t.Parallel()
	x := NewSeedSite(t, "http://old.test/", "http://b.test/2")
	s := c.open(t, filepath.Join(t.TempDir(), "data"))
	x.NamedAt = time.Now().Add(-time.Hour)
	var g errgroup.Group
	g.Go(func() error {
		_, err := s.Crawl(t.Context(), x.Settings, nil)
		return err
	})
	<-x.Asked // for a page of www.old.test
	r, err := s.Remove(t.Context(), service.Removal{Target: "http://old.test/", Seed: true})
	if err != nil || r.SeedsLeft != 1 || r.URLs == 0 {
		t.Errorf("dropped: %+v, %v", r, err)
	}
	WantSeeds(t, s, "under way", "http://b.test/2")
	close(x.Gate)
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	WantFound(t, s, "after the crawl", "b.test/2")
	if _, err := s.Crawl(t.Context(), x.Settings, nil); err != nil { // as when another process takes over
		t.Fatal(err)
	}
	WantFound(t, s, "after a crawl that was asked for before", "b.test/2")
	WantSeeds(t, s, "after a crawl that was asked for before", "http://b.test/2")
}
