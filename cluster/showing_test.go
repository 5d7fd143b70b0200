package cluster

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/hint"
)

// A finder is a node with results, which it tells whole when it is asked for them again.
type finder struct {
	service.Answering
	found []search.Result
	told  func(s answer.Shown) (search.Result, bool) // nil for a node that is away then
	shown []string                                   // what it was asked for again
	lie   func(*search.Response)                     // changes its answers; nil for none
}

// Facts implements service.Answering.
func (x *finder) Facts(context.Context, search.Request) (collection.Facts, error) {
	return *collection.New(), nil
}

// Search implements service.Answering.
func (x *finder) Search(ctx context.Context, r search.Request) (search.Response, error) {
	out, err := x.answer(ctx, r)
	if x.lie != nil && err == nil {
		x.lie(&out)
	}
	return out, err
}

func (x *finder) answer(ctx context.Context, r search.Request) (search.Response, error) {
	out := search.Response{Results: []search.Result{}}
	switch {
	case r.Shown == nil && !r.NoSnippets:
		return out, errors.New("snippets of all that was found")
	case r.Shown == nil:
		return x.page(r.After, r.Limit)
	case x.told == nil:
		return out, wire.Gone(net.ErrClosed)
	}
	for _, s := range r.Shown {
		x.shown = append(x.shown, s.URL.Path())
		if res, there := x.told(s); there {
			out.Results = append(out.Results, res)
		}
	}
	return out, ctx.Err()
}

// page returns a page of results, whose cursor is the number of those before it.
func (x *finder) page(after string, limit int) (search.Response, error) {
	out, from := search.Response{Total: len(x.found)}, 0
	if after != "" {
		if _, err := fmt.Sscan(after, &from); err != nil {
			return out, err
		}
	}
	to := min(from+limit, len(x.found))
	if out.Results = slices.Clone(x.found[from:to]); to < len(x.found) {
		out.Next = fmt.Sprint(to)
	}
	return out, nil
}

// finders returns a front of two nodes with three results each: those of the first have the scores 9, 7 and 5,
// those of the other 8, 6 and 4, which are their addresses as well. The test closes the front.
func finders(t *testing.T) (*Front, [2]*finder) {
	t.Helper()
	var all [2]*finder
	var nodes []service.Answering
	for i := range all {
		site := partitiontest.Site(t, partition.Partition{Number: i + 1, Of: 2}, 0)
		x := &finder{told: func(s answer.Shown) (search.Result, bool) {
			return search.Result{URL: s.URL, Title: "told", Snippet: "about " + s.URL.Path(), FetchedAt: s.FetchedAt}, true
		}}
		for _, score := range []int{9 - i, 7 - i, 5 - i} {
			u, err := site.Resolve(fmt.Sprint("/", score))
			if err != nil {
				t.Fatal(err)
			}
			x.found = append(x.found, search.Result{URL: u, Title: "found", Score: float64(score), FetchedAt: time.Unix(int64(score), 0), Copies: 1, Placing: &answer.Placing{}})
		}
		all[i], nodes = x, append(nodes, x)
	}
	f, err := New(nodes, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f, all
}

// TestShown: only the results that are shown are asked for again, and how they are told then counts: a page may
// have changed or left, and a node that is away leaves its place to others.
func TestShown(t *testing.T) {
	t.Parallel()
	tellsNot := func(path string) func(answer.Shown) (search.Result, bool) {
		return func(s answer.Shown) (search.Result, bool) {
			return search.Result{URL: s.URL, Title: "told", Snippet: "about " + s.URL.Path()}, s.URL.Path() != path
		}
	}
	for _, tt := range []struct {
		name   string
		r      search.Request
		change func(nodes [2]*finder)
		want   string // results, snippets and the total
		asked  string // again
		away   string
	}{
		{"all is as it was", search.Request{Limit: 3}, func([2]*finder) {}, "/9 about /9, /8 about /8, /7 about /7, of 6", "/9 /7; /8", ""},
		{"behind an offset", search.Request{Offset: 2, Limit: 2}, func([2]*finder) {}, "/7 about /7, /6 about /6, of 6", "/7; /6", ""},
		{"no snippets are wanted", search.Request{Limit: 2, NoSnippets: true}, func([2]*finder) {}, "/9, /8, of 6", "; ", ""},
		{"a page has left", search.Request{Limit: 3}, func(n [2]*finder) { n[0].told = tellsNot("/9") }, "/8 about /8, /7 about /7, of 5", "/9 /7; /8", ""},
		{"never read", search.Request{Limit: 3}, func(n [2]*finder) { n[0].found[0].Unread = true }, "/9, /8 about /8, /7 about /7, of 6", "/7; /8", ""},
		{"a node is away", search.Request{Limit: 3}, func(n [2]*finder) { n[0].told = nil }, "/8 about /8, /6 about /6, /4 about /4, of 3", "; /8 /8 /6 /4", "1"},
	} {
		f, nodes := finders(t)
		tt.r.Query = "silk"
		tt.change(nodes)
		got, err := f.Search(t.Context(), tt.r)
		f.Close()
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var text strings.Builder
		for _, x := range got.Results {
			fmt.Fprintf(&text, "%s, ", strings.TrimSpace(x.URL.Path()+" "+x.Snippet))
			if x.Score != float64(x.URL.Path()[1]-'0') || x.Copies != 1 || x.Placing != nil || (x.Title == "told") != (x.Snippet != "") {
				t.Errorf("%s: %+v", tt.name, x)
			}
		}
		if fmt.Fprintf(&text, "of %d", got.Total); text.String() != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, &text, tt.want)
		}
		if asked := strings.Join(nodes[0].shown, " ") + "; " + strings.Join(nodes[1].shown, " "); asked != tt.asked {
			t.Errorf("%s: asked for %s, want %s", tt.name, asked, tt.asked)
		}
		if told := slices.Contains(got.Notes, hint.Hint{Code: hint.NodeAway, Value: "1", N: 2}); told != (tt.away == "1") || got.More != told {
			t.Errorf("%s: %+v, more %t", tt.name, got.Notes, got.More)
		}
	}
}

