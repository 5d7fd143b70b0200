// Package imports defines the JSON form in which pages are exported from and imported into an
// index, with one object per line.
//
// Floor: 5 (owner), a part of engine. Stability: engine; the form is a promise (docs/import.md).
// It is pure, and limits what it reads.
package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/engine/secrecy"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/internal/spelling"
	"github.com/aranea-search/aranea/weburl"
)

// Limits on what is read.
const (
	MaxLine   = 4 << 20 // bytes of one page as JSON
	MaxBlocks = 50_000  // elements of one page, including its title
)

// A Document is a page exported from an index or to be imported. Heading, Words, Elements and
// Zones are what the index stores; in imports, Blocks replaces Heading and Text if not empty.
// MaxSnippet is how many characters of it a result may show, 0 for any number; from Expires on it
// must not be found.
type Document struct {
	URL         string            `json:"url"`
	Title       string            `json:"title"`
	Heading     string            `json:"heading,omitempty"`
	Description string            `json:"description,omitempty"`
	Lang        string            `json:"lang"`
	Type        string            `json:"type,omitempty"` // its format, as filetype: names it
	Fetched     time.Time         `json:"fetched,omitzero"`
	Published   time.Time         `json:"published,omitzero"` // as stated by the page
	Modified    time.Time         `json:"modified,omitzero"`  // as stated by the page
	Depth       int               `json:"depth"`
	Words       uint64            `json:"words,omitempty"`
	Elements    map[string]int    `json:"elements,omitempty"`  // counts by kind
	Zones       map[string]uint64 `json:"zones,omitempty"`     // counts of words by zone
	Text        string            `json:"text,omitempty"`      // the part stored for snippets, with one element per line
	Blocks      []Block           `json:"blocks,omitempty"`    // not in exports
	Facets      []aranea.Facet    `json:"facets,omitempty"`    // likewise; what results can be narrowed by
	Links       []Link            `json:"links,omitempty"`     // not in exports, and ignored in imports
	Items       []pageitem.Item   `json:"items,omitempty"`     // likewise
	ItemsCut    bool              `json:"items_cut,omitempty"` // limits left some of them out
	MaxSnippet  uint32            `json:"max_snippet,omitempty"`
	Expires     time.Time         `json:"expires,omitzero"`
	Digest      string            `json:"digest,omitempty"` // see WithDigest
	Cut         bool              `json:"cut,omitempty"`    // the limits of a line left some of the blocks or links out
	Removed     time.Time         `json:"removed,omitzero"` // when the page left an index; it leaves this one, too
}

// A Block is an element of a page: the names of its kind and zone, which default to text and
// main, its text, and the identifier of a heading, or of a list item that defines something.
type Block struct {
	Kind string `json:"kind,omitempty"`
	Zone string `json:"zone,omitempty"`
	Text string `json:"text"`
	ID   string `json:"id,omitempty"`
	Pre  bool   `json:"pre,omitempty"` // its whitespace is that of the page; imports ignore it

	// Where it stands in a table, from 1; imports ignore it.
	Table  uint16 `json:"table,omitempty"`
	Row    uint16 `json:"row,omitempty"`
	Column uint16 `json:"column,omitempty"`
	Header bool   `json:"header,omitempty"`
}

// A Batch is a group of documents that are imported together.
type Batch struct {
	Documents []Document `json:"documents"`
}

// Imported is the result of importing a Batch.
type Imported struct {
	Documents int       `json:"documents"`         // in the index now
	Removed   int       `json:"removed,omitempty"` // out of it now
	Refused   []Refusal `json:"refused,omitempty"`
}

// A Refusal is a document of a Batch that was not imported.
type Refusal struct {
	Place int    `json:"place"` // index in the Batch
	URL   string `json:"url"`
	Why   string `json:"why"`
}

// Of returns what an index stores about a page.
func Of(d *index.Stored) Document {
	f := Document{
		URL: d.URL, Title: d.Title, Heading: d.Heading, Description: d.Description, Lang: d.Lang, Type: d.Format,
		Fetched: d.FetchedAt, Depth: int(d.Depth), Words: d.Words(), Elements: map[string]int{}, Zones: map[string]uint64{}, Text: string(d.Text),
		MaxSnippet: d.MaxSnippet, Expires: d.Expires,
	}
	switch at, kind := d.Dated(); kind {
	case document.Published:
		f.Published = at
	case document.Modified:
		f.Modified = at
	}
	for _, el := range d.Elements {
		f.Elements[el.Kind.String()]++
	}
	for z, words := range d.WordsIn() {
		if words > 0 {
			f.Zones[aranea.Zone(z).String()] = words
		}
	}
	return f
}

