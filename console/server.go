package console

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/internal/show"
)

//go:embed templates/*.html static/*
var files embed.FS

// Options say what the pages show and who may ask.
type Options struct {
	// SiteName is the name of the search, in titles, headings and what browsers and
	// readers of feeds show of it. With "" it is Aranea.
	SiteName string
	// SearchOnly serves what a reader of a search needs and nothing of the operator's: no
	// page and no part of the API tells how the crawl stands, which URLs are known, or why.
	// What a search answers is up to the Service.
	SearchOnly bool
	// Try holds queries that the home page suggests. May be empty.
	Try []string
	// Begin is the command that crawls a first site, which the home page shows
	// while the index is empty. May be empty.
	Begin string
	// Hosts lists the names under which the pages may be asked for, besides
	// loopback names and addresses; requests for other names are refused, so
	// that a foreign page cannot read answers by rebinding its name.
	Hosts []string
	// Copies shows results whose text is nearly that of a better one, where they
	// are left out otherwise.
	Copies bool
	// Notices has /indexnow take notices of sites that their URLs changed, and is
	// called when something is due by one. With nil there is no such page.
	Notices func()
	// API answers the requests under /api/v1/ for programs, by reading alone.
	// With nil there is no such API.
	API http.Handler
	// Logger receives refusals and failures, each once, and at the level of
	// debugging every request. With nil nothing is logged.
	Logger *slog.Logger
}

// maxSiteName is the most characters of a SiteName: as many as the long name of an
// OpenSearch description may have.
const maxSiteName = 48

// Validate reports what is wrong with the options.
func (o Options) Validate() error {
	switch n := utf8.RuneCountInString(o.SiteName); {
	case n > maxSiteName:
		return fmt.Errorf("the name of the search has %d characters, over %d", n, maxSiteName)
	case o.SiteName != strings.TrimSpace(show.Visible(o.SiteName)), strings.ContainsFunc(o.SiteName, show.Unsafe):
		return fmt.Errorf("the name %q of the search begins or ends with a space, or holds characters that cannot be seen", o.SiteName)
	}
	return nil
}

// A Server answers the requests of the search page. It is safe for concurrent
// use.
type Server struct {
	service   Service
	catalogue *locale.Catalogue
	site      string       // the name of the search
	api       http.Handler // nil if there is none
	// description is that of api.
	description []byte
	try         []string
	begin       string
	searchOnly  bool
	copies      bool            // near copies are shown
	noticed     func()          // nil if no notices are taken
	hosts       map[string]bool // in lower case, without port
	pages       *template.Template
	style       []byte
	stylePath   string
	script      []byte // completes what is typed
	scriptPath  string
	icon        []byte
	journal     *journal
	metrics     *metrics
	requests    slots
	scans       slots
	logins      slots
	bodies      slots // notices that are being read
	notices     slots
	passes      passes
}

// New returns a Server whose pages ask service.
func New(service Service, opt Options) (*Server, error) {
	if service == nil {
		return nil, errors.New("console: a service is required")
	}
	if err := opt.Validate(); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	pages, err := template.ParseFS(files, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("console templates: %w", err)
	}
	style, err := fs.ReadFile(files, "static/style.css")
	if err != nil {
		return nil, fmt.Errorf("console style: %w", err)
	}
	script, err := fs.ReadFile(files, "static/complete.js")
	if err != nil {
		return nil, fmt.Errorf("console script: %w", err)
	}
	catalogue, err := locale.Load()
	if err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	icon, err := fs.ReadFile(files, "static/icon.svg")
	if err != nil {
		return nil, fmt.Errorf("console icon: %w", err)
	}
	s := &Server{
		service: service, catalogue: catalogue, site: cmp.Or(opt.SiteName, defaultSite), api: opt.API, try: opt.Try, begin: opt.Begin, searchOnly: opt.SearchOnly, copies: opt.Copies, noticed: opt.Notices, hosts: hostNames(opt.Hosts), pages: pages, icon: icon,
		style: style, stylePath: assetPath("style", style, "css"), script: script, scriptPath: assetPath("complete", script, "js"),
		journal: newJournal(opt.Logger), requests: make(slots, maxRequests), scans: make(slots, maxScans), logins: make(slots, maxLogins),
		bodies: make(slots, maxBodies), notices: make(slots, maxNotices),
	}
	if s.description, err = engine.Describe(s.opens); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	if s.metrics, err = newMetrics(s); err != nil {
		return nil, fmt.Errorf("console metrics: %w", err)
	}
	return s, nil
}

