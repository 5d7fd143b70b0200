package cluster

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"hash/fnv"
	"math"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/weburl"
)

// MaxCursor is the longest cursor of a Front, in characters: as long as that of one index may be, since what
// carries it, such as the address of a page of results, takes no longer ones. A list that would exceed it has
// no next page. That is behind some 1,500 results.
const MaxCursor = paging.MaxLength

// maxUsed is how many results a cursor names of one node that were shown of the page that the node stands in.
const maxUsed = answer.MaxTogether

// A cursor is the position in a list that is merged from those of the nodes. The zero value, with a place for
// each node, is before the first result.
type cursor struct {
	langs  []analyze.Lang // in which the list began
	passed int            // results before the position
	places []place        // of the nodes
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
const cursorVersion = 129

// How a place is encoded.
const (
	placeLeft  = iota // left
	placeEnded        // ended
	placePage         // a cursor in base64, which is kept as bytes
	placeText         // a cursor as text, or the first page
)

// encode returns the text of a cursor, bound to a search; "" if there is too much to remember.
func (c *cursor) encode(search string) string {
	b := binary.BigEndian.AppendUint64([]byte{cursorVersion}, mark(search))
	b = binary.AppendUvarint(b, uint64(len(c.langs)))
	for _, l := range c.langs {
		b = append(b, byte(l))
	}
	b = binary.AppendUvarint(b, uint64(c.passed))
	b = binary.AppendUvarint(b, uint64(len(c.places)))
	for i := range c.places {
		b = c.places[i].append(b)
	}
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	text := base64.RawURLEncoding.EncodeToString(b)
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

// mark returns a hash that identifies a search.
func mark(search string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(search)) // writing to a hash cannot fail
	return h.Sum64()
}

// decode reads the text of a cursor that is bound to a search of so many nodes.
func decode(text, search string, nodes int) (*cursor, error) {
	if len(text) > MaxCursor {
		return nil, paging.ErrUnread
	}
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(b) < 4 || crc32.ChecksumIEEE(b[:len(b)-4]) != binary.BigEndian.Uint32(b[len(b)-4:]) {
		return nil, paging.ErrUnread
	}
	r := reader{b: b[:len(b)-4]}
	if r.take(1)[0] != cursorVersion {
		return nil, paging.ErrUnread
	}
	of := binary.BigEndian.Uint64(r.take(8))
	c := &cursor{}
	for _, n := range r.take(r.count(paging.MaxPreferred)) {
		l := analyze.Lang(n)
		r.bad = r.bad || l != analyze.Und && l.String() == analyze.Und.String()
		c.langs = append(c.langs, l)
	}
	c.passed = r.count(math.MaxInt32)
	if r.count(nodes) != nodes {
		r.bad = true
	}
	for range nodes {
		c.places = append(c.places, r.place())
	}
	switch {
	case r.bad || len(r.b) > 0:
		return nil, paging.ErrUnread
	case of != mark(search):
		return nil, paging.ErrOther
	}
	return c, nil
}

// A reader decodes a cursor. Whatever is missing reads as zero and sets bad.
type reader struct {
	b   []byte
	bad bool
}

// take reads n bytes.
func (r *reader) take(n int) []byte {
	if len(r.b) < n {
		r.b, r.bad = nil, true
		return make([]byte, n)
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

// count reads a number of at most most.
func (r *reader) count(most int) int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > uint64(most) {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

// place reads the place of a node.
func (r *reader) place() (p place) {
	switch kind := r.take(1)[0]; kind {
	case placeLeft:
		p.left = true
	case placeEnded:
		p.ended = true
	case placePage, placeText:
		after := r.take(r.count(paging.MaxLength))
		if p.after = string(after); kind == placePage {
			p.after = base64.RawURLEncoding.EncodeToString(after)
		}
		for range r.count(maxUsed) {
			p.used = append(p.used, binary.BigEndian.Uint64(r.take(8)))
		}
	default:
		r.bad = true
	}
	return p
}
