// Package api carries calls of Services over HTTP with JSON, under /api/v1/, as docs/http-api.md
// describes: the handlers of an owner, and the client that makes the calls.
//
// The control socket is a Unix socket in the data folder that only its user may open. It has all
// calls; the search page serves the read-only part of the same API.
//
// Floor: 5 (owner), a part of engine. Stability: engine; the calls are a promise. It knows the
// owner only as a Service: it opens no store, and answers no question itself.
package api
