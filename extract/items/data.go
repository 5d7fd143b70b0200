package items

import (
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/extract/datagraph"
	"github.com/aranea-search/aranea/extract/linkeddata"
)

// maxSteps is how many steps are taken in the structured data of a page for all of its items.
const maxSteps = 100_000

// maxRead is how many bytes of the texts of structured data are read for all items of a page: of each
// at most maxWritten, as often as it is a value.
const maxRead = 8 * MaxBytes

// LinkedData handles what a script with linked data (JSON-LD) of some size holds, as encoding/json
// decodes it into an any with UseNumber; nil for one that was not decoded.
func (r *Reader) LinkedData(v any, size int) {
	switch {
	case r.plan == nil || r.plan.data == nil:
	case v != nil:
		r.data.Add(v, size)
	case size > linkeddata.MaxBytes:
		r.cut = true
	}
}

// readData adds the items of structured data, behind those of elements.
func (r *Reader) readData() {
	if r.plan.data == nil {
		return
	}
	r.data.Collect()
	w := r.data.Written(maxSteps)
	for i := range r.plan.data {
		if !r.readKind(&r.plan.data[i], w) {
			break
		}
	}
	r.cut = r.cut || w.Ended() || r.data.Cut()
}

// readKind adds the items of a kind, and reports whether there was room for all. Several objects with
// one identifier are one item, which has of each what those before did not say.
func (r *Reader) readKind(d *ofData, w *datagraph.Walk) bool {
	known := map[string]int{}
	for _, it := range r.data.OfAny(d.types) {
		if r.data.Refers(it) {
			continue // it stands elsewhere
		}
		id := datagraph.ID(it)
		at, again := known[id]
		if !again {
			if at = r.add(d.kind); at < 0 {
				return false
			}
			if id != "" {
				known[id] = at
			}
		}
		for _, p := range d.fields {
			if !again || len(r.items[at].values[p.field]) == 0 {
				r.values(at, p.field, w.Follow(nil, MaxValues+1, it, p.steps))
			}
		}
	}
	return true
}

// values gives values of structured data to a field of an item.
func (r *Reader) values(at, field int, all []string) {
	it := &r.items[at]
	list := r.kinds[it.kind].fields[field].list
	for _, text := range all {
		if has := len(it.values[field]); has > 0 && !list || has == MaxValues {
			r.cut = r.cut || list
			return
		}
		if value := r.text(text); value != "" {
			it.values[field] = append(it.values[field], "")
			r.give(at, field, len(it.values[field])-1, value)
		}
	}
}

// text returns a text of structured data as a value, as far as it is read.
func (r *Reader) text(text string) string {
	if most := min(maxWritten, maxRead-r.read); len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text, r.cut = text[:most], true
	}
	r.read += len(text)
	c := capture{}
	r.cut = c.add([]byte(text)) || r.cut
	return strings.TrimSpace(string(c.text))
}
