// Package limits compares what the owner of a page forbids to show of two versions
// of it.
//
// Floor: 3 (state and input/output), for it reads segments. Stability: engine. It
// decides nothing about words: a newer version is found by its own.
package limits

import (
	"bytes"
	"hash/fnv"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
)

const (
	// MaxParts is how many parts of a page that are not shown are compared. If there
	// are more, an older version is taken for one that shows them.
	MaxParts = 256

	// maxCompared is how many bytes of a text are compared with a part where it
	// stands within longer words; behind that it is taken for one that is shown.
	maxCompared = 1 << 20

	// maxHead is how many bytes of the start of a part are looked for where a text is
	// cut off: more of them are looked for in all of it.
	maxHead = 4 << 10
)

// Limits are what the owner of a page forbids to show of it, and who may see it.
// If a newer version has limits that the older one did not have, the older one is
// not found a moment longer.
type Limits struct {
	words, text bool // none of its words, and not its text
	most        uint32
	expires     time.Time
	access      string
	many        bool     // parts are not shown, too many to compare
	hashes      []uint64 // of the parts that are not shown, in order, nil for none
	parts       [][]byte // these, as long as the page is there
}

// Of returns the limits of a version that is put into the index. They refer to its page.
func Of(c *aranea.IndexChange) Limits {
	l := Limits{words: !c.Snippet, text: !c.Snippet || c.NoCopy, most: c.MaxSnippet, expires: c.Expires, access: c.Access}
	if l.text { // no part of it is shown
		return l
	}
	for _, part := range document.Unshown(c.Page) {
		part = plain(part)
		at, found := slices.BinarySearch(l.hashes, sum(part))
		switch {
		case found:
		case len(l.hashes) == MaxParts:
			l.many, l.hashes, l.parts = true, nil, nil
			return l
		default:
			l.hashes, l.parts = slices.Insert(l.hashes, at, sum(part)), append(l.parts, part)
		}
	}
	return l
}

// Bytes returns how much memory the limits hold once they are kept, beside that of
// the value itself.
func (l Limits) Bytes() int { return 8*cap(l.hashes) + len(l.access) }

// Kept returns the limits as those of an older version, without its page.
func (l Limits) Kept() Limits { l.parts = nil; return l }

func sum(part []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(part) // never fails
	return h.Sum64()
}

// plain returns text with one space between words, wherever lines end.
func plain(text []byte) []byte { return bytes.Join(bytes.Fields(text), []byte(" ")) }

// none reports whether nothing is forbidden.
func (l Limits) none() bool {
	return !l.words && !l.text && l.most == 0 && !l.many && l.hashes == nil && l.expires.IsZero() && l.access == ""
}

// Allow reports whether a version with the limits older keeps to these as well.
func (l Limits) Allow(older Limits) bool {
	return (older.words || !l.words) && (older.text || !l.text) &&
		(l.most == 0 || older.most != 0 && older.most <= l.most) &&
		(l.expires.IsZero() || !older.expires.IsZero() && !older.expires.After(l.expires)) &&
		(l.access == "" || l.access == older.access) && (older.text || !l.many && l.leavesOut(older.hashes))
}

// leavesOut reports whether all parts that are not shown were not shown before.
func (l Limits) leavesOut(before []uint64) bool {
	for _, h := range l.hashes {
		if _, found := slices.BinarySearch(before, h); !found {
			return false
		}
	}
	return true
}

// showsNone reports whether the text that is kept of an older version holds no part
// that is not shown any more. One that is cut may end with the start of a part.
func (l Limits) showsNone(text []byte, cut bool) bool {
	if l.many {
		return len(text) == 0
	}
	if len(l.parts) == 0 {
		return true
	}
	text = plain(text)
	return !slices.ContainsFunc(l.parts, func(part []byte) bool {
		return holds(text, part) || cut && endsWith(text, part)
	})
}

// endsWith reports whether a text ends with the start of a part; a start of more than
// maxHead bytes may stand anywhere in it.
func endsWith(text, part []byte) bool {
	if len(part) > maxHead && bytes.Contains(text, part[:maxHead]) {
		return true
	}
	first, size := utf8.DecodeRune(part)
	for n := min(maxHead, len(part), len(text)); n >= size; n-- {
		if !bytes.HasSuffix(text, part[:n]) {
			continue
		}
		before, _ := utf8.DecodeLastRune(text[:len(text)-n])
		if !(joined(before) && joined(first)) {
			return true
		}
	}
	return false
}

// holds reports whether a text has a part, and not only within a longer word.
func holds(text, part []byte) bool {
	from := 0
	for room := maxCompared; room > 0; room -= len(part) {
		at := bytes.Index(text[from:], part)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRune(text[:at])
		first, _ := utf8.DecodeRune(part)
		last, _ := utf8.DecodeLastRune(part)
		after, _ := utf8.DecodeRune(text[at+len(part):])
		if !(joined(before) && joined(first)) && !(joined(last) && joined(after)) {
			return true
		}
		from = at + 1
	}
	return true
}

// joined reports whether a character makes one word with others like it. Those of
// scripts without spaces between words do not.
func joined(r rune) bool { return r < 0x2E80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

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
	if !l.showsNone([]byte(r.Heading), true) || !l.showsNone(text, document.MayBeCut(text)) {
		return false
	}
	older.hashes = l.hashes // it shows none of the parts
	if l.access != "" {
		var p segment.Postings
		ok, err := p.Find(s, []byte(segment.PrefixFilter+document.AccessPrefix+l.access))
		if err == nil && ok && p.SeekGE(doc) && p.Doc() == doc {
			older.access = l.access
		}
	}
	return l.Allow(older)
}