// defaultSite is the name of a search that the operator gave none.
const defaultSite = "Aranea"

// assetPath returns the path of a file whose content never changes under it.
func assetPath(name string, data []byte, ending string) string {
	sum := sha256.Sum256(data)
	return "/" + name + "-" + hex.EncodeToString(sum[:6]) + "." + ending
}

// hostNames returns the names under which pages may be asked for, as browsers
// write them.
func hostNames(allowed []string) map[string]bool {
	names := map[string]bool{"localhost": true}
	for _, h := range allowed {
		name := hostName(h)
		if a, err := idna.Lookup.ToASCII(name); err == nil {
			name = a
		}
		if name != "" {
			names[name] = true
		}
	}
	return names
}

// guard refuses foreign host names and methods that do not read, and sets the
// headers that hold for all answers.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "private, no-cache")
		if !s.knownHost(r.Host) {
			http.Error(w, "This server does not answer to that name; start it with --host NAME to allow it.", http.StatusMisdirectedRequest)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead && !s.takesNotice(r) {
			h.Set("Allow", "GET, HEAD")
			s.refuse(w, r, http.StatusMethodNotAllowed, "error.only-read")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// knownHost reports whether host, with or without a port, is a loopback name, an
// address, which no name server can rebind, or a name that the operator allows.
func (s *Server) knownHost(host string) bool {
	name := hostName(host)
	if s.hosts[name] {
		return true
	}
	_, err := netip.ParseAddr(name)
	return err == nil
}

// hostName returns a host in lower case without port, brackets and final dot.
func hostName(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	} else if inner, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(inner, "]")
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// A page is what a template shows in a frame.
type page interface{ speak(h http.Header) }

// render writes a page whole or not at all.
func (s *Server) render(w http.ResponseWriter, status int, name string, data page) {
	var b bytes.Buffer
	if err := s.pages.ExecuteTemplate(&b, name, data); err != nil {
		http.Error(w, "The page could not be made.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	data.speak(w.Header())
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // a reader who hangs up loses the rest
}

type errorPage struct {
	frame
	Heading, Text string
	Damage        []damageRow
	Way           string // out of the damage
}

// isForPrograms reports whether a request is answered for a program.
func isForPrograms(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }

// refuse answers with an error, by the name of its text: a problem to programs, a page in
// their language to people.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, code int, text string) {
	if isForPrograms(r) {
		problem(w, code, s.catalogue.English().Text(text))
		return
	}
	l := s.localeOf(r)
	heading := l.Text("status." + strconv.Itoa(code))
	s.render(w, code, "error", errorPage{frame: s.reader(r, l, heading, ""), Heading: heading, Text: l.Text(text)})
}

// refuseOperator answers with an error in English.
func (s *Server) refuseOperator(w http.ResponseWriter, r *http.Request, code int, text string) {
	heading := http.StatusText(code)
	s.render(w, code, "error", errorPage{frame: s.frame(r, heading), Heading: heading, Text: text})
}

func (s *Server) handleNotFound(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, r, http.StatusNotFound, "error.no-page")
}

// overTLS reports whether the reader asks by https, here or at a proxy before this
// server that says so. A reader who says so himself changes the addresses in his own
// answers and nothing else: no cache may share them.
func overTLS(r *http.Request) bool {
	proto, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",")
	return r.TLS != nil || strings.EqualFold(strings.TrimSpace(proto), "https")
}

// baseURL is the address of this server as the reader knows it.
func baseURL(r *http.Request) string {
	if overTLS(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
