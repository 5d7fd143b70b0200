package console

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/buffering"
	"github.com/aranea-search/aranea/console/clientaddr"
	"github.com/aranea-search/aranea/console/oncelog"
	"github.com/aranea-search/aranea/console/places"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search/admission"
)

// Limits on concurrent use of the machine. Requests beyond them are asked to come again.
const (
	maxRequests = 64  // requests to the service
	maxScans    = 4   // of these, requests that scan all records
	maxLists    = 2   // of these, lists that are streamed, which last as long as clients take to read them
	maxFiles    = 64  // files that are sent, likewise
	maxMessages = 128 // messages of assistants, and forms to sign in, that are being read
	retryAfter  = 2   // seconds

	// What one reader has of these at most.
	requestsEach, scansEach, listsEach, filesEach, messagesEach = maxRequests / 4, maxScans / 2, maxLists / 2, maxFiles / 4, maxMessages / 4
)

// Timeouts of responses.
const (
	searchTimeout = 10 * time.Second
	askTimeout    = 10 * time.Second
	scanTimeout   = 20 * time.Second // less than a response may take
	listTime      = 10 * time.Minute // for a list that is streamed
)

// bounded calls handler if a place of each kind is free. The response is sent when the places are free again, so that
// slow readers do not hold them, unless it is one that the handler sends in parts.
func (s *Server) bounded(handler http.HandlerFunc, kinds ...*places.Places) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a := s.answers.To(w)
		s.inPlaces(a, r, handler, kinds)
		a.Send()
	}
}

// inPlaces calls handler if a place of each kind is free.
func (s *Server) inPlaces(w http.ResponseWriter, r *http.Request, handler http.HandlerFunc, kinds []*places.Places) {
	from := clientaddr.Client(r)
	for _, k := range kinds {
		switch k.Take(from) {
		case places.Full:
			s.fail(w, r, &aranea.Error{Op: "answer", Kind: aranea.Limit, Err: errBusy})
			return
		case places.Yours:
			s.fail(w, r, &aranea.Error{Op: "answer", Kind: aranea.Limit, Err: errShare})
			return
		case places.Free:
			defer k.Leave(from)
		}
	}
	handler(w, r)
}

// sent is ask for a route to which clients send something. They take a place for work only with all of it, so that
// slow senders do not hold one.
func (s *Server) sent(most int64, h http.HandlerFunc) http.HandlerFunc {
	asked := s.ask(h)
	read := s.bounded(buffering.Body(most, s.messages.AreMany, asked), s.messages)
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			read(w, r)
			return
		}
		asked(w, r)
	}
}

// ask limits a route that needs little work.
func (s *Server) ask(h http.HandlerFunc) http.HandlerFunc { return s.bounded(h, s.requests) }

// Reasons for not answering.
var (
	errBusy  = errors.New("too many requests at once")
	errShare = errors.New("too many requests of one reader at once")
)

// fail responds with the error, without the paths and names that it may contain, and logs
// internal errors, each once.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	code, text := failure(err)
	pairs := []string(nil)
	if away := awayOf(err); away != nil {
		code, text, pairs = http.StatusServiceUnavailable, "error.node-away", []string{"value", strconv.Itoa(away.Partition.Number), "n", strconv.Itoa(away.Partition.Of)}
	}
	if code == http.StatusServiceUnavailable || code == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	}
	switch kind := aranea.KindOf(err); {
	case r.Context().Err() != nil, isCalledOff(err):
	case kind == aranea.Limit:
		s.journal.Once(r.Context(), slog.LevelWarn, "too busy", "refused: too busy", "error", err, "route", r.Pattern, "reader", clientaddr.Address(r))
	case code >= http.StatusInternalServerError:
		s.journal.Once(r.Context(), slog.LevelError, err.Error(), "no answer", "route", r.Pattern, "error", err)
	}
	if !s.tellDamage(w, r, err) {
		s.refuse(w, r, code, text, pairs...)
	}
}

// awayOf returns which node would have to answer and does not, nil if that is not what an error is about.
func awayOf(err error) *partition.Away {
	if away, ok := errors.AsType[*partition.Away](err); ok && !away.Partition.IsWhole() {
		return away
	}
	return nil
}

// tellFault responds when a handler has panicked, and logs the panic, each fault once.
func (s *Server) tellFault(w http.ResponseWriter, r *http.Request, f wire.Fault) {
	s.journal.Once(r.Context(), slog.LevelError, f.Cause, "fault of the program", "route", r.Pattern, "error", f.Cause, "stack", show.Clip(string(f.Stack), oncelog.MaxLogged))
	if w != nil {
		s.refuse(w, r, http.StatusInternalServerError, "error.fault")
	}
}

// failure returns the status for an error, and the name of a text for people.
func failure(err error) (code int, text string) {
	if isCalledOff(err) {
		return http.StatusServiceUnavailable, "error.called-off"
	}
	if errors.Is(err, admission.ErrDear) { // waiting does not help
		return http.StatusUnprocessableEntity, "error.dear"
	}
	if errors.Is(err, errShare) {
		return http.StatusTooManyRequests, "error.busy"
	}
	switch aranea.KindOf(err) {
	case aranea.Invalid:
		return http.StatusBadRequest, "error.invalid"
	case aranea.NotFound:
		return http.StatusNotFound, "error.unknown"
	case aranea.Limit:
		return http.StatusServiceUnavailable, "error.busy"
	case aranea.Corrupt:
		return http.StatusInternalServerError, "error.damaged-file"
	case aranea.Transient:
		return http.StatusServiceUnavailable, "error.no-answer"
	}
	return http.StatusInternalServerError, "error.unreadable"
}

// isCalledOff reports whether a request timed out or was canceled.
func isCalledOff(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || aranea.KindOf(err) == aranea.Canceled
}
