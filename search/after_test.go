package search

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/weburl"
)

// rows are so many pages about spiders: all of them hold "spider", every third "silk"
// as well, every fifth "thread"; lengths and titles differ, many scores are the same.
func rows(host string, from, n int) []leaf {
	var out []leaf
	for i := from; i < from+n; i++ {
		text := "spider" + strings.Repeat(" word", i%7)
		if i%3 == 0 {
			text += " silk"
		}
		if i%5 == 0 {
			text += " thread"
		}
		title := fmt.Sprint("page ", i)
		if i%11 == 0 {
			title = "spider " + title
		}
		out = append(out, leaf{url: fmt.Sprintf("http://%s/%d", host, i), title: title, text: text, at: time.Date(2000+i%20, 5, 1, 0, 0, 0, 0, time.UTC)})
	}
	return out
}

// walkAll reads a list page by page to its end; between tells of each page.
func walkAll(t *testing.T, s *Searcher, r Request, between func(page int)) []string {
	t.Helper()
	var out []string
	for page := 0; ; page++ {
		resp, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatalf("%s, page %d: %v", r.Query, page, err)
		}
		for _, res := range resp.Results {
			out = append(out, res.URL.String())
		}
		if r.After = resp.Next; r.After == "" {
			return out
		}
		if page > 1000 {
			t.Fatalf("%s has no end", r.Query)
		}
		between(page)
	}
}

func asIs(int) {}

// twice returns what is in a list more than once.
func twice(list []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, x := range list {
		if seen[x] {
			out = append(out, x)
		}
		seen[x] = true
	}
	return out
}

