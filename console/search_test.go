package console

import (
	"context"
	"fmt"
	"html"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/console/searchlog"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

var pageLinks = regexp.MustCompile(`(?:<a href="([^"]*)">|<strong aria-current="page">)([^<]*)<`)

// pagerOf returns the pager of a results page as text: "Previous 1 [2] 3 Next".
func pagerOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	_, nav, ok := strings.Cut(w.Body.String(), `aria-label="Result pages">`)
	if !ok {
		return ""
	}
	nav, _, _ = strings.Cut(nav, "</nav>")
	var out []string
	for _, m := range pageLinks.FindAllStringSubmatch(nav, -1) {
		if m[1] == "" {
			out = append(out, "["+m[2]+"]")
		} else {
			out = append(out, m[2])
		}
	}
	return strings.Join(out, " ")
}

// TestPager requests pages at and after the ends and with invalid numbers, and checks the offset
// in the request to the searcher.
func TestPager(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, page  string
		total       int
		more        bool
		results     int // on this page
		offset      int
		pager, text string
	}{
		{"one page", "", 7, false, 7, 0, "", "7 pages"},
		{"one result", "1", 1, false, 1, 0, "", "1 page "},
		{"full page", "1", 10, false, 10, 0, "", "10 pages"},
		{"two pages", "", 11, false, 10, 0, "[1] 2 Next", "11 pages"},
		{"last page", "2", 11, false, 1, 10, "Previous 1 [2]", "11 pages, result page 2"},
		{"in the middle", "7", 200, false, 10, 60, "Previous 3 4 5 6 [7] 8 9 10 11 Next", "200 pages, result page 7"},
		{"more than are counted", "3", 500, true, 10, 20, "Previous 1 2 [3] 4 5 6 7 Next", "At least 500 pages, result page 3"},
		{"end of what was not counted", "60", 500, true, 3, 590, "Previous 56 57 58 59 [60]", "At least 500 pages"},
		{"deepest page", "100", 1_000_000, false, 10, 990, "Previous 96 97 98 99 [100]", "1,000,000 pages"},
		{"deeper", "101", 1_000_000, false, 10, 990, "Previous 96 97 98 99 [100]", ""},
		{"beyond the end", "50", 35, false, 0, 490, "Previous 1 2 3 4", "No more results"},
		{"beyond the only page", "2", 5, false, 0, 10, "Previous 1", "No more results"},
		{"zero", "0", 35, false, 10, 0, "[1] 2 3 4 Next", ""},
		{"negative", "-3", 35, false, 10, 0, "[1] 2 3 4 Next", ""},
		{"huge", "99999999999999999999999", 35, false, 10, 0, "[1] 2 3 4 Next", ""},
		{"negative and huge", "-9223372036854775808", 35, false, 10, 0, "[1] 2 3 4 Next", ""},
		{"largest number", "9223372036854775807", 35, false, 0, 990, "Previous 1 2 3 4", "No more results"},
		{"words", "two", 35, false, 10, 0, "[1] 2 3 4 Next", ""},
		{"another base", "0x2", 35, false, 10, 0, "[1] 2 3 4 Next", ""},
		{"a fraction", "1.5", 35, false, 10, 0, "[1] 2 3 4 Next", ""},
	}
	for _, tt := range tests {
		s := &answers{response: search.Response{Total: tt.total, More: tt.more, Results: answersOf(t, tt.results)}}
		w := get(t, handler(t, s, nil), "/?q=spider&page="+tt.page)
		has(t, w, 200, tt.text)
		if got := pagerOf(t, w); got != tt.pager {
			t.Errorf("%s: pager %q, want %q", tt.name, got, tt.pager)
		}
		if s.asked.Offset != tt.offset || s.asked.Limit != results.Size || s.asked.Offset+s.asked.Limit > search.MaxOffset {
			t.Errorf("%s: asked for %d from %d, want from %d", tt.name, s.asked.Limit, s.asked.Offset, tt.offset)
		}
		checkMarkup(t, tt.name, w.Body.String())
	}
	s := &answers{response: search.Response{Total: 95, Results: answersOf(t, 10)}}
	has(t, get(t, handler(t, s, nil), "/?q=a%26b+%D1%88&page=3"), 200,
		`<link rel="prev" href="/?page=2&amp;q=a%26b&#43;%D1%88">`, `<link rel="next" href="/?page=4&amp;q=a%26b&#43;%D1%88">`, `<ol class="results" start="21">`)
}

