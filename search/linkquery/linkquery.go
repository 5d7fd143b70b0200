// Package linkquery looks up operators of a query that the index of pages cannot answer:
// inanchor:, which needs the words of links, and link:, which needs the link graph.
//
// Floor: 4 (acts). Stability: engine. It holds pages by key and looks them up in a snapshot of
// the index. The caller searches the words of links.
package linkquery

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/copies"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

// Bounds of what a query may name outside of the index of pages.
const (
	MaxOperators = 4      // per query
	MaxPages     = 20_000 // per operator
)

// Pages are the pages that operators of a query name, by node.
type Pages map[*query.Node][]segment.Key

// Docs returns the documents of the pages that an operator names, ascending, by segment.
func (p Pages) Docs(snap *index.Snapshot, n *query.Node) [][]uint32 {
	return docsOf(snap, p[n])
}

// Docs returns the documents of those URLs that are pages of an index, likewise.
func Docs(snap *index.Snapshot, urls []weburl.URL) [][]uint32 {
	keys := make([]segment.Key, 0, len(urls))
	for _, u := range urls {
		keys = append(keys, segment.KeyOf(u.ID()))
	}
	return docsOf(snap, keys)
}

func docsOf(snap *index.Snapshot, keys []segment.Key) [][]uint32 {
	out := make([][]uint32, snap.Segments())
	for _, key := range keys {
		if seg, doc, ok := snap.LookupKey(key); ok {
			out[seg] = append(out[seg], doc)
		}
	}
	for seg := range out {
		slices.Sort(out[seg])
		out[seg] = slices.Compact(out[seg])
	}
	return out
}

// Operators returns the operators at or below a node that the index of pages cannot answer.
func Operators(n *query.Node) []*query.Node {
	if n.Kind == query.Filter && (n.Field == query.InAnchor || n.Field == query.Link) {
		return []*query.Node{n}
	}
	var out []*query.Node
	for _, k := range n.Nodes {
		out = append(out, Operators(k)...)
	}
	return out
}

// A Graph yields the pages with a link to a URL.
type Graph func(context.Context, weburl.URL) iter.Seq2[weburl.URL, error]

// Linking returns the pages with a link to the URL that an operator names, and a hint about
// what was left out. The graph may be nil.
func Linking(ctx context.Context, g Graph, n *query.Node) ([]segment.Key, hint.Hint, error) {
	if g == nil {
		return nil, hint.Hint{Code: hint.UnknownLinks}, nil
	}
	var keys []segment.Key
	targets := Addresses(n.Text)
	if len(targets) == 0 {
		return nil, hint.Hint{Code: hint.NoAddress, Value: n.String()}, nil
	}
	for _, u := range targets {
		for from, err := range g(ctx, u) {
			if err != nil {
				return nil, hint.Hint{}, err
			}
			if len(keys) == MaxPages {
				return keys, LeftOut(n), nil
			}
			keys = append(keys, segment.KeyOf(from.ID()))
		}
	}
	return keys, hint.Hint{}, nil
}

// A Page is a page with a never-read file on it.
type Page struct {
	URL   weburl.URL `json:"url"`
	Title string     `json:"title"`
}

// triedPages is how many pages with a link to a file are looked at.
const triedPages = 32

// PageWith returns a page of an index that has a link to a URL, or shows it, and that may be
// seen; nil if none is known. Pages in the most preferred language come first.
func PageWith(ctx context.Context, g Graph, snap *index.Snapshot, seen func(seg int, doc uint32) bool, u weburl.URL, prefers []analyze.Lang) (*Page, error) {
	if g == nil {
		return nil, nil
	}
	var best *Page
	place := len(prefers) + 1 // index of its language among the preferred ones
	tried := 0
	for from, err := range g(ctx, u) {
		if err != nil {
			return nil, err
		}
		if tried++; tried > triedPages || place == 0 {
			break
		}
		seg, doc, ok := snap.Lookup(from.ID())
		if !ok || !snap.Findable(seg, doc) || !seen(seg, doc) {
			continue
		}
		at := slices.Index(prefers, copies.LangOf(snap, seg, doc))
		if at < 0 {
			at = len(prefers)
		}
		if at >= place {
			continue
		}
		d, err := snap.Doc(seg, doc)
		if err != nil {
			return nil, err
		}
		best, place = &Page{from, cmp.Or(d.Title, d.Heading, d.URL)}, at
	}
	return best, nil
}

// LeftOut says that an operator names too many pages.
func LeftOut(n *query.Node) hint.Hint {
	return hint.Hint{Code: hint.ManyPages, Value: n.String(), N: MaxPages}
}

// endings are endings of addresses that people leave out.
var endings = [...]string{".html", ".htm", ".xhtml", ".php", "/index.html", "/index.htm", "/index.php"}

// At returns the place of the page in a snapshot whose address a query is, as Spellings knows
// it. It is nil if the query is no address, or the page cannot be found.
func At(snap *index.Snapshot, t query.Tree) *contest.Spot {
	n := t.Root
	if n.Kind != query.Word || n.Prefix || n.Edits > 0 || !strings.Contains(n.Text, ".") {
		return nil
	}
	for _, u := range Spellings(n.Text) {
		if seg, doc, ok := snap.Lookup(u.ID()); ok && snap.Findable(seg, doc) {
			return &contest.Spot{Seg: seg, Doc: doc}
		}
	}
	return nil
}

// Spellings returns the URLs that people may mean by an address, the likeliest first: as it is
// written, and with or without scheme, www, a final slash, or one of the endings.
func Spellings(address string) []weburl.URL {
	bare := address
	if _, after, ok := strings.Cut(address, "://"); ok {
		bare = after
	}
	bare = strings.TrimSuffix(bare, "/")
	other := "www." + bare
	if len(bare) > 4 && strings.EqualFold(bare[:4], "www.") {
		other = bare[4:]
	}
	texts := []string{address, bare, bare + "/", other, other + "/"}
	for _, end := range endings {
		if strings.Contains(bare, "/") || strings.HasPrefix(end, "/") {
			texts = append(texts, bare+end, other+end)
		}
		if folder, ok := strings.CutSuffix(bare, end); ok && end[0] == '/' {
			texts = append(texts, folder+"/", strings.TrimSuffix(other, end)+"/")
		}
	}
	var out []weburl.URL
	for _, text := range texts {
		out = append(out, Addresses(text)...)
	}
	return out
}

// Addresses returns the URLs that a text may mean: http and https if it has no scheme.
func Addresses(text string) []weburl.URL {
	texts := []string{text}
	if !strings.Contains(text, "://") {
		texts = []string{"https://" + text, "http://" + text}
	}
	var out []weburl.URL
	for _, t := range texts {
		if u, err := weburl.Parse(t); err == nil {
			out = append(out, u)
		}
	}
	return out
}
