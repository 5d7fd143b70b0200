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
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/console/assistants"
	"github.com/aranea-search/aranea/console/buffering"
	"github.com/aranea-search/aranea/console/curation"
	"github.com/aranea-search/aranea/console/grants"
	"github.com/aranea-search/aranea/console/hostnames"
	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/console/metrics"
	"github.com/aranea-search/aranea/console/mount"
	"github.com/aranea-search/aranea/console/oncelog"
	"github.com/aranea-search/aranea/console/operators"
	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/console/places"
	"github.com/aranea-search/aranea/console/searchlog"
	"github.com/aranea-search/aranea/console/setup"
	"github.com/aranea-search/aranea/console/signin"
	"github.com/aranea-search/aranea/console/signon"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/internal/show"
)

//go:embed templates/*.html static/*
var files embed.FS

// Options configure the pages and access to them.
type Options struct {
	// SiteName is the name of the search in titles and headings, and in browsers and feed
	// readers. "" means Aranea.
	SiteName string
	// Path is where the pages are on their host, such as /search/. "" means at its root.
	Path string
	// SearchOnly serves only what searchers need: no page and no call of the API shows the state
	// of the crawl, the known URLs, or explanations. The Service determines what a search
	// returns.
	SearchOnly bool
	// Try are queries that the home page suggests. May be empty.
	Try []string
	// Begin is the command for crawling a first site, which the home page shows while the index
	// is empty. May be empty.
	Begin string
	// Hosts lists the host names that requests may have, in addition to loopback names and
	// addresses. Requests with other names are refused, so that a foreign page cannot read
	// responses by DNS rebinding.
	Hosts []string
	// Copies shows results with nearly the same text as a better one, which are otherwise
	// omitted.
	Copies bool
	// Folders returns the folders on disk whose files the pages open for searchers, where results lead to
	// these. With nil they lead to their URLs alone.
	Folders func() static.Folders
	// Notices enables /indexnow, which accepts notices of changed URLs from sites. It is called
	// when a notice makes URLs due. With nil there is no such page.
	Notices func()
	// API answers the read-only requests of programs under /api/v1/. With nil there is no API.
	API http.Handler
	// MCP answers assistants, which POST to /mcp; it only reads. With nil there is no such address.
	MCP http.Handler
	// Operators are those who may sign in; it never returns nil. Who has not signed in gets what
	// SearchOnly serves, from Public, which is required then. With nil, and without SignOn, everybody gets
	// everything, and nobody can sign in.
	Operators func() *operators.Set
	// SignOn says whom a proxy names, which pages of secrets they may find, and who of them is an operator,
	// as if signed in; it never returns nil. With nil no proxy is believed.
	SignOn func() *signon.Set
	Public Public
	// Orders carries out what operators who have signed in order, Crawls has the settings of the crawls
	// for that, and Setup those that they may change. All are required if HasDesk.
	Orders orders.Service
	Crawls orders.Settings
	Setup  setup.Source
	// Curation is where operators have what they list for searches. With nil they do not edit it here.
	Curation *curation.Files
	// Searches gets a line for each search on the pages; with nil none are noted.
	Searches *searchlog.Log
	// Monitored is whose state /metrics and /readyz tell, if that is not the Service: a node of a cluster
	// whose pages are about all nodes.
	Monitored Monitored
	// Logger receives refusals and failures, each once, and all requests at debug level. With nil
	// nothing is logged.
	Logger *slog.Logger
}

// maxSiteName is the maximum number of characters of a SiteName: the maximum for the long name of
// an OpenSearch description.
const maxSiteName = 48

// Validate returns what is wrong with the options.
func (o Options) Validate() error {
	switch n := utf8.RuneCountInString(o.SiteName); {
	case n > maxSiteName:
		return fmt.Errorf("the name of the search has %d characters, over %d", n, maxSiteName)
	case o.SiteName != strings.TrimSpace(show.Visible(o.SiteName)), strings.ContainsFunc(o.SiteName, show.Unsafe):
		return fmt.Errorf("the name %q of the search begins or ends with a space, or holds characters that cannot be seen", o.SiteName)
	}
	if _, err := mount.Parse(o.Path); err != nil {
		return fmt.Errorf("path: %w", err)
	}
	if o.HasDesk() && (o.SearchOnly || o.Public.Service == nil || o.Orders == nil || o.Crawls == nil || o.Setup == nil) {
		return errors.New("operators need pages of their own, what carries out their orders, and a service for those who have not signed in")
	}
	return nil
}