// TestResultPage checks one result from a real index.
func TestResultPage(t *testing.T) {
	t.Parallel()
	r := newRecords()
	r.stats.Lang = map[string]uint64{"da": 1234}
	srv := serverOf(t, indexOf(t,
		plain("http://xn--80aqfsv.test/%D1%88%D1%91%D0%BB%D0%BA/about%20silk", "Паучий шёлк", "Шёлк выходит из паука жидким белком и твердеет, пока его тянут из желёз."),
		doc{"http://he.test/a", "<html lang=he><title>עכבישים ומשי</title><p>עכבישים טווים קורים ממשי."},
		doc{"http://a.test/1", "<title>The house</title><h1>Attic &lt;b&gt;</h1><p>a gable with a window"},
		doc{"http://a.test/2", "<title>The house</title><p>a gable without one"},
		doc{"http://a.test/bare", "<p>no heading and a quixotic word"},
	), r, Options{})
	h := srv.Handler()
	has(t, get(t, h, "/stats"), 200, "Dansk")
	has(t, get(t, h, "/?q=%D1%88%D1%91%D0%BB%D0%BA"), 200,
		`<h1 class="unseen">Results for шёлк</h1>`, `role="status">1 page (less than 1 ms)</p>`,
		`<bdi dir="ltr">пауки.test</bdi> › <bdi dir="ltr">шёлк</bdi> › <bdi dir="ltr">about silk</bdi>`,
		`<li dir="auto">`, `<h2 lang="ru"><a href="http://xn--80aqfsv.test/%D1%88%D1%91%D0%BB%D0%BA/about%20silk" rel="noreferrer">Паучий шёлк</a></h2>`,
		`<p class="snippet" lang="ru" dir="auto"><mark>Шёлк</mark> выходит`, `<li lang="ru">Русский</li><li>visited 20 Nov 2026</li>`,
		`href="/why?q=%D1%88%D1%91%D0%BB%D0%BA&amp;url=http%3A%2F%2Fxn--80aqfsv.test`,
	)
	lacks(t, get(t, h, "/?q=%D1%88%D1%91%D0%BB%D0%BA"), "Dansk", "All languages", "more from") // only matching values can be selected
	has(t, get(t, h, "/?q=%D7%9E%D7%9E%D7%A9%D7%99+OR+%D1%88%D1%91%D0%BB%D0%BA"), 200,
		`aria-current="true">All languages</a>`, `lang="he">עברית <span class="count">1</span></a>`, `lang="ru">Русский <span class="count">1</span></a>`)
	lacks(t, get(t, h, "/?q=quixotic"), ">中文", "Not recognised")
	has(t, get(t, h, "/?q=%D7%9E%D7%9E%D7%A9%D7%99"), 200, `<li dir="auto">`, `<a href="http://he.test/a"`, `name="q" value="ממשי"`)
	has(t, get(t, h, "/?q=quixotic"), 200, `rel="noreferrer">http://a.test/bare</a>`)
	has(t, get(t, h, "/?q=gable"), 200, `<bdi>The house</bdi> – <bdi>Attic &lt;b&gt;</bdi></a>`, `<bdi>The house</bdi> – <bdi>a gable without one</bdi></a>`)
	has(t, get(t, h, "/?q=quixotic"), 200, `<a href="/?q=quixotic" aria-current="true">All</a>`, `<a href="/?q=quixotic&#43;filetype%3Aimage">Pictures</a>`)
	has(t, get(t, h, "/?q=quixotic+filetype:pdf"), 200, `<a href="/?q=quixotic">All</a>`, `filetype%3Apdf" aria-current="true">PDF</a>`)
	has(t, get(t, h, "/?q=filetype:pdf"), 200, `<a href="/?q=filetype%3Aimage">Pictures</a>`)
	lacks(t, get(t, h, "/?q=filetype:pdf"), ">All</a>")
	more := get(t, h, "/?q=%D1%88%D1%91%D0%BB%D0%BA+host%3Axn--80aqfsv.test")
	has(t, more, 200, "Паучий шёлк")
}

