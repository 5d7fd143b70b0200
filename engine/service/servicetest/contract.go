package servicetest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/removal"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/weburl"
)

// An Opener opens a Service on the folder dir, which it creates if necessary, until the end of the
// test.
type Opener func(t *testing.T, dir string) service.Service

// Test checks that the Services of an Opener keep the contract.
func Test(t *testing.T, open Opener) {
	c := begin(t, open)
	c.ofSite(t)
	t.Run("drop seed", c.dropSeed)
	t.Run("drop seed under way", c.dropSeedUnderWay)
}

// TestSite is Test without what needs several sites in one folder, for who answers for several folders, each
// with sites of its own.
func TestSite(t *testing.T, open Opener) { begin(t, open).ofSite(t) }

// begin opens a folder and crawls a site into it.
func begin(t *testing.T, open Opener) *contract {
	s := open(t, filepath.Join(t.TempDir(), "data"))
	return &contract{t: t, s: s, site: Crawl(t, s), open: open}
}

// ofSite checks everything that can be asked of a folder with one site, and what changes it.
func (c *contract) ofSite(t *testing.T) {
	t.Run("search", c.search)
	t.Run("together", c.together)
	t.Run("ill facts", c.illFacts)
	t.Run("explain", c.explain)
	t.Run("lists", c.lists)
	t.Run("ranked", c.ranked)
	t.Run("links", c.links)
	t.Run("numbers", c.numbers)
	t.Run("steer", c.steer)
	t.Run("mirrors", c.mirrors)
	t.Run("traps", c.traps)
	t.Run("templates", c.templates)
	t.Run("refusals", c.refusals)
	t.Run("handing", c.handing)
	t.Run("check", c.check)
	t.Run("backup", c.backup)
	t.Run("remove", c.remove)
}

// Answers checks the answers of a Service whose folder has only a site that Crawl has crawled. It
// changes nothing.
func Answers(t *testing.T, s service.Service, site weburl.URL) {
	c := contract{t: t, s: s, site: site}
	t.Run("search", c.search)
	t.Run("together", c.together)
	t.Run("ill facts", c.illFacts)
	t.Run("lists", c.lists)
	t.Run("links", c.links)
	t.Run("numbers", c.numbers)
}

// Orders checks the orders of the operator to a Service whose folder has only a site that Crawl has crawled:
// to stop, pause and resume, and to remove. It leaves no page in the index.
func Orders(t *testing.T, s service.Service, site weburl.URL) {
	c := contract{t: t, s: s, site: site}
	t.Run("steer", c.steer)
	t.Run("remove", c.remove)
}

type contract struct {
	t    *testing.T
	s    service.Service
	site weburl.URL
	open Opener
}

func (c *contract) url(path string) weburl.URL {
	u, err := c.site.Resolve(path)
	if err != nil {
		c.t.Fatal(err)
	}
	return u
}