// HasDesk reports whether there are pages that are for operators alone.
func (o *Options) HasDesk() bool { return o.Operators != nil || o.SignOn != nil && !o.SearchOnly }

// Public answers those who have not signed in. It does not tell more than a search needs.
type Public struct {
	Service Service
	API     http.Handler // nil if there is none
	MCP     http.Handler // nil if there is none
}

// A Server serves the web interface. It is safe for concurrent use.
type Server struct {
	service   Service
	monitored Monitored // whose health it tells
	catalogue *locale.Catalogue
	site      string       // the name of the search
	mount     mount.Point  // where the pages are
	api       http.Handler // nil if there is none
	mcp       http.Handler // nil if there is none
	// description is the OpenAPI description of api.
	description []byte
	try         []string
	begin       string
	searchOnly  bool
	copies      bool // near copies are shown
	folders     func() static.Folders
	noticed     func() // nil if notices are not accepted
	hosts       hostnames.Names
	pages       *template.Template
	style       []byte
	stylePath   string
	script      []byte // the script that completes queries
	scriptPath  string
	icon        []byte
	journal     *oncelog.Journal
	searches    *searchlog.Log
	metrics     *metrics.Metrics
	answers     *buffering.Answers
	requests    *places.Places
	scans       *places.Places
	lists       *places.Places
	logins      *places.Places
	files       *places.Places // files that are being sent
	messages    *places.Places // messages that are being read
	bodies      *places.Places // notices that are being read
	notices     *places.Places
	signIns     *places.Places
	passes      *grants.Passes
	door        *signon.Door // nil if no proxy is believed
	desk        *signin.Desk // nil if nobody can sign in
	passwords   bool         // somebody can by a password
	orders      *orders.Desk // nil without a desk
	setup       setup.Source // nil likewise
	curation    *curation.Files
	origins     *http.CrossOriginProtection
	public      *Server // for those who have not signed in; nil without a desk
	closed      bool    // it is for those who have not signed in
}

// New returns a Server that gets its data from service.
func New(service Service, opt Options) (*Server, error) {
	if service == nil {
		return nil, errors.New("console: a service is required")
	}
	if err := opt.Validate(); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	at, err := mount.Parse(opt.Path)
	if err != nil {
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
		service: service, catalogue: catalogue, site: cmp.Or(opt.SiteName, defaultSite), mount: at, api: opt.API, mcp: opt.MCP, try: opt.Try, begin: opt.Begin, searchOnly: opt.SearchOnly, copies: opt.Copies, folders: opt.Folders, noticed: opt.Notices, hosts: hostnames.Of(opt.Hosts), pages: pages, icon: icon,
		style: style, stylePath: assetPath("style", style, "css"), script: script, scriptPath: assetPath("complete", script, "js"),
		journal: oncelog.New(opt.Logger), searches: opt.Searches, requests: places.New(maxRequests, requestsEach), scans: places.New(maxScans, scansEach), lists: places.New(maxLists, listsEach), logins: places.New(maxLogins, 0),
		answers: new(buffering.Answers), files: places.New(maxFiles, filesEach), messages: places.New(maxMessages, messagesEach),
		bodies: places.New(maxBodies, 0), notices: places.New(maxNotices, 0),
		signIns: places.New(maxSignIns, 0), passes: new(grants.Passes), origins: http.NewCrossOriginProtection(),
	}
	if s.description, err = api.Describe(at.Path(""), s.opens); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	if s.monitored = opt.Monitored; s.monitored == nil {
		s.monitored = service
	}
	if s.metrics, err = metrics.New(s.folderStatus, maxScans); err != nil {
		return nil, fmt.Errorf("console metrics: %w", err)
	}
	s.door = signon.New(opt.SignOn, s.journal)
	if err := s.openDesk(opt); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	return s, nil
}