// TestSectionOnPage checks that a result from a real index leads to its section, in each language,
// and that an identifier of a hostile page cannot leave its link.
func TestSectionOnPage(t *testing.T) {
	t.Parallel()
	h := serverOf(t, indexOf(t,
		doc{"http://a.test/manual", "<html lang=en><title>The manual</title><h1 id=top>The manual</h1><p>Words.<h2 id='boil water'>Boil &lt;b&gt; water</h2><p>Up to the quixotic line."},
		doc{"http://b.test/", "<html lang=en><title>b</title><h1 id=top>b</h1><h2 id='x\" onclick=\"alert(1)'>c</h2><p>A hostile one."},
	), newRecords(), Options{}).Handler()
	for lang, want := range map[string]string{"en": "Section: ", "pt-BR": "Seção: ", "ru": "Раздел: ", "zh-Hans": "章节："} {
		has(t, get(t, h, "/?q=quixotic&hl="+lang), 200, `href="http://a.test/manual" rel="noreferrer">The manual</a>`,
			`<p class="section" dir="ltr">`+want+`<a href="http://a.test/manual#boil%20water" lang="en" rel="noreferrer"><bdi>Boil &lt;b&gt; water</bdi></a></p>`)
	}
	has(t, get(t, h, "/?q=hostile"), 200, `<a href="http://b.test/#x%22%20onclick=%22alert%281%29" lang="en" rel="noreferrer"><bdi>c</bdi></a>`)
	lacks(t, get(t, h, "/?q=words"), `class="section"`)
}

// TestSitesSideBySide checks that sites are mixed unless the order is by score or date alone, and
// that the other pages of the list have the same order.
func TestSitesSideBySide(t *testing.T) {
	t.Parallel()
	for sort, want := range map[string]struct {
		perSite int
		asked   string
	}{"": {results.PerSite, ""}, "score": {0, ""}, "date": {0, search.ByDate}, "price": {0, "price"}, "-price": {0, "-price"}, "-date": {results.PerSite, ""}} {
		s := &answers{response: search.Response{Total: 35, Results: answersOf(t, 10), Next: "c"}}
		w := get(t, handler(t, s, nil), "/?q=spider&sort="+sort)
		if s.asked.MaxPerSite != want.perSite || s.asked.Sort != want.asked {
			t.Errorf("sort=%s asks for %d of a site, order %q", sort, s.asked.MaxPerSite, s.asked.Sort)
		}
		next := "/?page=2&amp;q=spider&amp;sort=" + sort + "&amp;after=c"
		if sort == "" || sort == "-date" {
			next = "/?page=2&amp;q=spider&amp;after=c"
		}
		has(t, w, 200, `<link rel="next" href="`+next, ">By score alone</a>")
	}
}

func TestNothingFound(t *testing.T) {
	t.Parallel()
	h := handler(t, indexOf(t, plain("http://a.test/", "A page", "with words")), newRecords())
	w := get(t, h, "/?q="+url.QueryEscape(`site:b.test lang:ru "words with" intitle:x -host:c.test`))
	has(t, w, 200, "No pages found.", "<h2>Nothing found</h2>", "Search without site:", "Search without lang:", "Search without intitle:", "Search without quotes", `<a href="/why">`)
	lacks(t, w, "Search without host:", "Search without inurl:", "Result pages")
	w = get(t, h, "/?q=lang:ru")
	lacks(t, w, "Search without", "All languages")
	has(t, get(t, h, "/?q=%22open"), 200, "A quote was not closed")
	has(t, get(t, h, "/?q="+strings.Repeat("x", 3000)), 200, "longer")
}