func (c *contract) search(t *testing.T) {
	var scores []string
	r, err := c.s.Search(t.Context(), search.Request{Query: "spider silk", Explain: true})
	if err != nil || r.Total != 4 || len(r.Results) != 4 || len(r.Results[0].Why) == 0 || len(r.Results[0].Spans) == 0 {
		t.Fatalf("search: %+v, %v", r, err)
	}
	for q, want := range map[string]int{"link:" + c.url("/p2").String(): 1, "link:" + c.url("/nowhere").String(): 0, "inanchor:page": 4, "spid* after:2020 filetype:html -link:" + c.site.String(): 4} {
		if r, err := c.s.Search(t.Context(), search.Request{Query: q}); err != nil || r.Total != want {
			t.Errorf("%s: %d pages, hints %v, %v; want %d", q, r.Total, r.Hints, err, want)
		}
	}
	first, err := c.s.Search(t.Context(), search.Request{Query: "spider", Limit: 1})
	if err != nil || first.Next == "" {
		t.Fatalf("next %q, %v", first.Next, err)
	}
	if second, err := c.s.Search(t.Context(), search.Request{Query: "spider", Limit: 1, After: first.Next}); err != nil || len(second.Results) != 1 || second.Results[0].URL == first.Results[0].URL {
		t.Errorf("behind the first result: %+v, %v", second.Results, err)
	}
	if _, err := c.s.Search(t.Context(), search.Request{Query: "silk", After: first.Next}); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "another search") {
		t.Errorf("the cursor of another search: %v", err)
	}
	if r, err := c.s.Complete(t.Context(), search.Request{Query: "spid"}); err != nil || len(r.Completions) == 0 || r.Completions[0].Text != "spider" {
		t.Errorf("completions %+v, %v", r, err)
	}
	r, err = c.s.Search(t.Context(), search.Request{Query: "silk", Sort: search.ByDate, Facets: true, ExactTotal: true})
	if err != nil || r.Total != 4 || r.Facets == nil || len(r.Facets.Types) != 1 || r.Facets.Types[0].Pages != 4 || r.Results[0].FetchedAt.Before(r.Results[3].FetchedAt) {
		t.Errorf("by date, counted: %+v, %v", r, err)
	}
	if r, err := c.s.Search(t.Context(), search.Request{Query: "spidre"}); err != nil || r.Suggestion == nil || r.Suggestion.Query != "spider" {
		t.Errorf("suggestion: %+v, %v", r, err)
	}
	for _, request := range []search.Request{{Query: "spider"}, {Query: "spider", Langs: []analyze.Lang{analyze.De}}} {
		request.Explain = true
		r, err := c.s.Search(t.Context(), request)
		if err != nil || len(r.Results) == 0 {
			t.Fatalf("%+v: %+v, %v", request, r, err)
		}
		x, err := c.s.Why(t.Context(), request, r.Results[0].URL)
		if err != nil || x.Score != r.Results[0].Score || fmt.Sprint(x.Why) != fmt.Sprint(r.Results[0].Why) {
			t.Errorf("%+v: why a page matches %+v, %v; the list says %v: %v", request, x, err, r.Results[0].Score, r.Results[0].Why)
		}
		if asked := fmt.Sprint(x.Score); slices.Contains(scores, asked) {
			t.Errorf("%+v: the score %s does not depend on the languages", request, asked)
		} else {
			scores = append(scores, asked)
		}
	}
	x, err := c.s.Why(t.Context(), search.Request{Query: "number2"}, c.url("/p2"))
	if err != nil || !x.Indexed || !x.Matches {
		t.Errorf("why: %+v, %v", x, err)
	}
	if n, err := c.s.Docs(t.Context()); err != nil || n != 5 {
		t.Errorf("docs: %d, %v", n, err)
	}
}

func (c *contract) explain(t *testing.T) {
	for path, want := range map[string]string{"/p1": "INDEX.ADDED", "/private/x": "ROBOTS.DENIED", "/missing": "HTTP.NOT-FOUND", "/unknown": "NONE"} {
		trail, err := c.s.Explain(t.Context(), c.url(path).String())
		if err != nil || trail.Reason != want || trail.In != (want == "INDEX.ADDED") || trail.Sentence == "" {
			t.Errorf("explain %s: %+v, %v; want %s", path, trail, err, want)
		}
	}
	h, err := c.s.Host(t.Context(), c.site.Origin())
	if err != nil || !h.Asked || h.Robots == nil || !strings.Contains(string(h.Robots.Body), "/private") {
		t.Errorf("host: %+v, %v", h, err)
	}
	copies := Gather(t, c.s.RobotsHistory(t.Context(), c.site.Origin()))
	if len(copies) != 1 || copies[0].Class != h.Robots.Class || copies[0].SHA256 == "" {
		t.Errorf("robots history: %+v", copies)
	}
	p, err := c.s.Claim(t.Context(), c.site.Origin())
	if err != nil || !p.SendBefore.After(p.At) {
		t.Errorf("claim: %+v, %v", p, err)
	}
	if err := c.s.EndClaim(t.Context(), c.site.Origin(), p, p.At); err != nil {
		t.Errorf("end of a claim: %v", err)
	}
	if h, err := c.s.Host(t.Context(), c.site.Origin()); err != nil || h.NextAllowed.After(p.SendBefore) {
		t.Errorf("after a claim that was answered at %s the host may not be asked before %s, %v", p.At, h.NextAllowed, err)
	}
}

