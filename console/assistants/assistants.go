// Package assistants takes what assistants send with the Model Context Protocol, before others answer it.
//
// Floor: 6 (faces), a part of console. Stability: engine. It does not know the protocol; package mcp does.
package assistants

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/wire"
)

// Path is the path where assistants ask. Every method is passed on there: the protocol has rules for those
// that it does not use.
const Path = "/mcp"

// maxRead is the number of bytes of a message that are read, more than the tools accept: they refuse
// longer ones.
const maxRead = 128 << 10

// Asks reports whether a request is one of an assistant.
func Asks(r *http.Request) bool { return r.URL.Path == Path }

// Whole passes requests on to next when their bodies have been read, up to a limit, so that a slow sender
// does not hold what next needs.
func Whole(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, maxRead))
		if err != nil {
			wire.Tell(w, &aranea.Error{Op: "read a message", Kind: aranea.Invalid, Err: fmt.Errorf("it was not sent as a whole: %w", err)})
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	}
}
