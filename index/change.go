package index

import (
	"bytes"
	"encoding/binary"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/elements"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/varint"
	"github.com/aranea-search/aranea/weburl"
)

// What the log keeps about how a page may be shown, and what else of it follows, as bit flags. Those
// from showFacets on are in a second byte, which only puts with the bit longPut in their action have.
const (
	showSnippet = 1
	showNoCopy  = 2
	showLimit   = 4   // the number of characters follows
	showUntil   = 8   // the instant of expiry follows
	showAccess  = 16  // the label of the secret that it was read with follows
	showSketch  = 32  // the sketch of its text follows (not about showing)
	showDates   = 64  // the dates of publication and change that the page gives follow (not about showing)
	showIDs     = 128 // the identifiers of headings follow
	showFacets  = 256 // the operator's facets follow (not about showing)
)

// longPut is set in the action of a put with two bytes of flags.
const longPut = 128

// sketchSize is the length of a sketch in bytes.
const sketchSize = 8

func showing(c *aranea.IndexChange) (flags uint16) {
	if c.Snippet {
		flags |= showSnippet
	}
	if c.NoCopy {
		flags |= showNoCopy
	}
	if c.MaxSnippet > 0 {
		flags |= showLimit
	}
	if !c.Expires.IsZero() {
		flags |= showUntil
	}
	if c.Access != "" {
		flags |= showAccess
	}
	if c.Page.Sketch != 0 {
		flags |= showSketch
	}
	if !c.Page.Published.At.IsZero() || !c.Page.Modified.At.IsZero() {
		flags |= showDates
	}
	if len(c.Page.HeadingIDs) > 0 && c.Snippet && !c.NoCopy {
		flags |= showIDs
	}
	if len(c.Page.Facets) > 0 {
		flags |= showFacets
	}
	return flags
}

func encodeChange(b []byte, c *aranea.IndexChange) []byte {
	action, flags := byte(c.Action), uint16(0)
	if c.Action == aranea.IndexPut {
		if flags = showing(c); flags > 0xff {
			action |= longPut
		}
	}
	b = varint.AppendText(append(b, action), c.URL.String())
	b = binary.AppendUvarint(b, uint64(c.Version))
	if c.Action != aranea.IndexPut {
		return b
	}
	b = binary.AppendUvarint(b, uint64(c.FetchedAt.Unix()))
	b = binary.AppendUvarint(b, uint64(c.Depth))
	if b = append(b, byte(flags)); flags > 0xff {
		b = append(b, byte(flags>>8))
	}
	b = appendShowing(b, c, flags)
	b = varint.AppendText(b, document.PackLanguages(c.Page))
	b = varint.AppendText(b, c.Page.Format)
	all, whole := c.Page.Elements, c.Page.Text
	if slices.ContainsFunc(all, isExcluded) {
		all, whole = published(all, whole)
	}
	b = binary.AppendUvarint(b, uint64(len(all)))
	for _, e := range all {
		b = append(b, elements.KindAndZone(e.Kind, e.Zone))
		b = binary.AppendUvarint(b, uint64(e.Start))
		b = binary.AppendUvarint(b, uint64(e.End-e.Start))
	}
	b = binary.AppendUvarint(b, uint64(len(whole)))
	return append(b, whole...)
}

// appendShowing appends what the flags of a put say that follows them.
func appendShowing(b []byte, c *aranea.IndexChange, flags uint16) []byte {
	if flags&showLimit != 0 {
		b = binary.AppendUvarint(b, uint64(c.MaxSnippet))
	}
	if flags&showUntil != 0 {
		b = binary.AppendUvarint(b, segment.FromTime(c.Expires))
	}
	if flags&showAccess != 0 {
		b = varint.AppendText(b, c.Access)
	}
	if flags&showSketch != 0 {
		b = binary.LittleEndian.AppendUint64(b, c.Page.Sketch)
	}
	if flags&showDates != 0 {
		b = binary.AppendUvarint(b, segment.FromTime(c.Page.Published.At))
		b = binary.AppendUvarint(b, segment.FromTime(c.Page.Modified.At))
	}
	if flags&showIDs != 0 {
		b = appendHeadingIDs(b, headingIDs(c.Page))
	}
	if flags&showFacets != 0 {
		b = appendFacets(b, c.Page.Facets)
	}
	return b
}

