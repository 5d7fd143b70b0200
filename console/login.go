package console

import (
	"context"
	"crypto/rand"
	"net/http"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/grants"
	"github.com/aranea-search/aranea/console/mount"
	"github.com/aranea-search/aranea/engine/service"
)

// Limits of logins.
const (
	maxLogins = 4                // proofs that are checked concurrently
	proofWait = 70 * time.Second // includes the delay before requests to the site
)

// passCookie is the name of the cookie that identifies a searcher with a pass.
const passCookie = "aranea-pass"

// access returns the labels for which the searcher has proven rights, or has them by the proxy's word.
func (s *Server) access(r *http.Request) []string {
	labels := s.door.User(r).Labels
	if c, err := r.Cookie(passCookie); err == nil {
		labels = slices.Concat(labels, s.passes.Labels(c.Value, time.Now()))
		slices.Sort(labels)
	}
	return slices.Compact(labels)
}

type loginPage struct {
	frame
	Labels []labelView
	Holds  string // how long a proof is valid
	SignIn string // where people sign in at the proxy; "" if it knows who this is, or nothing is known
}

type labelView struct {
	Label, URL string
	Open       bool
}

// handleLogins lists the sites that need a login.
func (s *Server) handleLogins(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), askTimeout)
	defer cancel()
	st, err := s.status(ctx)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	l, open := s.localeOf(r), s.access(r)
	p := loginPage{frame: s.reader(r, l, l.Text("login.title"), ""), Holds: l.Count("login.holds", int(grants.Life/time.Minute))}
	if p.User == "" {
		p.SignIn = s.door.SignIn(r)
	}
	for _, label := range st.Labels {
		p.Labels = append(p.Labels, labelView{label, "/login/" + label, slices.Contains(open, label)})
	}
	s.render(w, http.StatusOK, "login", p)
}

// handleLogin asks the browser for a name and a password (RFC 7617), and checks them at the site
// of the label.
func (s *Server) handleLogin(w http.ResponseWriter, r *http.Request) {
	label := r.PathValue("label")
	user, password, given := r.BasicAuth()
	if !given {
		s.challenge(w, r, label, "login.needed")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), proofWait)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(proofWait)) // a site may be slow
	proven, err := s.service.Prove(ctx, service.Proof{Label: label, User: user, Password: password})
	switch {
	case aranea.KindOf(err) == aranea.NotFound:
		s.handleNotFound(w, r)
	case aranea.KindOf(err) == aranea.Denied:
		s.refuse(w, r, http.StatusServiceUnavailable, "login.held")
	case err != nil:
		s.fail(w, r, err)
	case !proven.Holds:
		s.challenge(w, r, label, "login.wrong")
	default:
		s.admit(w, r, label)
	}
}

// challenge makes the browser ask for a name and a password; text is the name of the text with
// the reason.
func (s *Server) challenge(w http.ResponseWriter, r *http.Request, label, text string) {
	if !slices.Contains(s.labels(r.Context()), label) {
		s.handleNotFound(w, r)
		return
	}
	w.Header().Set("WWW-Authenticate", `Basic realm="`+label+`", charset="UTF-8"`)
	s.refuse(w, r, http.StatusUnauthorized, text)
}

// labels returns the labels of the sites that need a login.
func (s *Server) labels(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	st, err := s.status(ctx)
	if err != nil {
		return nil
	}
	return st.Labels
}

// admit gives the searcher a pass and redirects to the search.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, label string) {
	value := rand.Text()
	if c, err := r.Cookie(passCookie); err == nil && len(s.passes.Labels(c.Value, time.Now())) > 0 {
		value = c.Value
	}
	if !s.passes.Grant(value, label, time.Now()) {
		s.fail(w, r, &aranea.Error{Op: "log in", Kind: aranea.Limit, Obj: label})
		return
	}
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure is set wherever the page is asked for over TLS
		Name: passCookie, Value: value, Path: s.mount.Path("/"), MaxAge: int(grants.Life / time.Second),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: mount.OverTLS(r),
	})
	http.Redirect(w, r, "/login", http.StatusSeeOther)
}