func (c *contract) lists(t *testing.T) {
	for name, want := range map[service.URLFilter]int{
		{}:                                 8,
		{State: "indexed"}:                 5,
		{Reason: "ROBOTS.DENIED"}:          1,
		{Reason: "robots"}:                 1,
		{Status: 404}:                      1,
		{Status: 4}:                        1,
		{Status: 2, State: "indexed"}:      5,
		{Host: c.site.Host()}:              8,
		{Prefix: c.url("/p").String()}:     5, // includes the private page
		{Limit: 2}:                         2,
		{Offset: 5}:                        3,
		{State: "excluded", Host: "x.com"}: 0,
	} {
		if got := Gather(t, c.s.URLs(t.Context(), name)); len(got) != want {
			t.Errorf("urls %+v: %d, want %d: %+v", name, len(got), want, got)
		}
	}
	hosts := Gather(t, c.s.Hosts(t.Context(), service.HostFilter{Asked: true, Sort: "indexed"}))
	if len(hosts) != 1 || hosts[0].Counts[aranea.CountIndexed] != 5 {
		t.Errorf("hosts: %+v", hosts)
	}
	if known := Gather(t, c.s.Hosts(t.Context(), service.HostFilter{Known: true})); len(known) != 0 {
		t.Errorf("hosts that are merely known: %+v", known)
	}
	docs := Gather(t, c.s.Documents(t.Context(), nil))
	if len(docs) != 5 {
		t.Fatalf("%d documents", len(docs))
	}
	for _, d := range docs {
		if d.Title == "" || d.Text == "" || d.Elements["title"] != 1 || d.Lang != "en" {
			t.Errorf("document: %+v", d)
		}
	}
}

func (c *contract) numbers(t *testing.T) {
	st, err := c.s.Stats(t.Context())
	if err != nil || st.URLs != 7 || st.State["done"] != 5 || st.Status["404"] != 1 || st.Lang["en"] != 5 || st.Hosts != 1 || st.Reason["ROBOTS.DENIED"] != 1 {
		t.Errorf("stats: %+v, %v", st, err)
	}
	s, err := c.s.Status(t.Context())
	if err != nil || s.Crawl != nil || s.Docs != 5 || s.Asked != 1 || s.Known != 0 || s.PID == 0 || s.Disk == 0 || s.Memory == 0 || len(s.Damage) != 0 {
		t.Errorf("status: %+v, %v", s, err)
	}
}

func (c *contract) steer(t *testing.T) {
	for _, step := range []struct {
		deed                     service.Deed
		changed, stopped, paused bool
	}{{service.Stop, true, true, false}, {service.Stop, false, true, false}, {service.Pause, true, true, true}, {service.Pause, false, true, true}, {service.Resume, true, false, false}, {service.Resume, false, false, false}} {
		s, err := c.s.Steer(t.Context(), service.Order{Deed: step.deed})
		if err != nil || s.Crawling || s.Changed != step.changed {
			t.Errorf("%s without a crawl: %+v, %v", step.deed, s, err)
		}
		if st, err := c.s.Status(t.Context()); err != nil || st.Stopped.IsZero() == step.stopped || st.Paused.IsZero() == step.paused {
			t.Errorf("status after %s: %+v, %v", step.deed, st, err)
		}
	}
	host := c.site.Host()
	for _, step := range []struct {
		deed    service.Deed
		changed bool
		held    int
	}{{service.Pause, true, 1}, {service.Pause, false, 1}, {service.Resume, true, 0}, {service.Resume, false, 0}} {
		s, err := c.s.Steer(t.Context(), service.Order{Deed: step.deed, Host: host})
		if err != nil || s.Changed != step.changed {
			t.Errorf("%s %s: %+v, %v", step.deed, host, s, err)
		}
		if st, err := c.s.Status(t.Context()); err != nil || len(st.Held) != step.held {
			t.Errorf("held after %s: %v, %v", step.deed, st.Held, err)
		}
	}
}

// shown checks that a result which was found is told alone.
func (c *contract) shown(t *testing.T, q string, s answer.Shown) {
	t.Helper()
	got, err := c.s.Search(t.Context(), search.Request{Query: q, Shown: []answer.Shown{s}})
	if err != nil || len(got.Results) != 1 || got.Results[0].URL != s.URL {
		t.Errorf("%s: %s alone: %+v, %v", q, s.URL, got.Results, err)
	}
}

