package versions

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/dedupe/version"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// What makes folders with the name of a version versions of one manual. docs/ranking.md tells how it was
// measured.
const (
	// leastPairs are the pages that an older version has in common with a newer one, by address. If another
	// version of the manual has as many, any will do: pages that did not change are in the index once.
	leastPairs = 5
	nearShare  = 0.5 // of these have nearly the same text
	nearBits   = 12  // in how many bits of 64 the sketches of such texts may differ
	// mostVersions is how many a manual has; what has more is numbered: articles, people.
	mostVersions = 200
)

// Bounds of the memory for learning.
const (
	mostManuals = 1 << 16 // that are counted, those that come first
	mostNames   = 1 << 18 // of versions of all manuals; manuals with others are left out
	mostMembers = 1 << 20 // pages, those that come first
)

// A Page is what is known of a page for learning.
type Page struct {
	URL    string
	Key    rank.Key
	Sketch uint64 // of its text, 0 if it is too short
	Lang   analyze.Lang
}

// Pages yields the pages of an index.
type Pages func() iter.Seq2[Page, error]

// A manual is what addresses say of the versions of a manual.
type manual struct {
	at       map[uint64]uint8 // by the hash of the name of a version: where it is among them
	versions []evidence
	many     bool // it has more versions than are counted
	proven   bool // it is one: a version of it has enough pages
}

// Evidence is what pages say of whether a version is one of a manual: how many of its pages a newer
// version has too, and how many of them say nearly the same; and which version they call canonical, by how
// many more of them than name others.
type evidence struct {
	version            version.Version
	pairs, near, votes uint32
	canonical          uint8
	chosen             bool // its owner wants it to be found in place of those that are newer
}

// isLike reports whether at least half of some pages, as many as are needed, say nearly the same.
func (e evidence) isLike(least uint32) bool {
	return e.pairs >= least && float64(e.near) >= nearShare*float64(e.pairs)
}

// A member is a page that may have several versions.
type member struct {
	page   uint64 // hash of its address without the version
	key    rank.Key
	sketch uint64
	manual uint32 // its number
	at     uint8  // where its version is among those of the manual
	lang   analyze.Lang
}

// A learner learns versions. Hashes are random, so that nobody can choose addresses that collide.
type learner struct {
	seed    maphash.Seed
	numbers map[uint64]uint32 // of manuals, by the hash of what their addresses have in common
	manuals []manual
	names   int // of versions of all manuals
	members []member
}

// Learn returns the pages with several versions, those at several addresses that nobody has translated and those
// whose sources are shown beside them, of pages that it asks for at most eight times, and of what they call
// canonical.
func Learn(pages Pages, choices Choices) (*Table, error) {
	entries, err := learn(pages, choices)
	if err != nil {
		return newTable(nil), err
	}
	more, err := untranslated(pages, entries)
	if err != nil {
		return newTable(nil), err
	}
	entries, err = withSources(pages, append(entries, more...))
	return newTable(entries), err
}

// learn returns the pages with several versions.
func learn(pages Pages, choices Choices) ([]entry, error) {
	l := &learner{seed: maphash.MakeSeed(), numbers: map[uint64]uint32{}}
	if err := each(pages, l.count); err != nil || len(l.manuals) == 0 {
		return nil, err
	}
	if err := each(pages, l.take); err != nil || len(l.members) == 0 {
		return nil, err
	}
	l.sort()
	versioned := l.members
	err := each(pages, func(p Page, a version.Address, is bool) { l.takePlain(p, a, is, versioned) })
	if err != nil {
		return nil, err
	}
	for c, err := range choices() {
		if err != nil {
			return nil, err
		}
		l.choose(c)
	}
	for i := range l.manuals {
		l.manuals[i].pickChosen()
	}
	l.sort()
	for family := range l.families() {
		l.compare(family)
	}
	return l.entries(), nil
}

// each calls a function with each page and its address, taken apart.
func each(pages Pages, do func(Page, version.Address, bool)) error {
	for p, err := range pages() {
		if err != nil {
			return err
		}
		if u, err := weburl.Parse(p.URL); err == nil {
			a, is := version.Of(u)
			do(p, a, is)
		}
	}
	return nil
}

// count counts the versions of manuals.
func (l *learner) count(_ Page, a version.Address, is bool) {
	if !is {
		return
	}
	id := maphash.String(l.seed, a.Manual())
	n, known := l.numbers[id]
	if !known {
		if len(l.manuals) == mostManuals {
			return
		}
		n = uint32(len(l.manuals))
		l.numbers[id], l.manuals = n, append(l.manuals, manual{at: map[uint64]uint8{}})
	}
	l.add(n, a)
}

