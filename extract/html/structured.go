package html

import (
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
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
	{"dc.date", false},
	{"pubdate", false},
	{"last-modified", true},
	{"date", false},
}

// readData reads a script with linked data (JSON-LD), and returns it decoded, nil if it is none.
func (s *structured) readData(text []byte) any {
	v, err := linkeddata.Decode(text)
	if err != nil {
		return nil
	}
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
	if at, ok := parseDate(text); ok {
		*d = dated{aranea.Date{At: at, Source: source}, i + 1}
	}
}

// dateForms are the date formats used by pages.
var dateForms = [...]string{
	time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04",
	"2006-01-02 15:04", time.DateOnly, "2006/01/02", "20060102", "2006-01", time.RFC1123, time.RFC1123Z, "2006",
}

// firstYear is the year of the first page of the web.
const firstYear = 1991

func parseDate(text string) (time.Time, bool) {
	text = strings.TrimSpace(text)
	if len(text) > 40 {
		return time.Time{}, false
	}
	for _, form := range dateForms {
		if at, err := time.Parse(form, text); err == nil {
			return at.UTC(), at.Year() >= firstYear && at.Year() < 10000
		}
	}
	return time.Time{}, false
}