// together checks that the only index of a collection answers as one that is alone does.
func (c *contract) together(t *testing.T) {
	for _, q := range []string{"spider silk", "spiders number2", "silk OR nosuchword", "spid*"} {
		r := search.Request{Query: q, Explain: true}
		alone, err := c.s.Search(t.Context(), r)
		if err != nil || len(alone.Results) == 0 {
			t.Fatalf("%s: %+v, %v", q, alone, err)
		}
		facts, err := c.s.Facts(t.Context(), r)
		if err != nil || facts.Pages.Docs == 0 || len(facts.Pages.Terms)+len(facts.Pages.Forms) == 0 {
			t.Fatalf("%s: facts %+v, %v", q, facts, err)
		}
		r.Collection = &facts
		if facts.Unsettled() {
			again, err := c.s.Facts(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			facts = facts.With(again)
		}
		got, err := c.s.Search(t.Context(), r)
		if err != nil || len(got.Results) != len(alone.Results) || got.Total != alone.Total {
			t.Fatalf("%s: %+v, %v; alone %+v", q, got, err, alone)
		}
		for i, res := range got.Results {
			if res.URL != alone.Results[i].URL || res.Score != alone.Results[i].Score || res.Placing == nil || alone.Results[i].Placing != nil {
				t.Errorf("%s: %d: %+v; alone %+v", q, i, res, alone.Results[i])
			}
			if x, err := c.s.Why(t.Context(), r, res.URL); err != nil || x.Score != res.Score {
				t.Errorf("%s: the score of %s is %v, %v; explained %v", q, res.URL, res.Score, err, x.Score)
			}
		}
		r.Shown, r.NoSnippets = nil, true
		found, err := c.s.Search(t.Context(), r)
		if err != nil || len(found.Results) != len(got.Results) {
			t.Fatalf("%s: without snippets %+v, %v", q, found, err)
		}
		for _, x := range found.Results {
			r.Shown = append(r.Shown, x.Shown())
		}
		r.NoSnippets = false
		c.shown(t, q, r.Shown[len(r.Shown)-1])
		again, err := c.s.Search(t.Context(), r)
		if err != nil || len(again.Results) != len(got.Results) {
			t.Fatalf("%s: asked for again %+v, %v", q, again, err)
		}
		for i, x := range found.Results {
			if x.Complete(again.Results[i]); x.Snippet == "" || !reflect.DeepEqual(x, got.Results[i]) {
				t.Errorf("%s: %d: %+v; at once %+v", q, i, x, got.Results[i])
			}
		}
		r.Shown = nil
		// Words that no other index has are rarer among many pages.
		facts.Pages.Stored *= 1000
		if rarer, err := c.s.Search(t.Context(), r); err != nil || len(rarer.Results) == 0 || rarer.Results[0].Score <= alone.Results[0].Score {
			t.Errorf("%s: %+v, %v; alone %v", q, rarer, err, alone.Results[0].Score)
		}
	}
}

// illFacts checks that facts are refused which no index can have told.
func (c *contract) illFacts(t *testing.T) {
	r := search.Request{Query: "silk", Collection: &collection.Facts{Pages: collection.Index{Stored: -1}}}
	_, err := c.s.Search(t.Context(), r)
	_, ferr := c.s.Facts(t.Context(), r)
	_, werr := c.s.Why(t.Context(), r, c.site)
	for name, err := range map[string]error{"search": err, "facts": ferr, "why": werr} {
		if aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%s with a number of pages below zero: %v", name, err)
		}
	}
}