// add adds a version to a manual unless it is known, or there are too many, and returns where it is there.
func (l *learner) add(number uint32, a version.Address) (at uint8, ok bool) {
	m, name := &l.manuals[number], maphash.String(l.seed, a.Name)
	if at, ok = m.at[name]; ok {
		return at, true
	}
	if len(m.versions) > mostVersions || l.names == mostNames {
		m.many = true
		return 0, false
	}
	at = uint8(len(m.versions))
	m.at[name], m.versions, l.names = at, append(m.versions, evidence{version: a.Version}), l.names+1
	return at, true
}

// take takes a page with a version in its address.
func (l *learner) take(p Page, a version.Address, is bool) {
	n, known := l.numbers[maphash.String(l.seed, a.Manual())]
	if !is || !known || len(l.members) == mostMembers {
		return
	}
	if m := &l.manuals[n]; len(m.versions) <= mostVersions && !m.many {
		l.members = append(l.members, member{maphash.String(l.seed, a.Page()), p.Key, p.Sketch, n, m.at[maphash.String(l.seed, a.Name)], p.Lang})
	}
}

// takePlain takes a page without a version in its address that others have with one; of several manuals, as
// /docs/1.0/x and /1.0/docs/x are pages of, for the one that comes first.
func (l *learner) takePlain(p Page, a version.Address, is bool, versioned []member) {
	if is || len(l.members) == mostMembers {
		return
	}
	page := maphash.String(l.seed, a.Page())
	i, found := slices.BinarySearchFunc(versioned, page, func(m member, page uint64) int { return cmp.Compare(m.page, page) })
	if !found {
		return
	}
	n := versioned[i].manual
	if at, ok := l.add(n, a); ok {
		l.members = append(l.members, member{page, p.Key, p.Sketch, n, at, p.Lang})
	}
}

// of returns what is known of the version of a member.
func (l *learner) of(m member) *evidence { return &l.manuals[m.manual].versions[m.at] }

// holds reports whether a member is of a version of its manual.
func (l *learner) holds(m member) bool {
	return l.manuals[m.manual].proven && l.of(m).isLike(1)
}

// sort orders the members by page and manual, the chosen version first, then the newest.
func (l *learner) sort() {
	slices.SortFunc(l.members, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.manual, b.manual), l.of(b).compare(l.of(a)), cmp.Compare(a.key, b.key))
	})
}

// families yields the versions of each page of a manual, the newest first.
func (l *learner) families() iter.Seq[[]member] {
	return func(yield func([]member) bool) {
		for rest := l.members; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].page == rest[0].page && rest[n].manual == rest[0].manual {
				n++
			}
			if n > 1 && !yield(rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// compare counts for the versions of a page whether it says nearly the same as in the next newer one.
func (l *learner) compare(family []member) {
	for i := 1; i < len(family); i++ {
		newer, older := family[i-1], family[i]
		if newer.sketch == 0 || older.sketch == 0 || newer.lang != older.lang {
			continue
		}
		e := l.of(older)
		if e.pairs++; dedupe.Distance(newer.sketch, older.sketch) <= nearBits {
			e.near++
		}
	}
}

// entries returns the pages with several versions. They are numbered in the order of their keys, so that
// the same pages make the same table.
func (l *learner) entries() []entry {
	for i := range l.manuals {
		m := &l.manuals[i]
		m.proven = slices.ContainsFunc(m.versions, func(e evidence) bool { return e.isLike(leastPairs) })
	}
	var chains [][]member
	all := 0
	for family := range l.families() {
		from := 0
		for i := 1; i <= len(family); i++ {
			if i < len(family) && l.holds(family[i]) {
				continue
			}
			if i-from > 1 {
				chains, all = append(chains, family[from:i]), all+i-from
			}
			from = i
		}
	}
	slices.SortFunc(chains, func(a, b []member) int { return cmp.Compare(a[0].key, b[0].key) })
	out := make([]entry, 0, all)
	for n, chain := range chains {
		place := Place{Page: uint32(n) + 1}
		for i, m := range chain {
			if i > 0 && place.Older < mostOlder && l.of(m).compare(l.of(chain[i-1])) < 0 {
				place.Older++
			}
			out = append(out, entry{m.key, place})
		}
	}
	return out
}
