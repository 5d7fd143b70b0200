package search

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// withLinks makes a searcher of the library and of what links say of its pages and
// of two URLs that were never read, one of which may be shown.
func withLinks(t *testing.T) *Searcher {
	t.Helper()
	s := build(t, append(library,
		sheet{"http://en.test/plain", "en", "Numbat", "A page about an animal of Australia."},
		sheet{"http://en.test/other", "en", "Numbat", "A page about an animal of Australia."},
		sheet{"http://en.test/gallery", "en", "Gallery", "Of all that hangs in the rooms of this house a portrait is what people ask for."})...)
	anchors := build(t)
	x, _ := anchors.src.(*index.Index)
	s.opt = Options{Anchors: x, Listed: func(u weburl.URL) (bool, error) { return !strings.Contains(u.String(), "secret"), nil }}
	var changes []aranea.IndexChange
	for url, texts := range map[string][]string{
		"http://en.test/house":           {"cellar runner", "the house spider"},
		"http://en.test/other":           {"banded anteater of the south", "numbat"},
		"http://img.test/cheung.bmp":     {"Maggie Cheung in Hero", "portrait"},
		"http://img.test/secret.bmp":     {"Maggie Cheung in secret"},
		"http://en.test/gone-from-index": {"Maggie Cheung gone"},
	} {
		u, err := weburl.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{URL: u}
		if strings.HasSuffix(url, ".bmp") {
			p.Format = "image"
		}
		for i, text := range texts {
			from := uint32(len(p.Text))
			p.Text = append(p.Text, text...)
			kind := aranea.ElementHeading2
			if i == 0 {
				kind = aranea.ElementTitle
			}
			p.Elements = append(p.Elements, aranea.Element{Kind: kind, Start: from, End: uint32(len(p.Text))})
			p.Text = append(p.Text, '\n')
		}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Unix(0, 0), Page: p})
	}
	if err := x.Apply(context.Background(), changes); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	listed := s.opt.Listed
	s.opt.Listed = func(u weburl.URL) (bool, error) {
		ok, err := listed(u)
		return ok && u.Host() == "img.test", err
	}
	return s
}

func TestAnchors(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	for _, c := range []struct{ name, query, want string }{
		{"words of links alone", "cellar runner", "en.test/house"},
		{"one word in the page, one in a link", "australia anteater", "en.test/other en.test/plain"},
		{"links put it first", "numbat", "en.test/other en.test/plain"},
		{"a picture behind pages", "portrait", "en.test/gallery img.test/cheung.bmp"},
		{"never read", "maggie cheung", "img.test/cheung.bmp"},
		{"never read, by its host", "maggie cheung host:img.test", "img.test/cheung.bmp"},
		{"never read, by another host", "maggie cheung host:en.test", ""},
		{"never read, by its words in quotes", `"maggie cheung"`, "img.test/cheung.bmp"},
		{"without words of the page", "runner -cellar", ""},
		{"in the title", "runner intitle:house", "en.test/house"},
		{"by language", "runner lang:ru", ""},
		{"nothing to ask of links", "site:img.test", ""},
	} {
		r := ask(t, s, c.query)
		if got := urls(r); got != c.want || r.Total != len(r.Results) {
			t.Errorf("%s: %q found %q of %d, want %q", c.name, c.query, got, r.Total, c.want)
		}
	}
}

