package console

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"golang.org/x/net/idna"

	"github.com/aranea-search/aranea/internal/show"
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
}

// A Server answers the requests of the search page. It is safe for concurrent
// use.
type Server struct {
	searcher  Searcher
	sites     Sites // nil when the frontier is not readable
	try       []string
	hosts     map[string]bool // in lower case, without port
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
	hosts := map[string]bool{"localhost": true}
	for _, h := range opt.Hosts {
		name := hostName(h)
		if a, err := idna.Lookup.ToASCII(name); err == nil {
			name = a // as browsers write it
		}
		if name != "" {
			hosts[name] = true
		}
	}
	sum := sha256.Sum256(style)
	return &Server{
		searcher: searcher, sites: sites, try: opt.Try, hosts: hosts, pages: pages, icon: icon,
		style: style, stylePath: "/style-" + hex.EncodeToString(sum[:6]) + ".css",
	}, nil
}

// Handler returns the routes of the server. All of them only read.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", s.handleSearch)
	mux.HandleFunc("/why", s.handleWhy)
	mux.HandleFunc("/hosts", s.handleHosts)
	mux.HandleFunc("/help", s.handleHelp)
	mux.HandleFunc("/docs", s.handleDocs)
	mux.HandleFunc("/docs/{$}", s.handleDocs)
	mux.HandleFunc("/docs/{name...}", func(w http.ResponseWriter, r *http.Request) { s.showDoc(w, r, r.PathValue("name")) })
	mux.HandleFunc(reasonsPath, func(w http.ResponseWriter, r *http.Request) { s.showDoc(w, r, reasonsPage) })
	mux.HandleFunc("/api/v1/search", s.handleAPISearch)
	mux.HandleFunc("/api/v1/explain", s.handleAPIExplain)
	mux.HandleFunc("/opensearch.xml", s.handleOpenSearch)
	mux.HandleFunc("/robots.txt", s.handleRobots)
	mux.HandleFunc(s.stylePath, s.asset("text/css; charset=utf-8", s.style))
	mux.HandleFunc("/icon.svg", s.asset("image/svg+xml", s.icon))
	mux.HandleFunc("/", s.handleNotFound)
	return s.guard(mux)
}

// guard refuses foreign host names and methods that do not read, and sets the
// headers that hold for all answers.
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
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			s.refuse(w, r, http.StatusMethodNotAllowed, "Pages can only be read here.")
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
}

func (s *Server) frame(title, query string) frame {
	return frame{Title: title, Style: s.stylePath, Query: query, Pages: s.pagesText()}
}

// pagesText says how many pages can be found.
func (s *Server) pagesText() string {
	n, err := s.searcher.Docs()
	if err != nil || n == 0 {
		return "no pages"
	}
	return show.Count(uint64(n), "page")
}

type errorPage struct {
	frame
	Heading, Text string
}

// refuse answers with an error: a problem to programs, a page to people.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, code int, text string) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		problem(w, code, text)
		return
	}
	heading := http.StatusText(code)
	s.render(w, code, "error", errorPage{s.frame(heading+" – Aranea", ""), heading, text})
}

func (s *Server) handleNotFound(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, r, http.StatusNotFound, "There is no such page here.")
}

func (s *Server) handleHelp(w http.ResponseWriter, _ *http.Request) {
	s.render(w, http.StatusOK, "help", s.frame("How to search – Aranea", ""))
}

func (s *Server) handleRobots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, "User-agent: *\nDisallow: /\n")
}

func (s *Server) handleOpenSearch(w http.ResponseWriter, r *http.Request) {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
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
`, scheme+template.HTMLEscapeString(r.Host))
}