func (c *contract) refusals(t *testing.T) {
	bad := service.DefaultSettings()
	bad.Dialect = "klingon"
	for name, f := range map[string]func() error{
		"settings": func() error { _, err := c.s.Crawl(t.Context(), bad, nil); return err },
		"results": func() error {
			_, err := c.s.Search(t.Context(), search.Request{Query: "silk", Limit: 1000})
			return err
		},
		"fewer": func() error { _, err := c.s.Search(t.Context(), search.Request{Query: "silk", Limit: -1}); return err },
		"order": func() error {
			_, err := c.s.Search(t.Context(), search.Request{Query: "silk", Sort: "-date"})
			return err
		},
		"completions":     func() error { _, err := c.s.Complete(t.Context(), search.Request{Query: "sil", Limit: 50}); return err },
		"part of URLs":    func() error { return First(c.s.URLs(t.Context(), service.URLFilter{Limit: -1})) },
		"status":          func() error { return First(c.s.URLs(t.Context(), service.URLFilter{Status: 1000})) },
		"part of hosts":   func() error { return First(c.s.Hosts(t.Context(), service.HostFilter{Offset: -1})) },
		"part of links":   func() error { return First(c.s.Links(t.Context(), linkgraph.Filter{Limit: -1})) },
		"part of broken":  func() error { return First(c.s.CheckedLinks(t.Context(), linkcheck.Filter{Limit: -1})) },
		"part of orphans": func() error { return First(c.s.OrphanPages(t.Context(), linkcheck.OrphanFilter{Offset: -1})) },
		"part of faults": func() error {
			return First(c.s.Faults(t.Context(), linkcheck.FaultFilter{Check: linkcheck.Alternates, Limit: -1}))
		},
		"fault": func() error {
			return First(c.s.Faults(t.Context(), linkcheck.FaultFilter{Check: linkcheck.Alternates, Faults: []string{linkcheck.NoReturn, "lost"}}))
		},
		"sitemap fault": func() error {
			return First(c.s.Faults(t.Context(), linkcheck.FaultFilter{Check: linkcheck.Sitemaps, Faults: []string{"lost"}}))
		},
		"links on": func() error { return First(c.s.CheckedLinks(t.Context(), linkcheck.Filter{Host: "a/b"})) },
		"how":      func() error { return First(c.s.URLs(t.Context(), service.URLFilter{How: "lost"})) },
		"reason":   func() error { return First(c.s.URLs(t.Context(), service.URLFilter{Reason: "NO.SUCH"})) },
		"state":    func() error { return First(c.s.URLs(t.Context(), service.URLFilter{State: "lost"})) },
		"sort":     func() error { return First(c.s.Hosts(t.Context(), service.HostFilter{Sort: "beauty"})) },
		"deed to a host": func() error {
			_, err := c.s.Steer(t.Context(), service.Order{Deed: "dance", Host: "a.test"})
			return err
		},
		"deed":   func() error { _, err := c.s.Steer(t.Context(), service.Order{Deed: "dance"}); return err },
		"url":    func() error { _, err := c.s.Explain(t.Context(), "http://"); return err },
		"target": func() error { _, err := c.s.Remove(t.Context(), service.Removal{Target: "http://"}); return err },
	} {
		if err := f(); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%s: %v, want an error of kind invalid", name, err)
		}
	}
	if _, err := c.s.Host(t.Context(), "http://nobody.test"); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("unknown host: %v, want kind not found", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := First(c.s.URLs(ctx, service.URLFilter{})); !errors.Is(err, context.Canceled) {
		t.Errorf("urls for a caller who gave up: %v", err)
	}
}

func (c *contract) ranked(t *testing.T) {
	if r, err := c.s.Rank(t.Context()); err != nil || r.Anchors.Targets != 5 || r.Anchors.Changed != 0 || r.Pages.Pages == 0 || !r.Pages.Same {
		t.Errorf("ranked again after the crawl: %+v, %v", r, err)
	}
}

func (c *contract) links(t *testing.T) {
	in, err := c.s.Inlinks(t.Context(), c.url("/private/x"))
	if err != nil || in.Pages != 1 || in.Hosts != 1 || in.Sites != 1 || len(in.Examples) != 1 || in.Examples[0].Anchor != "p" {
		t.Errorf("links to a closed page: %+v, %v", in, err)
	}
	for name, f := range map[string]linkgraph.Filter{
		"of the start page": {URL: c.site, From: true},
		"all":               {},
		"to a page":         {URL: c.url("/p1")},
		"a part":            {URL: c.site, From: true, Offset: 2, Limit: 3},
		"of a page without": {URL: c.url("/p1"), From: true},
	} {
		want := map[string]int{"of the start page": 8, "all": 8, "to a page": 1, "a part": 3}[name]
		list := Gather(t, c.s.Links(t.Context(), f))
		if len(list) != want {
			t.Errorf("links %s: %+v, want %d", name, list, want)
		}
		for _, l := range list {
			if l.From != c.site || l.Kind != "alternate" && (l.Kind != "link" || l.Anchor == "") {
				t.Errorf("links %s: %+v", name, l)
			}
		}
	}
	c.checkedLinks(t)
	r, err := c.s.Search(t.Context(), search.Request{Query: "p"})
	if err != nil || r.Total != 2 || !slices.ContainsFunc(r.Results, func(x search.Result) bool { return x.Unread && x.URL == c.url("/private/x") }) {
		t.Errorf("a closed page, by the words of links: %+v, %v", r, err)
	}
	trail, err := c.s.Explain(t.Context(), c.url("/p1").String())
	if text := fmt.Sprint(trail.Facts); err != nil || !strings.Contains(text, "{Linked from 1 page on 1 host of 1 site }") || !strings.Contains(text, `as "page"`) {
		t.Errorf("explain: %s, %v", text, err)
	}
}

