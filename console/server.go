package console

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"time"
)

//go:embed templates/*.html static/*
var files embed.FS

// Options say what the pages show and who may ask.
type Options struct {
	// Try holds queries that the home page suggests. May be empty.
	Try []string
	// Hosts lists the names under which the pages may be asked for, besides
	// loopback names and addresses; requests for other names are refused, so
	// that a foreign page cannot read answers by rebinding its name.
	Hosts []string
	// Now is the clock; default time.Now.
	Now func() time.Time
}

// A Server answers the requests of the search page. It is safe for concurrent
// use.
type Server struct {
	searcher  Searcher
	sites     Sites // nil when the frontier is not readable
	opt       Options
	pages     *template.Template
	style     []byte
	stylePath string
	icon      []byte
}

// New returns a Server that searches with searcher. Sites may be nil: then the
// page that explains URLs says that it cannot.
func New(searcher Searcher, sites Sites, opt Options) (*Server, error) {
	if searcher == nil {
		return nil, errors.New("console: a searcher is required")
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	pages, err := template.ParseFS(files, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("console templates: %w", err)
	}
	style, err := fs.ReadFile(files, "static/style.css")
	if err != nil {
		return nil, fmt.Errorf("console style: %w", err)
	}
	icon, err := fs.ReadFile(files, "static/icon.svg")
	if err != nil {
		return nil, fmt.Errorf("console icon: %w", err)
	}
	sum := sha256.Sum256(style)
	return &Server{
		searcher: searcher, sites: sites, opt: opt, pages: pages, icon: icon,
		style: style, stylePath: "/style-" + hex.EncodeToString(sum[:6]) + ".css",
	}, nil
}

// Handler returns the routes of the server.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.handleSearch)
	mux.HandleFunc("GET /why", s.handleWhy)
	mux.HandleFunc("GET /help", s.handleHelp)
	mux.HandleFunc("GET /api/v1/search", s.handleAPISearch)
	mux.HandleFunc("GET /api/v1/explain", s.handleAPIExplain)
	mux.HandleFunc("GET /opensearch.xml", s.handleOpenSearch)
	mux.HandleFunc("GET /robots.txt", s.handleRobots)
	mux.HandleFunc("GET "+s.stylePath, s.asset("text/css; charset=utf-8", s.style))
	mux.HandleFunc("GET /icon.svg", s.asset("image/svg+xml", s.icon))
	mux.HandleFunc("/", s.handleNotFound)
	return s.guard(mux)
}

// guard refuses foreign host names and sets the headers that hold for all
// answers.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "private, no-cache")
		if !s.knownHost(r.Host) {
			http.Error(w, "This server does not answer to that name; start it with --host NAME to allow it.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// knownHost reports whether host, with or without a port, is a loopback name or
// a name that the operator allows.
func (s *Server) knownHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if name == "localhost" {
		return true
	}
	if ip := net.ParseIP(name); ip != nil {
		return true // an address cannot be rebound
	}
	for _, h := range s.opt.Hosts {
		if strings.EqualFold(h, name) {
			return true
		}
	}
	return false
}

func (s *Server) asset(contentType string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		_, _ = w.Write(data) // a reader who hangs up loses the rest
	}
}

// render writes a page whole or not at all.
func (s *Server) render(w http.ResponseWriter, status int, name string, data any) {
	var b bytes.Buffer
	if err := s.pages.ExecuteTemplate(&b, name, data); err != nil {
		http.Error(w, "The page could not be made.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // a reader who hangs up loses the rest
}

// frame holds what every page shows.
type frame struct {
	Title, Style, Query, Pages string
	Prev, Next                 string
	Focus                      bool
}

func (s *Server) frame(title, query string) frame {
	return frame{Title: title, Style: s.stylePath, Query: query, Pages: s.pagesText()}
}

// pagesText says how many pages can be found.
func (s *Server) pagesText() string {
	n, err := s.searcher.Docs()
	if err != nil {
		return "no pages"
	}
	return countPages(uint64(n))
}

func countPages(n uint64) string {
	if n == 1 {
		return "1 page"
	}
	return group(n) + " pages"
}

// group prints n with commas between thousands.
func group(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func (s *Server) handleHelp(w http.ResponseWriter, _ *http.Request) {
	s.render(w, http.StatusOK, "help", s.frame("How to search – Aranea", ""))
}

func (s *Server) handleRobots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, "User-agent: *\nDisallow: /\n")
}

func (s *Server) handleNotFound(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "There is no such page here. The search page is at /.", http.StatusNotFound)
}

func (s *Server) handleOpenSearch(w http.ResponseWriter, r *http.Request) {
	base := "http://" + template.HTMLEscapeString(r.Host)
	w.Header().Set("Content-Type", "application/opensearchdescription+xml; charset=utf-8")
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Aranea</ShortName>
<Description>Search the pages that this robot has visited</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="%[1]s/?q={searchTerms}"/>
<Url type="application/json" template="%[1]s/api/v1/search?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="%[1]s/opensearch.xml"/>
</OpenSearchDescription>
`, base)
}

// Timeouts of the listener: a client that dawdles is cut off.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 10 * time.Second
	writeTimeout      = 30 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 16 << 10
	shutdownGrace     = 3 * time.Second
)

// Serve answers on l until ctx ends, then lets running requests finish.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve the search page: %w", err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	err := srv.Shutdown(grace)
	if serr := <-done; err == nil && !errors.Is(serr, http.ErrServerClosed) {
		err = serr
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return srv.Close()
	}
	return err
}
