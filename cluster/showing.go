package cluster

import (
	"context"
	"slices"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

// show merges what the nodes have into the requested page, and has its results completed. A node that does not
// answer then leaves its place to the others, as if it had not answered before; show returns these nodes.
func (f *Front) show(ctx context.Context, r search.Request, at *cursor, found gathered) (out search.Response, left []*node, err error) {
	whole := r
	whole.Collection = &found.global.sum
	for {
		out = shown(r, at, found.leaves)
		silent, err := f.complete(ctx, whole, &out)
		switch {
		case len(silent) == 0:
			if r.Collection == nil { // otherwise whoever asks merges them with others
				finish(&r, &out)
			}
			return out, left, nil
		case ctx.Err() != nil:
			return out, nil, context.Cause(ctx)
		}
		left = append(left, silent...)
		found.leaves = slices.DeleteFunc(found.leaves, func(l *leaf) bool { return slices.Contains(silent, l.n) })
		if len(found.leaves) == 0 {
			return out, nil, f.none(ctx, err)
		}
	}
}

// finish removes what answers are merged by.
func finish(r *search.Request, out *search.Response) {
	for i := range out.Results {
		out.Results[i].Placing = nil
	}
	out.Counted(r)
}

// complete asks the nodes of results for what merging does not need: snippets, which cost more than the search, and
// the values of facets in use.
// Pages that have left the index since they were found leave the answer. It returns the nodes that did not
// answer, with an error if none did; the results are as they were then.
func (f *Front) complete(ctx context.Context, r search.Request, out *search.Response) (silent []*node, err error) {
	if !r.NoSnippets || r.TellsFacets() {
		r.Shown = shownOf(out.Results)
	}
	if len(r.Shown) == 0 {
		return nil, nil
	}
	told, silent, err := some(f.askShown(ctx, r))
	if err != nil || len(silent) > 0 {
		return silent, err
	}
	for i := range told {
		tellCopied(out, &told[i].value)
	}
	now := f.byURL(told)
	all := out.Results
	out.Results = all[:0]
	for _, x := range all {
		again, there := now[x.URL]
		if there {
			x.Complete(again)
		}
		if there || x.Unread {
			out.Results = append(out.Results, x)
		}
	}
	out.Total -= len(all) - len(out.Results)
	return nil, nil
}

// tellCopied adds to an answer that a part of it is from a copy.
func tellCopied(out, of *search.Response) {
	for _, h := range of.Notes {
		if h.Code == hint.Standby && !slices.ContainsFunc(out.Notes, func(o hint.Hint) bool { return o.Code == h.Code && o.Value == h.Value }) {
			out.Tell(h)
		}
	}
}

// shownOf returns results as they are asked for again, without those that were never read: of their text
// nothing is known.
func shownOf(results []search.Result) (all []answer.Shown) {
	for i := range results {
		if !results[i].Unread {
			all = append(all, results[i].Shown())
		}
	}
	return all
}

// again answers a request for results that were found before.
func (f *Front) again(ctx context.Context, r search.Request) (search.Response, error) {
	out := answer.To(query.Parse(r.Query))
	all := f.askShown(ctx, r)
	if _, err := each(all); err != nil {
		return out, err
	}
	now := f.byURL(all)
	for _, s := range r.Shown {
		if x, there := now[s.URL]; there {
			out.Results = append(out.Results, x)
		}
	}
	out.Total = len(out.Results)
	return out, nil
}

// askShown asks for the results that a request names, each its own node.
func (f *Front) askShown(ctx context.Context, r search.Request) []answered[search.Response] {
	of := map[*node][]answer.Shown{}
	for _, s := range r.Shown {
		n := f.of(s.URL.Origin())
		of[n] = append(of[n], s)
	}
	owners := slices.DeleteFunc(slices.Clone(f.nodes), func(n *node) bool { return of[n] == nil })
	r.Offset, r.Limit, r.After, r.Explain, r.Facets, r.Values = 0, 0, "", false, false, nil
	return askAll(ctx, f, owners, within(ctx, Patience), func(ctx context.Context, n *node) (search.Response, error) {
		own := r
		own.Shown = of[n]
		return n.search(ctx, own)
	})
}

// byURL returns the results of all answers by their URLs. What a node says of a page of another one does not count.
func (f *Front) byURL(all []answered[search.Response]) map[weburl.URL]search.Result {
	out := map[weburl.URL]search.Result{}
	for i := range all {
		for _, x := range all[i].value.Results {
			if f.owns(all[i].n, x.URL.Origin()) {
				out[x.URL] = x
			}
		}
	}
	return out
}
