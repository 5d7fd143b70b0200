package credentials

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// An Ask is one request of a login: a GET, or with Form a POST of its fields. Fields are header
// fields that are sent with it, and Certificate is what its connection shows.
type Ask struct {
	URL         weburl.URL
	Form        url.Values
	Fields      http.Header
	Certificate *tls.Certificate
}

// An Exchanger makes one exchange at the pace of the host. The body of the answer has at most
// MaxLoginPage bytes. An error means that no request was sent.
type Exchanger func(ctx context.Context, a Ask) (aranea.Fetched, error)

// Limits of a login.
const (
	MaxLoginPage = 1 << 20 // bytes of a page with a form
	maxHops      = 4       // redirects after the form was sent
	maxInputs    = 100     // fields of a form
)

// errUnasked means that a login ended because no request could be sent: its host rests, or the
// operator holds it.
var errUnasked = errors.New("nothing was asked")

// errRefused means that a site refuses the login.
var errRefused = errors.New("the site refuses it")

// Login logs in with the secrets of a label, by the form or by Digest authentication, and keeps the
// sessions. An error of kind denied means that the site refuses name and password; other errors mean
// that the login could not be completed.
func (v *Vault) Login(ctx context.Context, label string, ask Exchanger) error {
	for _, s := range v.secrets {
		if s.label != label || !s.isLogin() {
			continue
		}
		session, err := s.signIn(ctx, s.user, s.pass, ask)
		if err != nil {
			return err
		}
		s.mu.Lock()
		s.jar, s.digest, s.since = session.jar, session.digest, time.Now()
		s.mu.Unlock()
	}
	return nil
}

// Lost ends the session of a login if an answer shows that it has ended: the login page, a
// redirect to it, or a refusal. It returns what was
// sent then, else "".
func (v *Vault) Lost(f *aranea.Fetched, passwordField bool) (evidence string) {
	s := v.of(f.URL)
	if s == nil || !s.isLogin() || f.URL == s.login {
		return ""
	}
	if s.kind == digest {
		return s.lostDigest(f)
	}
	target, err := f.URL.Resolve(f.Header.Get("Location"))
	toLogin := f.Status >= 300 && f.Status < 400 && err == nil && target.Origin() == s.login.Origin() && target.Path() == s.login.Path()
	if !toLogin && !passwordField && f.Status != http.StatusUnauthorized && f.Status != http.StatusForbidden {
		return ""
	}
	evidence = s.evidence(f)
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.NoSession {
		s.missed = time.Now()
	} else {
		s.jar = nil
	}
	return evidence
}

// signIn logs in with a name and a password and returns the session.
func (s *secret) signIn(ctx context.Context, user, pass string, ask Exchanger) (*secret, error) {
	if s.kind == digest {
		return s.signInDigest(ctx, user, pass, ask)
	}
	return s.signInForm(ctx, user, pass, ask)
}

// isLogin reports whether the secret gets a session by a login.
func (s *secret) isLogin() bool { return s.kind == form || s.kind == digest }

// signInForm requests the login page, sends its form filled in, follows redirects as long as they
// stay on the origin, and returns the session.
func (s *secret) signInForm(ctx context.Context, user, pass string, ask Exchanger) (*secret, error) {
	session := &secret{label: s.label, url: s.url.Origin().Root(), kind: cookies}
	var err error
	if session.jar, err = newJar(); err != nil {
		return nil, err
	}
	page, err := session.exchange(ctx, Ask{URL: s.login}, ask)
	if err != nil {
		return nil, s.fault(err)
	}
	if err := unwell(&page); err != nil {
		return nil, s.fault(err)
	}
	action, fields, ok := loginForm(s.login, page.Body)
	if !ok {
		return nil, s.fault(fmt.Errorf("%s answered with status %d and without a form that has a field for a password", s.login, page.Status))
	}
	if action.Origin() != s.login.Origin() {
		return nil, s.fault(fmt.Errorf("the form is sent to another scheme, host or port, %s", action.Origin()))
	}
	fields.fill(user, pass, s.fields)
	next := Ask{URL: action, Form: fields.values}
	for range maxHops {
		f, err := session.exchange(ctx, next, ask)
		if err != nil {
			return nil, s.fault(err)
		}
		target, stays := hop(&f)
		if !stays {
			if err := unwell(&f); err != nil {
				return nil, s.fault(err) // this says nothing about the password
			}
			_, _, again := loginForm(f.URL, f.Body)
			if again || f.Status >= 400 {
				return nil, s.refused(f.Status)
			}
			return session, nil
		}
		if target.Origin() != s.login.Origin() {
			return session, nil // the session is valid nevertheless
		}
		if target.Path() == s.login.Path() {
			return nil, s.refused(f.Status)
		}
		next = Ask{URL: target}
	}
	return nil, s.fault(errors.New("the site redirects without end after the login"))
}

