package searchtest

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/autocomplete"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/search/sorting"
	"github.com/aranea-search/aranea/weburl"
)

// Naive is an index that keeps the documents as they are made and scans them all for
// every query. It is safe for concurrent use.
type Naive struct {
	mu    sync.Mutex
	maker *document.Maker
	pages map[weburl.ID]*page
}

// Guard lines: it is all three.
var (
	_ State    = (*Naive)(nil)
	_ Indexer  = (*Naive)(nil)
	_ Searcher = (*Naive)(nil)
)

// NewNaive returns an empty index.
func NewNaive() *Naive {
	return &Naive{maker: document.NewMaker(0), pages: map[weburl.ID]*page{}}
}

// Open returns the index: nothing of it is lost when its user ends.
func (n *Naive) Open(testing.TB) (Indexer, Searcher) { return n, n }

// Apply is part of Indexer.
func (n *Naive) Apply(ctx context.Context, changes []aranea.IndexChange) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i := range changes {
		if changes[i].Action == aranea.IndexPut && changes[i].Page == nil {
			return &aranea.Error{Op: "apply", Kind: aranea.Invalid, Obj: changes[i].URL.String(), Err: errors.New("put without a page")}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for i := range changes {
		c := &changes[i]
		id := c.URL.ID()
		p := n.pages[id]
		switch {
		case c.Action == aranea.IndexPut:
			n.pages[id] = pageOf(n.maker.Of(c))
			n.pages[id].sketch = c.Page.Sketch
		case c.Action == aranea.IndexDelete:
			delete(n.pages, id)
		case p != nil:
			p.hidden = c.Action == aranea.IndexHide
		}
	}
	return nil
}

// Has is part of Indexer.
func (n *Naive) Has(id weburl.ID) bool { return n.of(id) != nil }

// Hidden is part of Indexer.
func (n *Naive) Hidden(id weburl.ID) bool {
	p := n.of(id)
	return p != nil && p.hidden
}

// Later is part of Indexer.
func (n *Naive) Later(id weburl.ID, at time.Time) bool {
	p := n.of(id)
	return p != nil && p.FetchedAt.Unix() > at.Unix()
}

// ShowsMore is part of Indexer.
func (n *Naive) ShowsMore(id weburl.ID, limits *aranea.IndexChange) bool {
	p := n.of(id)
	return p != nil && p.ShowsMore(len(p.text), limits)
}

// Sketch is part of Indexer.
func (n *Naive) Sketch(id weburl.ID) uint64 {
	if p := n.of(id); p != nil && p.open(nil) {
		return p.sketch
	}
	return 0
}

// of returns a copy of the page of a URL, nil if there is none.
func (n *Naive) of(id weburl.ID) *page {
	n.mu.Lock()
	defer n.mu.Unlock()
	if p := n.pages[id]; p != nil {
		out := *p
		return &out
	}
	return nil
}

// Docs is part of Searcher.
func (n *Naive) Docs(context.Context) (int, error) {
	return len(n.matching(query.Tree{}, []string{search.AllAccess})), nil
}

// matching returns the pages that hold a query, all for the empty one, and that
// somebody with access may see, in the order of their URLs.
func (n *Naive) matching(tree query.Tree, access []string) (out []*page) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.pages {
		if !p.hidden && p.open(access) && (tree.Root == nil || asks(tree.Root) && n.answers(p, tree.Root, access)) {
			seen := *p
			out = append(out, &seen)
		}
	}
	slices.SortFunc(out, func(a, b *page) int { return strings.Compare(a.URL, b.URL) })
	return out
}

// answers reports whether a page holds a query, of which words may name its site.
func (n *Naive) answers(p *page, root *query.Node, access []string) bool {
	if root.Kind != query.And {
		return p.holds(root)
	}
	words := 0 // that a page should have
	for _, k := range root.Nodes {
		if (k.Kind == query.Word || k.Kind == query.Phrase || k.Kind == query.Or) && asks(k) {
			words++
		}
	}
	return !slices.ContainsFunc(root.Nodes, func(k *query.Node) bool {
		return !p.holds(k) && (words < 2 || !p.isNamed(k) || n.named(k, access) > domain.MostNamed)
	})
}

// named counts the sites and hosts that a word names, with pages that a searcher may see.
func (n *Naive) named(k *query.Node, access []string) int {
	all := map[string]bool{}
	for _, p := range n.pages {
		for _, f := range p.filters {
			all[f] = all[f] || !p.hidden && p.open(access) && names(k, f)
		}
	}
	count := 0
	for _, is := range all {
		if is {
			count++
		}
	}
	return count
}

// shut reports whether there are pages that somebody may not see.
func (n *Naive) shut(access []string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.pages {
		if !p.open(access) {
			return true
		}
	}
	return false
}

