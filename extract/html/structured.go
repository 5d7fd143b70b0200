package html

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/dates"
	"github.com/aranea-search/aranea/extract/linkeddata"
)

// Limits of structured data.
const (
	maxEntities    = 64 // of a page
	maxEntityDepth = 4  // nested entities
	maxNamesTaken  = 8  // of a page
)

// structured is the structured data about the page. What is found first is kept; of the dates,
// the sources that come first in datePlaces.
type structured struct {
	names               []string
	entities            int
	published, modified dated
	times               dates.Times
}

// A dated value is a date with the rank of its source, 0 for none.
type dated struct {
	aranea.Date
	rank int
}

// A datePlace is a name under which a page may declare a date.
type datePlace struct {
	name     string // in lower case, for a meta tag
	modified bool
}

// datePlaces are these names, the most specific first.
var datePlaces = [...]datePlace{
	{"datepublished", false},
	{"datemodified", true},
	{"article:published_time", false},
	{"article:modified_time", true},
	{"og:updated_time", true},
	{"dcterms.issued", false},
	{"dcterms.created", false},
	{"dcterms.modified", true},
	{"dc.date.issued", false},
	{"dc.date.modified", true},
	{"dcterms.date", false}, // Pandoc
	{"dc.date", false},
	{"citation_online_date", false}, // articles of journals, if it is a day: often it is no more than the year of the issue
	{"citation_publication_date", false},
	{"citation_date", false},
	{"pubdate", false},
	{"last-modified", true},
	{"date", false},
}

// readData reads a script with linked data (JSON-LD), and returns it decoded, nil if it is none.
func (s *structured) readData(text []byte) any {
	v, _ := linkeddata.Decode(text) // nil if it has a fault that leaves open what is meant
	s.entity(v, maxEntityDepth)
	return v
}

// entity reads the properties of the page, or of what it is about. Other properties, such as the
// author, are about other things.
func (s *structured) entity(v any, depth int) {
	if s.entities++; s.entities > maxEntities || depth == 0 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			s.entity(x, depth)
		}
	case map[string]any:
		for _, key := range []string{"headline", "name", "alternateName"} {
			if name, ok := v[key].(string); ok {
				s.name(name)
			}
		}
		for _, key := range []string{"datePublished", "dateModified"} {
			if text, ok := v[key].(string); ok {
				s.date("JSON-LD "+key, strings.ToLower(key), text)
			}
		}
		for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage"} {
			if inner, ok := v[key]; ok {
				s.entity(inner, depth-1)
			}
		}
	}
}

// name adds a name of the page.
func (s *structured) name(name string) {
	if len(s.names) < maxNamesTaken && !slices.Contains(s.names, name) {
		s.names = append(s.names, name)
	}
}

// date adds a date, if its name is one of datePlaces.
func (s *structured) date(source, name, text string) {
	i := slices.IndexFunc(datePlaces[:], func(p datePlace) bool { return p.name == name })
	if i < 0 {
		return
	}
	d := &s.published
	if datePlaces[i].modified {
		d = &s.modified
	}
	if d.rank != 0 && d.rank <= i+1 {
		return
	}
	if at, ok := dates.Parse(text); ok {
		*d = dated{aranea.Date{At: at, Source: source}, i + 1}
	}
}

// datesInText adds the dates that stand in the text of the page, where it says nothing better: in time
// elements, or else in the header of a mail.
func (s *structured) datesInText(text []byte) {
	published, modified := s.times.Dates(s.published.rank > 0 || s.modified.rank > 0)
	if s.published.rank == 0 {
		s.published.Date = published
	}
	if s.modified.rank == 0 {
		s.modified.Date = modified
	}
	if s.published.At.IsZero() && s.modified.At.IsZero() {
		s.published.Date = dates.OfMail(text)
	}
}