// exchange makes one exchange of a login and keeps its cookies.
func (s *secret) exchange(ctx context.Context, a Ask, ask Exchanger) (aranea.Fetched, error) {
	method := http.MethodGet
	if a.Form != nil {
		method = http.MethodPost
	}
	a.Fields, a.Certificate = s.header(method, a.URL), s.pair
	f, err := ask(ctx, a)
	if err != nil {
		return f, fmt.Errorf("%w: %w", errUnasked, err)
	}
	if f.Status == 0 {
		return f, outage{fmt.Errorf("%s: %s %s", a.URL, f.Failure, f.Detail)}
	}
	s.learn(a.URL, http.Header(f.Header))
	return f, nil
}

// An outage is an error of the network or of the server, which passes.
type outage struct{ error }

// unwell returns an outage if an answer is an error of the server, or asks for fewer requests.
func unwell(f *aranea.Fetched) error {
	if f.Status == http.StatusTooManyRequests || f.Status >= 500 {
		return outage{fmt.Errorf("%s answered with status %d", f.URL, f.Status)}
	}
	return nil
}

// hop returns the target of a redirect.
func hop(f *aranea.Fetched) (weburl.URL, bool) {
	if f.Status < 300 || f.Status >= 400 {
		return weburl.URL{}, false
	}
	u, err := f.URL.Resolve(f.Header.Get("Location"))
	return u, err == nil
}

func (s *secret) fault(err error) error {
	return &aranea.Error{Op: "log in", Kind: aranea.Transient, Obj: s.label, Err: err}
}

func (s *secret) refused(status int) error {
	return &aranea.Error{Op: "log in", Kind: aranea.Denied, Obj: s.label, Err: fmt.Errorf("%w (status %d)", errRefused, status)}
}

// formFields are the fields of a login form as they will be sent.
type formFields struct {
	values         url.Values
	user, password string // names of these fields
}

// fill sets the fields for name and password; extra are the fields that the operator sets.
func (f *formFields) fill(user, pass string, extra map[string]string) {
	if f.user != "" {
		f.values.Set(f.user, user)
	}
	f.values.Set(f.password, pass)
	for name, value := range extra {
		f.values.Set(name, value)
	}
}

// loginForm finds the first form with a password field and returns where it is sent and the
// values of its fields. The name goes into the last field for text or an address before the
// password.
func loginForm(base weburl.URL, page []byte) (action weburl.URL, fields formFields, found bool) {
	doc, err := html.Parse(bytes.NewReader(page[:min(len(page), MaxLoginPage)]))
	if err != nil {
		return action, fields, false
	}
	for n := range doc.Descendants() {
		if n.DataAtom != atom.Form {
			continue
		}
		f := fieldsOf(n)
		if f.password == "" {
			continue
		}
		action, err := base.Resolve(attr(n, "action"))
		return action, f, err == nil && strings.EqualFold(attr(n, "method"), "post")
	}
	return action, fields, false
}

// fieldsOf collects what a browser would send for a form.
func fieldsOf(n *html.Node) formFields {
	f := formFields{values: url.Values{}}
	for in := range n.Descendants() {
		name := attr(in, "name")
		if in.DataAtom != atom.Input || name == "" || len(f.values) >= maxInputs {
			continue
		}
		switch kind := strings.ToLower(attr(in, "type")); kind {
		case "password":
			if f.password == "" {
				f.password = name
			}
		case "", "text", "email", "tel":
			if f.password == "" {
				f.user = name
			}
			f.values.Set(name, attr(in, "value"))
		case "hidden":
			f.values.Add(name, attr(in, "value"))
		case "submit":
			if !f.values.Has(name) {
				f.values.Add(name, attr(in, "value"))
			}
		case "checkbox", "radio":
			if hasAttr(in, "checked") {
				f.values.Add(name, cmp.Or(attr(in, "value"), "on"))
			}
		}
	}
	return f
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, key string) bool {
	for _, a := range n.Attr {
		if a.Key == key {
			return true
		}
	}
	return false
}
