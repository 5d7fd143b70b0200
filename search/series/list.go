package series

import (
	"math"
	"slices"

	"github.com/aranea-search/aranea/dedupe/pagination"
	"github.com/aranea-search/aranea/search/versions"
)

// What numbers that nothing marks as those of pages must be like to be taken for those: the page at the address of the
// list is there, and as many others as leastBare, with at least one of bareShare numbers.
// Of offsets, leastOffsets without a hole do in place of that page.
const leastBare, bareShare, leastOffsets = 2, 2, 3

// list returns the pages of a list among those that by their addresses may be, in their order.
func (l *learner) list(all []member) []versions.Listed {
	pages := l.alike(all)
	if len(pages) < 2 && all[0].number == unnumbered { // the first page may be called otherwise
		pages = l.alike(all[1:])
	}
	if !areCounted(pages) {
		return nil
	}
	step, from := steps(pages)
	out := make([]versions.Listed, 0, len(pages))
	for _, m := range pages {
		before := 0
		if m.number != unnumbered {
			before = max((m.number-from)/step, 0)
		}
		out = append(out, versions.Listed{Key: m.key, Before: uint8(min(before, math.MaxUint8))})
	}
	return out
}

// alike returns the pages with the title of the first one, and without a heading of their own.
func (l *learner) alike(all []member) []member {
	if len(all) == 0 || all[0].title == 0 {
		return nil
	}
	out := make([]member, 0, len(all))
	heads, shared := map[uint64]int{}, uint64(0)
	for _, m := range all {
		if m.title != all[0].title && m.short != all[0].title {
			continue
		}
		out = append(out, m)
		if heads[m.heading]++; heads[m.heading] > heads[shared] {
			shared = m.heading
		}
	}
	return slices.DeleteFunc(out, func(m member) bool {
		return m.number != unnumbered && m.heading != shared && m.heading != 0 && !l.heads[m.heading]
	})
}

// areCounted reports whether the numbers of pages are such that they count pages. A number that is there at several
// addresses, with and without a slash at the end, is one.
func areCounted(pages []member) bool {
	n := 0
	for i, m := range pages {
		if i == 0 || m.number != pages[i-1].number {
			n++
		}
	}
	if n < 2 {
		return false
	}
	mark := pagination.Bare
	for _, m := range pages {
		if mark = max(mark, m.mark); m.same || m.next {
			mark = pagination.Named
		}
	}
	begun, last := pages[0].number == unnumbered, pages[len(pages)-1].number
	switch mark {
	case pagination.Named:
		return true
	case pagination.Offset:
		step, _ := steps(pages)
		begun = begun || n >= leastOffsets && last == n*step
		return begun && step > 1 && !slices.ContainsFunc(pages, func(m member) bool { return m.number != unnumbered && m.number%step != 0 })
	}
	return begun && n > leastBare && last <= bareShare*(n-1)+1
}

// steps returns by how much the numbers of pages grow from one page to the next, and that of the first page.
func steps(pages []member) (step, from int) {
	zero, one, offset, said := false, false, 0, false
	for _, m := range pages {
		zero, one, said = zero || m.number == 0, one || m.number == 1, said || m.same
		if m.mark == pagination.Offset && m.number > 0 && offset == 0 {
			offset = m.number
		}
	}
	switch {
	case offset > 0:
		return offset, 0
	case zero, one && pages[0].number == unnumbered && !said: // Drupal: /list, /list?page=1
		return 1, 0
	}
	return 1, 1
}