// published returns the elements of a page and its text without what its owner excludes, which must not
// be searchable, not even for a reader of the log. Spaces keep the places of the rest.
func published(all []aranea.Element, text []byte) ([]aranea.Element, []byte) {
	text = slices.Clone(text)
	for _, e := range all {
		if e.Excluded {
			copy(text[e.Start:e.End], bytes.Repeat([]byte{' '}, int(e.End-e.Start)))
		}
	}
	return slices.DeleteFunc(slices.Clone(all), isExcluded), text
}

func isExcluded(e aranea.Element) bool { return e.Excluded }

func decodeChange(b []byte) (aranea.IndexChange, error) {
	c := varint.NewReader(b)
	action := c.Byte()
	long := action == byte(aranea.IndexPut)|longPut
	if long {
		action &^= longPut
	}
	ch := aranea.IndexChange{Action: aranea.IndexAction(action)}
	u, err := weburl.Parse(c.Text())
	if err != nil {
		return ch, err
	}
	ch.URL, ch.Version = u, uint32(c.Uint())
	if ch.Action != aranea.IndexPut {
		return ch, asError(c.Bad())
	}
	ch.FetchedAt, ch.Depth = time.Unix(int64(c.Uint()), 0).UTC(), uint16(c.Uint())
	flags := uint16(c.Byte())
	if long {
		flags |= uint16(c.Byte()) << 8
	}
	p := &aranea.Page{URL: u}
	readShowing(&c, &ch, p, flags)
	p.Lang, p.Format = c.Text(), c.Text()
	n := c.Uint()
	if n > uint64(c.Len()) {
		return ch, damage.ErrShort
	}
	for range n {
		kind, zone := elements.FromKindAndZone(c.Byte())
		e := aranea.Element{Kind: kind, Zone: zone, Start: uint32(c.Uint())}
		e.End = e.Start + uint32(c.Uint())
		p.Elements = append(p.Elements, e)
	}
	p.Text = append([]byte(nil), c.Take(c.Uint())...)
	for _, e := range p.Elements {
		if e.Start > e.End || int(e.End) > len(p.Text) {
			return ch, damage.ErrShort
		}
	}
	ch.Page = document.UnpackLanguages(p)
	return ch, asError(c.Bad())
}

// readShowing reads what appendShowing wrote.
func readShowing(c *varint.Reader, ch *aranea.IndexChange, p *aranea.Page, flags uint16) {
	ch.Snippet, ch.NoCopy = flags&showSnippet != 0, flags&showNoCopy != 0
	if flags&showLimit != 0 {
		ch.MaxSnippet = uint32(c.Uint())
	}
	if flags&showUntil != 0 {
		ch.Expires = segment.ToTime(c.Uint())
	}
	if flags&showAccess != 0 {
		ch.Access = c.Text()
	}
	if flags&showSketch != 0 {
		if sketch := c.Take(sketchSize); sketch != nil {
			p.Sketch = binary.LittleEndian.Uint64(sketch)
		}
	}
	if flags&showDates != 0 {
		p.Published.At, p.Modified.At = segment.ToTime(c.Uint()), segment.ToTime(c.Uint())
	}
	if flags&showIDs != 0 {
		p.HeadingIDs = readHeadingIDs(c)
	}
	if flags&showFacets != 0 {
		p.Facets = readFacets(c)
	}
}

func asError(bad bool) error {
	if bad {
		return damage.ErrShort
	}
	return nil
}