// All yields the pages of a snapshot that are not hidden, of those that were read with a secret only
// the ones with a label of access. At the end it yields the error, if there was one, or the damage
// because of which pages may be missing.
func All(ctx context.Context, snap *index.Snapshot, access []string) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		secret, unread := secrecy.In(snap, access)
		for d, err := range snap.Documents(ctx) {
			if err == nil && (d.Hidden || secret.Has(d.Segment, d.Doc)) {
				continue
			}
			if !yield(Of(&d), err) || err != nil {
				return
			}
		}
		if all := snap.Faults(); len(all) > 0 {
			unread = damage.Err(all[0].File, all[0].Offset, all[0].Text)
		}
		if unread != nil {
			yield(Document{}, unread)
		}
	}
}

// Parse parses one line. Unknown fields are an error, so that misspelled ones are not silently
// lost.
func Parse(line []byte) (d Document, err error) {
	if len(line) > MaxLine {
		return d, fmt.Errorf("it is longer than %d bytes", MaxLine)
	}
	if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != '{' {
		return d, errors.New("it is no JSON object")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return d, plain(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return d, errors.New("something follows the object")
	}
	return d, nil
}

// IsListed reports whether a line is from a list of URLs, as printed by aranea export without
// --documents.
func IsListed(line []byte) bool {
	var l struct {
		URL, Kind, State, Reason *string
	}
	return json.Unmarshal(line, &l) == nil && l.URL != nil && l.Kind != nil && l.State != nil && l.Reason != nil
}

// plain describes an error in JSON without the words of the decoder.
func plain(err error) error {
	var other *json.UnmarshalTypeError
	switch {
	case errors.As(err, &other) && other.Field == "":
		return errors.New("it is no JSON object")
	case errors.As(err, &other):
		return fmt.Errorf("%s cannot be %s %s", other.Field, article(other.Value), other.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is no whole JSON object")
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	if quoted, unknown := strings.CutPrefix(text, "unknown field "); unknown {
		if name, err := strconv.Unquote(quoted); err == nil {
			text = fmt.Sprintf("unknown field %.60q%s", name, spelling.DidYouMean(meant(name)))
		}
	}
	return errors.New(text)
}

// otherNames are what other programs call the fields, where that is not similar.
var otherNames = map[string]string{
	"language": "lang", "locale": "lang", "link": "url", "href": "url", "address": "url", "body": "text", "content": "text",
	"summary": "description", "abstract": "description", "format": "type", "mime": "type", "mimetype": "type", "contenttype": "type", "filetype": "type",
	"date": "published", "created": "published", "updated": "modified", "lastmod": "modified", "crawled": "fetched", "h1": "heading", "headline": "heading", "sections": "blocks",
}

// meant returns the field that an unknown one may be meant for, or "". A field of the document may
// be unknown in a block, and the other way round.
func meant(name string) string {
	plain := strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name))
	if other := otherNames[plain]; other != "" {
		return other
	}
	return spelling.Nearest(name, func(yield func(string) bool) {
		for _, t := range [...]reflect.Type{reflect.TypeFor[Document](), reflect.TypeFor[Block]()} {
			for f := range t.Fields() {
				if known, _, _ := strings.Cut(f.Tag.Get("json"), ","); known != name && !yield(known) {
					return
				}
			}
		}
	})
}

// article returns the indefinite article for a word.
func article(word string) string {
	if word != "" && strings.ContainsRune("aeio", rune(word[0])) {
		return "an"
	}
	return "a"
}

// format returns the format of the document among those that are known: the one that it states,
// or that of its URL.
func (d *Document) format(u weburl.URL, known extract.Formats) (string, error) {
	if d.Type == "" {
		return known.NamedBy(u), nil
	}
	name := known.Named(d.Type)
	if name == "" {
		return "", fmt.Errorf("type %.30q is unknown%s; without a type, the ending of the URL says it", d.Type, spelling.Meant(d.Type, slices.Values(known.Names())))
	}
	return name, nil
}

// noURL says why the text of a URL is none, without the text, which is told beside it: so the
// same fault of many documents has the same words.
func noURL(text string, err error) error {
	var e *weburl.Error
	switch {
	case text == "":
		return errors.New("it has no url")
	case errors.As(err, &e):
		return fmt.Errorf("url is no URL of the web: %s", e.Problem)
	}
	return fmt.Errorf("url is no URL of the web: %w", err)
}

// Page returns the change that puts the document into an index at an instant, and its entry for
// the frontier. Its type must be one of the known formats.
func (d *Document) Page(now time.Time, known extract.Formats) (aranea.IndexChange, aranea.Entry, error) {
	u, err := weburl.Parse(d.URL)
	if err != nil {
		return aranea.IndexChange{}, aranea.Entry{}, noURL(d.URL, err)
	}
	b := builder{page: &aranea.Page{URL: u, Published: aranea.Date{At: d.Published}, Modified: aranea.Date{At: d.Modified}}}
	if d.Lang != "und" {
		b.page.Lang = d.Lang
	}
	if b.page.Format, err = d.format(u, known); err != nil {
		return aranea.IndexChange{}, aranea.Entry{}, err
	}
	if err := b.all(d); err != nil {
		return aranea.IndexChange{}, aranea.Entry{}, err
	}
	p := b.page
	for _, f := range d.Facets {
		if err := facets.Give(p, f.Name, f.Value); err != nil {
			return aranea.IndexChange{}, aranea.Entry{}, err
		}
	}
	p.Fingerprint, p.Sketch = dedupe.Of(p, ""), dedupe.Sketch(p)
	at := d.Fetched
	if at.Unix() <= 0 || at.After(now) {
		at = now
	}
	depth := uint16(min(max(d.Depth, 0), math.MaxUint16))
	e := aranea.Entry{URL: u, Depth: depth, Fingerprint: p.Fingerprint, Detail: "imported on " + now.UTC().Format(time.DateOnly)}
	if len(p.Lang) <= aranea.MaxLanguage {
		e.Language = p.Lang
	}
	return aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: at, Depth: depth, Page: p, Snippet: true, MaxSnippet: d.MaxSnippet, Expires: d.Expires}, e, nil
}