// Search is part of Searcher. The pages with the most words of the query come first.
func (n *Naive) Search(ctx context.Context, r search.Request) (search.Response, error) {
	tree := query.Parse(r.Query)
	out := answer.To(tree)
	out.Shut = n.shut(r.Access)
	place, err := placed(&r)
	refused := paging.Check(r.Limit, search.MaxLimit, r.Offset, r.MaxPerSite, r.Sort)
	if err = cmp.Or(ctx.Err(), refused, err); err != nil || tree.Empty() {
		return out, err
	}
	all := n.matching(tree, r.Access)
	out.Total = len(all)
	if r.Facets {
		out.Facets = facetsOf(all)
	}
	score := map[*page]int{}
	for _, p := range all {
		score[p] = p.count(tree.Root)
	}
	slices.SortStableFunc(all, func(a, b *page) int {
		switch by, _ := sorting.Parse(r.Sort); {
		case by.Facet != "":
			return cmp.Compare(b.sortedBy(by), a.sortedBy(by))
		case r.Sort == search.ByDate:
			return b.dated().Compare(a.dated())
		}
		return score[b] - score[a]
	})
	all = slices.DeleteFunc(all, func(p *page) bool { return place.shows(p.URL) || p.expired(time.Now()) })
	all = all[min(r.Offset, len(all)):]
	limit := min(cmp.Or(r.Limit, 10), len(all))
	out.First = len(place.Shown) + r.Offset + 1
	for _, p := range all[:limit] {
		out.Results = append(out.Results, p.result(&r))
		place.Shown = append(place.Shown, p.URL)
	}
	if limit < len(all) && r.Offset == 0 {
		out.Next = place.text()
	}
	return out, nil
}

// A place is what a cursor of Naive means: whose list it is, and what was shown of it.
type place struct {
	Of    string
	Shown []string
}

// placed reads the cursor of a request.
func placed(r *search.Request) (place, error) {
	p := place{Of: fmt.Sprintf("%q %q", r.Query, r.Sort)}
	if r.After == "" {
		return p, nil
	}
	if r.Offset > 0 {
		return p, paging.Refused(paging.ErrOffset)
	}
	if r.After == paging.First {
		return p, nil
	}
	var was place
	b, err := base64.URLEncoding.DecodeString(r.After)
	if err == nil {
		err = json.Unmarshal(b, &was)
	}
	if err != nil {
		return p, paging.Refused(paging.ErrUnread)
	}
	if was.Of != p.Of {
		return p, paging.Refused(paging.ErrOther)
	}
	return was, nil
}

func (p *place) shows(url string) bool { return slices.Contains(p.Shown, url) }

func (p *place) text() string {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // it holds texts alone
	}
	return base64.URLEncoding.EncodeToString(b)
}

// result returns what is shown of a page: the beginning of what may be.
func (p *page) result(r *search.Request) search.Result {
	u, err := weburl.Parse(p.URL)
	if err != nil {
		panic(err) // it was one
	}
	at, kind := p.Record.Dated()
	out := search.Result{URL: u, Title: cmp.Or(p.Title, p.Heading, p.URL), Lang: p.Lang, Format: p.Format, FetchedAt: p.FetchedAt, Date: at, DateKind: kind.String()}
	if text := []rune(p.text); !r.NoSnippets && len(text) > 0 {
		if p.MaxSnippet > 0 {
			text = text[:min(len(text), int(p.MaxSnippet))]
		}
		out.Snippet = string(text)
		out.Spans = []snippet.Span{{Text: out.Snippet}}
	}
	return out
}

// Why is part of Searcher.
func (n *Naive) Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error) {
	tree := query.Parse(r.Query)
	out := search.Explanation{Query: tree.String(), URL: u}
	p := n.of(u.ID())
	if err := ctx.Err(); err != nil || p == nil || p.hidden || !p.open(r.Access) {
		return out, err
	}
	conditions := []*query.Node{tree.Root}
	if tree.Root.Kind == query.And {
		conditions = tree.Root.Nodes
	}
	for _, c := range conditions {
		if !p.holds(c) {
			out.Missing = append(out.Missing, c.String())
		}
	}
	out.Indexed, out.Matches = true, asks(tree.Root) && len(out.Missing) == 0
	return out, nil
}

// Complete is part of Searcher: it completes the last word by words of pages that hold
// the others.
func (n *Naive) Complete(_ context.Context, r search.Request) (search.Completions, error) {
	out := search.Completions{Query: r.Query, Completions: []autocomplete.Completion{}}
	if err := paging.CheckCompleted(r.Limit); err != nil {
		return out, err
	}
	before, typed := "", r.Query
	if i := strings.LastIndexByte(r.Query, ' '); i >= 0 {
		before, typed = r.Query[:i+1], r.Query[i+1:]
	}
	if typed == "" {
		return out, nil
	}
	forms := map[string]bool{}
	for _, p := range n.matching(query.Parse(r.Query+"*"), r.Access) {
		for _, w := range p.words {
			if strings.HasPrefix(w.form, typed) {
				forms[w.form] = true
			}
		}
	}
	for _, f := range slices.Sorted(maps.Keys(forms)) {
		if len(out.Completions) < r.Limit {
			out.Completions = append(out.Completions, autocomplete.Completion{Text: before + f})
		}
	}
	return out, nil
}
