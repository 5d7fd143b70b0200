package engine

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/weburl"
)

// TestDropSeedInterrupted checks that the next crawl, or the same call, finishes what a killed
// process had begun.
func TestDropSeedInterrupted(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		x := servicetest.NewSeedSite(t, "http://a.test/", "http://old.test/")
		close(x.Gate)
		dir := filepath.Join(t.TempDir(), "data")
		e, err := Open(t.Context(), dir, Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Crawl(t.Context(), x.Settings, nil); err != nil {
			t.Fatal(err)
		}
		s, read, err := e.latest(t.Context())
		if err == nil {
			err = e.forget(t.Context(), parsed(t, "http://old.test/"), s, read) // and then it is killed
		}
		if err = errors.Join(err, e.Close()); err != nil {
			t.Fatal(err)
		}
		e = openEngine(t, dir)
		servicetest.WantFound(t, e, "before it goes on", slices.Concat(servicetest.OfNew(), servicetest.OfOld())...)
		servicetest.WantSeeds(t, e, "before it goes on", "http://a.test/")
		on := x.Settings
		on.Seeds = nil
		if again {
			r, err := e.Remove(t.Context(), service.Removal{Target: "http://old.test/", Seed: true})
			if err != nil || r.Documents != 4 || r.SeedsLeft != 1 {
				t.Errorf("dropped again: %+v, %v", r, err)
			}
		} else if _, err := e.Crawl(t.Context(), on, nil); err != nil {
			t.Fatal(err)
		}
		servicetest.WantFound(t, e, "after it went on", servicetest.OfNew()...)
		if e.dropped.Now().Pending() {
			t.Error("it is still pending")
		}
	}
}

// TestDropSitemap checks that with a list, what only a dropped sitemap listed leaves the crawl, and
// that elsewhere the sitemap is not read any more, while its pages stay on the host of another seed.
func TestDropSitemap(t *testing.T) {
	t.Parallel()
	for scope, want := range map[string][]string{"list": {"a.test/1", "a.test/two"}, "host": {"a.test/1", "a.test/one", "a.test/two"}} {
		x := servicetest.NewSeedSite(t, "http://a.test/1", "http://a.test/sitemap.xml", "http://a.test/other.xml")
		close(x.Gate)
		x.Scope, x.Sitemaps = scope, x.Seeds[1:]
		e := openEngine(t, filepath.Join(t.TempDir(), "data"))
		if _, err := e.Crawl(t.Context(), x.Settings, nil); err != nil {
			t.Fatal(err)
		}
		servicetest.WantFound(t, e, "before, scope "+scope, "a.test/1", "a.test/one", "a.test/two")
		if _, err := e.Remove(t.Context(), service.Removal{Target: "http://a.test/sitemap.xml", Seed: true}); err != nil {
			t.Fatal(err)
		}
		on := x.Settings
		on.Seeds, on.Sitemaps, on.Refresh = nil, nil, "all"
		if _, err := e.Crawl(t.Context(), on, nil); err != nil {
			t.Fatal(err)
		}
		servicetest.WantFound(t, e, "after, scope "+scope, want...)
		trail, err := e.Explain(t.Context(), "http://a.test/sitemap.xml")
		if reason := map[string]string{"list": "SCOPE.LIST", "host": "SCOPE.DROPPED"}[scope]; err != nil || trail.Reason != reason {
			t.Errorf("the sitemap, scope %s: %s, %v; want %s", scope, trail.Reason, err, reason)
		}
		if _, err := e.Crawl(t.Context(), x.Settings, nil); err != nil {
			t.Fatal(err)
		}
		servicetest.WantFound(t, e, "named again, scope "+scope, "a.test/1", "a.test/one", "a.test/two")
	}
}

// TestDropOneOfManySeeds checks that a seed that is not stored in the settings can be dropped.
func TestDropOneOfManySeeds(t *testing.T) {
	t.Parallel()
	x := servicetest.NewSeedSite(t)
	close(x.Gate)
	for i := range seeds.MaxStored + 2 {
		x.Seeds = append(x.Seeds, parsed(t, fmt.Sprintf("http://a.test/%d", i)))
	}
	x.MaxPages = 1
	last := x.Seeds[len(x.Seeds)-1]
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := e.Crawl(t.Context(), x.Settings, nil); err != nil {
		t.Fatal(err)
	}
	for _, u := range []weburl.URL{last, x.Seeds[0], x.Seeds[1]} {
		if _, err := e.Remove(t.Context(), service.Removal{Target: u.String(), Seed: true}); err != nil {
			t.Fatal(err)
		}
		s, _, err := e.latest(t.Context())
		if err != nil || slices.Contains(s.Seeds, u) {
			t.Errorf("%s is still a seed, %v", u, err)
		}
	}
	o, err := e.recall()
	if err != nil || o.SeedCount != seeds.MaxStored-1 {
		t.Errorf("%d seeds are remembered, %v", o.SeedCount, err)
	}
}

// TestDropStays checks that a seed stays dropped if a crawl that names it does not come about.
func TestDropStays(t *testing.T) {
	t.Parallel()
	x := servicetest.NewSeedSite(t, "http://a.test/", "http://old.test/")
	close(x.Gate)
	x.NamedAt = time.Now().Add(-time.Hour) // as a run that began before
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	crawl := func(s service.Settings, fails bool) {
		t.Helper()
		if _, err := e.Crawl(t.Context(), s, nil); (err != nil) != fails {
			t.Fatal(err)
		}
	}
	crawl(x.Settings, false)
	if _, err := e.Remove(t.Context(), service.Removal{Target: "http://old.test/", Seed: true}); err != nil {
		t.Fatal(err)
	}
	names := x.Settings
	names.NamedAt, names.Secrets = time.Now(), filepath.Join(t.TempDir(), "missing")
	crawl(names, true)
	crawl(x.Settings, false)
	if got := servicetest.Found(t, e); !slices.Equal(got, servicetest.OfNew()) {
		t.Errorf("found %q, want %q", got, servicetest.OfNew())
	}
}
