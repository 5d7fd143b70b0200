package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/merge"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/weburl"
)

// Search answers a query from the indexes of all nodes: first each says what it knows of the words, then each
// searches with the sum of that, so that the scores of their results can be compared, and last the nodes of the
// results that are shown tell these whole. Nodes that do not answer are left out, which the answer says.
func (f *Front) Search(ctx context.Context, r search.Request) (search.Response, error) {
	began := time.Now()
	at, err := f.position(&r)
	if err != nil {
		return search.Response{}, err
	}
	if len(r.Shown) > 0 {
		return f.again(ctx, r)
	}
	found, left, err := f.read(ctx, r, at)
	if err != nil {
		return search.Response{}, err
	}
	out, silent, err := f.show(ctx, r, at, found)
	if err != nil {
		return search.Response{}, err
	}
	left = append(left, silent...)
	for _, n := range f.nodes {
		if at.places[n.part.Number-1].left || slices.Contains(left, n) {
			out.Tell(hint.Hint{Code: hint.NodeAway, Value: strconv.Itoa(n.part.Number), N: n.part.Of})
			out.More = true
			out.Values.Least(true)
		}
	}
	out.Elapsed = time.Since(began)
	return out, nil
}

// position checks a request, fills in its defaults, and returns where in the list it begins. The list
// continues in the languages in which it began.
func (f *Front) position(r *search.Request) (*cursor, error) {
	most := paging.MaxLimit
	if r.Collection != nil {
		most = answer.MaxTogether
	}
	if err := cmp.Or(r.Collection.Check(), r.Values.Check(), paging.Check(cmp.Or(len(r.Shown), r.Limit), most, r.Offset, r.MaxPerSite, r.Sort)); err != nil {
		return nil, err
	}
	r.Limit, r.Langs = cmp.Or(r.Limit, defaultLimit), r.Langs[:min(len(r.Langs), paging.MaxPreferred)]
	at := &cursor{langs: r.Langs, places: make([]place, len(f.nodes))}
	switch {
	case r.After == "":
		return at, nil
	case r.Offset > 0:
		return nil, paging.Refused(paging.ErrOffset)
	case r.After == paging.First:
		return at, nil
	}
	at, err := decode(r.After, searchOf(r), len(f.nodes))
	if err != nil {
		return nil, paging.Refused(err)
	}
	r.Langs = at.langs
	return at, nil
}

// defaultLimit is how many results a request that names no number gets, as in package search.
const defaultLimit = 10

// searchOf identifies the search that a cursor belongs to.
func searchOf(r *search.Request) string {
	return fmt.Sprintf("%s\x00%s\x00%d\x00%t", r.Query, r.Sort, r.MaxPerSite, r.Copies)
}

// A leaf is what one node has of the list from its place on.
type leaf struct {
	n     *node
	first search.Response // of its first page, with the results that were not shown before
	pages []page
	next  string          // the cursor behind its last page, "" at its end
	used  map[uint64]bool // results that were shown before, and are to be left out
}

// A page is one of a node's results.
type page struct {
	after string   // the cursor that leads to it
	keys  []uint64 // of all results on it
}

// A gathered value is what the nodes have of a list, found by the statistics of all of them.
type gathered struct {
	global statistics
	leaves []*leaf
}

// read asks all nodes for what they have of the list. It returns the nodes that did not answer as well.
func (f *Front) read(ctx context.Context, r search.Request, at *cursor) (found gathered, left []*node, err error) {
	var begun []*node
	for i, n := range f.nodes {
		if !at.places[i].left {
			begun = append(begun, n)
		}
	}
	found.global, left, err = f.statistics(ctx, r, begun)
	if err != nil {
		return found, nil, err
	}
	r.Collection, r.NoSnippets = &found.global.sum, true
	if len(found.global.nodes) == 0 {
		return found, left, nil
	}
	all := askAll(ctx, f, found.global.nodes, within(ctx, Slowest), func(ctx context.Context, n *node) (*leaf, error) {
		return f.leaf(ctx, r, n, at)
	})
	told, silent, err := some(all)
	if err != nil {
		return found, nil, f.none(ctx, err)
	}
	for _, a := range told {
		found.leaves = append(found.leaves, a.value)
	}
	return found, slices.Concat(left, silent), nil
}

