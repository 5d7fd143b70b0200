package console

import (
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/console/clientaddr"
	"github.com/aranea-search/aranea/console/curation"
	"github.com/aranea-search/aranea/console/setup"
	"github.com/aranea-search/aranea/console/signin"
)

// The addresses at which operators sign in and out.
const (
	signInPath  = "/signin"
	signOutPath = "/signout"
)

const (
	maxForm    = 4 << 10 // bytes of the form to sign in
	maxSignIns = 2       // hashes that are computed concurrently
)

// askSignIn leads a browser to the page where operators sign in, and refuses what programs ask for.
func (s *Server) askSignIn(w http.ResponseWriter, r *http.Request) {
	if isForPrograms(r) || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		problem(w, http.StatusForbidden, "This is for operators who have signed in.")
		return
	}
	http.Redirect(w, r, signInPath+"?to="+url.QueryEscape(signin.Target(r.URL.RequestURI())), http.StatusSeeOther)
}

// handleClosedAPI is handleAPI for those who have not signed in.
func (s *Server) handleClosedAPI(w http.ResponseWriter, r *http.Request) {
	if name := strings.TrimPrefix(r.URL.Path, apiRoot); !s.opens(name) && new(Server).opens(name) {
		s.askSignIn(w, r)
		return
	}
	s.handleAPI(w, r)
}

type signInPage struct {
	frame
	To, Problem string
	Form, Named bool   // somebody has a password; a proxy names operators
	SignIn      string // where people sign in at the proxy, "" if that is not known
}

// handleSignIn shows the form, or takes it. Only with a whole form it takes a slot for a hash, so that
// slow senders do not hold one.
func (s *Server) handleSignIn(w http.ResponseWriter, r *http.Request) {
	switch to := r.URL.Query().Get("to"); {
	case r.Method == http.MethodPost:
	case s.operator(r) != "": // a link of another site led here, with which the cookie was not sent
		http.Redirect(w, r, signin.Target(to), http.StatusSeeOther) //nolint:gosec // Target is a page of this server
		return
	default:
		s.showSignIn(w, r, http.StatusOK, to, "")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.refuseOperator(w, r, http.StatusBadRequest, "The form cannot be read.")
		return
	}
	s.bounded(s.takeSignIn, s.signIns)(w, r)
}

// showSignIn shows the form, with the page to which it leads and what is wrong with an attempt.
func (s *Server) showSignIn(w http.ResponseWriter, r *http.Request, code int, to, fault string) {
	s.render(w, code, "signin", signInPage{s.frame(r, "Sign in"), signin.Target(to), fault, s.passwords, s.door != nil, s.door.SignIn(r)})
}

// takeSignIn lets an operator in.
func (s *Server) takeSignIn(w http.ResponseWriter, r *http.Request) {
	name, password, to, from, now := r.PostForm.Get("name"), r.PostForm.Get("password"), r.PostForm.Get("to"), clientaddr.Address(r), time.Now()
	token, err := s.desk.SignIn(name, password, from, now)
	if soon, ok := errors.AsType[*signin.TooSoon](err); ok {
		wait := strconv.Itoa(int(soon.Until.Sub(now)/time.Second) + 1)
		w.Header().Set("Retry-After", wait)
		s.showSignIn(w, r, http.StatusTooManyRequests, to, "There were too many attempts. Try again in "+wait+" s.")
		return
	}
	if err != nil { // the name may be a password that was typed into the wrong field
		s.tellSignIn(r, slog.LevelWarn, "nobody was signed in: the name or the password was wrong", "", from)
		s.showSignIn(w, r, http.StatusForbidden, to, "The name or the password is wrong.")
		return
	}
	s.tellSignIn(r, slog.LevelInfo, "operator signed in", name, from)
	http.SetCookie(w, signin.Cookie(r, token, s.mount))
	http.Redirect(w, r, signin.Target(to), http.StatusSeeOther) //nolint:gosec // Target is a page of this server
}

func (s *Server) tellSignIn(r *http.Request, level slog.Level, message, name string, from netip.Addr) {
	s.journal.Log.LogAttrs(r.Context(), level, message, slog.String("operator", name), slog.String("address", from.String()))
}

// handleSignOut lets an operator out.
func (s *Server) handleSignOut(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		s.desk.Leave(r)
		http.SetCookie(w, signin.Cookie(r, "", s.mount))
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// takesForm reports whether a request sends a form of operators, which may change state.
func (s *Server) takesForm(r *http.Request) bool {
	return s.desk != nil && r.Method == http.MethodPost && (slices.Contains([]string{signInPath, signOutPath, ordersPath, setup.Path}, r.URL.Path) || curation.IsList(r.URL.Path))
}
