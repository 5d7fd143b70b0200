package dedupe

import (
	"bytes"
	"hash/fnv"
	"slices"

	"github.com/aranea-search/aranea"
)

const (
	// runSample is how many runs of words one is taken of.
	runSample = 8
	// An identifier, such as that of a commit, has so many hexadecimal digits and more.
	identifierDigits = 7

	partWords = 6 // of a block that says something beside others

	maxNames  = 16 // of a page
	nameWords = 16 // of a name that count
)

// Runs returns numbers that stand for what a page says: for some of the runs of three words of its
// main text, the same of every page, each once, at most most of them. What the site has on many pages
// (zones other than the main one) does not count, nor what follows so many words that they would make
// more.
func Runs(p *aranea.Page, most int) []uint64 { return partsOf(p, most, false, false) }

// EntryRuns returns the numbers of Runs without those that depend on which entries of a list a page shows, on
// their order and on how many there are: runs of words end with their block, such as a row, and neither words
// with digits nor headings count, which name what was chosen.
func EntryRuns(p *aranea.Page, most int) []uint64 { return partsOf(p, most, true, true) }

// partsOf returns the numbers of Runs, or, with apart, those of Parts, or with plain as well those of EntryRuns.
func partsOf(p *aranea.Page, most int, apart, plain bool) (runs []uint64) {
	anchors := spans(p, aranea.ElementAnchor)
	var last [run - 1]uint64
	words, inBlock := 0, 0
	for _, e := range p.Elements {
		for len(anchors) > 0 && anchors[0].End <= e.Start && e.Kind.IsBlock() {
			anchors = anchors[1:]
		}
		if !counts(e) || !isMain(e.Kind) || e.Zone != aranea.ZoneMain || allLinks(e, anchors) {
			continue
		}
		text, before := p.Text[:e.End], len(runs)
		if apart {
			inBlock = 0
		}
		for at := int(e.Start); at < len(text); {
			h, end := wordOn(text, at, at, offset)
			if end == at {
				_, size := decode(text[at:])
				at += size
				continue
			}
			if plain && hasDigits(text[at:end]) {
				at = end
				continue
			}
			feature := mix(last[0]*0x9e3779b97f4a7c15 ^ last[1]*0xc2b2ae3d27d4eb4f ^ h)
			last[0], last[1], at = last[1], h, end
			words, inBlock = words+1, inBlock+1
			if inBlock >= run && feature%runSample == 0 {
				runs = append(runs, feature)
			}
			if words == most*runSample || len(runs) == most {
				return distinct(runs)
			}
		}
		if apart && (!plain && inBlock < partWords || e.Kind.IsHeading()) {
			runs = runs[:before]
		}
	}
	return distinct(runs)
}

func distinct(runs []uint64) []uint64 {
	slices.Sort(runs)
	return slices.Compact(runs)
}

// Names returns numbers for what names a page, at most maxNames: its title, its first heading, what
// the rest of its main text begins with, and the texts of its images. Identifiers such as those of
// commits do not count.
func Names(p *aranea.Page) []uint64 {
	return namesOf(p, true, isIdentifier)
}

// Titles returns the numbers of Names for a page that may be called after its URL, as the lists of a filter are:
// without what its main text begins with, and without words that have digits or are among the given ones, which
// are in lower case.
func Titles(p *aranea.Page, without map[string]bool) []uint64 {
	return namesOf(p, false, func(word []byte) bool { return without[string(word)] || hasDigits(word) })
}

func hasDigits(word []byte) bool { return bytes.ContainsAny(word, "0123456789") }

func namesOf(p *aranea.Page, beginnings bool, skips func(word []byte) bool) (names []uint64) {
	anchors := spans(p, aranea.ElementAnchor)
	headed, begun := false, !beginnings
	for _, e := range p.Elements {
		for len(anchors) > 0 && anchors[0].End <= e.Start && e.Kind.IsBlock() {
			anchors = anchors[1:]
		}
		isHeading, isText := false, false
		switch {
		case e.Excluded:
			continue
		case e.Kind == aranea.ElementTitle:
		case e.Zone != aranea.ZoneMain:
			continue
		case e.Kind == aranea.ElementAlt:
		case e.Kind.IsHeading():
			isHeading = true
		case counts(e) && isMain(e.Kind) && !begun && !allLinks(e, anchors):
			isText = true
		default:
			continue
		}
		name := nameOf(p.Text[e.Start:e.End], skips)
		if name == 0 || isHeading && headed {
			continue
		}
		headed, begun = headed || isHeading, begun || isText
		if names = append(names, name); len(names) == maxNames {
			break
		}
	}
	return names
}

// nameOf returns a number for the first words of a text, some aside; 0 if there are none.
func nameOf(text []byte, skips func(word []byte) bool) uint64 {
	h, n := fnv.New64a(), 0
	for word := range bytes.FieldsFuncSeq(text, func(r rune) bool { return !isWord(r) }) {
		if word = bytes.ToLower(word); skips(word) {
			continue
		}
		_, _ = h.Write(append(word, ' ')) // Write of a hash never fails
		if n++; n == nameWords {
			break
		}
	}
	if n == 0 {
		return 0
	}
	return max(h.Sum64(), 1)
}

// isIdentifier reports whether a word in lower case is a long hexadecimal number.
func isIdentifier(word []byte) bool {
	return len(word) >= identifierDigits && len(bytes.Trim(word, "0123456789abcdef")) == 0 && hasDigits(word)
}
