package items

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/datagraph"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/internal/pageitem"
)

// Limits of the items of a page. What is beyond them is left out, and the page says so.
const (
	MaxItems  = 1_000
	MaxValue  = 1_000     // bytes of a value; a longer text is cut, a longer URL left out
	MaxValues = 100       // of a field that is a list
	MaxBytes  = 256 << 10 // of all values, with valueBytes for each and itemBytes for each item

	valueBytes = 8  // beside a value and its name
	itemBytes  = 32 // beside the fields
	maxOpen    = 64 // open elements whose text is read at once
)

// A Reader reads the items of one web page after another: from each start tag, end tag and text as
// it comes. The zero value is ready. It is for one goroutine.
type Reader struct {
	kinds   []kind
	plan    *plan // nil for nothing
	page    *aranea.Page
	enc     encoding.Encoding
	matcher selector.Matcher

	items []item
	open  []record  // the innermost last
	texts []capture // likewise
	words []byte    // the text at hand, for all of them
	data  datagraph.Graph
	bytes int
	read  int // bytes of texts of structured data
	cut   bool
}

// An item is one with its values by field. Of a field that is no list there is at most one value,
// which is empty as long as its element is open.
type item struct {
	kind   int
	values [][]string
}

// A record is an open element that is an item.
type record struct {
	depth int // open elements down to it
	kind  int
	item  int // its index, -1 if it is left out
}

// A capture is an open element whose text is a value.
type capture struct {
	depth             int
	item, field, slot int
	text              []byte
	gap               bool // some of it may not be shown, and there was no text since
}

// Reset begins a page, whose charset is enc, nil for UTF-8.
func (r *Reader) Reset(p Plan, page *aranea.Page, enc encoding.Encoding) {
	r.plan = p.of(page.URL.Host())
	r.items, r.open, r.texts, r.bytes, r.read, r.cut = r.items[:0], r.open[:0], r.texts[:0], 0, 0, false
	r.data = datagraph.Graph{}
	if r.plan == nil {
		r.page = nil // the caller keeps the page, and a reader waits for its next one
		r.matcher.Reset(nil)
		return
	}
	r.kinds, r.page, r.enc = p.kinds, page, enc
	r.matcher.Reset(r.plan.selectors)
}

// Active reports whether the page is read for items.
func (r *Reader) Active() bool { return r.plan != nil }

// Start handles a start tag; apart says that the element separates words, and closed that its owner
// lets nobody show what it says.
func (r *Reader) Start(tag atom.Atom, t selector.Tag, apart, closed bool) {
	opened := r.matcher.Start(tag, t)
	depth := r.matcher.Depth()
	if opened {
		r.closeTo(depth - 1)
	} else {
		r.closeTo(depth)
		depth++ // until the next tag
	}
	r.cut = r.cut || r.matcher.TooDeep()
	if apart {
		r.separate()
	}
	for _, n := range r.matcher.Selected() {
		l := &r.plan.lines[n-1]
		switch {
		case l.field < 0:
			r.begin(l.kind, depth)
		case l.attr == "" && opened:
			r.capture(l, depth)
		case l.attr != "" && !closed:
			r.attribute(l, t)
		}
	}
}

// begin begins an item with an element.
func (r *Reader) begin(kind, depth int) {
	r.open = append(r.open, record{depth, kind, r.add(kind)})
}

// add adds an item, and returns its index, -1 if it is left out.
func (r *Reader) add(kind int) int {
	if len(r.items) == MaxItems || !r.room(itemBytes+len(r.kinds[kind].name)) {
		r.cut = true
		return -1
	}
	r.items = append(r.items, item{kind, make([][]string, len(r.kinds[kind].fields))})
	return len(r.items) - 1
}

// room takes so many bytes of those that a page may have, and reports whether they were left.
func (r *Reader) room(n int) bool {
	if r.bytes+n > MaxBytes {
		r.cut = true
		return false
	}
	r.bytes += n
	return true
}

// slot returns the place for a further value of a field in the innermost item of its kind, and
// reports whether there is one.
func (r *Reader) slot(l *line) (item, slot int, ok bool) {
	n := len(r.open) - 1
	for n >= 0 && r.open[n].kind != l.kind {
		n--
	}
	if n < 0 || r.open[n].item < 0 {
		return 0, 0, false
	}
	item = r.open[n].item
	values := &r.items[item].values[l.field]
	if list := r.kinds[l.kind].fields[l.field].list; len(*values) > 0 && (!list || len(*values) == MaxValues) {
		r.cut = r.cut || list
		return 0, 0, false
	}
	*values = append(*values, "")
	return item, len(*values) - 1, true
}

// give puts a value into its place. A field whose first element says nothing waits for another one.
func (r *Reader) give(item, field, slot int, value string) {
	it := &r.items[item]
	f := &r.kinds[it.kind].fields[field]
	if value != "" && r.room(len(value)+len(f.name)+valueBytes) {
		it.values[field][slot] = value
	} else if !f.list {
		it.values[field] = it.values[field][:0]
	}
}

