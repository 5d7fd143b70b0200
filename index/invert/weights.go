package invert

import "github.com/aranea-search/aranea/document"

// A fieldWeight says how much an occurrence in a field counts, and the reference
// length of the field in words; longer fields count less, by the share b. A
// change of weights is a new segment.WeightsVersion.
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
	// What all pages of a site say: found where nothing else is.
	document.FieldTemplate: {0.1, 0, 1},
}

// TitleWeight returns the least weighted frequency of a word that stands in a
// title of so many words: with less, it stands elsewhere alone.
func TitleWeight(words int) float64 {
	f := fieldWeights[document.FieldTitle]
	return f.weight / f.norm(words)
}

// norm returns what the frequencies of a field are divided by.
func (f fieldWeight) norm(words int) float64 {
	return 1 - f.b + f.b*float64(words)/f.length
}

// normsOf returns what an occurrence counts in each field of a page.
func normsOf(lengths *[document.Fields]int) (out [document.Fields]float64) {
	for f := range out {
		out[f] = fieldWeights[f].weight / fieldWeights[f].norm(lengths[f])
	}
	return out
}
