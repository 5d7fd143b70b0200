package search

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// essay is a text of different words around some others.
func essay(kind string, words ...string) string {
	var b strings.Builder
	for i := range 2000 {
		if i == 1000 {
			b.WriteString(strings.Join(words, " ") + " ")
		}
		fmt.Fprintf(&b, "%s%d ", kind, i)
	}
	return b.String()
}

// TestFold: of near copies the best answers, and tells how many there are; who
// wants sees all. Another language, another text and a short text are no copies.
func TestFold(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://a.test/0", "en", "spider", essay("silk", "spider")},
		sheet{"http://a.test/1", "en", "", essay("silk", "spider", "monday")},
		sheet{"http://b.test/2", "en", "", essay("silk", "spider", "tuesday")},
		sheet{"http://b.test/3", "ru", "", essay("silk", "spider", "tuesday")},
		sheet{"http://b.test/4", "en", "", essay("wool", "spider", "tuesday")},
		sheet{"http://b.test/5", "en", "", "a short spider"},
		sheet{"http://b.test/6", "en", "", "a short spider"},
	)
	in := func(r Request) (string, Response) {
		resp, err := s.Search(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(len(resp.Results), " of ", resp.Total, " without ", resp.Copies), resp
	}
	got, resp := in(Request{Query: "spider", Limit: 50})
	if got != "5 of 7 without 2" {
		t.Errorf("%s: %s", got, urls(resp))
	}
	if first := resp.Results[0]; first.URL.String() != "http://a.test/0" || first.Copies != 2 {
		t.Errorf("first is %s with %d copies", first.URL, first.Copies)
	}
	if got, resp := in(Request{Query: "spider", Limit: 50, Copies: true}); got != "7 of 7 without 0" {
		t.Errorf("with copies %s: %s", got, urls(resp))
	}
	var paged []string
	for at := range 6 {
		_, r := in(Request{Query: "spider", Limit: 1, Offset: at})
		paged = append(paged, urls(r))
	}
	if one, all := strings.TrimSpace(strings.Join(paged, " ")), urls(resp); one != all {
		t.Errorf("one at a time %s, at once %s", one, all)
	}
	if got, resp := in(Request{Query: `"spider tuesday"`, Limit: 50}); got != "3 of 3 without 0" {
		t.Errorf("a word that one of them has: %s: %s", got, urls(resp))
	}
}

// TestFoldLooksFurther: near copies take no place from what comes behind them.
func TestFoldLooksFurther(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 60 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%02d", i), "en", "spider spider", essay("silk", "spider", fmt.Sprint("nr", i))})
	}
	for i := range 5 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://b.test/%d", i), "en", "", essay(fmt.Sprint("wool", i), "spider")})
	}
	s := build(t, sheets...)
	resp, err := s.Search(context.Background(), Request{Query: "spider", Limit: 3, MaxPerSite: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Results) != 3 || resp.Results[0].Copies != 59 || resp.Results[1].URL.Host() != "b.test" {
		t.Errorf("%s, with %d copies of the first", urls(resp), resp.Results[0].Copies)
	}
}

// TestKnownIsNotFolded: a stranger's page with the text of a known one and the query as its title comes
// first, and hides nothing.
func TestKnownIsNotFolded(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://known.test/", "en", "", essay("silk", "spider")},
		sheet{"http://evil.test/", "en", "spider", essay("silk", "spider", "deal")},
	)
	if r := ask(t, s, "spider"); urls(r) != "evil.test/" || r.Copies != 1 {
		t.Errorf("without ranks: %s", urls(r))
	}
	s.opt.Signals = ranks(t, []string{"http://known.test/", "http://evil.test/"}, map[string][]string{
		"http://a.test/": {"http://known.test/"}, "http://b.test/": {"http://known.test/"}, "http://x.evil.test/": {"http://evil.test/"},
	})
	if r := ask(t, s, "spider"); urls(r) != "evil.test/ known.test/" || r.Copies != 0 {
		t.Errorf("with ranks: %s", urls(r))
	}
}
