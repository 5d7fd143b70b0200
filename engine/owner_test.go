package engine

import (
	"errors"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/store"
)

// openEngine opens a folder and closes it at the end of the test.
func openEngine(t testing.TB, dir string) *Engine {
	t.Helper()
	e, err := Open(t.Context(), dir, Options{Version: "test", Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return e
}

// TestServiceContract checks that the owner is a Service.
func TestServiceContract(t *testing.T) {
	t.Parallel()
	servicetest.Test(t, func(t *testing.T, dir string) service.Service { return openEngine(t, dir) })
}

// crawlSite crawls a new site into a folder, which it creates if necessary, and closes the
// folder.
func crawlSite(t testing.TB, dir string) *store.Folder {
	t.Helper()
	e, err := Open(t.Context(), dir, Options{Version: "test", Create: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Crawl(t.Context(), servicetest.Settings(servicetest.NewSite(t)), nil)
	if err = errors.Join(err, e.Close()); err != nil {
		t.Fatal(err)
	}
	return e.folder
}
