package cluster

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"math"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/paging/seal"
	"github.com/aranea-search/aranea/weburl"
)

// MaxCursor is the longest cursor of a Front, in characters: as long as that of one index may be, since what
// carries it, such as the address of a page of results, takes no longer ones. A list that would exceed it has
// no next page. That is behind some 1,300 results.
const MaxCursor = paging.MaxLength

// maxUsed is how many results a cursor names of one node that were shown of the page that the node stands in.
const maxUsed = answer.MaxTogether

// maxShown is how many results that were shown a cursor knows by their texts: as many as one index arranges.
const maxShown = contest.Most

// A cursor is the position in a list that is merged from those of the nodes. The zero value, with a place for
// each node, is before the first result.
type cursor struct {
	langs  []analyze.Lang  // in which the list began
	passed int             // results before the position
	shown  []collapse.Item // the first of these, under which copies are folded: sketch, language, popularity
	places []place         // of the nodes
}

// of returns the place of a node.
func (c *cursor) of(n *node) *place { return &c.places[n.part.Number-1] }

// A place is the position in the list of one node: a page of it, and which of its results were shown.
type place struct {
	left  bool     // the node did not answer when the list began, and is left out of it
	ended bool     // all was shown
	after string   // the node's cursor of the page, "" for the first one
	used  []uint64 // keys of results on it that were shown
}

// keyOf returns the key of a result.
func keyOf(u weburl.URL) uint64 {
	sum := sha256.Sum256([]byte(u.String()))
	return binary.BigEndian.Uint64(sum[:8])
}

// cursorVersion begins every cursor of a Front. It changes with the encoding, or the order of results. No
// cursor of an index begins so.
const cursorVersion = 130

// How a place is encoded.
const (
	placeLeft  = iota // left
	placeEnded        // ended
	placePage         // a cursor in base64, which is kept as bytes
	placeText         // a cursor as text, or the first page
)

// encode returns the text of a cursor, bound to a search; "" if there is too much to remember.
func (c *cursor) encode(search string) string {
	b := seal.AppendLangs(seal.Begin(cursorVersion, search), c.langs)
	b = binary.AppendUvarint(b, uint64(c.passed))
	b = binary.AppendUvarint(b, uint64(len(c.shown)))
	for _, it := range c.shown {
		b = append(binary.BigEndian.AppendUint64(b, it.Sketch), byte(it.Lang), it.Known)
	}
	b = binary.AppendUvarint(b, uint64(len(c.places)))
	for i := range c.places {
		b = c.places[i].append(b)
	}
	text := seal.Close(b)
	if len(text) > MaxCursor {
		return ""
	}
	return text
}

func (p *place) append(b []byte) []byte {
	switch {
	case p.left:
		return append(b, placeLeft)
	case p.ended:
		return append(b, placeEnded)
	}
	kind, after := byte(placeText), []byte(p.after)
	if raw, err := base64.RawURLEncoding.DecodeString(p.after); err == nil && base64.RawURLEncoding.EncodeToString(raw) == p.after {
		kind, after = placePage, raw
	}
	b = binary.AppendUvarint(append(b, kind), uint64(len(after)))
	b = binary.AppendUvarint(append(b, after...), uint64(len(p.used)))
	for _, key := range p.used {
		b = binary.BigEndian.AppendUint64(b, key)
	}
	return b
}

// decode reads the text of a cursor that is bound to a search of so many nodes.
func decode(text, search string, nodes int) (*cursor, error) {
	r := reader{seal.Open(text, cursorVersion, MaxCursor)}
	if r.Reader == nil {
		return nil, paging.ErrUnread
	}
	c := &cursor{langs: r.Langs(paging.MaxPreferred)}
	c.passed = r.Count(math.MaxInt32)
	for range r.Count(maxShown) {
		c.shown = append(c.shown, collapse.Item{Sketch: r.Uint64(), Lang: analyze.Lang(r.Byte()), Known: r.Byte()})
	}
	if r.Count(nodes) != nodes {
		r.Refuse()
	}
	for range nodes {
		c.places = append(c.places, r.place())
	}
	switch {
	case !r.Whole():
		return nil, paging.ErrUnread
	case !r.Belongs(search):
		return nil, paging.ErrOther
	}
	return c, nil
}

// A reader decodes the parts of a cursor.
type reader struct{ *seal.Reader }

// place reads the place of a node.
func (r reader) place() (p place) {
	switch kind := r.Byte(); kind {
	case placeLeft:
		p.left = true
	case placeEnded:
		p.ended = true
	case placePage, placeText:
		after := r.Take(r.Count(paging.MaxLength))
		if p.after = string(after); kind == placePage {
			p.after = base64.RawURLEncoding.EncodeToString(after)
		}
		for range r.Count(maxUsed) {
			p.used = append(p.used, r.Uint64())
		}
	default:
		r.Refuse()
	}
	return p
}