// within returns how long a node may take, so that the rest of what the caller waits is left for the answer.
func within(ctx context.Context, limit time.Duration) time.Duration {
	if deadline, ok := ctx.Deadline(); ok {
		return max(1, min(limit, time.Until(deadline)*3/4))
	}
	return limit
}

// statistics are what the nodes that answer say of the words of a query.
type statistics struct {
	nodes []*node
	sum   collection.Facts
}

// statistics asks nodes what they know of the words of a query, and once more if it follows from that which words are
// looked for; unless the caller says what they have to go by. It returns those that did not answer as well.
func (f *Front) statistics(ctx context.Context, r search.Request, nodes []*node) (h statistics, left []*node, err error) {
	if r.Collection != nil {
		return statistics{nodes, *r.Collection}, nil, r.Collection.Check()
	}
	h, left, err = f.askStatistics(ctx, r, nodes)
	if err != nil || !h.sum.Unsettled() {
		return h, left, err
	}
	r.Collection = &h.sum
	more, silent, err := f.askStatistics(ctx, r, h.nodes)
	if err != nil {
		return h, nil, err
	}
	return statistics{more.nodes, h.sum.With(more.sum)}, slices.Concat(left, silent), nil
}

// errFacts is about what a node says that no index has.
var errFacts = errors.New("it says of the words what no index has")

// askStatistics asks nodes once what they know of the words of a query.
func (f *Front) askStatistics(ctx context.Context, r search.Request, nodes []*node) (h statistics, left []*node, err error) {
	told, left, err := some(askAll(ctx, f, nodes, within(ctx, Patience), func(ctx context.Context, n *node) (collection.Facts, error) {
		facts, err := n.Facts(ctx, search.Request{Query: r.Query, Langs: r.Langs, Access: r.Access, Sort: r.Sort, Typing: r.Typing, Collection: r.Collection})
		if bad := facts.Check(); err == nil && bad != nil { // the other nodes would refuse the search
			return facts, n.missing(fmt.Errorf("%w: %s", errFacts, bad.Error()))
		}
		return facts, err
	}))
	if err != nil {
		return h, nil, f.none(ctx, err)
	}
	facts := make([]collection.Facts, 0, len(told))
	for _, a := range told {
		facts = append(facts, a.value)
		h.nodes = append(h.nodes, a.n)
	}
	h.sum = collection.Sum(facts...)
	return h, left, nil
}

// none returns the error for a question that no node has answered.
func (f *Front) none(ctx context.Context, err error) error {
	away, gone := errors.AsType[*partition.Away](err)
	if !gone || ctx.Err() != nil {
		return err
	}
	return &aranea.Error{Op: "ask cluster", Kind: aranea.KindOf(err), Err: &partition.Away{Why: away.Why}}
}

// mostReads is how many pages of its results a node is asked for at most to fill one page of the list. Nodes
// leave out what they have folded, so that pages may be shorter than what was asked for.
const mostReads = 8

// leaf reads what a node has of the list from a position on: as many results as the page of the list may need.
func (f *Front) leaf(ctx context.Context, r search.Request, n *node, at *cursor) (*leaf, error) {
	p, folded := at.of(n), 0
	if p.ended {
		return counted(ctx, r, n)
	}
	l, need := &leaf{n: n, used: map[uint64]bool{}, next: p.after}, r.Offset+r.Limit
	for _, key := range p.used {
		l.used[key] = true
	}
	r.Offset, r.Limit = 0, min(need+len(p.used), answer.MaxTogether)
	var found []search.Result
	for range mostReads {
		r.After = l.next
		resp, err := n.search(ctx, r)
		if err != nil {
			return nil, err
		}
		here := page{after: r.After}
		for _, x := range resp.Results {
			key := keyOf(x.URL)
			here.keys = append(here.keys, key)
			switch {
			case l.used[key] || !f.owns(n, x.URL.Origin()):
			case at.folds(&x):
				folded++
			default:
				found = append(found, x)
			}
		}
		if len(l.pages) == 0 {
			l.first = resp
			if a := resp.Absent; a != nil && !slices.Contains(f.ofHost(a.Name), n) {
				l.first.Absent = nil // only the node of a site knows what became of it
			}
		}
		l.pages = append(l.pages, here)
		if l.next = resp.Next; l.next == "" || len(found) >= need {
			break
		}
		r.Limit = max(defaultLimit, need-len(found))
	}
	l.first.Results = found
	l.first.Copies += folded
	return l, nil
}

// errNoAnswer is about a node whose answer to a search would pass for one of an empty index.
var errNoAnswer = errors.New("it answers a search by something else: see what runs at its URL")

