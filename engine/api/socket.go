package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/net/netutil"

	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/store"
)

// maxCallers limits concurrent connections to the control socket; further ones wait.
const maxCallers = 256

// A Socket is the control socket of a folder, which its owner serves.
type Socket struct {
	server *http.Server
	served chan struct{} // closed when the server has ended
}

// Listen opens the control socket of a folder that this process owns, for this user only, and
// serves it with h. Faults of the program in calls are logged.
func Listen(ctx context.Context, folder *store.Folder, h http.Handler, log *slog.Logger) (*Socket, error) {
	l, err := folder.ListenControl(ctx)
	if err != nil {
		return nil, err
	}
	s := &Socket{
		server: &http.Server{Handler: wire.Recovered(h, wire.FaultsTo(log)), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute},
		served: make(chan struct{}),
	}
	go func() {
		defer close(s.served)
		if err := s.server.Serve(netutil.LimitListener(l, maxCallers)); !errors.Is(err, http.ErrServerClosed) {
			log.Error("control socket ended", "error", err)
		}
	}()
	return s, nil
}

// Shutdown refuses new calls and waits for those in progress. If ctx ends before them, it
// disconnects their callers.
func (s *Socket) Shutdown(ctx context.Context) error {
	err := s.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.server.Close()
	}
	<-s.served
	return err
}
