package versions

import (
	"cmp"
	"hash/maphash"
	"iter"

	"github.com/aranea-search/aranea/dedupe/version"
	"github.com/aranea-search/aranea/weburl"
)

// A Choice is a page and what it calls its canonical URL: of the versions of a page, the one that its owner
// wants to be found.
type Choice struct{ Page, Canonical weburl.URL }

// Choices yields the choices of the pages of an index, without those that name themselves.
type Choices func() iter.Seq2[Choice, error]

// choose counts a choice if it is another version of the page. Of several that the pages of a version name,
// one that most of them name is left.
func (l *learner) choose(c Choice) {
	from, to, ok := version.SamePage(c.Page, c.Canonical)
	if !ok || from.Name == to.Name {
		return
	}
	n, known := l.numbers[maphash.String(l.seed, cmp.Or(versioned(from), versioned(to)))]
	if !known {
		return
	}
	m := &l.manuals[n]
	own, isOwn := m.at[maphash.String(l.seed, from.Name)]
	other, isOther := m.at[maphash.String(l.seed, to.Name)]
	if !isOwn || !isOther {
		return
	}
	switch e := &m.versions[own]; {
	case e.votes == 0:
		e.canonical, e.votes = other, 1
	case e.canonical == other:
		e.votes++
	default:
		e.votes--
	}
}

// versioned returns the manual of an address with a version, "" of another one.
func versioned(a version.Address) string {
	if a.Name == "" {
		return ""
	}
	return a.Manual()
}

// pickChosen finds the version of a manual that its owner wants to be found: the pages of all that are newer
// call it canonical, enough of them together. A newer version that names none, or itself, is the one.
func (m *manual) pickChosen() {
	for c := range m.versions {
		votes, all := uint32(0), true
		for _, e := range m.versions {
			if e.version.Compare(m.versions[c].version) > 0 {
				votes += e.votes
				all = all && e.votes > 0 && int(e.canonical) == c
			}
		}
		m.versions[c].chosen = all && votes >= leastPairs
	}
}

// compare returns a positive number if a version comes before another one.
func (e *evidence) compare(o *evidence) int {
	switch {
	case e.chosen == o.chosen:
		return e.version.Compare(o.version)
	case e.chosen:
		return 1
	}
	return -1
}
