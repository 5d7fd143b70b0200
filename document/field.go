package document

import (
	"math"
	"slices"

	"github.com/aranea-search/aranea"
)

// A Field is a group of element kinds whose words count alike and that share one length.
type Field uint8

// The fields. The zero field is running text. They are not stored.
const (
	FieldText Field = iota
	FieldTitle
	FieldHeading
	FieldAlt  // alternative texts and captions
	FieldMeta // what the head of the page says about it
	FieldURL  // the words of the address
	// FieldTemplate is what all pages of a site have in common, with navigation links and
	// advertising.
	FieldTemplate
	Fields // the number of fields
)

// String returns the field's name, for example "heading".
func (f Field) String() string {
	switch f {
	case FieldText:
		return "text"
	case FieldTitle:
		return "title"
	case FieldHeading:
		return "heading"
	case FieldAlt:
		return "alt"
	case FieldMeta:
		return "meta"
	case FieldURL:
		return "url"
	case FieldTemplate:
		return "template"
	}
	return "unknown"
}

// Emphasis of spans inside text.
const (
	boldEmphasis   = 1.4 // bold words count more
	anchorEmphasis = 0.4 // words of links describe other pages
	linksEmphasis  = 0.5 // even more so in lists of links
	hiddenEmphasis = 0.3 // what is hidden at first may not be what the page is about
	largeEmphasis  = 1.2
	smallEmphasis  = 0.7
	partEmphasis   = 0.5 // a word inside a name says less than one by itself
)

// MaxTemplateEmphasis bounds how much a word of the template counts within its field, so that what
// a page has in its template alone has a bounded weight. Few menus emphasise a word twice.
const MaxTemplateEmphasis = boldEmphasis

// IsTemplate reports whether the words of a zone belong to the site rather than to the page.
func IsTemplate(z aranea.Zone) bool {
	return z == aranea.ZoneTemplate || z == aranea.ZoneNavigation || z == aranea.ZoneAdvertising
}

// fieldOf returns the field of a block element and how much a word of it counts
// within the field.
func fieldOf(e *aranea.Element) (f Field, emphasis float64) {
	if IsTemplate(e.Zone) {
		return FieldTemplate, 1
	}
	switch e.Zone {
	case aranea.ZoneLinks:
		f, emphasis = fieldOfKind(e.Kind)
		return f, emphasis * linksEmphasis
	case aranea.ZoneHidden:
		f, emphasis = fieldOfKind(e.Kind)
		return f, emphasis * hiddenEmphasis
	}
	return fieldOfKind(e.Kind)
}

func fieldOfKind(k aranea.ElementKind) (f Field, emphasis float64) {
	switch k {
	case aranea.ElementTitle:
		return FieldTitle, 1
	case aranea.ElementHeading1:
		return FieldHeading, 1.4
	case aranea.ElementHeading2:
		return FieldHeading, 1
	case aranea.ElementHeading3, aranea.ElementHeading4, aranea.ElementHeading5, aranea.ElementHeading6:
		return FieldHeading, 0.7
	case aranea.ElementAlt, aranea.ElementCaption:
		return FieldAlt, 1
	case aranea.ElementDescription:
		return FieldMeta, 1
	case aranea.ElementKeywords:
		return FieldMeta, 0.6
	case aranea.ElementFallback:
		return FieldText, 0.5
	}
	return FieldText, 1
}

// An emphasised value tells how much a byte of the text counts, by the spans around it. It is
// asked in ascending order of bytes.
type emphasised struct {
	spans []aranea.Element
	i     int
	plain uint32 // no span covers any byte before this one
}

func emphasisOf(buf []aranea.Element, p *aranea.Page) *emphasised {
	s := &emphasised{spans: buf}
	for _, e := range p.Elements {
		if spanEmphasis(e.Kind) != 1 {
			s.spans = append(s.spans, e)
		}
	}
	slices.SortStableFunc(s.spans, func(a, b aranea.Element) int { return int(a.Start) - int(b.Start) })
	return s
}

// spanEmphasis returns how much a word counts inside a span of a kind.
func spanEmphasis(k aranea.ElementKind) float64 {
	switch k {
	case aranea.ElementBold:
		return boldEmphasis
	case aranea.ElementLarge:
		return largeEmphasis
	case aranea.ElementSmall:
		return smallEmphasis
	case aranea.ElementAnchor:
		return anchorEmphasis
	}
	return 1
}

// none reports whether no span covers any byte in [from, to). Calls come in ascending order.
func (s *emphasised) none(from, to uint32) bool {
	if to <= s.plain {
		return true
	}
	for s.i < len(s.spans) && s.spans[s.i].End <= from {
		s.i++
	}
	return s.i == len(s.spans) || s.spans[s.i].Start >= to
}

// at returns the emphasis at an offset; calls come in ascending order.
func (s *emphasised) at(offset uint32) float64 {
	if offset < s.plain {
		return 1
	}
	return s.within(offset)
}

// within is at for a byte that a span may cover.
func (s *emphasised) within(offset uint32) float64 {
	for s.i < len(s.spans) && s.spans[s.i].End <= offset {
		s.i++
	}
	s.plain = math.MaxUint32
	if s.i < len(s.spans) {
		s.plain = s.spans[s.i].Start
	}
	f := 1.0
	for j := s.i; j < len(s.spans) && j < s.i+6 && s.spans[j].Start <= offset; j++ {
		if s.spans[j].End <= offset {
			continue
		}
		f *= spanEmphasis(s.spans[j].Kind)
	}
	return f
}
