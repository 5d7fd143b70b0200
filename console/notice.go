package console

import (
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/listen"
	"github.com/aranea-search/aranea/engine/indexnow"
)

// noticePath is the path where sites report changed URLs with the IndexNow protocol.
const noticePath = "/indexnow"

// takesNotice reports whether a request is a notice, which may change state.
func (s *Server) takesNotice(r *http.Request) bool {
	return s.noticed != nil && r.Method == http.MethodPost && r.URL.Path == noticePath
}

// Limits on concurrent notices.
const (
	maxBodies  = 16 // notices that are being read
	maxNotices = 4  // notices whose keys are being checked
)

// handleNotice accepts a notice: of one URL in the query, or of many in the body. It takes a slot
// for work only when the notice has been read, so that slow senders do not hold one.
func (s *Server) handleNotice(w http.ResponseWriter, r *http.Request) {
	n, err := readNotice(r)
	if err != nil {
		s.refuseOperator(w, r, http.StatusBadRequest, "That is no notice of the IndexNow protocol.")
		return
	}
	s.bounded(func(w http.ResponseWriter, r *http.Request) { s.takeNotice(w, r, n) }, s.requests, s.notices)(w, r)
}

// takeNotice processes a notice completely, even if the sender closes the connection, because the
// key was already requested from the site. The status codes are those of the protocol.
func (s *Server) takeNotice(w http.ResponseWriter, r *http.Request, n indexnow.Notice) {
	ctx, cancel := listen.Lasting(r.Context(), proofWait)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(proofWait)) // the site may be slow to respond with its key
	did, err := s.service.Notify(ctx, n)
	if did.Due() {
		s.noticed()
	}
	if err == nil {
		w.WriteHeader(http.StatusOK)
		return
	}
	refusal, ok := errors.AsType[*indexnow.Refusal](err)
	if !ok {
		s.fail(w, r, ourFault(err))
		return
	}
	code := http.StatusUnprocessableEntity
	switch refusal.Why.Kind {
	case aranea.Denied:
		code = http.StatusForbidden
	case aranea.Limit:
		code = http.StatusTooManyRequests
	}
	s.refuseOperator(w, r, code, "The notice was not taken: "+refusal.Text()+".")
}

// ourFault returns an error that is reported and logged as an internal error.
func ourFault(err error) error {
	if code, _ := failure(err); code >= http.StatusInternalServerError {
		return err
	}
	return &aranea.Error{Op: indexnow.Op, Kind: aranea.Internal, Err: err}
}

// readNotice reads a notice from the query or the body of a request.
func readNotice(r *http.Request) (indexnow.Notice, error) {
	if r.Method != http.MethodPost {
		q := r.URL.Query()
		return indexnow.One(q.Get("url"), q.Get("key"), q.Get("keyLocation")), nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, indexnow.MaxBody+1))
	if err != nil {
		return indexnow.Notice{}, err
	}
	return indexnow.Read(body)
}
