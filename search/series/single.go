package series

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/dedupe/pagination"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// openingLines is how many lines of the text of a single list are looked at for the heading of a page that it lists:
// behind a description, a date and the name of an author.
const openingLines = 6

// openingData is the same for data of XML, each of whose elements is a line: that tells of itself, and of days and
// rooms, before its first entry.
const openingData = 40

// mostSingle is how many pages with the address of a single list are looked at: those that come first.
const mostSingle = 1 << 18

// SingleLists returns the lists of other pages by tag, author or date, in ascending order, of pages that it asks for
// twice. Their addresses are like those of single lists, or they are data of XML, and one of their first lines, or their
// first heading, is the first heading of a page that is none: the first one that they list. What their own title says
// is the heading of no other page: two pages about one thing may be called the same.
func SingleLists(pages Pages) ([]rank.Key, error) {
	l := &learner{seed: maphash.MakeSeed(), hosts: map[uint64]bool{}, heads: map[uint64]bool{}}
	says := map[rank.Key][]uint64{}
	err := l.opening(pages, says)
	if err != nil || len(says) == 0 {
		return nil, err
	}
	err = each(pages, func(p Page, u weburl.URL) {
		if h := l.hash(u.Origin(), pagination.TitleOf(p.Heading).Whole); h != 0 && l.hosts[l.hash(u.Origin(), ".")] && says[p.Key] == nil {
			if _, known := l.heads[h]; known {
				l.heads[h] = true
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var out []rank.Key
	for key, texts := range says {
		if slices.ContainsFunc(texts, func(h uint64) bool { return l.heads[h] }) {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out, nil
}

// opening notes what pages begin with that may be single lists.
func (l *learner) opening(pages Pages, says map[rank.Key][]uint64) error {
	var failed error
	err := each(pages, func(p Page, u weburl.URL) {
		if failed != nil || len(says) == mostSingle || !p.XML && !pagination.IsSingleList(u) {
			return
		}
		var lines []string
		most := openingLines
		if p.XML {
			most = openingData
		}
		if lines, failed = p.Opening(most); failed != nil {
			return
		}
		texts, own := []uint64{}, " "+pagination.TitleOf(p.Title).Whole+" "
		for _, line := range append(lines, p.Heading) {
			text := pagination.TitleOf(line).Whole
			if h := l.hash(u.Origin(), text); h != 0 && !strings.Contains(own, " "+text+" ") {
				texts = append(texts, h)
				l.heads[h] = false
			}
		}
		says[p.Key] = texts
		l.hosts[l.hash(u.Origin(), ".")] = true
	})
	if failed != nil {
		return failed
	}
	return err
}
