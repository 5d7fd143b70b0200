package invert

import "github.com/aranea-search/aranea/document"

// A fieldWeight is the weight of an occurrence in a field, the field's reference length in
// words, and by how much (b) longer fields count less. To change weights, raise
// impact.Version.
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
	// The site's template: it is found only if nothing else is.
	document.FieldTemplate: {0.1, 0, 1},
}

// TitleWeight returns the least weighted frequency of a word in a title of that many words. A
// word with less is not in the title.
func TitleWeight(words int) float64 {
	f := fieldWeights[document.FieldTitle]
	return f.weight / f.norm(words)
}

// TemplateWeight returns the largest weighted frequency of a word that occurs once, in the template
// of a site.
func TemplateWeight() float64 {
	return fieldWeights[document.FieldTemplate].weight * document.MaxTemplateEmphasis
}

// norm returns the divisor of the frequencies in a field of that many words.
func (f fieldWeight) norm(words int) float64 {
	return 1 - f.b + f.b*float64(words)/f.length
}

// normsOf returns the weight of one occurrence in each field of a page.
func normsOf(lengths *[document.Fields]int) (out [document.Fields]float64) {
	for f := range out {
		out[f] = fieldWeights[f].weight / fieldWeights[f].norm(lengths[f])
	}
	return out
}
