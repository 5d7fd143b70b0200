package index

import (
	"math"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
)

// Term prefixes. Stems are plain UTF-8; no text holds these bytes.
const (
	// PrefixExact marks the exact form of a word whose stem differs.
	PrefixExact = analyze.ExactPrefix
	// PrefixFilter marks what a page is, not what it says: "site:example.org",
	// "host:www.example.org", "lang:en".
	PrefixFilter = "\x02"
	// PrefixURL marks the words of the address.
	PrefixURL = "\x03"
)

// WeightsVersion is recorded in every segment: impacts of different versions
// cannot be compared, so a change means building the index anew.
const WeightsVersion = 1

// A fieldWeight says how much an occurrence in a field counts, and the reference
// length of the field in words; longer fields count less, by the share b.
type fieldWeight struct {
	weight, b, length float64
}

var fieldWeights = [document.Fields]fieldWeight{
	document.FieldTitle:   {5, 0.3, 8},
	document.FieldHeading: {2, 0.5, 25},
	document.FieldText:    {1, 0.75, 400},
	document.FieldAlt:     {1.2, 0.5, 20},
	document.FieldMeta:    {1, 0.5, 25},
	document.FieldURL:     {2, 0.3, 6},
}

// norm returns what the frequencies of a field are divided by.
func (f fieldWeight) norm(words int) float64 {
	return 1 - f.b + f.b*float64(words)/f.length
}

// impactScale maps weighted frequencies to bytes: 16 steps for each doubling of
// 1+16w, so that neighbouring bytes differ by 4.4 percent.
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