// TestNothingOfHost checks that the state of a host that a search names is described, with a link
// to more.
func TestNothingOfHost(t *testing.T) {
	t.Parallel()
	s := gone{indexOf(t, plain("http://a.test/", "A page", "with words")), &answer.Absent{
		Name: "b.test", Known: 3, Told: []string{"No page of b.test can be found now.", "http://b.test/: it is <denied>."}, URL: "http://b.test/",
	}}
	h := handler(t, s, newRecords())
	has(t, get(t, h, "/?q=site:b.test"), 200, "No page of b.test can be found now.", "http://b.test/: it is &lt;denied&gt;.", `<a href="/why?url=http%3A%2F%2Fb.test%2F">Ask why http://b.test/ is not in the index</a>`)
	lacks(t, get(t, h, "/?q=site:b.test"), "other words", "fewer words")
	s.absent = nil
	has(t, get(t, handler(t, s, newRecords()), "/?q=site:b.test"), 200, "Nothing found", "Ask why a page is not in the index")
}

// gone responds with the state of a site without results.
type gone struct {
	Searcher
	absent *answer.Absent
}

func (g gone) Search(ctx context.Context, r search.Request) (search.Response, error) {
	resp, err := g.Searcher.Search(ctx, r)
	resp.Absent = g.absent
	return resp, err
}

func TestAcceptLanguage(t *testing.T) {
	t.Parallel()
	german, _ := analyze.ParseLang("de")
	tests := []struct {
		field string
		want  []analyze.Lang
	}{
		{"", nil},
		{"ru-RU,ru;q=0.9,en;q=0.8", []analyze.Lang{analyze.Ru, analyze.En}},
		{"xx,*;q=0.1,;;,,,", nil},
		{strings.Repeat("pt,", 10_000), []analyze.Lang{analyze.Pt}},
		{"en-US,en-GB,en,de", []analyze.Lang{analyze.En, german}},
		{"de;q=0, en", []analyze.Lang{analyze.En}},
		{"de;q=0.1, en;q=0.9", []analyze.Lang{analyze.En, german}},
	}
	for _, tt := range tests {
		if got := locale.Preferred(tt.field); !slices.Equal(got, tt.want) {
			t.Errorf("%.20q: %v, want %v", tt.field, got, tt.want)
		}
	}
}

// TestSearchIsCalledOff checks that a search ends with its request.
func TestSearchIsCalledOff(t *testing.T) {
	t.Parallel()
	h := handler(t, patient{}, nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := httptest.NewRequest("GET", "/?q=x", nil).WithContext(ctx)
	r.Host = "localhost"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	has(t, w, 503, "called off")
}

// patient is a searcher that waits until it is canceled.
type patient struct{ entered chan struct{} }

func (p patient) Complete(ctx context.Context, _ search.Request) (search.Completions, error) {
	<-ctx.Done()
	return search.Completions{}, ctx.Err()
}
func (p patient) Search(ctx context.Context, _ search.Request) (search.Response, error) {
	if p.entered != nil {
		close(p.entered)
	}
	if _, ok := ctx.Deadline(); !ok {
		return search.Response{}, fmt.Errorf("a search without a deadline")
	}
	<-ctx.Done()
	return search.Response{}, fmt.Errorf("search: %w", ctx.Err())
}
func (p patient) Docs(context.Context) (int, error) { return 0, nil }
func (p patient) Why(context.Context, search.Request, weburl.URL) (search.Explanation, error) {
	return search.Explanation{}, nil
}

// TestRefusedSearches checks that a search that must wait gets a time to come again, and that the
// response to a search that costs too much says that waiting does not help.
func TestRefusedSearches(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err   error
		code  int
		text  string
		after string
	}{
		{admission.ErrBusy, 503, "Try again in a few seconds", "2"},
		{admission.ErrDear, 422, "Use fewer words", ""},
	} {
		h := handler(t, broken{&aranea.Error{Op: "search", Kind: aranea.Limit, Err: tt.err}}, nil)
		w := get(t, h, "/?q=a")
		has(t, w, tt.code, tt.text)
		checkMarkup(t, tt.text, w.Body.String())
		if got := w.Header().Get("Retry-After"); got != tt.after {
			t.Errorf("%v: Retry-After %q, want %q", tt.err, got, tt.after)
		}
	}
}

