package linkgraph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// recordVersion is the first byte of every record. Records of version 1, which have no zones,
// can still be read.
const recordVersion = 2

// zoneBits is the number of low bits, in the number of a link's relations, that hold its zone
// plus one, 0 for an unknown zone.
const zoneBits = 3

// flagNoFollow is the bit of a link's flags that stores NoFollow; the other bits store its How.
const flagNoFollow = 0x80

var errRecord = errors.New("record does not decode")

// An edge is one link of a page as stored.
type edge struct {
	to     string // canonical URL
	ref    ref
	how    aranea.How
	rel    robotsmeta.Rel
	closed bool   // NoFollow
	zone   uint8  // an aranea.Zone plus one; 0 if unknown
	part   uint16 // the number of the partition of to; not stored, 0 for the whole web
	anchor string
}

// says reports whether two links to one URL say the same.
func (e *edge) says(o *edge) bool {
	return e.how == o.how && e.rel == o.rel && e.closed == o.closed && e.zone == o.zone && e.anchor == o.anchor
}

// isAlias reports whether a link declares another URL to stand for its page.
func (e *edge) isAlias() bool { return e.how == aranea.HowRedirect || e.how == aranea.HowCanonical }

// edgesOf returns the links of a page as stored: sorted by URL, each URL once, without links to
// the page itself.
func edgesOf(c *aranea.EdgeChange, places *places) []edge {
	edges := make([]edge, 0, min(len(c.Edges), MaxLinks))
	for i := range c.Edges {
		e := &c.Edges[i]
		if e.Target == c.Source || e.Target.IsZero() {
			continue
		}
		if len(edges) == MaxLinks {
			break
		}
		p := places.of(e.Target.Origin())
		edges = append(edges, edge{
			to: e.Target.String(), ref: refOf(e.Target.IDIn(p.id)), part: p.part, how: e.How, rel: e.Rel, closed: e.NoFollow,
			zone: zoneCode(e), anchor: show.Clip(e.Anchor, MaxAnchor),
		})
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return strings.Compare(a.to, b.to) })
	return slices.CompactFunc(edges, func(a, b edge) bool { return a.to == b.to })
}

// zoneCode returns the stored form of a link's zone.
func zoneCode(e *aranea.Edge) uint8 {
	if !e.HasZone {
		return 0
	}
	return uint8(e.Zone) + 1
}

// appendPage appends the record of a page: its URL and its links, each URL as the length of the
// prefix shared with the previous one and the rest.
func appendPage(b []byte, source string, edges []edge) []byte {
	b = appendText(append(b, recordVersion), source)
	b = binary.AppendUvarint(b, uint64(len(edges)))
	before := source
	for i := range edges {
		n := shared(before, edges[i].to)
		b = binary.AppendUvarint(b, uint64(n))
		b = appendText(b, edges[i].to[n:])
		b = edges[i].append(b)
		before = edges[i].to
	}
	return b
}

// append appends everything about a link except its URLs.
func (e *edge) append(b []byte) []byte {
	flags := byte(e.how)
	if e.closed {
		flags |= flagNoFollow
	}
	b = append(b, flags)
	b = binary.AppendUvarint(b, uint64(e.rel)<<zoneBits|uint64(e.zone))
	return appendText(b, e.anchor)
}

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// shared returns the length of the common prefix of two texts.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// decodePage reads the record of a page.
func decodePage(b []byte) (source string, edges []edge, err error) {
	var d decoder
	return d.page(b)
}

// A decoder reads the records of pages one after another into the same memory. The texts of a
// page are parts of two strings, however many there are.
type decoder struct {
	edges []edge
	urls  []byte // the URLs, one after another
	ends  []int  // the end of each of them
}