// search is Search, but what is no answer to a search is an error.
func (n *node) search(ctx context.Context, r search.Request) (search.Response, error) {
	resp, err := n.Search(ctx, r)
	if err == nil && resp.Results == nil { // an index that finds nothing has an empty list
		err = n.missing(errNoAnswer)
	}
	if err == nil { // what no index answers does not pass for what the node has, nor spoil the sums
		if bad := resp.Check(&r); bad != nil {
			err = n.missing(bad)
		}
	}
	return resp, err
}

// counted asks a node whose results were all shown how many it has.
func counted(ctx context.Context, r search.Request, n *node) (*leaf, error) {
	r.Offset, r.Limit, r.After = 0, 1, ""
	resp, err := n.search(ctx, r)
	resp.Results = nil
	return &leaf{n: n, first: resp}, err
}

// shown merges what the nodes have into the requested page, and moves the cursor behind it.
func shown(r search.Request, at *cursor, leaves []*leaf) search.Response {
	parts := make([]search.Response, 0, len(leaves))
	for _, l := range leaves {
		parts = append(parts, l.first)
	}
	whole := r
	whole.Offset, whole.Limit, whole.After = 0, r.Offset+r.Limit, ""
	out := merge.Merge(whole, parts)
	next := cursor{langs: at.langs, passed: at.passed + len(out.Results), shown: slices.Clone(at.shown), places: slices.Clone(at.places)}
	taken := next.take(&r, out.Results, parts)
	if r.After == "" || r.After == paging.First {
		for i := range next.places {
			next.places[i].left = true // but those that answered
		}
	}
	more := false
	for _, l := range leaves {
		p := l.behind(taken)
		next.places[l.n.part.Number-1] = p
		more = more || !p.ended
	}
	out.Results = out.Results[min(len(out.Results), r.Offset):]
	if out.First = 0; len(out.Results) > 0 {
		out.First = at.passed + r.Offset + 1
	}
	if r.Offset > 0 || r.After != "" && r.After != paging.First {
		out.Suggestion = nil // it is told once
	}
	if out.Next = ""; more && len(out.Results) > 0 {
		out.Next = next.encode(searchOf(&r))
	}
	return out
}

// behind returns the place of the node in the list behind results that were taken.
func (l *leaf) behind(taken map[uint64]bool) place {
	left := map[uint64]bool{} // that were not shown yet
	for _, x := range l.first.Results {
		if key := keyOf(x.URL); !taken[key] {
			left[key] = true
		}
	}
	first := slices.IndexFunc(l.pages, func(p page) bool {
		return slices.ContainsFunc(p.keys, func(key uint64) bool { return left[key] })
	})
	if first < 0 {
		first = len(l.pages)
	}
	gone := map[uint64]bool{} // on pages that are passed
	for _, p := range l.pages[:first] {
		for _, key := range p.keys {
			gone[key] = true
		}
	}
	out := place{after: l.next, ended: first == len(l.pages) && l.next == ""}
	if first < len(l.pages) {
		out.after = l.pages[first].after
	}
	if out.ended {
		return out
	}
	for _, p := range l.pages[first:] {
		for _, key := range p.keys {
			if taken[key] && !gone[key] {
				out.used = append(out.used, key)
				gone[key] = true
			}
		}
	}
	for key := range l.used { // also those that are not on these pages any more: they may come later
		if !gone[key] {
			out.used = append(out.used, key)
		}
	}
	slices.Sort(out.used)
	out.used = out.used[:min(len(out.used), maxUsed)]
	return out
}

// Facts returns what all indexes say of the words of a request.
func (f *Front) Facts(ctx context.Context, r search.Request) (collection.Facts, error) {
	if err := r.Collection.Check(); err != nil {
		return collection.Facts{}, err
	}
	h, _, err := f.askStatistics(ctx, r, f.nodes)
	return h.sum, err
}

// Why returns whether and why a page matches a request, from the node of the page, with the score by which it
// comes among those of all.
func (f *Front) Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error) {
	h, _, err := f.statistics(ctx, r, f.nodes)
	if err != nil {
		return search.Explanation{}, err
	}
	r.Collection = &h.sum
	n := f.of(u.Origin())
	return ask(ctx, f, n, within(ctx, Slowest), func(ctx context.Context) (search.Explanation, error) { return n.Why(ctx, r, u) })
}
