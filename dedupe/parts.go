package dedupe

import "github.com/aranea-search/aranea"

// Parts returns numbers as Runs does, for runs of words that do not go on from one block to the next, and none for
// headings and for blocks of a few words. So a list whose items stand on other lists in another selection says
// nothing that they do not, whatever it calls that.
func Parts(p *aranea.Page, most int) []uint64 { return partsOf(p, most, true, false) }

// NameWords returns a number for each word of what names a page: its title, its first heading and the texts of its
// images, words with a digit aside. It returns at most most of them.
func NameWords(p *aranea.Page, most int) (all []uint32) {
	headed := false
	for _, e := range p.Elements {
		isHeading := e.Kind.IsHeading()
		isName := e.Kind == aranea.ElementTitle || e.Zone == aranea.ZoneMain && (e.Kind == aranea.ElementAlt || isHeading && !headed)
		if !isName || e.Excluded {
			continue
		}
		headed = headed || isHeading
		all = append(all, words(p.Text[e.Start:e.End], most)...)
		if len(all) >= most {
			return all[:most]
		}
	}
	return all
}