// page reads the record of a page. The list is valid until the next call, its texts remain
// valid.
func (d *decoder) page(b []byte) (source string, edges []edge, err error) {
	r := readerOf(b)
	source = r.text()
	d.edges, d.urls, d.ends = d.edges[:0], append(d.urls[:0], source...), d.ends[:0]
	begin := 0 // start of the previous URL
	for range r.uint(MaxLinks) {
		common := int(r.uint(uint64(len(d.urls) - begin)))
		rest := r.text()
		var e edge
		if r.edge(&e); r.bad {
			break
		}
		begin, d.urls = len(d.urls), append(d.urls, d.urls[begin:begin+common]...)
		d.urls = append(d.urls, rest...)
		d.edges, d.ends = append(d.edges, e), append(d.ends, len(d.urls))
	}
	urls, from := string(d.urls), len(source)
	for i, end := range d.ends {
		d.edges[i].to, from = urls[from:end], end
	}
	return source, d.edges, r.end()
}

// appendIn appends the record of one link by its target.
func appendIn(b []byte, e *edge) []byte { return e.append(append(b, recordVersion)) }

// decodeIn reads the record of one link by its target.
func decodeIn(b []byte) (e edge, err error) {
	r := readerOf(b)
	r.edge(&e)
	return e, r.end()
}

// A reader reads fields from a record; texts are substrings of it. After a fault all further
// fields are zero.
type reader struct {
	b     string
	bad   bool
	zones bool // links have zones: the record is not of version 1
}

// readerOf starts reading a record.
func readerOf(b []byte) reader {
	if !isRecord(b) {
		return reader{bad: true}
	}
	return reader{b: string(b[1:]), zones: b[0] == recordVersion}
}

// isRecord reports whether a record has a version that can be read.
func isRecord(b []byte) bool { return len(b) > 0 && (b[0] == recordVersion || b[0] == 1) }

func (r *reader) uint(limit uint64) uint64 {
	v, n := uvarint(r.b)
	if r.bad || n <= 0 || v > limit {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

// uvarint is binary.Uvarint of a string.
func uvarint(s string) (v uint64, n int) {
	if len(s) > 0 && s[0] < 0x80 {
		return uint64(s[0]), 1
	}
	return binary.Uvarint([]byte(s[:min(len(s), binary.MaxVarintLen64)]))
}

func (r *reader) text() string {
	n := r.uint(uint64(len(r.b)))
	if r.bad || n > uint64(len(r.b)) {
		r.bad = true
		return ""
	}
	s := r.b[:n]
	r.b = r.b[n:]
	return s
}

func (r *reader) edge(e *edge) {
	if r.bad || len(r.b) == 0 {
		r.bad = true
		return
	}
	e.how, e.closed = aranea.How(r.b[0]&^flagNoFollow), r.b[0]&flagNoFollow != 0
	r.b = r.b[1:]
	if rel := r.uint(1<<(16+zoneBits) - 1); r.zones {
		e.rel, e.zone = robotsmeta.Rel(rel>>zoneBits), uint8(rel&(1<<zoneBits-1))
		r.bad = r.bad || e.zone > aranea.Zones
	} else {
		e.rel = robotsmeta.Rel(rel)
		r.bad = r.bad || rel >= 1<<16
	}
	e.anchor = r.text()
}

// end returns the error of reading; trailing bytes are one.
func (r *reader) end() error {
	if r.bad || len(r.b) > 0 {
		return errRecord
	}
	return nil
}

// link returns an edge as a Link.
func (e *edge) link(from, to weburl.URL) Link {
	l := Link{From: from, To: to, Kind: e.how.String(), Anchor: e.anchor, Rel: e.rel.String(), NoFollow: e.closed}
	if e.zone > 0 {
		l.Zone = aranea.Zone(e.zone - 1).String()
	}
	return l
}

// corrupt returns the error for a record that does not decode.
func corrupt(key []byte, err error) error {
	return &aranea.Error{Op: "read link graph", Kind: aranea.Corrupt, Obj: fmt.Sprintf("key %x", key), Err: err}
}

// putDealt stores the number of a batch and of the one before it.
func putDealt(b store.Batch, direction byte, part int, last, before uint64) {
	value := binary.BigEndian.AppendUint64([]byte{recordVersion}, last)
	b.Put(dealtKey(direction, part), binary.BigEndian.AppendUint64(value, before))
}
