package console

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/indexnow"
)

// noticePath is where sites say which of their URLs changed, by the IndexNow protocol.
const noticePath = "/indexnow"

// takesNotice reports whether a request may change something: a notice may.
func (s *Server) takesNotice(r *http.Request) bool {
	return s.noticed != nil && r.Method == http.MethodPost && r.URL.Path == noticePath
}

// handleNotice takes a notice: of one URL in the query, or of many in the body. The
// statuses are those of the protocol.
func (s *Server) handleNotice(w http.ResponseWriter, r *http.Request) {
	n, err := readNotice(r)
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest, "That is no notice of the IndexNow protocol.")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), proofWait)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(proofWait)) // the site may be slow to show its key
	_, err = s.service.Notify(ctx, n)
	switch aranea.KindOf(err) {
	case aranea.Invalid:
		s.refuse(w, r, http.StatusUnprocessableEntity, "The URLs are not of the host, are not visited here, or the key does not have its form.")
	case aranea.Denied:
		s.refuse(w, r, http.StatusForbidden, "The key was not found at the site.")
	case aranea.Limit:
		s.refuse(w, r, http.StatusTooManyRequests, "Too much was said of this host, or by others, lately. Try again later.")
	default:
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.noticed()
		w.WriteHeader(http.StatusOK)
	}
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
