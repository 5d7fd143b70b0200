package webtest

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Login closes a part of a site to visitors without proof of a right.
type Login struct {
	Form    bool          // a form with hidden fields and a session, or else Basic authentication
	shut    shut          // what others get
	Lasts   time.Duration // duration of a session
	Ends    []time.Time   // when all sessions end, sorted
	Refuses time.Time     // when the password changes; zero for never
}

// A shut is what a site with a form answers to visitors without proof.
type shut uint8

// The answers.
const (
	toForm    shut = iota // a redirect to the form
	inPlace               // the form
	forbidden             // status 403
)

// Paths of the closed part, and of the login.
const (
	ClosedPath = "/m/"
	LoginPath  = "/enter"
	actionPath = "/enter/in"
	donePath   = "/enter/done"
)

// The user name at all sites, and a text contained in each secret: passwords, their encoding for
// Basic authentication, and sessions.
const (
	User = "spider"
	hush = "hush"
)

// Label returns the label of the secret for a site.
func (s *Site) Label() string { return strings.TrimSuffix(s.Host, ".test") }

// Password returns the password that the robot has.
func (s *Site) Password() string { return hush + "-" + s.Host }

// Secret reports whether a text reveals a password or a session.
func Secret(text string) bool {
	coded := base64.StdEncoding.EncodeToString([]byte(User + ":" + hush))[:14]
	return strings.Contains(text, hush) || strings.Contains(text, coded)
}

// close draws a login for a site, and adds the pages behind it.
func (w *Web) close(s *Site, rnd *rand.Rand) {
	if !w.opt.Faults.has(Closed) || rnd.IntN(3) == 0 {
		return
	}
	within := func() time.Time { return w.start.Add(time.Duration(rnd.Int64N(int64(w.opt.Span)))) }
	l := &Login{Form: rnd.IntN(3) > 0, shut: shut(rnd.IntN(3)), Lasts: w.opt.Span * 2}
	if l.Form && rnd.IntN(2) == 0 {
		l.Lasts = []time.Duration{15 * time.Second, time.Minute, time.Hour, 70 * time.Hour}[rnd.IntN(4)]
	}
	if rnd.IntN(3) == 0 {
		l.Ends = append(l.Ends, within())
	}
	if rnd.IntN(5) == 0 {
		l.Refuses = within()
	}
	n := 1 + rnd.IntN(6)
	for k := range n {
		p := &Page{Path: fmt.Sprintf("%s%d", ClosedPath, k), Title: fmt.Sprintf("%s sealed %d", s.Host, k)}
		p.Links = []string{"/", ClosedPath + strconv.Itoa(rnd.IntN(n)), ClosedPath + strconv.Itoa((k+1)%n)}
		if k > 0 {
			w.life(p, rnd)
		}
		other := fmt.Sprintf("http://s%d.test%s%d", rnd.IntN(w.opt.Sites), ClosedPath, rnd.IntN(3))
		switch rnd.IntN(5) {
		case 0: // out of the closed part, where the secret must not be sent
			p.Kind, p.To = Redirect, other
		case 1:
			p.Links = append(p.Links, other, "http://"+s.Host+":8080"+p.Path, "/m", "/mx/1")
		}
		s.Pages[p.Path] = p
	}
	s.Pages["/"].Links = append(s.Pages["/"].Links, ClosedPath+"0")
	s.Login = l
}

// lasting reports whether visitors with the right can always see the pages.
func (l *Login) lasting(span time.Duration) bool {
	return l == nil || l.Refuses.IsZero() && len(l.Ends) == 0 && l.Lasts > span
}

// answer returns the answer of the login, or false if the page itself is shown.
func (l *Login) answer(s *Site, x *Exchange) (Answer, bool) {
	path, _, _ := strings.Cut(x.Target, "?")
	switch {
	case l == nil:
		return Answer{}, false
	case strings.HasPrefix(path, ClosedPath):
		return l.gate(s, x)
	case !l.Form:
		return Answer{}, false
	case path == LoginPath:
		return l.page(s, x.At), true
	case x.Target == actionPath && x.Method == http.MethodPost:
		return l.enter(s, x), true
	case x.Target == donePath && l.hasSession(s, x):
		return pageAnswer(http.StatusOK, Unsure, "text/html", []byte("<title>Welcome</title><p>You have come in.")), true
	}
	return Answer{}, false
}

