package console

import (
	"fmt"
	"html/template"
	"net/http"

	"github.com/aranea-search/aranea/console/assistants"
	"github.com/aranea-search/aranea/console/curation"
	"github.com/aranea-search/aranea/console/places"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/console/setup"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/fetch/botauth"
	"github.com/aranea-search/aranea/internal/show"
)

// Handler returns the routes of the server. All of them only read, except those for notices, and for
// operators who sign in and give orders, if there are any.
func (s *Server) Handler() http.Handler {
	if s.desk == nil {
		return s.routes()
	}
	return s.gate(s.routes(), s.public.routes())
}

// routes returns the routes of the server for all who reach it.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	s.routeSearch(mux)
	switch {
	case s.closed:
		s.routeOperation(func(pattern string, _ http.HandlerFunc) { mux.HandleFunc(pattern, s.askSignIn) })
	case !s.searchOnly:
		s.routeOperation(func(pattern string, h http.HandlerFunc) { mux.HandleFunc(pattern, h) })
	}
	if s.desk != nil {
		mux.HandleFunc(signInPath, s.sent(maxForm+1, s.handleSignIn))
		mux.HandleFunc(signOutPath, s.handleSignOut)
	}
	if s.noticed != nil {
		mux.HandleFunc(noticePath, s.bounded(s.handleNotice, s.bodies))
	}
	if s.mcp != nil {
		mux.HandleFunc(assistants.Path, s.sent(assistants.MaxRead, s.passMCP))
	}
	switch {
	case s.api != nil && s.closed:
		mux.HandleFunc(apiRoot, s.ask(s.handleClosedAPI))
	case s.api != nil:
		mux.HandleFunc(apiRoot, s.ask(s.handleAPI))
	}
	mux.HandleFunc("/", s.handleNotFound)
	return s.mount.Handler(s.observe(wire.Recovered(s.guard(mux), s.tellFault)))
}

// gate passes requests of operators who have signed in to whole, and others to closed.
func (s *Server) gate(whole, closed http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.operator(r) == "" {
			closed.ServeHTTP(w, r)
			return
		}
		whole.ServeHTTP(w, r)
	})
}

// Monitoring returns the routes for those who watch the server, with the metrics also where the
// pages are for searchers alone.
func (s *Server) Monitoring() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/metrics", s.metrics.Handler())
	mux.HandleFunc("/healthz", s.handleHealth)
	mux.HandleFunc("/readyz", places.Unnamed(s.ask(s.handleReady)))
	return s.observe(wire.Recovered(s.guard(mux), s.tellFault))
}

// routeSearch adds the routes for searchers, the description of the robot for site owners, and
// the health checks.
func (s *Server) routeSearch(mux *http.ServeMux) {
	mux.HandleFunc("/{$}", s.ask(s.handleSearch))
	mux.HandleFunc(results.ValuesPath, s.ask(s.handleValues))
	mux.HandleFunc("/feed", s.ask(s.handleFeed))
	mux.HandleFunc(suggestPath, s.ask(s.handleSuggest))
	mux.HandleFunc("/login", s.ask(s.handleLogins))
	mux.HandleFunc("/login/{label}", s.bounded(s.handleLogin, s.requests, s.logins))
	mux.HandleFunc(botPath, s.ask(s.handleBot))
	mux.HandleFunc(botPath+"/ips.json", s.ask(s.handleNetworks))
	mux.HandleFunc(botauth.DirectoryPath, s.ask(s.handleDirectory))
	if s.folders != nil {
		mux.HandleFunc(filePath, s.handleFile)
	}
	mux.HandleFunc("/help", s.handleHelp)
	mux.HandleFunc("/opensearch.xml", s.handleOpenSearch)
	mux.HandleFunc("/robots.txt", s.handleRobots)
	mux.HandleFunc("/healthz", s.handleHealth)
	mux.HandleFunc("/readyz", places.Unnamed(s.ask(s.handleReady)))
	mux.HandleFunc(s.stylePath, s.asset("text/css; charset=utf-8", s.style))
	mux.HandleFunc(s.scriptPath, s.asset("text/javascript; charset=utf-8", s.script))
	mux.HandleFunc("/icon.svg", s.asset("image/svg+xml", s.icon))
}

// routeOperation adds the routes for the status of the crawl, the known URLs and their
// explanations, and the documentation. All of them are for operators.
func (s *Server) routeOperation(add func(pattern string, h http.HandlerFunc)) {
	scan := func(h http.HandlerFunc) http.HandlerFunc { return s.bounded(h, s.requests, s.scans) }
	list := func(h http.HandlerFunc) http.HandlerFunc { return s.bounded(h, s.requests, s.lists, s.scans) }
	add("/why", s.ask(s.handleWhy))
	add("/links", scan(s.handleLinks))
	add(brokenPath, scan(s.handleBroken))
	add(brokenCSV, list(s.handleBrokenCSV))
	add(orphansPath, scan(s.handleOrphans))
	add(orphansCSV, list(s.handleOrphansCSV))
	for _, page := range results.FaultPages() {
		add(page.Path, scan(s.handleFaults(page)))
		add(page.Path+".csv", list(s.handleFaultsCSV(page)))
	}
	add("/status", s.ask(s.handleStatus))
	if s.desk != nil {
		taken, form := s.orderPages()
		add(ordersPath, s.ask(ordered(taken)))
		add(setup.Path, s.ask(ordered(form)))
		add(setup.SeedsPath, s.ask(form.ServeSeeds))
	}
	if s.desk != nil && s.curation != nil {
		lists, searches := s.curationPages()
		for _, page := range lists {
			add(page.List.Address, s.ask(ordered(page)))
		}
		add(curation.SearchesPath, scan(searches.ServeHTTP))
	}
	add("/stats", scan(s.handleStats))
	add("/urls", scan(s.handleURLs))
	add("/urls.csv", list(s.handleCSV))
	add("/hosts", scan(s.handleHosts))
	add("/robots", scan(s.handleTester))
	add("/docs", s.handleDocs)
	add("/docs/{$}", s.handleDocs)
	add("/docs/{name...}", func(w http.ResponseWriter, r *http.Request) { s.showDoc(w, r, r.PathValue("name")) })
	add(reasonsPath, func(w http.ResponseWriter, r *http.Request) { s.showDoc(w, r, reasonsPage) })
	add("/metrics", s.metrics.Handler().ServeHTTP)
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