// A builder builds a page.
type builder struct {
	page    *aranea.Page
	ids     map[string]bool // of headings
	tooMany bool
}

// all adds all parts of a document.
func (b *builder) all(d *Document) error {
	b.add(aranea.ElementTitle, aranea.ZoneMain, d.Title)
	b.add(aranea.ElementDescription, aranea.ZoneMain, d.Description)
	for i, x := range d.Blocks {
		kind, zone, err := x.names()
		if err == nil {
			err = b.identify(kind, &x)
		}
		if err != nil {
			return fmt.Errorf("block %d: %w", i+1, err)
		}
		b.add(kind, zone, x.Text)
	}
	if len(d.Blocks) == 0 {
		b.add(aranea.ElementHeading1, aranea.ZoneMain, d.Heading)
		for line := range strings.Lines(d.Text) {
			b.add(aranea.ElementText, aranea.ZoneMain, line)
		}
	}
	switch {
	case b.tooMany:
		return fmt.Errorf("it has more than %d blocks or lines of text", MaxBlocks)
	case len(b.page.Elements) == 0:
		return errors.New("it has no title, text or blocks")
	}
	return nil
}

// maxIdentifier is the maximum length in bytes of an identifier, as of those that a crawl reads.
const maxIdentifier = 200

// identify adds the identifier of a block that comes next, unless it is "" or was there before.
func (b *builder) identify(kind aranea.ElementKind, x *Block) error {
	id := x.ID
	switch {
	case id == "":
		return nil
	case !kind.IsHeading() && kind != aranea.ElementListItem:
		return errors.New("only a heading or a list-item has an id")
	case len(id) > maxIdentifier:
		return fmt.Errorf("id has more than %d bytes", maxIdentifier)
	case strings.ContainsFunc(id, unicode.IsControl):
		return errors.New("id has a control character")
	}
	if b.ids == nil {
		b.ids = map[string]bool{}
	}
	if !b.ids[id] && len(strings.Fields(x.Text)) > 0 {
		b.ids[id] = true
		b.page.HeadingIDs = append(b.page.HeadingIDs, aranea.HeadingID{Start: uint32(len(b.page.Text)), ID: id})
	}
	return nil
}

// add adds an element if its text is not empty. It collapses whitespace.
func (b *builder) add(kind aranea.ElementKind, zone aranea.Zone, text string) {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if b.tooMany = b.tooMany || text != "" && len(b.page.Elements) == MaxBlocks; text == "" || b.tooMany {
		return
	}
	start := uint32(len(b.page.Text))
	b.page.Text = append(append(b.page.Text, text...), '\n')
	b.page.Elements = append(b.page.Elements, aranea.Element{Kind: kind, Zone: zone, Start: start, End: start + uint32(len(text))})
}

// names returns the kind and the zone that the block names.
func (x *Block) names() (aranea.ElementKind, aranea.Zone, error) {
	kind, zone := aranea.ElementText, aranea.ZoneMain
	for x.Kind != "" && kind.String() != x.Kind {
		if kind++; !kind.IsBlock() {
			return 0, 0, fmt.Errorf("kind %.30q is none of the elements of a page", x.Kind)
		}
	}
	for x.Zone != "" && zone.String() != x.Zone {
		if zone++; zone >= aranea.Zones {
			return 0, 0, fmt.Errorf("zone %.30q is unknown", x.Zone)
		}
	}
	return kind, zone, nil
}