// gate answers for a page behind the login.
func (l *Login) gate(s *Site, x *Exchange) (Answer, bool) {
	if !l.Form {
		if x.Header.Get("Authorization") == s.basic() && !l.refuses(x.At) {
			return Answer{}, false
		}
		a := pageAnswer(http.StatusUnauthorized, Unsure, "text/html", []byte("<title>Closed</title><p>Who are you?"))
		a.header = append(a.header, `WWW-Authenticate: Basic realm="members"`)
		return a, true
	}
	switch {
	case l.hasSession(s, x):
		return Answer{}, false
	case l.shut == inPlace:
		return l.page(s, x.At), true
	case l.shut == forbidden:
		return pageAnswer(http.StatusForbidden, Unsure, "text/html", []byte("<title>Closed</title><p>Members only.")), true
	}
	return redirect(http.StatusFound, LoginPath+"?from="+url.QueryEscape(x.Target)), true
}

func redirect(status int, to string) Answer {
	a := pageAnswer(status, Unsure, "text/html", nil)
	a.header = append(a.header, "Location: "+to)
	return a
}

func (l *Login) refuses(at time.Time) bool { return !l.Refuses.IsZero() && !at.Before(l.Refuses) }

// page returns the page with the form. Its hidden field must be sent with the cookie.
func (l *Login) page(s *Site, at time.Time) Answer {
	token := mint("token", s, at)
	body := fmt.Sprintf(`<title>Log in at %s</title><p>Who wants to see the pages of the members of %[1]s says who it is.
<form action="%s" method=post><input type=hidden name=token value="%s"><input type=hidden name=realm value=members>
<input name=user><input type=password name=word><input type=submit name=go value=Go></form>`, s.Host, actionPath, token)
	a := pageAnswer(http.StatusOK, Unsure, "text/html", []byte(body))
	a.header = append(a.header, "Set-Cookie: visit="+token+"; Path=/", "Cache-Control: no-store")
	return a
}

// enter answers a submitted form.
func (l *Login) enter(s *Site, x *Exchange) Answer {
	token := x.Form.Get("token")
	since, ok := minted("token", s, token)
	good := ok && x.At.Sub(since) < 10*time.Minute && x.cookie("visit") == token && x.Form.Get("realm") == "members" && x.Form.Get("go") == "Go"
	if !good || l.refuses(x.At) || x.Form.Get("user") != User || x.Form.Get("word") != s.Password() {
		a := l.page(s, x.At)
		a.Refused = true
		return a
	}
	a := redirect(http.StatusSeeOther, donePath)
	a.header = append(a.header, "Set-Cookie: session="+mint(hush, s, x.At)+"; Path=/; HttpOnly")
	return a
}

// hasSession reports whether a request has a valid session.
func (l *Login) hasSession(s *Site, x *Exchange) bool {
	since, ok := minted(hush, s, x.cookie("session"))
	return ok && x.At.Sub(since) < l.Lasts && passed(l.Ends, since) == passed(l.Ends, x.At)
}

// cookie returns the value of a cookie of the request, or "" if there is none.
func (x *Exchange) cookie(name string) string {
	c, err := (&http.Request{Header: x.Header}).Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// mint returns a word of a kind that only the site could have issued at an instant.
func mint(kind string, s *Site, at time.Time) string {
	h := fnv.New64a()
	fmt.Fprintln(h, kind, s.Host, at.UnixNano())
	return fmt.Sprintf("%s-%d-%x", kind, at.UnixNano(), h.Sum64())
}

// minted returns when such a word was issued, or false if it never was.
func minted(kind string, s *Site, word string) (time.Time, bool) {
	text, _, _ := strings.Cut(strings.TrimPrefix(word, kind+"-"), "-")
	n, err := strconv.ParseInt(text, 10, 64)
	at := time.Unix(0, n)
	return at, err == nil && word == mint(kind, s, at)
}

// Login reports whether a request belongs to a login; no page links there.
func (x *Exchange) Login() bool {
	return x.Target == LoginPath || strings.HasPrefix(x.Target, LoginPath+"/")
}

// Trusted reports whether the secrets in a request belong to its site, and the request is for
// its closed part.
func (w *Web) Trusted(x *Exchange) bool {
	s := w.sites[x.Host]
	if s == nil || s.Login == nil || s.MirrorOf != "" {
		return false
	}
	if !s.Login.Form {
		return x.Header.Get("Authorization") == s.basic() && strings.HasPrefix(x.Target, ClosedPath)
	}
	session := x.cookie("session")
	_, own := minted(hush, s, session)
	word := x.Form.Get("word")
	return (session == "" || own) && (word == "" || word == s.Password() && x.Target == actionPath) && (x.Login() || strings.HasPrefix(x.Target, ClosedPath))
}

// basic returns the value of the Authorization field that opens the site.
func (s *Site) basic() string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(User+":"+s.Password()))
}
