package imports

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/internal/show"
)

// Limits on the blocks of a document that is written: with them it can be imported.
const (
	mostBlocks = MaxBlocks - 2 // beside title and description
	mostBytes  = 3 << 20       // of the items and blocks as JSON, about
	blockBytes = 48            // of one block as JSON beside its text and identifier, about
	placeBytes = 40            // of its place in a table, about
	itemBytes  = 24            // of an item beside its kind and fields, about
)

// OfChange returns the page that a change puts into an index, as its owner lets it be shown:
// without the description if no snippet is allowed, and without blocks, items and links if none or no copy is.
func OfChange(c *aranea.IndexChange) Document {
	p := c.Page
	d := Document{
		URL: c.URL.String(), Title: p.Title(), Lang: document.Language(p, ""), Type: p.Format, Fetched: c.FetchedAt.UTC().Truncate(time.Second),
		Published: p.Published.At, Modified: p.Modified.At, Depth: int(c.Depth), Facets: p.Facets, MaxSnippet: c.MaxSnippet, Expires: c.Expires,
	}
	if !c.Snippet {
		return d
	}
	if !c.NoCopy {
		d.Items, d.ItemsCut = p.Items.Said(), p.Items.Cut
	}
	titled, described, size := d.Title == "", false, sizeOf(d.Items)
	for b := range document.Blocks(p) {
		switch {
		case b.Kind == aranea.ElementTitle && !titled:
			titled = true
			continue
		case b.Kind == aranea.ElementDescription && !described:
		case c.NoCopy:
			continue
		}
		if b.Cell.Table > 0 {
			size += placeBytes
		}
		if size += blockBytes + encoded(b.Text) + 2*len(b.ID); len(d.Blocks) == mostBlocks || size > mostBytes {
			d.Cut = true
			break
		}
		if b.Kind == aranea.ElementDescription && !described {
			d.Description, described = string(b.Text), true
			continue
		}
		d.Blocks = append(d.Blocks, blockOf(&b))
	}
	if !c.NoCopy {
		links, cut := linksOf(p)
		d.Links, d.Cut = links, d.Cut || cut
	}
	return d
}

// sizeOf returns how many bytes items take in a line, about.
func sizeOf(items []pageitem.Item) (n int) {
	for _, it := range items {
		n += itemBytes + len(it.Kind)
		for _, f := range it.Fields {
			n += len(`"":[],`) + len(f.Name)
			for _, v := range f.Values {
				n += len(`"",`) + encoded([]byte(v))
			}
		}
	}
	return n
}

// WithDigest returns the document with a digest, which is the same as long as nothing but the visit and
// the depth of the page changes: 32 hexadecimal digits.
func (d Document) WithDigest() (Document, error) {
	said := d
	said.Fetched, said.Depth = time.Time{}, 0
	text, err := json.Marshal(said)
	if err != nil {
		return d, err
	}
	sum := sha256.Sum256(text)
	d.Digest = hex.EncodeToString(sum[:16])
	return d, nil
}

// Leaves reports whether the page of the document is to leave an index: one that has left another, or
// the line of a page, which has a digest, of which nothing may be shown.
func (d *Document) Leaves() bool {
	return !d.Removed.IsZero() || d.Digest != "" && len(d.Title)+len(d.Description)+len(d.Heading)+len(d.Text)+len(d.Blocks) == 0
}

// encoded returns how many bytes a text takes in a line, in which show.JSON has escaped what is unsafe.
func encoded(text []byte) (n int) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		switch {
		case r == '"', r == '\\', r == '\n', r == '\t':
			n += len(`\n`)
		case r > math.MaxUint16 && show.Unsafe(r):
			n += len(`\udbff\udfff`)
		case r == utf8.RuneError && size == 1, show.Unsafe(r):
			n += len(`\u0000`)
		default:
			n += size
		}
	}
	return n
}

// blockOf returns a block of a page, without a kind or zone that is the default.
func blockOf(b *document.Block) Block {
	x := Block{Text: string(b.Text), ID: b.ID, Pre: b.Pre, Table: b.Cell.Table, Row: b.Cell.Row, Column: b.Cell.Column, Header: b.Cell.Header}
	if b.Kind != aranea.ElementText {
		x.Kind = b.Kind.String()
	}
	if b.Zone != aranea.ZoneMain {
		x.Zone = b.Zone.String()
	}
	return x
}

// Kept returns what an index keeps of a page, hidden or not, at a place that Lookup has returned.
func Kept(snap *index.Snapshot, seg int, doc uint32) (d Document, err error) {
	kept := index.Stored{}
	if kept.Record, err = snap.Doc(seg, doc); err != nil {
		return d, err
	}
	if kept.Text, err = snap.Text(seg, doc); err != nil {
		return d, err
	}
	return Of(&kept), nil
}
