package html

import (
	"bytes"
	"unicode"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
)

// neighbours notes of the current block whether it leads to the pages beside this one, such as "Next: Looms, Previous:
// Threads, Up: Silk [Contents]" (rel=next and rel=prev of HTML, "Sequential link types").
type neighbours struct {
	open  bool     // the open link says that it does
	leads bool     // a link of the block did
	links [][2]int // where the texts of its links begin and end
	text  []byte   // of the first such block: at the end of a page it may stand again without rel
}

// reset begins a page.
func (n *neighbours) reset() { *n = neighbours{text: n.text[:0], links: n.links[:0]} }

// start notes a link with a rel attribute.
func (n *neighbours) start(rel []byte) {
	n.open = len(rel) > 0 && robotsmeta.ParseRel(string(rel))&(robotsmeta.RelNext|robotsmeta.RelPrev) != 0
}

// add adds the text of the open link.
func (n *neighbours) add(start, end int) {
	n.links = append(n.links, [2]int{start, end})
	n.leads = n.leads || n.open
}

// isBlock reports whether the current block, the text from start to end, is nothing but such links and labels with a
// colon before them.
func (n *neighbours) isBlock(kind aranea.ElementKind, all []byte, start, end int) bool {
	if kind.IsHeading() || len(n.links) == 0 || !n.leads && len(n.text) == 0 {
		return false
	}
	text := all[start:end]
	if !n.leads {
		return bytes.Equal(text, n.text)
	}
	for _, link := range n.links {
		if label := bytes.TrimSpace(all[start:max(start, link[0])]); hasLetter(label) && !bytes.HasSuffix(label, []byte(":")) && !bytes.HasSuffix(label, []byte("：")) {
			return false
		}
		start = max(start, link[1])
	}
	if hasLetter(all[start:end]) {
		return false
	}
	if len(n.text) == 0 {
		n.text = append(n.text, text...)
	}
	return true
}

func hasLetter(s []byte) bool { return bytes.IndexFunc(s, unicode.IsLetter) >= 0 }

// next begins a block.
func (n *neighbours) next() { n.leads, n.links = false, n.links[:0] }

// beside returns the container for a block, in a container, that leads to the pages beside this one.
func (b *boxes) beside(at uint16) uint16 {
	if b.all[at].Rule != 0 || b.all[at].Zone != aranea.ZoneMain {
		return at
	}
	return b.enter(at, &step{own: aranea.ZoneNavigation, name: []byte("rel=next")})
}
