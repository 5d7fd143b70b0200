package index

import (
	"math"

	"github.com/aranea-search/aranea"
)

// Term prefixes. Stems are plain UTF-8; no text holds these bytes.
const (
	// PrefixExact marks the exact form of a word whose stem differs. It is
	// analyze.ExactPrefix.
	PrefixExact = "\x01"
	// PrefixFilter marks what a page is, not what it says: "site:example.org",
	// "host:www.example.org", "lang:en".
	PrefixFilter = "\x02"
	// PrefixURL marks the words of the address.
	PrefixURL = "\x03"
)

// WeightsVersion is recorded in every segment: impacts of different versions
// cannot be compared, so a change means building the index anew.
const WeightsVersion = 1

// A fieldWeight says how much an occurrence in an element kind counts, and the
// reference length of all elements of its group in words; longer groups count
// less, by the share b.
type fieldWeight struct {
	weight, b, length float64
}

// groups of element kinds that share a length.
const (
	groupTitle = iota
	groupHeading
	groupText
	groupAlt
	groupMeta
	groupURL
	groups
)

var groupWeights = [groups]fieldWeight{
	groupTitle:   {5, 0.3, 8},
	groupHeading: {2, 0.5, 25},
	groupText:    {1, 0.75, 400},
	groupAlt:     {1.2, 0.5, 20},
	groupMeta:    {1, 0.5, 25},
	groupURL:     {2, 0.3, 6},
}

// Factors of spans inside text.
const (
	boldFactor   = 1.4 // bold words count more
	anchorFactor = 0.4 // words of links say what other pages are about
)

// kindGroup returns the group of an element kind and the factor of the kind in
// its group.
func kindGroup(k aranea.ElementKind) (group int, factor float64) {
	switch k {
	case aranea.ElementTitle:
		return groupTitle, 1
	case aranea.ElementHeading1:
		return groupHeading, 1.4
	case aranea.ElementHeading2:
		return groupHeading, 1
	case aranea.ElementHeading3, aranea.ElementHeading4, aranea.ElementHeading5, aranea.ElementHeading6:
		return groupHeading, 0.7
	case aranea.ElementAlt, aranea.ElementCaption:
		return groupAlt, 1
	case aranea.ElementDescription:
		return groupMeta, 1
	case aranea.ElementKeywords:
		return groupMeta, 0.6
	case aranea.ElementFallback:
		return groupText, 0.5
	}
	return groupText, 1
}

// norm returns what the frequencies of a group are divided by.
func (f fieldWeight) norm(words int) float64 {
	return 1 - f.b + f.b*float64(words)/f.length
}

// impactScale maps weighted frequencies to bytes: 24 steps for each doubling of
// 1+16w, so that neighbouring bytes differ by three percent.
const impactScale = 16

// quantise returns the impact byte of a weighted frequency.
func quantise(w float64) uint8 {
	v := math.Log2(1+16*w) * impactScale
	return uint8(min(max(math.Round(v), 1), 255))
}

// impacts maps bytes back to weighted frequencies.
var impacts = func() (t [256]float32) {
	for i := range t {
		t[i] = float32((math.Exp2(float64(i)/impactScale) - 1) / 16)
	}
	return t
}()

// Weight returns the weighted frequency that an impact byte stands for.
func Weight(impact uint8) float32 { return impacts[impact] }
