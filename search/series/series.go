// Package series learns which pages of an index are one list, thread or article on several pages: /author/jane/ and
// /author/jane/page/2/. Results show one of them, docs/ranking.md, "Lists on several pages".
//
// Addresses say which pages may be (dedupe/pagination), and their titles whether they are: those of one list have one
// title, but for the number of the page. A chapter has a title of its own, in the title or as the first heading, and
// is no page of a list; the first heading of a page of a list is that of the list, or that of another page, of which
// the list tells.
//
// It also learns which pages are lists of others on a single page, such as those of a tag or a month (SingleLists).
//
// Memory while series are learned: some 120 bytes for each of at most 1,048,576 pages with a number in their address;
// then some 400 for each of at most 262,144 pages with the address of a single list.
//
// Floor: 4 (acts), a part of search. Stability: engine. It does not read indexes, and does not keep what it learns:
// that is in the table of search/versions.
package series

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"

	"github.com/aranea-search/aranea/dedupe/pagination"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/versions"
	"github.com/aranea-search/aranea/weburl"
)

// mostMembers is how many pages with a number in their address are looked at: those that come first.
const mostMembers = 1 << 20

// A Page is what is known of a page for learning.
type Page struct {
	URL     string
	Key     rank.Key
	Title   string
	Heading string // the first heading of its main text
	XML     bool   // it is data of XML: a feed, a schedule, an export
	// Opening returns the first lines of its text that may be shown, at most so many. Only SingleLists asks for it.
	Opening func(lines int) ([]string, error)
}

// Pages yields the pages of an index.
type Pages func() iter.Seq2[Page, error]

// A member is a page that may be one of a list. Texts are kept as hashes.
type member struct {
	list         uint64 // its address
	key          rank.Key
	title, short uint64 // of the title
	heading      uint64 // the first one, 0 if it has none
	number       int    // of the page, or of the entries before it; unnumbered for the page at the address of the list
	mark         pagination.Mark
	same, next   bool // the title says that this is the number of the page, or that the next one is
}

// unnumbered is the number of the page at the address of the list.
const unnumbered = -1

// A learner learns series. Hashes are random, so that nobody can choose addresses that collide.
type learner struct {
	seed    maphash.Seed
	members []member
	hosts   map[uint64]bool // those of members
	heads   map[uint64]bool // the first headings of members, and whether another page is called so
}

// Learn returns the pages of each list that has several, the first page first, of pages that it asks for twice at
// most. The order of the lists is that of the keys of their first pages.
func Learn(pages Pages) ([][]versions.Listed, error) {
	l := &learner{seed: maphash.MakeSeed(), hosts: map[uint64]bool{}, heads: map[uint64]bool{}}
	if err := each(pages, l.take); err != nil || len(l.members) == 0 {
		return nil, err
	}
	l.sort()
	numbered := l.members
	for _, m := range numbered {
		l.heads[m.heading] = m.heading == 0
	}
	if err := each(pages, func(p Page, u weburl.URL) { l.compare(p, u, numbered) }); err != nil {
		return nil, err
	}
	l.sort()
	return l.lists(), nil
}

// each calls a function with each page.
func each(pages Pages, do func(Page, weburl.URL)) error {
	for p, err := range pages() {
		if err != nil {
			return err
		}
		if u, err := weburl.Parse(p.URL); err == nil {
			do(p, u)
		}
	}
	return nil
}

// hash returns the hash of a text on an origin, 0 of none.
func (l *learner) hash(o weburl.Origin, text string) uint64 {
	if text == "" {
		return 0
	}
	return max(maphash.String(l.seed, string(o)+" "+text), 1)
}

// member returns a page as one of a list.
func (l *learner) member(p Page, u weburl.URL, a pagination.Address) member {
	o, title := u.Origin(), pagination.TitleOf(p.Title)
	m := member{
		list: maphash.String(l.seed, a.List), key: p.Key, number: a.Number, mark: a.Mark,
		title: l.hash(o, title.Whole), short: l.hash(o, title.Short), heading: l.hash(o, pagination.TitleOf(p.Heading).Whole),
	}
	m.same, m.next = title.Numbered && title.Number == a.Number, title.Numbered && (title.Number == a.Number+1 || a.Mark == pagination.Offset)
	return m
}

// take takes a page with a number.
func (l *learner) take(p Page, u weburl.URL) {
	if a, ok := pagination.Of(u); ok && len(l.members) < mostMembers {
		l.members = append(l.members, l.member(p, u, a))
		l.hosts[l.hash(u.Origin(), ".")] = true
	}
}

// compare takes a page without a number if it may be the first of a list, and otherwise notes how it is called. Pages
// with a clear number have the headings of others, too.
func (l *learner) compare(p Page, u weburl.URL, numbered []member) {
	if !l.hosts[l.hash(u.Origin(), ".")] {
		return
	}
	a, ok := pagination.Of(u)
	if !ok {
		list := pagination.First(u)
		_, found := slices.BinarySearchFunc(numbered, maphash.String(l.seed, list), func(m member, list uint64) int { return cmp.Compare(m.list, list) })
		if found && len(l.members) < 2*mostMembers {
			l.members = append(l.members, l.member(p, u, pagination.Address{List: list, Number: unnumbered}))
			return
		}
	}
	if ok && a.Mark == pagination.Named {
		return
	}
	for _, text := range [...]string{p.Heading, p.Title} {
		h := l.hash(u.Origin(), pagination.TitleOf(text).Whole)
		if _, known := l.heads[h]; known {
			l.heads[h] = true
		}
	}
}

// sort orders the members by list and number.
func (l *learner) sort() {
	slices.SortFunc(l.members, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.list, b.list), cmp.Compare(a.number, b.number), cmp.Compare(a.key, b.key))
	})
}

// lists returns the pages of all lists.
func (l *learner) lists() (out [][]versions.Listed) {
	for rest := l.members; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].list == rest[0].list {
			n++
		}
		if of := l.list(rest[:n]); len(of) > 1 {
			out = append(out, of)
		}
		rest = rest[n:]
	}
	slices.SortFunc(out, func(a, b []versions.Listed) int { return cmp.Compare(a[0].Key, b[0].Key) })
	return out
}
