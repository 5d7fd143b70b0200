package segment

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/appendbuffer"
	"github.com/aranea-search/aranea/index/elements"
	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/shortpostings"
	"github.com/aranea-search/aranea/weburl"
)

// A Key identifies a document in an index: the second half of a URL's ID, which is computed
// from the whole URL.
type Key [weburl.IDSize - weburl.OriginIDSize]byte

// KeyOf returns the key of a URL's ID.
func KeyOf(id weburl.ID) Key { return Key(id[weburl.OriginIDSize:]) }

// A ShortKey is the first half of a key. It identifies documents well enough where only a few
// are meant.
type ShortKey [8]byte

// Short returns the first half of the key.
func (k Key) Short() ShortKey { return ShortKey(k[:8]) }

// idSize is the number of bytes of a row of the table of keys: the key and the document.
const idSize = len(Key{}) + 4

type idEntry struct {
	key Key
	doc uint32
}

// A Doc is everything that a segment keeps of a page besides its words.
type Doc struct {
	ID     weburl.ID
	Record document.Record
	Site   string // the registrable domain
	Text   []byte // for snippets, with its outline
	// Limited tells that some words of the page were left out.
	Limited bool
	Sketch  uint64 // see aranea.Page
	// Positions is the number of positions: every position of the document is below it.
	Positions uint32
	// Title is the filter of the title: the bits of its forms and stems (TitleBit).
	Title uint64
	// Plain is the weight of a word that occurs once in the text, without emphasis.
	Plain float64
}

// Docs are documents on their way into a segment: their tables, and their data in blocks that
// are compressed as soon as they are full. They are used by one goroutine.
type Docs struct {
	columns, sketches, dates   []byte
	titles                     []byte
	spans, plains              []byte
	ids                        []idEntry
	keys                       *keyTable // for documents in memory
	records, texts, elements   blockWriter
	recordOut, textOut, elmOut appendbuffer.Buffer // for documents in memory
	count                      int
	words, limited             uint64
	langs                      []string
	scratch                    []byte
}

// NewDocs returns an empty set of documents in memory, for a Writer to take.
func NewDocs(files Folder) *Docs {
	d := &Docs{keys: newKeyTable()}
	d.writeTo(files.tools, &d.recordOut, &d.textOut, &d.elmOut)
	return d
}

// writeTo sets where the blocks are written.
func (d *Docs) writeTo(t *tools, records, texts, elements io.Writer) {
	d.records = blockWriter{out: records, tools: t, limit: recordBlock, fast: true}
	d.texts = blockWriter{out: texts, tools: t, limit: textBlock, fast: true}
	d.elements = blockWriter{out: elements, tools: t, limit: elementBlock}
}

// Len returns the number of documents.
func (d *Docs) Len() int { return d.count }

// Bytes returns the memory that documents in memory take.
func (d *Docs) Bytes() int {
	n := cap(d.ids)*int(unsafe.Sizeof(idEntry{})) + cap(d.scratch)
	n += cap(d.columns) + cap(d.sketches) + cap(d.dates) + cap(d.titles) + cap(d.spans) + cap(d.plains)
	for _, w := range []*blockWriter{&d.records, &d.texts, &d.elements} {
		n += cap(w.plain) + cap(w.scratch) + cap(w.table)
	}
	return n + d.count*keyBytes + d.recordOut.Bytes() + d.textOut.Bytes() + d.elmOut.Bytes()
}

// Add adds the next document.
func (d *Docs) Add(doc *Doc) error {
	c := columnOf(&doc.Record, doc.Site)
	c.Lang = d.lang(doc.Record.Lang)
	d.scratch = appendRecord(d.scratch[:0], &doc.Record)
	n := len(d.scratch)
	d.scratch = elements.Append(d.scratch, doc.Record.Elements)
	if doc.Limited {
		d.limited++
	}
	d.addRow(row{
		KeyOf(doc.ID), c, doc.Sketch, packDate(&doc.Record), eliasfano.Code(doc.Positions), shortpostings.PackPlain(doc.Plain), doc.Title,
	}, doc.Record.Words())
	return errors.Join(d.records.add(d.scratch[:n]), d.elements.add(d.scratch[n:]), d.texts.add(doc.Text))
}

