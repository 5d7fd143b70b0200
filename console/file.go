package console

import (
	"net/http"
	"strings"

	"github.com/aranea-search/aranea/console/buffering"
	"github.com/aranea-search/aranea/console/places"
	"github.com/aranea-search/aranea/console/response"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/weburl"
)

// filePath begins the address of a file of a folder on disk: /file/https/files.example.org/plan.pdf.
const filePath = "/file/"

// opener returns the address at which a reader opens a URL of a folder on disk, "" for others; nil if
// files are not opened.
func (s *Server) opener() func(weburl.URL) string {
	if s.folders == nil {
		return nil
	}
	folders := s.folders()
	return func(u weburl.URL) string {
		if !folders.Have(u.Host()) || folders.Refuses(u) != nil {
			return ""
		}
		return filePath + strings.Replace(u.String(), "://", "/", 1)
	}
}

// handleFile sends a file of a folder on disk that the searcher finds, and no other: what a robots file, a
// secret or the operator closes stays closed here as well.
func (s *Server) handleFile(w http.ResponseWriter, r *http.Request) {
	scheme, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.RequestURI(), filePath), "/")
	u, err := weburl.Parse(scheme + "://" + rest)
	if err != nil || s.opener()(u) == "" {
		s.handleNotFound(w, r)
		return
	}
	found := false
	s.ask(func(w http.ResponseWriter, r *http.Request) {
		switch found, err = s.finds(r, u); {
		case err != nil:
			s.fail(w, r, err)
		case !found:
			s.handleNotFound(w, r)
		}
	})(w, r)
	if found && err == nil {
		s.sendFile(w, r, u)
	}
}

// sendFile sends a file, which may take long, and so in a slot that no search waits for.
func (s *Server) sendFile(w http.ResponseWriter, r *http.Request, u weburl.URL) {
	s.inPlaces(w, r, func(w http.ResponseWriter, r *http.Request) {
		s.folders().Send(response.Confine(buffering.Parts(w, s.files.AreMany)), r, u)
	}, []*places.Places{s.files})
}

// finds reports whether a searcher may be shown a page as a result.
func (s *Server) finds(r *http.Request, u weburl.URL) (bool, error) {
	resp, err := s.service.Search(r.Context(), search.Request{Query: "site:" + u.Host(), Access: s.access(r), NoSnippets: true, Shown: []answer.Shown{{URL: u}}})
	return len(resp.Results) > 0, err
}
