package api_test

import (
	"testing"

	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
)

// TestServiceContract checks that a client of an owner is a Service.
func TestServiceContract(t *testing.T) {
	t.Parallel()
	servicetest.Test(t, func(t *testing.T, dir string) service.Service {
		openEngine(t, dir)
		c, err := api.Dial(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	})
}

// openEngine opens a folder and closes it at the end of the test.
func openEngine(t *testing.T, dir string) *engine.Engine {
	t.Helper()
	e, err := engine.Open(t.Context(), dir, engine.Options{Version: "test", Create: true})
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