func (c *contract) checkedLinks(t *testing.T) {
	host := c.site.Host()
	for _, name := range []string{"", host} {
		list := Gather(t, c.s.CheckedLinks(t.Context(), linkcheck.Filter{Host: name}))
		if len(list) != 1 || list[0].To != c.url("/missing") || list[0].From != c.site || list[0].Anchor != "m" || list[0].Status != 404 || list[0].Reason != "HTTP.NOT-FOUND" || list[0].Pages != 1 {
			t.Errorf("broken links on %q: %+v", name, list)
		}
		if u, err := c.s.UncheckedLinks(t.Context(), name); err != nil || u != (linkcheck.Unchecked{URLs: 1, Denied: 1}) {
			t.Errorf("unchecked links on %q: %+v, %v", name, u, err)
		}
	}
	for range 2 { // the second time it may be kept
		if list := Gather(t, c.s.CheckedLinks(t.Context(), linkcheck.Filter{Limit: 1})); len(list) != 1 || list[0].To != c.url("/missing") {
			t.Errorf("the first broken link: %+v", list)
		}
	}
	for _, f := range []linkcheck.Filter{{Moved: true}, {Moved: true, Limit: 1}, {Offset: 1}, {Offset: 1, Limit: 1}} {
		if list := Gather(t, c.s.CheckedLinks(t.Context(), f)); len(list) != 0 {
			t.Errorf("links of %+v: %+v", f, list)
		}
	}
	if err := First(c.s.CheckedLinks(t.Context(), linkcheck.Filter{Host: "other.test"})); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("links of an unknown host: %v", err)
	}
	c.orphans(t)
	c.alternates(t)
	c.sitemaps(t)
	c.published(t)
	if u, err := c.s.UncheckedLinks(t.Context(), "other.test"); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("unchecked links on another host: %+v, %v", u, err)
	}
}

func (c *contract) orphans(t *testing.T) {
	for f, want := range map[linkcheck.OrphanFilter]int{{}: 1, {Host: c.site.Host()}: 1, {Offset: 1}: 0, {Limit: 1}: 1, {Limit: 1, Offset: 1}: 0} {
		list := Gather(t, c.s.OrphanPages(t.Context(), f))
		if len(list) != want || want > 0 && (list[0].URL != c.site || list[0].How != "seed" || list[0].FoundOn != "") {
			t.Errorf("orphan pages of %+v: %+v", f, list)
		}
	}
	if err := First(c.s.OrphanPages(t.Context(), linkcheck.OrphanFilter{Host: "other.test"})); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("orphan pages of an unknown host: %v", err)
	}
}

// selected is what a filter of faults should select.
type selected struct {
	f    linkcheck.FaultFilter
	want string
}

// faults checks which faults filters of a check select, and that the counts behind them are those of a call
// of their own.
func (c *contract) faults(t *testing.T, check linkcheck.Check, all ...selected) {
	t.Helper()
	for _, x := range all {
		x.f.Check = check
		n, err := c.s.CountFaults(t.Context(), linkcheck.FaultFilter{Check: check, Host: x.f.Host})
		for _, x.f.WithCounts = range []bool{false, true} {
			faults := []string{}
			for _, one := range Gather(t, c.s.Faults(t.Context(), x.f)) {
				if one.Counts == nil {
					faults = append(faults, one.Fault)
				} else if !reflect.DeepEqual(*one.Counts, n) || !x.f.WithCounts {
					t.Errorf("counts of %s of %+v: %+v, want %+v", check.Of(), x.f, one.Counts, n)
				}
			}
			if err != nil || fmt.Sprint(faults) != x.want {
				t.Errorf("faults of %s of %+v: %v, want %s, %v", check.Of(), x.f, faults, x.want, err)
			}
		}
	}
}

