package facets

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea/extract/datagraph"
	"github.com/aranea-search/aranea/extract/selector"
)

// maxTokens is how many names of properties or types that one element has are read.
const maxTokens = 8

// startItem handles an element of microdata (HTML, 5.2 Encoding microdata).
func (r *Reader) startItem(tag atom.Atom, t selector.Tag, opened bool) {
	var of datagraph.Item
	for n := len(r.open); n > 0 && of == nil; n-- {
		of = r.open[n-1].item
	}
	props := tokens(t, "itemprop")
	if t.Written("itemscope") != nil {
		it := r.graph.NewItem(tokens(t, "itemtype"), attribute(t, "itemid"))
		r.graph.Place(it, of, props)
		if opened && len(r.open) < maxOpen {
			r.open = append(r.open, capture{depth: r.matcher.Depth(), rule: items, item: it})
		}
		return
	}
	if of == nil || len(props) == 0 {
		return
	}
	if value, ok := valueOf(tag, t); ok {
		r.graph.Set(of, props, value)
	} else if opened && len(r.open) < maxOpen {
		r.open = append(r.open, capture{depth: r.matcher.Depth(), rule: items, of: of, props: props})
	}
}

// tokens returns the words of an attribute.
func tokens(t selector.Tag, name string) []string {
	all := strings.Fields(attribute(t, name))
	return all[:min(len(all), maxTokens)]
}

// valueOf returns the value of a property that an attribute has (HTML, 5.2.4 Values). content
// counts on all elements, as the examples of schema.org use it, and of a link in the text the
// words count, since a URL is no value to choose.
func valueOf(tag atom.Atom, t selector.Tag) (value string, ok bool) {
	var name string
	switch {
	case tag == atom.Meta || t.Written("content") != nil:
		name = "content"
	case tag == atom.Link || tag == atom.Area:
		name = "href"
	case tag == atom.Audio || tag == atom.Embed || tag == atom.Iframe || tag == atom.Img || tag == atom.Source || tag == atom.Track || tag == atom.Video:
		name = "src"
	case tag == atom.Object:
		name = "data"
	case tag == atom.Data || tag == atom.Meter:
		name = "value"
	case tag == atom.Time && t.Written("datetime") != nil:
		name = "datetime"
	default:
		return "", false
	}
	return attribute(t, name), true
}