// TestNearCopies checks that the page shows how many near copies were omitted, with a link to all
// results; that page and the following ones request them.
func TestNearCopies(t *testing.T) {
	t.Parallel()
	list := answersOf(t, 10)
	list[0].Copies = 5
	for _, v := range []string{"2.0", "1<0"} {
		list[0].Versions = append(list[0].Versions, answer.Version{Name: v, URL: weburl.MustParse("http://a.test/" + v[:1])})
	}
	list[1].Copies, list[1].Listed = 4, 4
	for i := range 2 {
		list[1].ListPages = append(list[1].ListPages, answer.ListPage{Number: i + 2, URL: weburl.MustParse(fmt.Sprintf("http://a.test/jane/page/%d/", i+2))})
	}
	list[2].Copies, list[2].Translated = 2, 2
	for _, lang := range []string{"de", "pt-BR", "xx"} {
		list[2].Translations = append(list[2].Translations, answer.Translation{Lang: lang, URL: weburl.MustParse("http://a.test/" + lang)})
	}
	s := &answers{response: search.Response{Total: 33, Copies: 3, Results: list}}
	w := get(t, handler(t, s, nil), "/?q=spider")
	has(t, w, 200, `<li>also in: <a href="http://a.test/de" lang="de" hreflang="de" rel="noreferrer"><bdi>Deutsch</bdi></a>, <a href="http://a.test/pt-BR" lang="pt-BR" hreflang="pt-BR" rel="noreferrer"><bdi>Português (BR)</bdi></a>, <a href="http://a.test/xx" lang="xx" hreflang="xx" rel="noreferrer"><bdi>xx</bdi></a></li>`)
	has(t, w, 200, `<li>also on pages: <a href="http://a.test/jane/page/2/" rel="noreferrer"><bdi>2</bdi></a>, <a href="http://a.test/jane/page/3/" rel="noreferrer"><bdi>3</bdi></a>, …</li>`)
	if n := strings.Count(w.Body.String(), "with nearly the same text</li>"); n != 1 {
		t.Errorf("%d results have near copies", n)
	}
	has(t, w, 200, `<li>other versions: <a href="http://a.test/2" rel="noreferrer"><bdi>2.0</bdi></a>, <a href="http://a.test/1" rel="noreferrer"><bdi>1&lt;0</bdi></a></li>`, "<li>and 3 pages with nearly the same text</li>", "3 pages are left out", `<a href="/?q=spider&amp;copies=1">Show all</a>`)
	if got := pagerOf(t, w); got != "[1] 2 3 Next" || s.asked.Copies {
		t.Errorf("pager %q, copies %t", got, s.asked.Copies)
	}
	s.response.Copies, list[0].Copies = 0, 0
	w = get(t, handler(t, s, nil), "/?q=spider&copies=1")
	has(t, w, 200, `<a href="/?page=2&amp;q=spider&amp;copies=1">2</a>`, `<link rel="next" href="/?page=2&amp;q=spider&amp;copies=1">`)
	if !s.asked.Copies || strings.Contains(w.Body.String(), "left out") {
		t.Error("copies are not shown")
	}
	checkMarkup(t, "copies", w.Body.String())
}