// A row is what the tables hold of a document: key, columns, sketch, its own date, span, weight
// of a plain word, and the filter of its title.
type row struct {
	key    Key
	column Column
	sketch uint64
	date   uint32
	span   byte
	plain  uint16
	title  uint64
}

// addRow adds the next document to the tables only; its block data is added separately.
func (d *Docs) addRow(k row, words uint64) {
	d.ids = append(d.ids, idEntry{k.key, uint32(d.count)})
	if d.keys != nil {
		d.keys.add(k.key, uint32(d.count))
	}
	d.columns = appendColumn(d.columns, k.column)
	d.sketches = binary.LittleEndian.AppendUint64(d.sketches, k.sketch)
	d.dates = binary.LittleEndian.AppendUint32(d.dates, k.date)
	d.spans = append(d.spans, k.span)
	d.plains = binary.LittleEndian.AppendUint16(d.plains, k.plain)
	d.titles = binary.LittleEndian.AppendUint64(d.titles, k.title)
	d.count++
	d.words += words
}

// join adds the rows of documents whose blocks were copied after those of d.
func (d *Docs) join(more *Docs) {
	for _, e := range more.ids {
		d.ids = append(d.ids, idEntry{e.key, uint32(d.count) + e.doc})
	}
	rows := len(d.columns)
	d.columns = append(d.columns, more.columns...)
	for at := rows + columnLang; at < len(d.columns); at += columnSize {
		d.columns[at] = d.lang(more.langs[d.columns[at]])
	}
	d.sketches, d.dates, d.titles = append(d.sketches, more.sketches...), append(d.dates, more.dates...), append(d.titles, more.titles...)
	d.spans, d.plains = append(d.spans, more.spans...), append(d.plains, more.plains...)
	d.count, d.words, d.limited = d.count+more.count, d.words+more.words, d.limited+more.limited
	d.records.join(&more.records)
	d.texts.join(&more.texts)
	d.elements.join(&more.elements)
}

// flush closes the last blocks.
func (d *Docs) flush() error {
	return errors.Join(d.records.flush(), d.elements.flush(), d.texts.flush())
}

// lang returns the number of a language in the segment being written.
func (d *Docs) lang(code string) uint8 {
	i := slices.Index(d.langs, code)
	if i < 0 {
		if len(d.langs) > math.MaxUint8 {
			return 0 // there are fewer languages than that
		}
		i = len(d.langs)
		d.langs = append(d.langs, code)
	}
	return uint8(i)
}

// sortedIDs returns the table of IDs. Of several versions of a page the last comes first: it is
// the one that may be live, and that Find returns.
func (d *Docs) sortedIDs() []byte {
	ids := d.ids
	if d.keys != nil {
		ids = slices.Clone(ids) // others are reading them
	}
	slices.SortFunc(ids, func(a, b idEntry) int {
		return cmp.Or(bytes.Compare(a.key[:], b.key[:]), cmp.Compare(b.doc, a.doc))
	})
	out := make([]byte, 0, len(ids)*idSize)
	for _, e := range ids {
		out = append(out, e.key[:]...)
		out = binary.LittleEndian.AppendUint32(out, e.doc)
	}
	return out
}

// keyTable finds documents in memory by key. It is safe for concurrent use.
type keyTable struct {
	mu     sync.RWMutex
	last   map[ShortKey]uint32 // by short key, the last document with it
	before []uint32            // by document, the previous one with the same short key, plus one; 0 for none
}

// keyBytes estimates the memory that a key takes in the table.
const keyBytes = 28

func newKeyTable() *keyTable { return &keyTable{last: map[ShortKey]uint32{}} }

// add adds the key of the next document.
func (t *keyTable) add(key Key, doc uint32) {
	t.mu.Lock()
	defer t.mu.Unlock()
	before, ok := t.last[key.Short()]
	if ok {
		before++
	}
	t.last[key.Short()], t.before = doc, append(t.before, before)
}

// find returns the last document whose key begins with key; keys are those of all documents.
func (t *keyTable) find(key []byte, keys []idEntry) (uint32, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	at, ok := t.last[ShortKey(key)]
	if !ok {
		return 0, false
	}
	for at++; at > 0; at = t.before[at-1] {
		if doc := at - 1; int(doc) < len(keys) && bytes.HasPrefix(keys[doc].key[:], key) {
			return doc, true
		}
	}
	return 0, false
}
