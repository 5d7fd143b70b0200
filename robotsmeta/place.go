package robotsmeta

import "strconv"

// A Place is the location of a directive: a response field or an element of the page.
type Place struct {
	Source string // "meta robots", "link", "X-Robots-Tag", ...
	Field  int    // the number among the response's fields with that name, from 1; 0 in an element
	Line   int    // of the element's start in the page, from 1; 0 in a field and if unknown
	Column int    // in bytes, from 1; 0 like Line
}

// String returns the place as "meta robots, line 4, column 1" or
// "X-Robots-Tag, field 2"; the first field of a name has no number.
func (p Place) String() string {
	switch {
	case p.Field > 1:
		return p.Source + ", field " + strconv.Itoa(p.Field)
	case p.Line > 0:
		return p.Source + ", line " + strconv.Itoa(p.Line) + ", column " + strconv.Itoa(p.Column)
	}
	return p.Source
}

// A Statement is one directive with its place.
type Statement struct {
	Name  string // in lower case: "noindex", "max-snippet", ...
	Value string // after the colon, "" if there is none
	Agent string // the robot that is addressed, "" for all
	Place Place
}

// String returns the statement as "noindex in meta robots, line 4, column 1".
func (s Statement) String() string {
	text := s.Name
	if s.Value != "" {
		text += ":" + s.Value
	}
	if s.Agent != "" {
		text += " for " + s.Agent
	}
	return text + " in " + s.Place.String()
}

// saysAgain reports whether t repeats s in a place of the same kind.
func (s Statement) saysAgain(t Statement) bool {
	return s.Name == t.Name && s.Value == t.Value && s.Agent == t.Agent && s.Place.Source == t.Place.Source
}

// A Link is a URL in the page, as written, with its place.
type Link struct {
	URL   string
	Place Place
}

// String returns the link as "/page in link, line 4, column 1".
func (l Link) String() string { return l.URL + " in " + l.Place.String() }