// TestDeepPaging checks that the next page has the cursor of the response, also after the last
// page with a number.
func TestDeepPaging(t *testing.T) {
	t.Parallel()
	s := &answers{response: search.Response{Total: 5000, Results: answersOf(t, 10), First: 1039, Next: "abc"}}
	h := handler(t, s, nil)
	has(t, get(t, h, "/?q=spider"), 200, `<link rel="next" href="/?page=2&amp;q=spider&amp;after=abc">`)
	w := get(t, h, "/?page=105&q=spider&after=xyz")
	has(t, w, 200, `<link rel="next" href="/?page=106&amp;q=spider&amp;after=abc">`, `<ol class="results" start="1039">`)
	if got := pagerOf(t, w); got != "[105] Next" || s.asked.After != "xyz" || s.asked.Offset != 0 {
		t.Errorf("pager %q, asked %+v", got, s.asked)
	}
	lost := get(t, handler(t, indexOf(t, plain("http://a.test/", "silk", "spider")), nil), "/?page=7&q=spider&after=xyz")
	has(t, lost, 200, "these are the first results.", `value="spider"`, `<a href="http://a.test/" rel`, `<ol class="results" start="1">`)
	lacks(t, lost, "result page 7")
	checkMarkup(t, "a lost place", lost.Body.String())
	// Readers of other languages share the links.
	var docs []doc
	for i := range 25 {
		docs = append(docs, plain(fmt.Sprintf("http://a.test/%d", i), "silk", fmt.Sprint("spider number ", i)))
	}
	h, seen := handler(t, indexOf(t, docs...), nil), map[string]bool{}
	link := regexp.MustCompile(`<link rel="next" href="([^"]+)">`)
	for at, pages := "/?q=spider", 1; at != ""; pages++ {
		w := getIn(t, h, at, []string{"pt-BR", "en", "ru", ""}[pages%4])
		has(t, w, 200, fmt.Sprintf(`start="%d"`, 10*pages-9))
		for _, m := range regexp.MustCompile(`<a href="(http://a.test/\d+)" rel`).FindAllStringSubmatch(w.Body.String(), -1) {
			seen[m[1]] = true
		}
		if at = ""; pages < 4 {
			if m := link.FindStringSubmatch(w.Body.String()); m != nil {
				at = html.UnescapeString(m[1])
			}
		}
	}
	if len(seen) != 25 {
		t.Errorf("%d of 25 pages were reached", len(seen))
	}
}

// TestFacetsAndSuggestion checks the links that narrow, sort and correct a search.
func TestFacetsAndSuggestion(t *testing.T) {
	t.Parallel()
	s := &answers{response: search.Response{
		Total: 25, Query: "silk site:a.test", Results: answersOf(t, 10), Suggestion: &search.Suggestion{Query: "silk <b>"},
		Facets: &facet.Facets{
			AtLeast: true, Sites: []facet.Value{{Value: "a.test", Pages: 20}}, Types: []facet.Value{{Value: "html", Pages: 1200}, {Value: "pdf", Pages: 3}},
			Years: []facet.Value{{Value: "2026", Pages: 25}},
		},
	}}
	w := get(t, handler(t, s, nil), "/?q=silk+AND+site%3Aa.test&sort=date&page=2")
	has(t, w, 200, `Did you mean <a href="/?q=silk&#43;%3Cb%3E">silk &lt;b&gt;</a>`, "Searched for <code>silk site:a.test</code>",
		`<a href="/?q=silk&#43;site%3Aa.test&amp;sort=date" aria-current="true">a.test <span class="count">20&#43;</span>`, `<a href="/?q=silk&amp;sort=date">All</a>`,
		`<a href="/?q=silk&#43;site%3Aa.test&#43;filetype%3Apdf&amp;sort=date">pdf <span class="count">3&#43;</span>`, `1,200&#43;`,
		`aria-current="true">Newest first</a>`, `<a href="/?page=3&amp;q=silk`, `&amp;sort=date">3</a>`,
		`type="application/atom+xml"`)
	lacks(t, w, "Years")
	checkMarkup(t, "facets", w.Body.String())
	if s.asked.Sort != search.ByDate || !s.asked.Facets {
		t.Errorf("asked %+v", s.asked)
	}
	s.response.Suggestion = &search.Suggestion{Query: "silk <b>", Unquoted: true}
	has(t, get(t, handler(t, s, nil), "/?q=%22silk+b%22"), 200, `Without quotes: <a href="/?q=silk&#43;%3Cb%3E">silk &lt;b&gt;</a></p>`)
}

