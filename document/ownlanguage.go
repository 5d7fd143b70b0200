package document

import (
	"sort"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
)

// leastOwn is the number of bytes of a page's own text from which on that is asked for its
// language apart from the menus.
const leastOwn = 24

// ownLang returns the language of a page by its own text, where most of the page is something
// else: lists of links, navigation, the template of the site. These may be in another language
// than the page. What the page declares needs no more than that its own text alone tells the same;
// any other language has to be plain. It is Und where the own text is most of the page or too
// little.
func ownLang(p *aranea.Page) analyze.Lang {
	links := ofKind(nil, p, aranea.ElementAnchor)
	own := 0
	var sample []byte
	for i := range p.Elements {
		e := &p.Elements[i]
		if !isOwn(e) {
			continue
		}
		text := p.Text[e.Start:e.End]
		inside := linksIn(links, e)
		n := len(text) - inside
		if inside*2 > len(text) {
			continue
		}
		if own += n; own*2 >= len(p.Text) {
			return analyze.Und
		}
		if room := sampleBytes - len(sample); room > 0 {
			sample = append(append(sample, clip(text, room)...), '\n')
		}
	}
	if own < leastOwn {
		return analyze.Und
	}
	if declared, ok := analyze.ParseLang(p.Lang); ok && analyze.Detect("", analyze.Und, sample) == declared {
		return declared
	}
	return analyze.Glance(analyze.Und, [][]byte{sample})
}

// isOwn reports whether an element is text of the page that people read.
func isOwn(e *aranea.Element) bool {
	if e.Zone != aranea.ZoneMain || e.Excluded {
		return false
	}
	switch e.Kind {
	case aranea.ElementTitle, aranea.ElementText, aranea.ElementListItem, aranea.ElementCell, aranea.ElementCaption:
		return true
	}
	return e.Kind.IsHeading()
}

// linksIn returns how many bytes of an element are inside links, which are in the order of the
// text.
func linksIn(links []aranea.Element, e *aranea.Element) int {
	at := sort.Search(len(links), func(i int) bool { return links[i].End > e.Start })
	return int(linked(links[at:], *e))
}
