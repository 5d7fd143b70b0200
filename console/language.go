package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/console/mount"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/console/setup"
)

// A reader chooses the language of the search pages by a parameter of any address, and a
// cookie remembers it; before that, the browser says what he reads.
const (
	languageParam  = "hl"
	languageCookie = "aranea-language"
	languageLife   = 365 * 24 * time.Hour
)

// localeOf returns the locale of a reader.
func (s *Server) localeOf(r *http.Request) *locale.Locale {
	return s.catalogue.Preferred(s.preferences(r))
}

// langsOf returns the languages that a search prefers pages in for a reader, the best first.
func (s *Server) langsOf(r *http.Request) []analyze.Lang { return locale.Preferred(s.preferences(r)) }

// preferences returns the languages of a reader in the form of Accept-Language: the one that was chosen, if any, and
// behind it what the browser says.
func (s *Server) preferences(r *http.Request) string {
	said := strings.Join(r.Header.Values("Accept-Language"), ",")
	if l, ok := s.chosen(r); ok {
		return l.Tag() + "," + said
	}
	return said
}

// chosen returns the locale that a reader has chosen, now or before.
func (s *Server) chosen(r *http.Request) (*locale.Locale, bool) {
	if l, ok := s.catalogue.Named(r.URL.Query().Get(languageParam)); ok {
		return l, true
	}
	c, err := r.Cookie(languageCookie)
	if err != nil {
		return nil, false
	}
	return s.catalogue.Named(c.Value)
}

// rememberLanguage returns the cookie that remembers the language that a request chooses, nil if
// it chooses none.
func (s *Server) rememberLanguage(r *http.Request) *http.Cookie {
	l, ok := s.catalogue.Named(r.URL.Query().Get(languageParam))
	if !ok {
		return nil
	}
	return &http.Cookie{ //nolint:gosec // Secure is set wherever the page is asked for over TLS
		Name: languageCookie, Value: l.Tag(), Path: s.mount.Path("/"), MaxAge: int(languageLife / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: mount.OverTLS(r),
	}
}

// maxKept bounds the parameters that the links to other languages keep, in bytes.
const maxKept = 8 << 10

// languages are the links to the same page in each language.
func (s *Server) languages(r *http.Request, current *locale.Locale) []results.Choice {
	v := url.Values{}
	if len(r.URL.RawQuery) <= maxKept {
		v = r.URL.Query()
	}
	var out []results.Choice
	for _, l := range s.catalogue.All() {
		v.Set(languageParam, l.Tag())
		out = append(out, results.Choice{Text: l.Name(), URL: "?" + v.Encode(), Lang: l.Tag(), Current: l == current})
	}
	return out
}

// frame holds what every page shows.
type frame struct {
	L                           *locale.Locale // the language of the page
	Title, Style, Script, Query string
	Site                        string // the name of the search
	Pages                       int    // that can be found; below 0 if that is not known
	SearchOnly                  bool   // there are no pages for operators
	Closed                      bool   // operators may sign in
	Operator                    string // who has signed in
	Leave                       bool   // a form ends the sign-in of the operator; the proxy has none of it
	User, SignOut               string // whom the proxy names, and where that user signs out; "" if not known
	Sections                    []results.Choice
	Languages                   []results.Choice // the same page in other languages; empty if it is in English only
	Prev, Next                  string
	Feed                        string       // the address of an Atom feed of the page, "" for none
	Refresh                     int          // seconds after which the page is loaded anew; 0 for never
	remember                    *http.Cookie // the choice of the language, nil if none was made
}

// Indexed says how many pages can be found.
func (f frame) Indexed() string {
	switch {
	case f.Pages < 0:
		return ""
	case f.Pages == 0:
		return f.L.Text("page.none-indexed")
	}
	return f.L.Count("page.indexed", f.Pages)
}

// speak says in the head of an answer which language the page is in.
func (f frame) speak(h http.Header) {
	speak(h, f.L, f.Languages != nil)
	if f.remember != nil {
		h.Add("Set-Cookie", f.remember.String())
	}
}

// speak says in the head of an answer which language it is in, and whether the reader's
// wishes decide that.
func speak(h http.Header, l *locale.Locale, chosen bool) {
	h.Set("Content-Language", l.Tag())
	if chosen {
		h.Set("Vary", "Accept-Language, Cookie")
	}
}

// frame returns what a page for operators shows besides its own. These pages are in English.
func (s *Server) frame(r *http.Request, title string) frame {
	return s.frameIn(r, s.catalogue.English(), title)
}

// reader returns what a page for searchers shows besides its own, in their language.
func (s *Server) reader(r *http.Request, l *locale.Locale, title, query string) frame {
	f := s.frameIn(r, l, title)
	f.Query, f.Languages, f.remember = query, s.languages(r, l), s.rememberLanguage(r)
	return f
}

// frameIn returns what every page shows, in a language. A page without a title has that of
// the search.
func (s *Server) frameIn(r *http.Request, l *locale.Locale, title string) frame {
	f := frame{L: l, Title: s.site, Style: s.stylePath, Script: s.scriptPath, Site: s.site, SearchOnly: s.searchOnly, Closed: s.closed, Pages: s.pageCount(r.Context())}
	f.Operator, f.User, f.SignOut = s.operator(r), s.door.User(r).Name, s.door.SignOut(r)
	f.Leave = f.Operator != "" && s.desk.Of(r) != ""
	if title != "" {
		f.Title = title + " – " + s.site
	}
	if s.searchOnly {
		return f
	}
	for _, c := range []results.Choice{
		{Text: l.Text("page.status"), URL: "/status"}, {Text: l.Text("page.statistics"), URL: "/stats"}, {Text: l.Text("page.urls"), URL: "/urls"},
		{Text: l.Text("page.hosts"), URL: "/hosts"}, {Text: l.Text("page.why-short"), URL: "/why"}, {Text: l.Text("page.tester"), URL: "/robots"},
	} {
		c.Current = c.URL == r.URL.Path
		f.Sections = append(f.Sections, c)
	}
	if f.Operator != "" {
		f.Sections = append(f.Sections, setup.Sections(r.URL.Path)...)
		if s.curation != nil {
			f.Sections = append(f.Sections, s.curation.Sections(r.URL.Path)...)
		}
	}
	return f
}

// operator returns the name of the operator who makes a request, "" for none: one who has signed in, or
// whom the proxy names.
func (s *Server) operator(r *http.Request) string {
	if s.desk == nil {
		return ""
	}
	if name := s.desk.Of(r); name != "" {
		return name
	}
	if u := s.door.User(r); u.Operator {
		return u.Name
	}
	return ""
}

// pageCount returns how many pages can be found, below 0 if that is not known.
func (s *Server) pageCount(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	n, err := s.service.Docs(ctx)
	if err != nil {
		return -1
	}
	return n
}
