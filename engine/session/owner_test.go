package session

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
)

// TestServiceContract checks that a session is a Service.
func TestServiceContract(t *testing.T) {
	t.Parallel()
	servicetest.Test(t, func(t *testing.T, dir string) service.Service { return join(t, dir) })
}

// crawled returns a folder into which a site was crawled.
func crawled(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	e, err := engine.Open(t.Context(), dir, engine.Options{Version: "test", Create: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Crawl(t.Context(), servicetest.Settings(servicetest.NewSite(t)), nil)
	if err = errors.Join(err, e.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}