// capture begins to read the text of an element.
func (r *Reader) capture(l *line, depth int) {
	if len(r.texts) == maxOpen {
		r.cut = true
		return
	}
	if item, slot, ok := r.slot(l); ok {
		r.texts = append(r.texts, capture{depth: depth, item: item, field: l.field, slot: slot})
	}
}

// attribute reads an attribute, if the element has it.
func (r *Reader) attribute(l *line, t selector.Tag) {
	written := t.Written(l.attr)
	if written == nil {
		return
	}
	if item, slot, ok := r.slot(l); ok {
		r.give(item, l.field, slot, r.value(l.attr, written))
	}
}

// End handles an end tag; apart is as for Start.
func (r *Reader) End(tag atom.Atom, apart bool) {
	r.matcher.End(tag)
	r.closeTo(r.matcher.Depth())
	if apart {
		r.separate()
	}
}

// separate separates the words before and after a tag.
func (r *Reader) separate() {
	for i := range r.texts {
		if c := &r.texts[i]; len(c.text) > 0 && c.text[len(c.text)-1] != ' ' {
			c.text = append(c.text, ' ')
		}
	}
}

// Text handles text with its references decoded; closed is as for Start.
func (r *Reader) Text(s []byte, closed bool) {
	if len(r.texts) > 1 && !closed {
		r.words = collapse(r.words[:0], s)
		s = r.words
	}
	for i := range r.texts {
		if c := &r.texts[i]; closed {
			c.gap = true
		} else if c.add(s) {
			r.cut = true
		}
	}
}

// collapse appends text with each run of whitespace as one space, as much of it as is too long for
// any value.
func collapse(to, s []byte) []byte {
	for len(s) > 0 && len(to) <= MaxValue+len("  ") {
		char, size := utf8.DecodeRune(s)
		s = s[size:]
		if !separates(char) {
			to = utf8.AppendRune(to, char)
		} else if n := len(to); n == 0 || to[n-1] != ' ' {
			to = append(to, ' ')
		}
	}
	return to
}

// separates reports whether a character stands between words.
func separates(char rune) bool { return unicode.IsSpace(char) || unicode.IsControl(char) }

// gap stands for text that is not shown, as in the blocks of a page.
const gap = "… "

// add adds text, each run of whitespace as one space, and reports whether a part of it was left out
// because the value is as long as values may be.
func (c *capture) add(s []byte) (cut bool) {
	for len(s) > 0 {
		char, size := utf8.DecodeRune(s)
		s = s[size:]
		switch {
		case separates(char):
			if len(c.text) > 0 && c.text[len(c.text)-1] != ' ' {
				c.text = append(c.text, ' ')
			}
			continue
		case c.gap:
			c.gap = false
			c.mark()
		}
		if len(c.text)+utf8.RuneLen(char) > MaxValue {
			return true
		}
		c.text = utf8.AppendRune(c.text, char)
	}
	return false
}

// mark marks that text is left out behind some other text.
func (c *capture) mark() {
	if n := len(c.text); n > 0 && n+len(" "+gap) <= MaxValue {
		if c.text[n-1] != ' ' {
			c.text = append(c.text, ' ')
		}
		c.text = append(c.text, gap...)
	}
}

// closeTo ends the elements that are deeper than some number of open ones.
func (r *Reader) closeTo(depth int) {
	for n := len(r.texts); n > 0 && r.texts[n-1].depth > depth; n-- {
		c := &r.texts[n-1]
		r.give(c.item, c.field, c.slot, strings.TrimSpace(string(c.text)))
		*c = capture{}
		r.texts = r.texts[:n-1]
	}
	for n := len(r.open); n > 0 && r.open[n-1].depth > depth; n-- {
		r.open = r.open[:n-1]
	}
}

// Finish ends the page, and gives it its items.
func (r *Reader) Finish() {
	if r.plan == nil {
		return
	}
	r.closeTo(-1)
	r.readData()
	r.page.Items = pageitem.List{Cut: r.cut}
	for _, it := range r.items {
		k := &r.kinds[it.kind]
		out := pageitem.Item{Kind: k.name}
		for i, values := range it.values {
			if values = withoutEmpty(values); len(values) > 0 {
				out.Fields = append(out.Fields, pageitem.Field{Name: k.fields[i].name, Values: values, List: k.fields[i].list})
			}
		}
		r.page.Items.All = append(r.page.Items.All, out)
	}
	clear(r.items)
	r.data = datagraph.Graph{}
	r.page, r.plan = nil, nil
}

// withoutEmpty returns the values of a list that say something.
func withoutEmpty(values []string) []string {
	n := 0
	for _, v := range values {
		if v != "" {
			values[n] = v
			n++
		}
	}
	return values[:n]
}
