// Package limits compares what the owner of a page forbids to show of two versions
// of it.
//
// Floor: 3 (state and input/output), for it reads segments. Stability: engine. It
// decides nothing about words: a newer version is found by its own.
package limits

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
)

// Limits are what the owner of a page forbids to show of it, and who may see it.
// If a newer version has limits that the older one did not have, the older one is
// not found a moment longer. Parts that a page leaves out of what is shown are no
// limits: they are not in the newer version's text.
type Limits struct {
	words, text bool // none of its words, and not its text
	most        uint32
	expires     time.Time
	access      string
}

// Of returns the limits of a version that is put into the index.
func Of(c *aranea.IndexChange) Limits {
	return Limits{words: !c.Snippet, text: !c.Snippet || c.NoCopy, most: c.MaxSnippet, expires: c.Expires, access: c.Access}
}

// none reports whether nothing is forbidden.
func (l Limits) none() bool {
	return !l.words && !l.text && l.most == 0 && l.expires.IsZero() && l.access == ""
}

// Allow reports whether a version with the limits older keeps to these as well.
func (l Limits) Allow(older Limits) bool {
	return (older.words || !l.words) && (older.text || !l.text) &&
		(l.most == 0 || older.most != 0 && older.most <= l.most) &&
		(l.expires.IsZero() || !older.expires.IsZero() && !older.expires.After(l.expires)) &&
		(l.access == "" || l.access == older.access)
}

// AllowIn reports whether a document of a segment keeps to the limits. What cannot
// be read does not.
func (l Limits) AllowIn(s *segment.Segment, doc uint32) bool {
	if l.none() {
		return true
	}
	r, err := s.Doc(doc)
	if err != nil {
		return false
	}
	text, err := s.Text(doc)
	if err != nil {
		return false
	}
	older := Limits{words: r.Description == "" && r.Heading == "" && len(text) == 0, text: len(text) == 0, most: r.MaxSnippet, expires: r.Expires}
	if l.access != "" {
		var p segment.Postings
		ok, err := p.Find(s, []byte(segment.PrefixFilter+document.AccessPrefix+l.access))
		if err == nil && ok && p.SeekGE(doc) && p.Doc() == doc {
			older.access = l.access
		}
	}
	return l.Allow(older)
}