func (c *contract) alternates(t *testing.T) {
	c.faults(t, linkcheck.Alternates, []selected{
		{linkcheck.FaultFilter{}, "[not-indexed two-targets]"}, {linkcheck.FaultFilter{Host: c.site.Host()}, "[not-indexed two-targets]"},
		{linkcheck.FaultFilter{Faults: []string{linkcheck.NoDefault}}, "[no-default]"}, {linkcheck.FaultFilter{Faults: []string{linkcheck.NoDefault, linkcheck.TwoTargets}}, "[two-targets no-default]"},
		{linkcheck.FaultFilter{Limit: 1}, "[not-indexed]"}, {linkcheck.FaultFilter{Offset: 1, Limit: 1}, "[two-targets]"}, {linkcheck.FaultFilter{Offset: 2}, "[]"},
	}...)
	n, err := c.s.CountFaults(t.Context(), linkcheck.FaultFilter{Check: linkcheck.Alternates, Host: c.site.Host(), Faults: []string{linkcheck.NoDefault}})
	if err != nil || n.Pages != 1 || n.Older || n.Faults[linkcheck.NotIndexed] != 1 || n.Faults[linkcheck.NoDefault] != 1 {
		t.Errorf("alternates: %+v, %v", n, err)
	}
	if _, err := c.s.CountFaults(t.Context(), linkcheck.FaultFilter{Check: linkcheck.Alternates, Host: "other.test"}); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("alternates of an unknown host: %v", err)
	}
	if list := Gather(t, c.s.Links(t.Context(), linkgraph.Filter{URL: c.site, From: true})); len(list) == 0 || list[len(list)-1].Kind != "alternate" || list[len(list)-1].Lang != "fr" {
		t.Errorf("links of the start page: %+v", list)
	}
}

func (c *contract) sitemaps(t *testing.T) {
	c.faults(t, linkcheck.Sitemaps, []selected{
		{linkcheck.FaultFilter{}, "[unlisted unlisted unlisted unlisted]"}, {linkcheck.FaultFilter{Host: c.site.Host(), Faults: []string{linkcheck.ListedBroken}}, "[]"},
		{linkcheck.FaultFilter{Offset: 3, Limit: 5}, "[unlisted]"}, {linkcheck.FaultFilter{Offset: 4}, "[]"},
	}...)
	c.faults(t, linkcheck.Chains, selected{linkcheck.FaultFilter{}, "[]"}, selected{linkcheck.FaultFilter{Host: c.site.Host(), Limit: 1}, "[]"})
	n, err := c.s.CountFaults(t.Context(), linkcheck.FaultFilter{Check: linkcheck.Sitemaps, Host: c.site.Host(), Offset: 1, Limit: 2})
	if err != nil || n.Sitemaps != 1 || n.Pages != 1 || n.Older || n.Faults[linkcheck.Unlisted] != 4 {
		t.Errorf("sitemaps: %+v, %v", n, err)
	}
	if _, err := c.s.CountFaults(t.Context(), linkcheck.FaultFilter{Check: linkcheck.Sitemaps, Host: "other.test"}); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("sitemaps of an unknown host: %v", err)
	}
}

func (c *contract) published(t *testing.T) {
	all := Gather(t, c.s.PublishedPages(t.Context(), sitemappages.Filter{}))
	if len(all) != 5 || all[0].URL != c.site || !all[0].Modified.IsZero() {
		t.Errorf("pages for a sitemap: %+v", all)
	}
	if part := Gather(t, c.s.PublishedPages(t.Context(), sitemappages.Filter{Host: c.site.Host(), Offset: 1, Limit: 2})); len(all) < 3 || !reflect.DeepEqual(part, all[1:3]) {
		t.Errorf("a part of the pages for a sitemap: %+v", part)
	}
	if other := Gather(t, c.s.PublishedPages(t.Context(), sitemappages.Filter{Host: "other.test"})); len(other) != 0 {
		t.Errorf("pages of an unknown host: %+v", other)
	}
	for _, f := range []sitemappages.Filter{{Host: "a b"}, {Limit: -1}} {
		if err := First(c.s.PublishedPages(t.Context(), f)); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("pages of %+v: %v", f, err)
		}
	}
}