// TestRangeForm checks the links to ranges of a facet, and the form for other ones, which works without scripts.
func TestRangeForm(t *testing.T) {
	t.Parallel()
	own := facet.Own{Name: "price", Ranges: []facet.Value{{Value: "5..9.99", Pages: 30}, {Value: "10..19.99", Pages: 2}}}
	for i := range 20 {
		own.Values = append(own.Values, facet.Value{Value: fmt.Sprint(i), Pages: 1})
	}
	s := &answers{response: search.Response{Total: 25, Results: answersOf(t, 10), Facets: &facet.Facets{Own: []facet.Own{own}}}}
	w := get(t, handler(t, s, nil), "/?q=silk&sort=-price&range=price&from=5&to=9.99")
	has(t, w, 200, `<a href="/?q=silk&#43;facet%3Aprice%3D10..19.99&amp;sort=-price">10 – 19.99 <span class="count">2</span>`, `aria-current="true">5 – 9.99 <span class="count">30</span>`,
		`<form class="range" action="/" method="get">`, `<label><span class="unseen">Price </span>from <input`, `<input type="hidden" name="q" value="silk facet:price=5..9.99"><input type="hidden" name="sort" value="-price"><input type="hidden" name="range" value="price">`,
		`<input type="text" name="from" value="5"`, `<input type="text" name="to" value="9.99"`)
	checkMarkup(t, "ranges", w.Body.String())
	if s.asked.Query != "silk facet:price=5..9.99" {
		t.Errorf("asked %s", s.asked.Query)
	}
}

// TestValues checks that a list that is cut leads to all values, on a page that works without scripts, and that values
// of the facets in use stand with results.
func TestValues(t *testing.T) {
	t.Parallel()
	own := facet.Own{Name: "brand", All: 1234, AtLeast: true, Values: []facet.Value{{Value: "Acme", Pages: 3}, {Value: "Mira", Pages: 1}}}
	s := &answers{response: search.Response{Total: 25, Results: answersOf(t, 10), Facets: &facet.Facets{Own: []facet.Own{own}}}}
	s.response.Results[0].Facets = []facet.Held{{Name: "price", Values: []string{"19.90 €", "<5"}}}
	w := get(t, handler(t, s, nil), "/?q=silk&sort=-price")
	has(t, w, 200, `<p class="every"><a href="/values?facet=brand&amp;q=silk&amp;sort=-price">All values: 1,234&#43;</a></p>`, `<ul class="held" dir="ltr"><li>Price: <bdi>19.90 €</bdi>, <bdi>&lt;5</bdi></li></ul>`)
	checkMarkup(t, "results", w.Body.String())
	s.response.Values = &facet.List{Name: "brand", All: 700, Values: make([]facet.Value, 200)}
	s.response.Values.Values[0] = facet.Value{Value: "<Acme>", Pages: 3}
	w = get(t, handler(t, s, nil), "/values?q=silk+facet:brand=mira&facet=brand&sort=-price&part=a&order=name&page=2")
	has(t, w, 200, `<h1>Brand</h1>`, `All values: 700 <a href="/?q=silk&#43;facet%3Abrand%3Dmira&amp;sort=-price">Back to the results</a>`, `<input type="hidden" name="sort" value="-price"><input type="hidden" name="order" value="name">`,
		`name="part" value="a"`, `aria-current="true">By name</a>`, `<a href="/?q=silk&#43;facet%3Abrand%3D%3CAcme%3E&amp;sort=-price">&lt;Acme&gt; <span class="count">3</span></a>`, `page=3`)
	checkMarkup(t, "values", w.Body.String())
	if s.asked.Query != "silk" || *s.asked.Values != (facet.Wanted{Name: "brand", Part: "a", ByName: true, Offset: 200, Limit: 200}) {
		t.Errorf("asked %+v for %+v", s.asked, s.asked.Values)
	}
	has(t, get(t, handler(t, s, nil), "/values?q=silk"), 404)
}

