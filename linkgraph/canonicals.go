package linkgraph

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// maxCanonicals is the number of canonical URLs of a page that are kept, of OtherSchemes as well.
const maxCanonicals = 16

// Canonicals are the canonical URLs of a page that does not name only itself, each once, in the order of
// the page; the page itself may be among them. OtherSchemes are those that are neither http nor https.
type Canonicals struct {
	Of           weburl.URL
	To           []weburl.URL
	OtherSchemes []string
}

func canonicalKey(page ref) []byte { return slices.Concat([]byte{tableCanonical}, page[:]) }

// canonicals replaces the canonical URLs of a page.
func (w *writer) canonicals(source ref, c *aranea.EdgeChange) error {
	names := len(c.Canonicals)+len(c.OtherSchemes) > 0
	if c.KeepParts || !names && !w.g.canonical {
		return nil
	}
	key := canonicalKey(source)
	if names {
		w.g.canonical = true
		if w.g.written != nil {
			w.g.written.Add(source.hash())
		}
		w.named[source] = true
		w.put(key, appendCanonicals(c))
		return nil
	}
	if w.g.written != nil && !w.g.written.Has(source.hash()) {
		return nil
	}
	_, err := w.g.kv.Get(key) // most pages have no record
	switch {
	case errors.Is(err, store.ErrNotFound) && !w.named[source]:
		return nil
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	}
	w.remove(key)
	return nil
}

// appendCanonicals returns the record of the canonical URLs of a page.
func appendCanonicals(c *aranea.EdgeChange) []byte {
	of := c.Source.String()
	var all []string
	for _, u := range c.Canonicals {
		if to := u.String(); len(all) < maxCanonicals && !slices.Contains(all, to) {
			all = append(all, to)
		}
	}
	all = append(all, c.OtherSchemes[:min(len(c.OtherSchemes), maxCanonicals)]...)
	return append(appendText([]byte{recordVersion}, of), appendURLs(of, all)...)
}

// decodeCanonicals reads the record of the canonical URLs of a page.
func decodeCanonicals(p store.Pair) (c Canonicals, err error) {
	r := readerOf(p.Value)
	of := r.text()
	all := r.urls(of)
	if err = r.end(); err == nil {
		c.Of, err = weburl.Parse(of)
	}
	for _, to := range all {
		u, fault := weburl.Parse(to)
		var scheme *weburl.Error
		switch {
		case fault == nil:
			c.To = append(c.To, u)
		case errors.As(fault, &scheme) && scheme.Problem == weburl.ProblemScheme:
			c.OtherSchemes = append(c.OtherSchemes, to)
		default:
			err = cmp.Or(err, fault)
		}
	}
	if err != nil {
		return c, corrupt(p.Key, err)
	}
	return c, nil
}

// CanonicalsOf returns the canonical URLs of a page that are http or https, none if it names none, or only itself.
func (g *Graph) CanonicalsOf(page weburl.URL) ([]weburl.URL, error) {
	p := store.Pair{Key: canonicalKey(refOf(page.ID()))}
	var err error
	if p.Value, err = g.kv.Get(p.Key); errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c, err := decodeCanonicals(p)
	return c.To, err
}

// WithCanonicals yields the pages with canonical URLs that count, without those that name only themselves.
func (g *Graph) WithCanonicals(ctx context.Context) iter.Seq2[Canonicals, error] {
	return func(yield func(Canonicals, error) bool) {
		for p, err := range g.scan(ctx, []byte{tableCanonical}, []byte{tableCanonical + 1}) {
			var c Canonicals
			counts := true
			switch {
			case err != nil:
			case len(p.Key) == 1:
				continue
			case len(p.Key) != 1+refSize:
				err = corrupt(p.Key, errRecord)
			default:
				c, err = decodeCanonicals(p)
			}
			if err == nil {
				counts, err = g.counts(c.Of)
			}
			if (counts || err != nil) && !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// keptKey is the key of the mark that says since when all pages that are read have what they name in the
// graph.
func keptKey() []byte { return []byte{tableCanonical} }

// keptSince returns the mark that pages have been kept with what they name since an instant.
func keptSince(milliseconds uint64) []byte {
	return binary.AppendUvarint([]byte{recordVersion}, milliseconds)
}
