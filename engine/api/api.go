package api

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/engine/apidoc"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/selection"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/internal/openapi"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/sorting"
	"github.com/aranea-search/aranea/weburl"
)

// apiVersion is the version of the API of the control socket, which must be the same for owner
// and caller.
const apiVersion = 1

const apiRoot = "/api/v1/"

// Limits of the JSON of one request in bytes. Lists of seeds may be longer than other requests:
// a million seeds of 93 bytes take 96 MB.
const (
	maxRequest = 32 << 20
	maxSeeds   = 256 << 20
)

// Reading returns the read-only part of the JSON API, for pages that are visible to the public.
// Its paths begin with /api/v1/.
func Reading(s service.Service) http.Handler {
	mux := newRoutes()
	routeReading(mux, s)
	return mux
}

// routeReading adds the read-only routes: GET, with parameters in the query.
func routeReading(mux *wire.Routes, s service.Service) {
	get(mux, "search", searchRequest, s.Search)
	get(mux, "facet-values", valuesRequest, facetValues(s))
	get(mux, "complete", completeRequest, s.Complete)
	get(mux, "why", whyRequest, func(ctx context.Context, q whyQuestion) (search.Explanation, error) {
		return s.Why(ctx, q.Request, q.url)
	})
	get(mux, "docs", nothing, func(ctx context.Context, _ struct{}) (documentCount, error) {
		n, err := s.Docs(ctx)
		return documentCount{n}, err
	})
	get(mux, "explain", urlText, s.Explain)
	get(mux, "host", origin, s.Host)
	get(mux, "stats", nothing, func(ctx context.Context, _ struct{}) (service.Stats, error) { return s.Stats(ctx) })
	get(mux, "index-stats", nothing, func(ctx context.Context, _ struct{}) ([]upkeep.Stat, error) { return s.IndexStats(ctx) })
	get(mux, "status", nothing, func(ctx context.Context, _ struct{}) (service.Status, error) { return s.Status(ctx) })
	get(mux, "identity", nothing, func(ctx context.Context, _ struct{}) (service.Identity, error) { return s.Identity(ctx) })
	list(mux, http.MethodGet, "urls", selection.FilterOf, s.URLs)
	list(mux, http.MethodGet, "hosts", hostFilter, s.Hosts)
	list(mux, http.MethodGet, "documents", labels, s.Documents)
	list(mux, http.MethodGet, "robots-history", origin, s.RobotsHistory)
	get(mux, "inlinks", knownURL, s.Inlinks)
	list(mux, http.MethodGet, "links", linkFilter, s.Links)
	list(mux, http.MethodGet, "broken-links", linkcheck.FilterOf, s.CheckedLinks)
	list(mux, http.MethodGet, "orphan-pages", linkcheck.OrphanFilterOf, s.OrphanPages)
	get(mux, "unchecked-links", wire.HostName, s.UncheckedLinks)
	for _, check := range linkcheck.Checks() {
		list(mux, http.MethodGet, string(check)+"-faults", check.FilterOf, s.Faults)
		get(mux, string(check)+"-counts", check.HostOf, s.CountFaults)
	}
	list(mux, http.MethodGet, "sitemap-pages", sitemappages.FilterOf, s.PublishedPages)
	list(mux, http.MethodGet, "mirrors", wire.HostName, s.Mirrors)
	list(mux, http.MethodGet, "traps", wire.HostName, s.Traps)
	list(mux, http.MethodGet, "templates", wire.HostName, s.Templates)
}

// routeTogether adds the routes of a search of several indexes. They are for other nodes: strangers must not
// steer how words are weighted.
func routeTogether(mux *wire.Routes, s service.Searching) {
	one(mux, http.MethodPost, "search", body[search.Request], s.Search)
	one(mux, http.MethodPost, "search-facts", body[search.Request], s.Facts)
	one(mux, http.MethodPost, "why", body[whyCall], func(ctx context.Context, c whyCall) (search.Explanation, error) {
		return s.Why(ctx, c.Request, c.URL)
	})
}

// DescriptionName is the name of the call that describes the API.
const DescriptionName = "openapi.json"