// TestCalled: what other sites call a page is known, if it has no title in the index
// of links either.
func TestCalled(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	x, _ := s.opt.Anchors.(*index.Index)
	const text = "The yearly report"
	report := address(t, "http://en.test/r.docx")
	page := &aranea.Page{URL: report, Text: []byte(text), Elements: []aranea.Element{{Kind: aranea.ElementHeading2, End: uint32(len(text))}}}
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: report, FetchedAt: time.Unix(0, 0), Page: page, Snippet: true, NoCopy: true}}); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	one := &search{s: s, wording: wording{tree: query.Parse("spider")}, plan: &plan{}}
	defer one.close()
	if err := one.link(t.Context()); err != nil {
		t.Fatal(err)
	}
	l := one.links
	results := []Result{
		{URL: report, Title: report.String(), Format: "docx"},
		{URL: address(t, "http://en.test/x/y.docx"), Title: "http://en.test/x/y.docx", Format: "docx"},
		{URL: report, Title: "Its own", Format: "docx"},
	}
	if err := s.name(t.Context(), l.p, l, results); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"The yearly report links", "y.docx name", "Its own "} {
		if got := results[i].Title + " " + results[i].TitleFrom; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestUnread: a URL that was never read is shown by what links call it, and says
// so.
func TestUnread(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	r := ask(t, s, "maggie cheung")
	if len(r.Results) != 1 || !r.Results[0].Unread || r.Results[0].Title != "Maggie Cheung in Hero" || r.Results[0].Snippet != "" || !r.Results[0].FetchedAt.IsZero() {
		t.Errorf("%+v", r.Results)
	}
	s.opt.Listed = nil
	if got := urls(ask(t, s, "maggie cheung")); got != "" {
		t.Errorf("%q is shown without asking", got)
	}
	if r := ask(t, s, "cellar runner"); len(r.Results) != 1 || r.Results[0].Unread || r.Partial {
		t.Errorf("%+v", r)
	}
}

func TestAnchorsAreExplained(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	u, err := weburl.Parse("http://en.test/house")
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Why(t.Context(), Request{Query: "cellar runner"}, u)
	if err != nil || !e.Matches || len(e.Missing) != 0 {
		t.Fatalf("%+v, %v", e, err)
	}
	sum, links := 0.0, 0.0
	for _, p := range e.Why {
		sum += p.Value
		if strings.HasPrefix(p.Name, "links: ") {
			links += p.Value
		}
	}
	r, err := s.Search(t.Context(), Request{Query: "cellar runner", Explain: true})
	if err != nil || len(r.Results) != 1 || links <= 0 {
		t.Fatalf("%+v, %v; links add %f", r.Results, err, links)
	}
	if got := r.Results[0].Score; got-sum > 1e-9 || sum-got > 1e-9 || got-e.Score > 1e-9 || e.Score-got > 1e-9 {
		t.Errorf("the result has %f, its explanation %f, the addends sum up to %f", got, e.Score, sum)
	}
}

// TestInAnchor: inanchor: asks what links say, of pages that were read and of
// others.
func TestInAnchor(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	for _, tt := range []struct{ query, want string }{
		{"inanchor:anteater", "en.test/other"},
		{"inanchor:anteat*", "en.test/other"},
		{`inanchor:"house spider"`, "en.test/house"},
		{`inanchor:"spider house"`, ""},
		{"numbat -inanchor:anteater", "en.test/plain"},
		{"inanchor:australia", ""},
		{"inanchor:hero", "img.test/cheung.bmp"},
		{"spider OR inanchor:anteater", "en.test/silk en.test/house en.test/other"},
	} {
		got, want := strings.Fields(urls(ask(t, s, tt.query))), strings.Fields(tt.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", tt.query, got, want)
		}
	}
}

// TestRanksBesideInAnchor: what is remembered of the ranks of pages is not told of what
// links name, though segments of both have the same names.
func TestRanksBesideInAnchor(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	for _, src := range []Source{s.src, s.opt.Anchors} {
		if x, _ := src.(*index.Index); x.Flush() != nil {
			t.Fatal("the index is not written")
		}
	}
	const house = "http://en.test/house"
	s.opt.Signals = ranks(t, []string{house, "http://en.test/other"}, map[string][]string{"http://one.test/": {house}, "http://two.test/": {house}})
	for _, q := range []string{"inanchor:cheung", "inanchor:anteater", "inanchor:house", "numbat"} {
		ask(t, s, q)
	}
	r, err := s.Search(t.Context(), Request{Query: "spider", Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range r.Results {
		ranked := strings.Contains(fmt.Sprint(page.Why), "rank:")
		if ranked != (page.URL.String() == house) {
			t.Errorf("%s has the addends %v", page.URL, page.Why)
		}
	}
}

// TestPictures: files that were never read are found among any number of pages that
// links name alike, with the page that they stand on, if the searcher may see it, and
// rather one in the language of the query; a type that the index does not have is told.
func TestPictures(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	x, _ := s.opt.Anchors.(*index.Index)
	var others []leaf
	for i := range 400 {
		others = append(others, leaf{url: fmt.Sprintf("http://en.test/other/%d", i), title: "Maggie Cheung"})
	}
	put(t, x, others)
	graph := map[string][]string{"http://img.test/cheung.bmp": {"http://nowhere.test/", "http://ru.test/волки", "http://en.test/gallery", "http://en.test/plain"}}
	s.opt.Linking = func(_ context.Context, u weburl.URL) iter.Seq2[weburl.URL, error] {
		return func(yield func(weburl.URL, error) bool) {
			for _, from := range graph[u.String()] {
				if !yield(address(t, from), nil) {
					return
				}
			}
		}
	}
	r := ask(t, s, "maggie cheung filetype:image")
	if urls(r) != "img.test/cheung.bmp" || r.Results[0].Page == nil || r.Results[0].Page.Title != "Gallery" || len(r.Hints) > 0 {
		t.Fatalf("%s, hints %s: %+v", urls(r), r.Hints, r.Results)
	}
	if r := ask(t, s, "filetype:image"); urls(r) != "img.test/cheung.bmp" || r.Total != 1 || r.More || r.Results[0].Page.Title != "Пауки-волки" {
		t.Errorf("without a word: %q of %d, on %+v", urls(r), r.Total, r.Results[0].Page)
	}
	if r := ask(t, s, "filetype:image site:en.test"); urls(r) != "" || r.Total != 0 {
		t.Errorf("on a site without pictures: %q of %d", urls(r), r.Total)
	}
	counted, err := s.Search(t.Context(), Request{Query: "portrait", Facets: true})
	if f := counted.Facets; err != nil || !slices.Contains(f.Sites, facet.Value{Value: "img.test", Pages: 1}) || !slices.Contains(f.Types, facet.Value{Value: "image", Pages: 1}) || f.AtLeast {
		t.Errorf("a page and a picture are counted as %+v, %v", f, err)
	}
	put(t, x, []leaf{{url: "http://img.test/bmp/cheung.gif", title: "Maggie Cheung"}, {url: "http://img.test/bmp/cheung.png", title: "Maggie Cheung", format: "image"}, {url: "http://img.test/hero.jpg", title: "Maggie Cheung", format: "image"}})
	for q, want := range map[string]string{
		"cheung filetype:bmp": "img.test/cheung.bmp", "cheung filetype:.BMP": "img.test/cheung.bmp", "filetype:bmp": "img.test/cheung.bmp", "ext:png": "img.test/bmp/cheung.png",
		"cheung -filetype:bmp filetype:image": "img.test/hero.jpg", "filetype:gif": "", "cheung filetype:bmp site:en.test": "",
	} {
		if r := ask(t, s, q); urls(r) != want || len(r.Hints) > 0 {
			t.Errorf("%s: %q, hints %s", q, urls(r), r.Hints)
		}
	}
	for q, want := range map[string]string{"spider lang:klingon": "klingon is the code of no language", "spider lang:el": "No page of the index is in the language el.",
		"spider site:nosuch": "No page of the index is in the domain nosuch.", "site:org": "No page of the index is in the domain org.", "spider host:www.nosuch.test": "No page of the index is on the host www.nosuch.test; site:www.nosuch.test takes",
		"host:en.test:8080 cheung": "host: covers all ports of a host; the port 8080 was ignored."} {
		if r := ask(t, s, q); len(r.Hints) != 1 || !strings.Contains(r.Hints[0], want) {
			t.Errorf("%s: hints %s, want %s", q, r.Hints, want)
		}
	}
	if r := ask(t, s, "spider "+strings.Repeat("x", 65)); len(r.Hints) != 1 || !strings.Contains(r.Hints[0], "was ignored") {
		t.Errorf("too long a word: hints %s", r.Hints)
	}
	if r := ask(t, s, "spider filetype:nothing"); len(r.Hints) != 1 || !strings.Contains(r.Hints[0], "No page of the index is of the type nothing") {
		t.Errorf("hints %s", r.Hints)
	}
	graph["http://img.test/cheung.bmp"] = graph["http://img.test/cheung.bmp"][:1]
	if r := ask(t, s, "maggie cheung filetype:bmp"); len(r.Results) != 1 || r.Results[0].Page != nil {
		t.Errorf("a page that is not in the index: %+v", r.Results)
	}
}

// TestUnreadThatAreClosed: URLs that may not be shown take no place from others that links
// name less well, and no page of results follows for their sake.
func TestUnreadThatAreClosed(t *testing.T) {
	t.Parallel()
	for _, closed := range []int{150, 300} {
		s := withLinks(t)
		x, _ := s.opt.Anchors.(*index.Index)
		var more []leaf
		for i := range closed {
			more = append(more, leaf{url: fmt.Sprintf("http://img.test/secret/%d", i), title: "hyena", format: "image"})
		}
		for i := range 10 {
			more = append(more, leaf{url: fmt.Sprintf("http://img.test/open/%d", i), title: "hyena hyena", heading: "hyena", format: "image"})
		}
		more = append(more, leaf{url: "http://img.test/last", title: "the violet hyena that nobody saw", format: "image"})
		put(t, x, more)
		r, err := s.Search(t.Context(), Request{Query: "hyena filetype:image", Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		wantNext := closed == 150 // of 300 the last one is not among those that are looked at
		if len(r.Results) != 10 || (r.Next != "") != wantNext || r.More == wantNext {
			t.Fatalf("%d closed: %d results, next %q, more %t", closed, len(r.Results), r.Next, r.More)
		}
		if !wantNext {
			continue
		}
		r, err = s.Search(t.Context(), Request{Query: "hyena filetype:image", Limit: 10, After: r.Next})
		if err != nil || urls(r) != "img.test/last" || r.Next != "" {
			t.Errorf("the next page has %q, next %q, %v", urls(r), r.Next, err)
		}
	}
}