// TestChoiceStays checks that a search narrowed to a language or a site still offers the others
// with their numbers, and that the choice can be removed if the wider search costs too much.
func TestChoiceStays(t *testing.T) {
	t.Parallel()
	h := handler(t, indexOf(t,
		doc{"http://a.test/", "<html lang=en><title>Silk</title><p>The word seda is about silk, and spiders make it."},
		doc{"http://b.test/", "<html lang=pt><title>Seda</title><p>A aranha faz a seda com que tece as suas teias na casa."},
		doc{"http://c.test/", "<html lang=es><title>Seda</title><p>La araña hace la seda con la que teje sus telas en la casa."},
	), newRecords())
	w := get(t, h, "/?q=seda+lang:pt")
	has(t, w, 200, `<a href="/?q=seda">All languages</a>`, `aria-current="true">Português <span class="count">1</span>`, `>English <span class="count">1</span>`, `lang%3Aes" lang="es">Español`,
		`role="status">1 page `, `<details class="narrow" open>`)
	w = get(t, h, "/?q=seda+site:b.test")
	has(t, w, 200, `aria-current="true">b.test <span class="count">1</span>`, `site%3Aa.test">a.test <span class="count">1</span>`, `site%3Ac.test">c.test`, `<a href="/?q=seda">All</a>`)
	h = handler(t, narrowOnly{&answers{response: search.Response{Total: 1, Results: answersOf(t, 1), Facets: &facet.Facets{Languages: []facet.Value{{Value: "pt", Pages: 1}}}}}}, nil)
	has(t, get(t, h, "/?q=seda+lang:pt"), 200, `<a href="/?q=seda">All languages</a>`, `aria-current="true">Português <span class="count">1</span>`)
}

// narrowOnly answers only searches in a language; others cost too much.
type narrowOnly struct{ *answers }

func (n narrowOnly) Search(ctx context.Context, r search.Request) (search.Response, error) {
	if !strings.Contains(r.Query, "lang:") {
		return search.Response{}, admission.ErrDear
	}
	return n.answers.Search(ctx, r)
}

// TestFeed checks that the pages that match a query are returned as a feed.
func TestFeed(t *testing.T) {
	t.Parallel()
	h := handler(t, indexOf(t, plain("http://a.test/x", "Silk <b>&]]>", "A page about silk \x0c and threads.")), newRecords())
	w := get(t, h, "/feed?q=silk")
	has(t, w, 200, "<title>silk – Aranea</title>", "<id>http://a.test/x</id>", "<updated>2026-11-20T12:00:00Z</updated>", `rel="self"`)
	if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "application/atom+xml") {
		t.Errorf("type %s", got)
	}
	has(t, get(t, h, "/feed"), 400, "needs a query")
	has(t, get(t, h, "/feed?q=nothinglikethis"), 200, "<updated>1970-01-01T00:00:00Z</updated>")
}

// TestSearchLog checks that each search on the page is noted once, also one that is narrowed and
// gets its alternatives by further searches, and that nothing else is.
func TestSearchLog(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "searches.jsonl")
	log, err := searchlog.Open(name, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	h := serverOf(t, &answers{}, town(t), Options{Searches: log}).Handler()
	for _, path := range []string{"/?q=spider+lang:en", "/readyz", "/", "/suggest?q=spi", "/feed?q=silk"} {
		get(t, h, path)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if err != nil || len(lines) != 2 || !strings.Contains(lines[0], `"query":"spider lang:en"`) || !strings.Contains(lines[1], `"query":"silk"`) {
		t.Errorf("%v: %s", err, text)
	}
}
