// Package pagination tells rows of links to the next and the previous page from text.
//
// Floor: 2 (pure), a part of extract/html. Stability: engine. It sees links and blocks one after the other, and knows no
// containers.
package pagination

import (
	"bytes"
	"unicode"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
)

// A Finder notes of the current block whether it leads to the pages beside this one, such as "Next: Looms, Previous:
// Threads, Up: Silk [Contents]" (rel=next and rel=prev of HTML, "Sequential link types").
type Finder struct {
	open  bool     // the open link says that it does
	leads bool     // a link of the block did
	links [][2]int // where the texts of its links begin and end
	text  []byte   // of the first such block: at the end of a page it may stand again without rel
}

// Reset begins a page.
func (f *Finder) Reset() { *f = Finder{text: f.text[:0], links: f.links[:0]} }

// Start notes a link with a rel attribute.
func (f *Finder) Start(rel []byte) {
	f.open = len(rel) > 0 && robotsmeta.ParseRel(string(rel))&(robotsmeta.RelNext|robotsmeta.RelPrev) != 0
}

// Add adds the text of the open link.
func (f *Finder) Add(start, end int) {
	f.links = append(f.links, [2]int{start, end})
	f.leads = f.leads || f.open
}

// IsRow reports whether the current block, the text from start to end, is nothing but such links and labels with a
// colon before them.
func (f *Finder) IsRow(kind aranea.ElementKind, all []byte, start, end int) bool {
	if kind.IsHeading() || len(f.links) == 0 || !f.leads && len(f.text) == 0 {
		return false
	}
	text := all[start:end]
	if !f.leads {
		return bytes.Equal(text, f.text)
	}
	for _, link := range f.links {
		if label := bytes.TrimSpace(all[start:max(start, link[0])]); hasLetter(label) && !bytes.HasSuffix(label, []byte(":")) && !bytes.HasSuffix(label, []byte("：")) {
			return false
		}
		start = max(start, link[1])
	}
	if hasLetter(all[start:end]) {
		return false
	}
	if len(f.text) == 0 {
		f.text = append(f.text, text...)
	}
	return true
}

func hasLetter(s []byte) bool { return bytes.IndexFunc(s, unicode.IsLetter) >= 0 }

// Next begins a block.
func (f *Finder) Next() { f.leads, f.links = false, f.links[:0] }
