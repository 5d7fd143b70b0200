package buffering

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/wire"
)

// Body passes requests on to next when their bodies have been read, up to most bytes. Senders have less time if
// crowded says that others wait for the place.
func Body(most int64, crowded func() bool, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if crowded() {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(hurry)) // not every writer can
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, most))
		if err != nil {
			wire.Tell(w, &aranea.Error{Op: "read a message", Kind: aranea.Invalid, Err: fmt.Errorf("it was not sent as a whole: %w", err)})
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next(w, r)
	}
}