// Describe returns the OpenAPI 3.1 description of the read-only calls of the JSON API for which
// keep returns true. at is the path on its host below which they are, "" for the root.
func Describe(at string, keep func(name string) bool) ([]byte, error) {
	mux := newRoutes()
	routeReading(mux, (*Client)(nil)) // no call is made
	return describe(mux, at, keep)
}

func describe(mux *wire.Routes, at string, keep func(name string) bool) ([]byte, error) {
	return mux.Describe(openapi.Info{
		Server: at,
		Title:  "Aranea", Version: strconv.Itoa(apiVersion), Names: apidoc.Schemas(),
		About: "Crawling, searching and explaining. Fields are only added within a version, never renamed; see docs/http-api.md.",
	}, keep)
}

// describeAll adds the call that describes all calls of the control socket.
func describeAll(mux *wire.Routes) {
	mux.Serve(http.MethodGet, DescriptionName, func(w http.ResponseWriter, _ *http.Request) {
		data, err := describe(mux, "", func(string) bool { return true })
		if err != nil {
			wire.Tell(w, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(data) // a caller who disconnects loses the rest
	})
}

// newRoutes returns an API without routes.
func newRoutes() *wire.Routes { return wire.NewRoutes(apiRoot, apidoc.Calls()) }

// get adds a route for a question with one answer.
func get[In, Out any](mux *wire.Routes, name string, in wire.Input[In], answer func(context.Context, In) (Out, error)) {
	wire.One(mux, http.MethodGet, name, in, answer)
}

// one adds a route for a call with one answer.
func one[In, Out any](mux *wire.Routes, method, name string, in wire.Input[In], answer func(context.Context, In) (Out, error)) {
	wire.One(mux, method, name, in, answer)
}

// list adds a route for a question with any number of answers.
func list[In, Out any](mux *wire.Routes, method, name string, in wire.Input[In], answers func(context.Context, In) iter.Seq2[Out, error]) {
	wire.List(mux, method, name, in, answers)
}

func nothing(*http.Request) (struct{}, error) { return struct{}{}, nil }

// labels returns the labels of secrets that a question names.
func labels(r *http.Request) ([]string, error) { return r.URL.Query()["access"], nil }

// body decodes the JSON of a call that changes something, which takeBody has read.
func body[In any](r *http.Request) (In, error) {
	var in In
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(&in)
	return in, err
}

type documentCount struct {
	Docs int `json:"docs"`
}

func urlText(r *http.Request) (string, error) {
	text := r.URL.Query().Get("url")
	if strings.TrimSpace(text) == "" {
		return "", errors.New("url is missing")
	}
	return text, nil
}

func knownURL(r *http.Request) (weburl.URL, error) {
	u, err := trail.ParseURL(r.URL.Query().Get("url"))
	if err != nil {
		return u, errors.New("url is not a URL")
	}
	return u, nil
}

func linkFilter(r *http.Request) (linkgraph.Filter, error) {
	p := wire.ParamsOf(r)
	f := linkgraph.Filter{From: p.Flag("from"), Offset: p.Number("offset", 0, wire.MaxOffset), Limit: p.Number("limit", 0, wire.MaxOffset)}
	if p.V.Get("url") != "" {
		u, err := knownURL(r)
		if err != nil {
			p.Fault("%w", err)
		}
		f.URL = u
	}
	return f, p.Err()
}

func linkQuery(f *linkgraph.Filter) url.Values {
	v := url.Values{}
	if !f.URL.IsZero() {
		v.Set("url", f.URL.String())
	}
	wire.SetFlag(v, "from", f.From)
	wire.SetNumber(v, "offset", f.Offset)
	wire.SetNumber(v, "limit", f.Limit)
	return v
}

func origin(r *http.Request) (weburl.Origin, error) {
	u, err := trail.ParseURL(r.URL.Query().Get("origin"))
	if err != nil {
		return "", errors.New("origin is not the URL of a host")
	}
	return u.Origin(), nil
}

type whyQuestion struct {
	search.Request
	url weburl.URL
}

func whyRequest(r *http.Request) (whyQuestion, error) {
	p := wire.ParamsOf(r)
	q := whyQuestion{Request: search.Request{Query: p.V.Get("q")}}
	askedBy(&p, &q.Request)
	var err error
	if q.url, err = weburl.Parse(p.V.Get("url")); err != nil {
		p.Fault("url is not a URL")
	}
	return q, p.Err()
}

func whyQuery(r *search.Request, u weburl.URL) url.Values {
	v := questionOf(r)
	v.Set("url", u.String())
	return v
}

func searchRequest(r *http.Request) (search.Request, error) {
	p := wire.ParamsOf(r)
	req := search.Request{
		Query: p.Text("q"), Limit: p.Number("n", 1, search.MaxLimit), Offset: p.Number("offset", 0, search.MaxOffset), After: p.Text("after"),
		MaxPerSite: p.Number("per_site", 0, search.MaxLimit), Explain: p.Flag("explain"), Copies: p.Flag("copies"),
		Sort: p.Text("sort"), Facets: p.Flag("facets"), ExactTotal: p.Flag("exact_total"), NoSnippets: p.Flag("no_snippets"),
		Typing: p.Flag("typing"),
	}
	if req.Limit == 0 { // the name that lists use
		req.Limit = p.Number("limit", 1, search.MaxLimit)
	}
	if _, err := sorting.Parse(req.Sort); err != nil {
		p.Fault("%v", err)
	}
	askedBy(&p, &req)
	needQuery(&p, &req)
	return req, p.Err()
}

func completeRequest(r *http.Request) (search.Request, error) {
	p := wire.ParamsOf(r)
	req := search.Request{Query: p.Text("q"), Limit: p.Number("n", 1, search.MaxCompleted)}
	askedBy(&p, &req)
	needQuery(&p, &req)
	return req, p.Err()
}

// needQuery refuses a request without a query.
func needQuery(p *wire.Params, req *search.Request) {
	if strings.TrimSpace(req.Query) == "" {
		p.Fault("q, the query, is missing")
	}
}

// askedBy parses what a request says of the searcher: preferred languages and labels.
func askedBy(p *wire.Params, req *search.Request) {
	req.Access = p.V["access"]
	for _, text := range p.V["lang"] {
		l, ok := analyze.ParseLang(text)
		if !ok {
			p.Fault("lang %.20q is no language", text)
		}
		req.Langs = append(req.Langs, l)
	}
}

// questionOf returns the query and what a request says of the searcher.
func questionOf(r *search.Request) url.Values {
	v := url.Values{"q": {r.Query}, "access": r.Access}
	for _, l := range r.Langs {
		v.Add("lang", l.String())
	}
	return v
}

func completeQuery(r *search.Request) url.Values {
	v := questionOf(r)
	wire.SetNumber(v, "n", r.Limit)
	return v
}

func searchQuery(r *search.Request) url.Values {
	v := completeQuery(r)
	wire.SetNumber(v, "offset", r.Offset)
	wire.SetText(v, "after", r.After)
	wire.SetNumber(v, "per_site", r.MaxPerSite)
	wire.SetFlag(v, "explain", r.Explain)
	wire.SetFlag(v, "copies", r.Copies)
	wire.SetText(v, "sort", r.Sort)
	wire.SetFlag(v, "facets", r.Facets)
	wire.SetFlag(v, "exact_total", r.ExactTotal)
	wire.SetFlag(v, "no_snippets", r.NoSnippets)
	wire.SetFlag(v, "typing", r.Typing)
	return v
}

func hostFilter(r *http.Request) (service.HostFilter, error) {
	p := wire.ParamsOf(r)
	f := service.HostFilter{
		Name: p.Text("name"), Asked: p.Flag("asked"), Known: p.Flag("known"), Sort: p.Text("sort"),
		Offset: p.Number("offset", 0, wire.MaxOffset), Limit: p.Number("limit", 0, wire.MaxOffset),
	}
	return f, p.Err()
}

func hostQuery(f *service.HostFilter) url.Values {
	v := url.Values{}
	wire.SetText(v, "name", f.Name)
	wire.SetText(v, "sort", f.Sort)
	wire.SetFlag(v, "asked", f.Asked)
	wire.SetFlag(v, "known", f.Known)
	wire.SetNumber(v, "offset", f.Offset)
	wire.SetNumber(v, "limit", f.Limit)
	return v
}
