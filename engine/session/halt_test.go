package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
)

// TestStopIsForAll checks that an order to stop ends the crawl for all processes that wait for
// it, even if the owner of the folder ends before the others know of the order.
func TestStopIsForAll(t *testing.T) {
	t.Parallel()
	for turn := range 4 {
		t.Run(fmt.Sprint(turn), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			a, b, c := join(t, dir), join(t, dir), join(t, dir)
			set := servicetest.Settings(servicetest.NewSite(t))
			set.Delay = 5 * time.Second // so that it does not end in the meantime
			owns := servicetest.Begin(t, a, set)
			<-owns.Began
			joined := servicetest.Begin(t, b, set)
			for callers := 0; callers < 2; {
				st, err := c.Status(t.Context())
				if err != nil || st.Crawl == nil {
					t.Fatalf("status: %+v, %v", st, err)
				}
				callers = st.Crawl.Callers
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel() // the order does not wait for the end of the crawl, which may have come already
			if _, err := a.Steer(ctx, service.Order{Deed: service.Stop}); err != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("stop: %v", err)
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			owns.Stopped(t, "the owner")
			joined.Stopped(t, "who joined")
			if s, err := c.Status(t.Context()); err != nil || s.Crawl != nil {
				t.Errorf("a crawl is under way again: %+v, %v", s.Crawl, err)
			}
		})
	}
}
