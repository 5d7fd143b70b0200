package dedupe

import (
	"hash/fnv"
	"strings"

	"github.com/aranea-search/aranea"
)

const (
	// runSample is how many runs of words one is taken of.
	runSample = 8
	// An identifier, such as that of a commit, has so many hexadecimal digits and more.
	identifierDigits = 7
)

// Runs returns numbers that stand for what a page says: for some of the runs of three words of its
// main text, the same of every page, at most most of them, in order. What the site has on many pages
// (zones other than the main one) does not count.
func Runs(p *aranea.Page, most int) (runs []uint64) {
	anchors := spans(p, aranea.ElementAnchor)
	var last [run - 1]uint64
	words := 0
	for _, e := range p.Elements {
		for len(anchors) > 0 && anchors[0].End <= e.Start && e.Kind.IsBlock() {
			anchors = anchors[1:]
		}
		if !counts(e) || !isMain(e.Kind) || e.Zone != aranea.ZoneMain || allLinks(e, anchors) {
			continue
		}
		text := p.Text[:e.End]
		for at := int(e.Start); at < len(text); {
			h, end := wordOn(text, at, at, offset)
			if end == at {
				_, size := decode(text[at:])
				at += size
				continue
			}
			feature := mix(last[0]*0x9e3779b97f4a7c15 ^ last[1]*0xc2b2ae3d27d4eb4f ^ h)
			last[0], last[1], at = last[1], h, end
			if words++; words < run || feature%runSample != 0 {
				continue
			}
			if runs = append(runs, feature); len(runs) == most {
				return runs
			}
		}
	}
	return runs
}

// TitleOf returns a number for the title of a page, identifiers such as those of commits aside; 0 for
// a page without one.
func TitleOf(p *aranea.Page) uint64 {
	h, has := fnv.New64a(), false
	for _, e := range p.Elements {
		if e.Kind != aranea.ElementTitle {
			continue
		}
		for _, word := range strings.FieldsFunc(strings.ToLower(string(p.Text[e.Start:e.End])), func(r rune) bool { return !isWord(r) }) {
			if !isIdentifier(word) {
				_, _ = h.Write([]byte(word + " ")) // Write of a hash never fails
				has = true
			}
		}
	}
	if !has {
		return 0
	}
	return max(h.Sum64(), 1)
}

// isIdentifier reports whether a word in lower case is a long hexadecimal number.
func isIdentifier(word string) bool {
	return len(word) >= identifierDigits && strings.Trim(word, "0123456789abcdef") == "" && strings.ContainsAny(word, "0123456789")
}