// openDesk lets operators in, if there may be any.
func (s *Server) openDesk(opt Options) (err error) { //nolint:gocritic // a copy is changed
	if !opt.HasDesk() {
		return nil
	}
	if s.passwords = opt.Operators != nil; !s.passwords {
		opt.Operators = operators.Nobody
	}
	s.desk, s.orders, s.setup = signin.New(opt.Operators), orders.New(opt.Orders, opt.Crawls, s.journal.Log), opt.Setup
	s.curation = opt.Curation
	s.public = s.forPublic(opt.Public)
	s.public.description, err = api.Describe(s.mount.Path(""), s.public.opens)
	return err
}

// forPublic returns the server for those who have not signed in. It shares all limits with s, and
// knows only the addresses of what is for operators.
func (s *Server) forPublic(p Public) *Server {
	closed := *s
	closed.searchOnly, closed.closed, closed.service, closed.api, closed.mcp = true, true, p.Service, p.API, p.MCP
	return &closed
}

// defaultSite is the default name of a search.
const defaultSite = "Aranea"

// assetPath returns the path of a file, which contains a hash, so that the content at a path
// never changes.
func assetPath(name string, data []byte, ending string) string {
	sum := sha256.Sum256(data)
	return "/" + name + "-" + hex.EncodeToString(sum[:6]) + "." + ending
}

// guard refuses foreign host names and methods that do not read, and sets the header fields of
// all responses.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "private, no-cache")
		if !s.hosts.Allows(r.Host) {
			http.Error(w, "This server does not answer to that name; start it with --host NAME to allow it.", http.StatusMisdirectedRequest)
			return
		}
		if s.desk != nil {
			h.Set("Referrer-Policy", "same-origin") // without a referrer, forms are sent without their origin
		}
		if s.door.Doubts(r) {
			s.refuse(w, r, http.StatusBadRequest, "error.doubtful")
			return
		}
		form, call := s.takesForm(r), s.mcp != nil && assistants.Asks(r)
		if (form || call) && s.origins.Check(r) != nil || form && s.door.Unsourced(r) {
			s.refuseForeign(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead && !form && !call && !s.takesNotice(r) {
			h.Set("Allow", "GET, HEAD")
			s.refuse(w, r, http.StatusMethodNotAllowed, "error.only-read")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// A page is the data of a template with a frame.
type page interface{ speak(h http.Header) }

// render writes a page completely, or an error instead.
func (s *Server) render(w http.ResponseWriter, status int, name string, data page) {
	var b bytes.Buffer
	if err := s.pages.ExecuteTemplate(&b, name, data); err != nil {
		http.Error(w, "The page could not be made.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	data.speak(w.Header())
	w.WriteHeader(status)
	_, _ = w.Write(s.mount.HTML(b.Bytes())) // the client may have closed the connection
}

type errorPage struct {
	frame
	Heading, Text string
	Damage        []damageRow
	Way           string // what to do about the damage
}

// isForPrograms reports whether a request is from a program.
func isForPrograms(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, "/api/") || assistants.Asks(r)
}

// refuseForeign responds to a request that a page of another site has sent.
func (s *Server) refuseForeign(w http.ResponseWriter, r *http.Request) {
	if isForPrograms(r) {
		problem(w, http.StatusForbidden, "This was sent by a page of another site.")
		return
	}
	s.refuseOperator(w, r, http.StatusForbidden, "This form was sent by a page of another site.")
}

// refuse responds with an error, given by the name of its text: as problem details for programs,
// as a page in their language for people.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, code int, text string, pairs ...string) {
	if isForPrograms(r) {
		problem(w, code, s.catalogue.English().Text(text, pairs...))
		return
	}
	l := s.localeOf(r)
	heading := l.Text("status." + strconv.Itoa(code))
	s.render(w, code, "error", errorPage{frame: s.reader(r, l, heading, ""), Heading: heading, Text: l.Text(text, pairs...)})
}

// refuseOperator responds with an error in English.
func (s *Server) refuseOperator(w http.ResponseWriter, r *http.Request, code int, text string) {
	heading := http.StatusText(code)
	s.render(w, code, "error", errorPage{frame: s.frame(r, heading), Heading: heading, Text: text})
}

func (s *Server) handleNotFound(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, r, http.StatusNotFound, "error.no-page")
}