// TestAfter: a list that is read by its cursors has every page that matches once, and
// begins as the list by offsets does.
func TestAfter(t *testing.T) {
	t.Parallel()
	s := shelve(t, append(rows("a.test", 0, 300), rows("b.test", 300, 330)...))
	for q, want := range map[string]int{
		"spider":                   630,
		"spider silk":              630, // pages with one of the words follow
		"silk thread":              294,
		"silk OR thread":           294,
		`"spider silk"`:            30,
		"spider -silk":             420,
		"site:a.test":              300,
		"spid* thread":             630,
		"spider after:2010-01-01":  310,
		"intitle:spider":           58,
		"nothing of all this here": 0,
	} {
		for _, r := range []Request{{Query: q, Limit: 7}, {Query: q, Limit: 100, Sort: ByDate}, {Query: q, Limit: 30, MaxPerSite: 5, Explain: true, NoSnippets: true}} {
			if r.Sort == ByDate && strings.Contains(q, " ") && !strings.ContainsAny(q, `":-`) {
				continue // by date there are no pages with only some of the words
			}
			got := walkAll(t, s, r, asIs)
			if len(got) != want || len(twice(got)) > 0 {
				t.Errorf("%s by %d %s: %d pages, want %d; twice: %s", q, r.Limit, r.Sort, len(got), want, twice(got))
			}
			var paged []string
			for r.Offset = 0; r.Offset+r.Limit <= 200 && r.Offset < len(got); r.Offset += r.Limit {
				resp, err := s.Search(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				for _, res := range resp.Results {
					paged = append(paged, res.URL.String())
				}
			}
			if !slices.Equal(paged, got[:min(len(paged), len(got))]) {
				t.Errorf("%s by %d %s: by offsets the order is another one", q, r.Limit, r.Sort)
			}
		}
	}
}

// TestAfterWhileTheIndexGrows: no page comes twice, and none is lost that was there
// when the list began, whatever is added, changed or merged meanwhile.
func TestAfterWhileTheIndexGrows(t *testing.T) {
	t.Parallel()
	for _, q := range []string{"spider", "silk thread", "site:a.test", "spider -silk"} {
		for _, sort := range []string{"", ByDate} {
			s := shelve(t, rows("a.test", 0, 400))
			x, _ := s.src.(*index.Index)
			there := walkAll(t, s, Request{Query: q, Limit: 100, Sort: sort}, asIs)
			got := walkAll(t, s, Request{Query: q, Limit: 17, Sort: sort}, func(page int) {
				if page >= 6 && page%7 > 0 {
					return
				}
				added := rows("new.test", page*20, 20) // words become rarer and more frequent
				for i := range added {
					added[i].title, added[i].text = "spider silk", added[i].text+strings.Repeat(" silk spider thread", i%3)
				}
				put(t, x, added)
			})
			if again := twice(got); len(again) > 0 {
				t.Errorf("%s %s: twice: %s", q, sort, again)
			}
			lost := slices.DeleteFunc(slices.Clone(there), func(u string) bool { return slices.Contains(got, u) })
			if len(lost) > 0 {
				t.Errorf("%s %s: of %d pages %d are lost: %s", q, sort, len(there), len(lost), lost[:min(len(lost), 5)])
			}
		}
	}
}

// TestAfterWhileNamesCome: a list goes on as it began while the first site that a word of it names comes
// to the index, or so many that the word would name none.
func TestAfterWhileNamesCome(t *testing.T) {
	t.Parallel()
	for name, hosts := range map[string][]string{"none so far": {"a.test", "spider.test"}, "one so far": {"spider.test", "a.test"}} {
		s := shelve(t, append(rows(hosts[0], 0, 400), rows("other.test", 0, 200)...))
		x, _ := s.src.(*index.Index)
		r := Request{Query: "spider word", Limit: 50}
		there := walkAll(t, s, r, asIs)
		got := walkAll(t, s, r, func(page int) {
			switch page {
			case 5:
				put(t, x, rows(hosts[1], 0, 1))
			case 6:
				for i := range 10 {
					put(t, x, rows(fmt.Sprintf("spider.n%d.test", i), 0, 1))
				}
			}
		})
		if again := twice(got); len(again) > 0 || len(there) < 500 {
			t.Errorf("%s: of %d twice: %s", name, len(there), again)
		}
		lost := slices.DeleteFunc(slices.Clone(there), func(u string) bool { return slices.Contains(got, u) })
		if len(lost) > 0 {
			t.Errorf("%s: of %d pages %d are lost: %s", name, len(there), len(lost), lost[:min(len(lost), 5)])
		}
	}
}

// TestAfterNearCopies: copies of what was shown do not come up behind it, and what is
// behind very many of them does.
func TestAfterNearCopies(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 260 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%03d", i), "en", "spider spider", essay("silk", "spider", fmt.Sprint("nr", i))})
	}
	for i := range 9 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://b.test/%d", i), "en", "", essay(fmt.Sprint("wool", i), "spider")})
	}
	s := build(t, sheets...)
	got := walkAll(t, s, Request{Query: "spider", Limit: 4}, asIs)
	if len(got) != 10 || !strings.HasPrefix(got[0], "http://a.test/") || len(twice(got)) > 0 {
		t.Errorf("%d results: %s", len(got), got)
	}
	if got := walkAll(t, s, Request{Query: "spider", Limit: 40, Copies: true}, asIs); len(got) != 269 || len(twice(got)) > 0 {
		t.Errorf("with copies %d results", len(got))
	}
}

// TestAfterLinks: what links alone bring up is in the list once.
func TestAfterLinks(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	for _, q := range []string{"portrait", "numbat", "maggie cheung", "australia anteater", "spider silk"} {
		whole, err := s.Search(t.Context(), Request{Query: q, Limit: 100})
		if err != nil || whole.Next != "" {
			t.Fatalf("%s: %v, next %q", q, err, whole.Next)
		}
		var want []string
		for _, r := range whole.Results {
			want = append(want, r.URL.String())
		}
		if got := walkAll(t, s, Request{Query: q, Limit: 1}, asIs); !slices.Equal(got, want) {
			t.Errorf("%s: %s, at once %s", q, got, want)
		}
	}
}

