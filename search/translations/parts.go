package translations

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/linkgraph/rank"
)

// parts are pages that were found to be of one work: each leads to another one of it, and one to itself.
type parts map[rank.Key]rank.Key

// root returns the page that stands for the work of a page.
func (p parts) root(key rank.Key) rank.Key {
	for {
		next, known := p[key]
		if !known || next == key {
			return key
		}
		if after := p[next]; after != next {
			p[key] = after
		}
		key = next
	}
}

// join makes two pages one work.
func (p parts) join(a, b rank.Key) {
	a, b = p.root(a), p.root(b)
	low := min(a, b)
	p[a], p[b] = low, low
}

// all returns the keys of the pages of each work, by their lowest keys.
func (p parts) all() (out [][]rank.Key) {
	type part struct{ work, key rank.Key }
	all := make([]part, 0, len(p))
	for key := range p {
		all = append(all, part{p.root(key), key})
	}
	slices.SortFunc(all, func(a, b part) int { return cmp.Or(cmp.Compare(a.work, b.work), cmp.Compare(a.key, b.key)) })
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].work == all[0].work {
			n++
		}
		keys := make([]rank.Key, 0, n)
		for _, at := range all[:n] {
			keys = append(keys, at.key)
		}
		if all = all[n:]; n > 1 && n <= mostLanguages {
			out = append(out, keys)
		}
	}
	return out
}
