package translations

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// A Set is a page with the URLs of its alternates.
type Set struct {
	Of  weburl.URL
	All []string // canonical; the page may be among them
}

// Alternates yields the pages of which alternates are named: by themselves, or by sitemaps.
type Alternates func() iter.Seq2[Set, error]

// A named is a page that names alternates. Pages that name each other, and the same others, have one set.
type named struct {
	set  uint64
	key  rank.Key
	lang analyze.Lang
}

// byAlternates makes pages one work that name each other as alternates and are in several languages.
func (l *learner) byAlternates(pages Pages, alternates Alternates) error {
	for s, err := range alternates() {
		if err != nil {
			return err
		}
		if n := len(s.All); n > 0 && n <= mostLanguages && len(l.named) < mostMembers {
			l.named = append(l.named, named{l.set(s), rank.KeyOf(s.Of.ID()), analyze.Und})
		}
	}
	if len(l.named) == 0 {
		return nil
	}
	slices.SortFunc(l.named, func(a, b named) int { return cmp.Compare(a.key, b.key) })
	if err := each(pages, l.tell); err != nil {
		return err
	}
	l.named = slices.DeleteFunc(l.named, func(n named) bool { return n.lang == analyze.Und })
	slices.SortFunc(l.named, func(a, b named) int { return cmp.Or(cmp.Compare(a.set, b.set), cmp.Compare(a.key, b.key)) })
	for rest := l.named; len(rest) > 0; {
		n, several := 1, false
		for ; n < len(rest) && rest[n].set == rest[0].set; n++ {
			several = several || rest[n].lang != rest[0].lang
		}
		for i := 1; several && i < n; i++ {
			l.parts.join(rest[0].key, rest[i].key)
		}
		rest = rest[n:]
	}
	l.named = nil
	return nil
}

// tell notes the language of a page that names alternates.
func (l *learner) tell(p Page, _ weburl.URL) {
	i, _ := slices.BinarySearchFunc(l.named, p.Key, func(n named, key rank.Key) int { return cmp.Compare(n.key, key) })
	for ; i < len(l.named) && l.named[i].key == p.Key; i++ { // several name alternates of it
		l.named[i].lang = p.Lang
	}
}

// set returns the hash of a page and its alternates on its site: all of these that have the same name each other.
func (l *learner) set(s Set) uint64 {
	site := s.Of.Origin().Site()
	all := []string{s.Of.String()}
	for _, a := range s.All {
		if u, err := weburl.Parse(a); err == nil && u.Origin().Site() == site {
			all = append(all, u.String())
		}
	}
	slices.Sort(all)
	return maphash.String(l.seed, strings.Join(slices.Compact(all), "\n"))
}