// TestAfterStart: the word for the first page answers as no cursor does.
func TestAfterStart(t *testing.T) {
	t.Parallel()
	s := shelve(t, rows("a.test", 0, 30))
	want, err := s.Search(t.Context(), Request{Query: "spider"})
	got, serr := s.Search(t.Context(), Request{Query: "spider", After: paging.First})
	if err != nil || serr != nil || got.Next == "" || got.Next != want.Next || urls(got) != urls(want) {
		t.Errorf("%s, next %q, %v; want %s, next %q, %v", urls(got), got.Next, serr, urls(want), want.Next, err)
	}
}

// TestAfterRefused: a cursor of another search, and what is none, is an error of who
// asks.
func TestAfterRefused(t *testing.T) {
	t.Parallel()
	s := shelve(t, rows("a.test", 0, 30))
	r, err := s.Search(t.Context(), Request{Query: "spider"})
	if err != nil || r.Next == "" {
		t.Fatalf("next %q, %v", r.Next, err)
	}
	for name, c := range map[string]struct {
		r    Request
		want error
	}{
		"another query": {Request{Query: "silk", After: r.Next}, paging.ErrOther},
		"another order": {Request{Query: "spider", Sort: ByDate, After: r.Next}, paging.ErrOther},
		"cut":           {Request{Query: "spider", After: r.Next[:20]}, paging.ErrUnread},
		"no query":      {Request{After: r.Next[:20]}, paging.ErrUnread},
		"with offset":   {Request{Query: "spider", After: r.Next, Offset: 10}, paging.ErrOffset},
		"start, offset": {Request{Query: "spider", After: paging.First, Offset: 10}, paging.ErrOffset},
	} {
		if _, err := s.Search(t.Context(), c.r); !errors.Is(err, c.want) || aranea.KindOf(err) != aranea.Invalid || err.Error() != "search: "+c.want.Error() {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestAfterOfOthers: who goes on with a list that began in other languages sees the
// same list, and its results are numbered on.
func TestAfterOfOthers(t *testing.T) {
	t.Parallel()
	s := shelve(t, rows("a.test", 0, 450))
	mine, theirs := Request{Query: "spider", Limit: 30, Langs: []analyze.Lang{analyze.Ru, analyze.En}}, Request{Query: "spider", Limit: 30, Langs: []analyze.Lang{analyze.Pt}}
	for want := 1; ; {
		a, err := s.Search(t.Context(), mine)
		b, berr := s.Search(t.Context(), theirs)
		if err != nil || berr != nil {
			t.Fatalf("at %d: %v, %v", want, err, berr)
		}
		if a.First != want || b.First != want || len(a.Results) != len(b.Results) {
			t.Fatalf("%d results from %d on, and %d from %d on, want them from %d on", len(a.Results), a.First, len(b.Results), b.First, want)
		}
		for i := range a.Results {
			if mine.After != "" && a.Results[i].URL != b.Results[i].URL {
				t.Fatalf("result %d is %s, and %s for others", want+i, a.Results[i].URL, b.Results[i].URL)
			}
		}
		if mine.After, theirs.After = a.Next, a.Next; a.Next == "" {
			break
		}
		want += len(a.Results)
	}
	if r, err := s.Search(t.Context(), Request{Query: "spider", Offset: 20}); err != nil || r.First != 21 {
		t.Errorf("behind 20 results: from %d on, %v", r.First, err)
	}
}

// TestAfterIsAdmitted: a page costs no more than is admitted, however few results the
// pages of the index leave to show; the list goes on behind it and loses nothing.
func TestAfterIsAdmitted(t *testing.T) {
	t.Parallel()
	const near = 900
	var sheets []sheet
	for i := range near {
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%03d", i), "en", "spider spider", essay("silk", "spider", fmt.Sprint("nr", i))})
	}
	for i := range 5 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://b.test/%d", i), "en", "", essay(fmt.Sprint("wool", i), "spider")})
	}
	free := build(t, sheets...)
	pages := func(s *Searcher) (list []string, n int) {
		return walkAll(t, s, Request{Query: "spider", Limit: 4, NoSnippets: true}, func(int) { n++ }), n
	}
	want, few := pages(free)
	once := New(free.src, time.Now, Options{Options: admission.Options{MaxCost: near + 5}})
	got, many := pages(once)
	if !slices.Equal(got, want) || len(twice(got)) > 0 {
		t.Errorf("with one window a page: %s, want %s", got, want)
	}
	if least := few + near/paging.WindowHits - 3; many < least {
		t.Errorf("with one window a page there are %d pages, else %d; want %d", many, few, least)
	}
}

// TestAfterTellsNoSecrets: a cursor that somebody made himself does not tell whether
// there is a page that is not shown to him.
func TestAfterTellsNoSecrets(t *testing.T) {
	t.Parallel()
	open := address(t, "http://open.test/")
	text := essay("silk", "spider")
	s := build(t, sheet{open.String(), "en", "", text})
	x, _ := s.src.(*index.Index)
	closed := address(t, "http://closed.test/")
	p := &aranea.Page{URL: closed, Lang: "en", Text: []byte(text + "\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}}
	p.Sketch = dedupe.Sketch(p)
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: closed, Page: p, Access: "wiki"}}); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	for access, want := range map[string]int{"": 1, "other": 1, "wiki": 0} {
		r := Request{Query: "spider", Access: strings.Fields(access)}
		first, err := s.Search(t.Context(), Request{Query: "spider", Access: r.Access})
		if err != nil || len(first.Results) != 1 {
			t.Fatalf("access %q: %d results, %v", access, len(first.Results), err)
		}
		r.After = forged(t, s, r, segment.KeyOf(closed.ID()).Short())
		got, err := s.Search(t.Context(), r)
		if err != nil || len(got.Results) != want {
			t.Errorf("access %q: %d results behind the page, %v; want %d", access, len(got.Results), err, want)
		}
	}
}

// forged makes a cursor that says that a page was shown.
func forged(t *testing.T, s *Searcher, r Request, shown segment.ShortKey) string {
	t.Helper()
	x, err := s.begin(r, query.Parse(r.Query))
	if err != nil {
		t.Fatal(err)
	}
	defer x.close()
	if err := x.on(t.Context()); err != nil {
		t.Fatal(err)
	}
	tail := paging.NewTail(1, false)
	if _, err := x.frozenPlan(x.wording, &tail.Full); err != nil {
		t.Fatal(err)
	}
	if _, err := x.frozenPlan(x.loosely(), &tail.Loose); err != nil {
		t.Fatal(err)
	}
	return (&paging.Cursor{Shown: []segment.ShortKey{shown}, Tail: tail}).Encode(x.owner)
}

// TestOneList: the list is the same whether it is read by offsets or by cursors, in
// every order, behind the results that are looked at twice as well: of pages that links
// name, of pages that have a rank, of URLs that were never read, of near copies, and of
// pages with some of the words.
func TestOneList(t *testing.T) {
	t.Parallel()
	leaves := rows("a.test", 0, 500)
	plain, linked := shelve(t, leaves), shelve(t, leaves)
	linked.opt = linksTo(t, leaves)
	deep := 0
	var sheets []sheet
	for i := range 600 {
		text := essay(fmt.Sprint("kind", i%150), "spider")
		if i%3 > 0 {
			text = fmt.Sprint("spider silk thread ", i)
		}
		sheets = append(sheets, sheet{fmt.Sprintf("http://h%d.test/%d", i%7, i), "en", fmt.Sprint("spider ", i%5), text})
	}
	versioned := shelve(t, leaves)
	versioned.opt = linksTo(t, leaves)
	tables := versioned.opt.Signals()
	tables.Versions = anyVersions(t, addresses(leaves), 3)
	versioned.opt.Signals = func() signals.Tables { return tables }
	for name, s := range map[string]*Searcher{"plain": plain, "with links and ranks": linked, "with copies": build(t, sheets...), "with versions": versioned} {
		for n, q := range []string{"spider", "spider OR thread", "spider silk", "page spider silk thread"} {
			for _, r := range []Request{{Copies: true}, {}, {Copies: true, Sort: ByDate}, {Sort: ByDate}, {MaxPerSite: 3}, {MaxPerSite: 3, Sort: ByDate}} {
				r.Query, r.Limit, r.NoSnippets = q, []int{70, 25, 50, 40}[n], true
				if sameList(t, name, s, r) > refineMax+100 {
					deep++
				}
			}
		}
	}
	if deep < 40 {
		t.Errorf("%d lists reach behind the results that are looked at twice: too few to say anything", deep)
	}
}

// sameList compares a list by offsets with the one by cursors, and returns the length of
// the former.
func sameList(t *testing.T, name string, s *Searcher, r Request) int {
	t.Helper()
	name = fmt.Sprintf("%s, %s by %d, copies %t, sort %q, %d of a site", name, r.Query, r.Limit, r.Copies, r.Sort, r.MaxPerSite)
	byOffset, byCursor := listed(t, s, r, false), listed(t, s, r, true)
	if n := min(len(byCursor), 400); len(byOffset) < n || len(byCursor) < len(byOffset) {
		t.Errorf("%s: %d results by offsets, %d by cursors", name, len(byOffset), len(byCursor))
		return 0
	}
	for i, want := range byOffset {
		if byCursor[i] != want {
			t.Errorf("%s: at %d comes %s by cursors, %s by offsets", name, i, byCursor[i], want)
			return 0
		}
	}
	if again := twice(byOffset); len(again) > 0 {
		t.Errorf("%s: twice: %s", name, again)
	}
	return len(byOffset)
}

// addresses returns the URLs of some pages.
func addresses(leaves []leaf) (out []string) {
	for _, l := range leaves {
		out = append(out, l.url)
	}
	return out
}

// linksTo returns options with links that name every ninth page and a few pictures that
// were never read, and with ranks of every fourth page.
func linksTo(t *testing.T, leaves []leaf) Options {
	t.Helper()
	var named []leaf
	var urls []string
	graph := map[string][]string{}
	for i, l := range leaves {
		urls = append(urls, l.url)
		if i%9 == 0 {
			named = append(named, leaf{url: l.url, title: []string{"spider", "spider silk", "thread of the silk"}[i%3]})
		}
		if i%4 == 0 {
			from := fmt.Sprintf("http://%d.test/", i%8)
			graph[from] = append(graph[from], l.url)
		}
	}
	for i := range 5 {
		named = append(named, leaf{url: fmt.Sprintf("http://img.test/%d.png", i), title: "a silk spider", format: "image"})
	}
	named = append(named, leaf{url: "http://img.test/page", title: "spider"})
	return Options{
		Anchors: shelve(t, named).src, Signals: ranks(t, urls, graph),
		Listed: func(u weburl.URL) (bool, error) { return u.Host() == "img.test", nil },
	}
}

// listed returns the addresses and scores of all results of a request, by offsets of the
// first 400 and more.
func listed(t *testing.T, s *Searcher, r Request, byCursor bool) (out []string) {
	t.Helper()
	for {
		resp, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, res := range resp.Results {
			out = append(out, fmt.Sprint(res.URL, " ", res.Score))
		}
		r.Offset += r.Limit
		if byCursor {
			r.After, r.Offset = resp.Next, 0
		}
		if byCursor && r.After == "" || len(resp.Results) == 0 || r.Offset > 400 {
			return out
		}
	}
}
