package console

import (
	"fmt"
	"html/template"
	"net/http"

	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/fetch/botauth"
	"github.com/aranea-search/aranea/internal/show"
)

// Handler returns the routes of the server. All of them only read, except the one for notices, if
// there is one.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	s.routeSearch(mux)
	if !s.searchOnly {
		s.routeOperation(mux)
	}
	if s.noticed != nil {
		mux.HandleFunc(noticePath, s.bounded(s.handleNotice, s.bodies))
	}
	if s.api != nil {
		mux.HandleFunc(apiRoot, s.ask(s.handleAPI))
	}
	mux.HandleFunc("/", s.handleNotFound)
	return s.mount.Handler(s.observe(wire.Recovered(s.guard(mux), s.tellFault)))
}

// Monitoring returns the routes for those who watch the server, with the metrics also where the
// pages are for searchers alone.
func (s *Server) Monitoring() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/metrics", s.metrics.Handler())
	mux.HandleFunc("/healthz", s.handleHealth)
	mux.HandleFunc("/readyz", s.ask(s.handleReady))
	return s.observe(wire.Recovered(s.guard(mux), s.tellFault))
}

// ask limits a route that needs little work.
func (s *Server) ask(h http.HandlerFunc) http.HandlerFunc { return s.bounded(h, s.requests) }

// routeSearch adds the routes for searchers, the description of the robot for site owners, and
// the health checks.
func (s *Server) routeSearch(mux *http.ServeMux) {
	mux.HandleFunc("/{$}", s.ask(s.handleSearch))
	mux.HandleFunc("/feed", s.ask(s.handleFeed))
	mux.HandleFunc(suggestPath, s.ask(s.handleSuggest))
	mux.HandleFunc("/login", s.ask(s.handleLogins))
	mux.HandleFunc("/login/{label}", s.bounded(s.handleLogin, s.requests, s.logins))
	mux.HandleFunc(botPath, s.ask(s.handleBot))
	mux.HandleFunc(botPath+"/ips.json", s.ask(s.handleNetworks))
	mux.HandleFunc(botauth.DirectoryPath, s.ask(s.handleDirectory))
	if s.folders != nil {
		mux.HandleFunc(filePath, s.ask(s.handleFile))
	}
	mux.HandleFunc("/help", s.handleHelp)
	mux.HandleFunc("/opensearch.xml", s.handleOpenSearch)
	mux.HandleFunc("/robots.txt", s.handleRobots)
	mux.HandleFunc("/healthz", s.handleHealth)
	mux.HandleFunc("/readyz", s.ask(s.handleReady))
	mux.HandleFunc(s.stylePath, s.asset("text/css; charset=utf-8", s.style))
	mux.HandleFunc(s.scriptPath, s.asset("text/javascript; charset=utf-8", s.script))
	mux.HandleFunc("/icon.svg", s.asset("image/svg+xml", s.icon))
}

// routeOperation adds the routes for the status of the crawl, the known URLs and their
// explanations, and the documentation.
func (s *Server) routeOperation(mux *http.ServeMux) {
	scan := func(h http.HandlerFunc) http.HandlerFunc { return s.bounded(h, s.requests, s.scans) }
	list := func(h http.HandlerFunc) http.HandlerFunc { return s.bounded(h, s.requests, s.lists, s.scans) }
	mux.HandleFunc("/why", s.ask(s.handleWhy))
	mux.HandleFunc("/links", scan(s.handleLinks))
	mux.HandleFunc(brokenPath, scan(s.handleBroken))
	mux.HandleFunc(brokenCSV, list(s.handleBrokenCSV))
	mux.HandleFunc(orphansPath, scan(s.handleOrphans))
	mux.HandleFunc(orphansCSV, list(s.handleOrphansCSV))
	for _, page := range results.FaultPages() {
		mux.HandleFunc(page.Path, scan(s.handleFaults(page)))
		mux.HandleFunc(page.Path+".csv", list(s.handleFaultsCSV(page)))
	}
	mux.HandleFunc("/status", s.ask(s.handleStatus))
	mux.HandleFunc("/stats", scan(s.handleStats))
	mux.HandleFunc("/urls", scan(s.handleURLs))
	mux.HandleFunc("/urls.csv", list(s.handleCSV))
	mux.HandleFunc("/hosts", scan(s.handleHosts))
	mux.HandleFunc("/robots", scan(s.handleTester))
	mux.HandleFunc("/docs", s.handleDocs)
	mux.HandleFunc("/docs/{$}", s.handleDocs)
	mux.HandleFunc("/docs/{name...}", func(w http.ResponseWriter, r *http.Request) { s.showDoc(w, r, r.PathValue("name")) })
	mux.HandleFunc(reasonsPath, func(w http.ResponseWriter, r *http.Request) { s.showDoc(w, r, reasonsPage) })
	mux.Handle("/metrics", s.metrics.Handler())
}

func (s *Server) asset(contentType string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		_, _ = w.Write(data) // the client may have closed the connection
	}
}

func (s *Server) handleHelp(w http.ResponseWriter, r *http.Request) {
	l := s.localeOf(r)
	s.render(w, http.StatusOK, "help", s.reader(r, l, l.Text("page.help"), ""))
}

func (s *Server) handleRobots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, "User-agent: *\nDisallow: /\n")
}

// maxShortName is the maximum number of characters of the short name of an OpenSearch
// description.
const maxShortName = 16

func (s *Server) handleOpenSearch(w http.ResponseWriter, r *http.Request) {
	l := s.localeOf(r)
	speak(w.Header(), l, true)
	w.Header().Set("Content-Type", "application/opensearchdescription+xml; charset=utf-8")
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>%[2]s</ShortName>
<LongName>%[3]s</LongName>
<Description>%[4]s</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="%[1]s/?q={searchTerms}"/>
<Url type="application/x-suggestions+json" rel="suggestions" template="%[1]s/suggest?q={searchTerms}"/>
<Url type="application/json" template="%[1]s/api/v1/search?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="%[1]s/opensearch.xml"/>
</OpenSearchDescription>
`, template.HTMLEscapeString(s.mount.Base(r)), template.HTMLEscapeString(show.Shorten(s.site, maxShortName)), template.HTMLEscapeString(s.site), template.HTMLEscapeString(l.Text("page.description", "site", s.site)))
}
