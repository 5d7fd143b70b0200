package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/weburl"
)

// A waiter calls a function when a warning is logged.
type waiter struct {
	slog.Handler
	warned func()
}

func (w *waiter) Enabled(context.Context, slog.Level) bool { return true }

func (w *waiter) Handle(_ context.Context, r slog.Record) error {
	if r.Level == slog.LevelWarn {
		w.warned()
	}
	return nil
}

// TestRunBesideAnotherCrawl checks that a crawl with other settings, started by another command,
// does not end run, which continues to serve the search page.
func TestRunBesideAnotherCrawl(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := make(chan struct{}, 8)
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		select {
		case <-ctx.Done():
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(site.Close)
	seed, err := weburl.Parse(site.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Join(ctx, filepath.Join(t.TempDir(), "data"), session.Options{Create: true, Logger: slog.New(&waiter{slog.DiscardHandler, cancel})})
	if err != nil {
		t.Fatal(err)
	}
	set := service.DefaultSettings()
	set.Seeds, set.AllowNet = []weburl.URL{seed}, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	other := make(chan struct{})
	go func() {
		defer close(other)
		_, _ = s.Crawl(ctx, set, nil) // it is stopped
	}()
	<-asked
	mine := set
	mine.Scope = "any"
	cmd := new(cobra.Command)
	cmd.Flags().String("data", command.DefaultData, "")
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	r := &runFlags{every: time.Hour}
	if err := r.keepFresh(ctx, cmd, s, mine, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	<-other
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