func (c *contract) check(t *testing.T) {
	for _, repair := range []bool{false, true} {
		if faults := Gather(t, c.s.Check(t.Context(), repair)); len(faults) != 0 {
			t.Errorf("check, repair %t: %+v", repair, faults)
		}
	}
}

func (c *contract) backup(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "copy")
	n, err := c.s.Backup(t.Context(), dir)
	if err != nil || n.Files == 0 || n.Bytes == 0 {
		t.Fatalf("backup: %+v, %v", n, err)
	}
	if _, err := c.s.Backup(t.Context(), dir); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("backup over a backup: %v", err)
	}
	linked := filepath.Join(t.TempDir(), "linked")
	if m, err := c.s.BackupLinked(t.Context(), linked); err != nil || m.Files == 0 {
		t.Fatalf("backup with links: %+v, %v", m, err)
	}
	for _, dir := range []string{dir, linked} {
		c.isCopy(t, dir)
	}
}

// isCopy checks that a folder is a copy of that of the service.
func (c *contract) isCopy(t *testing.T, dir string) {
	restored := c.open(t, dir)
	if r, err := restored.Search(t.Context(), search.Request{Query: "silk"}); err != nil || r.Total != 4 {
		t.Errorf("search in the copy: %+v, %v", r, err)
	}
	if faults := Gather(t, restored.Check(t.Context(), false)); len(faults) != 0 {
		t.Errorf("check of the copy: %+v", faults)
	}
	if set, err := optionsfile.Recall(dir); err != nil || set == nil || len(set.Seeds) != 1 {
		t.Errorf("settings of the copy: %+v, %v", set, err)
	}
}

func (c *contract) remove(t *testing.T) {
	one := c.url("/p1").String()
	total := func(want int) {
		t.Helper()
		if r, err := c.s.Search(t.Context(), search.Request{Query: "silk"}); err != nil || r.Total != want {
			t.Errorf("found %d, %v; want %d", r.Total, err, want)
		}
	}
	for _, step := range []struct {
		target       string
		undo         bool
		urls, docs   uint64
		found, crawl int
	}{
		{target: one, urls: 1, docs: 1, found: 3},
		{target: one, undo: true, urls: 1, found: 3, crawl: 4},
		{target: c.url("/p").String() + "*", urls: 4, docs: 4, found: 0},
		{target: c.url("/p").String() + "*", undo: true, urls: 4, found: 0, crawl: 4},
		{target: c.site.Host(), urls: 7, docs: 5, found: 0},
		{target: c.site.Host(), undo: true, urls: 7, found: 0, crawl: 4},
		{target: removal.Everything, urls: 7, docs: 5, found: 0},
	} {
		r, err := c.s.Remove(t.Context(), service.Removal{Target: step.target, Undo: step.undo})
		out := Gather(t, c.s.Removals(t.Context()))
		if kept := len(out) > 0; kept == step.undo || kept && (out[0].Since.IsZero() || step.target != removal.Everything && out[0].Target != step.target) {
			t.Errorf("after %s, undo %t: %+v is kept out", step.target, step.undo, out)
		}
		if err != nil || r.URLs != step.urls || r.Documents != step.docs {
			t.Errorf("remove %s, undo %t: %+v, %v; want %d URLs, %d documents", step.target, step.undo, r, err, step.urls, step.docs)
		}
		total(step.found)
		if step.target == c.site.Host() && !step.undo {
			found, err := c.s.Search(t.Context(), search.Request{Query: "site:" + step.target})
			if a := found.Absent; err != nil || a == nil || a.Known < step.urls || a.Reason != "OPERATOR.REMOVED" || a.Evidence != step.target || len(found.Hints) != 0 {
				t.Errorf("of a site that was removed: %+v, %q, %v", a, found.Hints, err)
			}
		}
		trail, err := c.s.Explain(t.Context(), one)
		if want := map[bool]string{false: "OPERATOR.REMOVED", true: "SCHEDULE.QUEUED"}[step.undo]; err != nil || trail.Reason != want {
			t.Errorf("reason %s, %v; want %s", trail.Reason, err, want)
		}
		if step.undo {
			if _, err := c.s.Crawl(t.Context(), Settings(c.site), nil); err != nil {
				t.Fatal(err)
			}
			total(step.crawl)
		}
	}
}