// TestNoneShown: if no node is there any more when its results are to be told, there is no answer.
func TestNoneShown(t *testing.T) {
	t.Parallel()
	f, nodes := finders(t)
	defer f.Close()
	nodes[0].told, nodes[1].told = nil, nil
	if r, err := f.Search(t.Context(), search.Request{Query: "silk"}); aranea.KindOf(err) != aranea.Transient || !isGone(err) {
		t.Errorf("%+v, %v", r, err)
	}
	f, nodes = finders(t)
	defer f.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	nodes[0].told = func(answer.Shown) (search.Result, bool) { cancel(enough); return search.Result{}, false }
	if r, err := f.Search(ctx, search.Request{Query: "silk"}); !errors.Is(err, enough) {
		t.Errorf("nobody waits any more: %+v, %v", r, err)
	}
}

// TestLies: what a node says of the pages of another one does not count, and one that answers what no index does is
// left out as one that is away.
func TestLies(t *testing.T) {
	t.Parallel()
	lie := func(change func(*search.Response)) func(*Front, [2]*finder) {
		return func(_ *Front, n [2]*finder) { n[1].lie = change }
	}
	for _, tt := range []struct {
		name string
		tell func(f *Front, nodes [2]*finder)
		want string // the results that are shown, and the total
		away bool   // the second node counts as away
	}{
		{"the truth", func(*Front, [2]*finder) {}, "/9 about /9, /8 about /8, of 6", false},
		{"the snippet of a page of the other node", func(_ *Front, n [2]*finder) {
			n[1].lie = func(r *search.Response) {
				r.Results = append(r.Results, search.Result{URL: n[0].found[0].URL, Title: "told", Snippet: "a lie"})
			}
		}, "/9 about /9, /8 about /8, of 6", false},
		{"fewer pages than none", lie(func(r *search.Response) { r.Total = -3 }), "/9 about /9, /7 about /7, of 3", true},
		{"more pages than there can be", lie(func(r *search.Response) { r.Total = math.MaxInt }), "/9 about /9, /7 about /7, of 3", true},
		{"more pages with some words than pages", lie(func(r *search.Response) { r.Some = r.Total + 1 }), "/9 about /9, /7 about /7, of 3", true},
		{"a negative facet", lie(func(r *search.Response) { r.Facets = &facet.Facets{Sites: []facet.Value{{Value: "a.test", Pages: -1}}} }), "/9 about /9, /7 about /7, of 3", true},
		{"negative copies", lie(func(r *search.Response) {
			for i := range r.Results {
				r.Results[i].Copies = -7
			}
		}), "/9 about /9, /7 about /7, of 3", true},
		{"results without end", lie(func(r *search.Response) { r.Results = make([]search.Result, answer.MaxTogether+1) }), "/9 about /9, /7 about /7, of 3", true},
		{"hints without end", lie(func(r *search.Response) { r.Notes = make([]hint.Hint, 1<<20) }), "/9 about /9, /7 about /7, of 3", true},
	} {
		f, nodes := finders(t)
		tt.tell(f, nodes)
		got, err := f.Search(t.Context(), search.Request{Query: "silk", Limit: 2})
		f.Close()
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var text strings.Builder
		for _, x := range got.Results {
			fmt.Fprintf(&text, "%s %s, ", x.URL.Path(), x.Snippet)
		}
		if fmt.Fprintf(&text, "of %d", got.Total); text.String() != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, &text, tt.want)
		}
		if away := slices.Contains(got.Notes, hint.Hint{Code: hint.NodeAway, Value: "2", N: 2}); away != tt.away {
			t.Errorf("%s: %+v", tt.name, got.Notes)
		}
	}
}
