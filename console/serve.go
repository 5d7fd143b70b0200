package console

import (
	"context"
	"net"

	"github.com/aranea-search/aranea/console/listen"
)

// Serve serves l until ctx ends, and then lets running requests finish. When Serve returns, no request is running,
// so what the pages read from may be closed, and crawls that were ordered on the pages are left.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if s.orders != nil {
		defer s.orders.Close()
	}
	return listen.Serve(ctx, l, s.Handler(), s.journal)
}

// ServeMonitoring is Serve for those who watch the server.
func (s *Server) ServeMonitoring(ctx context.Context, l net.Listener) error {
	return listen.Serve(ctx, l, s.Monitoring(), s.journal)
}
