package office

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/aranea-search/aranea/extract/content"
)

// maxDepth is how deep the elements of a part may lie in one another.
const maxDepth = 256

// A walker reads the XML of a part. It is told of each element's begin and end by
// its local name, and of text.
type walker interface {
	begin(name string, attr attributes)
	end(name string)
	text(s string)
}

// attributes are those of an element.
type attributes []xml.Attr

// get returns the value of an attribute by its local name, or "".
func (a attributes) get(name string) string {
	for _, x := range a {
		if x.Name.Local == name {
			return x.Value
		}
	}
	return ""
}

// walk reads XML to its end, to its first fault, or until the builder is full.
// What stands in elements deeper than maxDepth ends it.
func walk(r io.Reader, b *content.Builder, w walker) error {
	d := xml.NewDecoder(r)
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // packages are written in UTF-8
	depth := 0
	for !b.Full() {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return content.ErrDamaged
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return content.ErrDamaged
			}
			w.begin(t.Name.Local, t.Attr)
		case xml.EndElement:
			depth--
			w.end(t.Name.Local)
		case xml.CharData:
			w.text(string(t))
		}
	}
	return nil
}

// properties reads what a package says of itself: Dublin Core in core.xml,
// meta.xml or the package file of a book.
type properties struct {
	b    *content.Builder
	name string
	said strings.Builder
}

var _ walker = (*properties)(nil)

func (p *properties) begin(name string, _ attributes) {
	p.name = name
	p.said.Reset()
}

func (p *properties) text(s string) {
	if p.name != "" && p.said.Len() < maxProperty {
		p.said.WriteString(s)
	}
}

// maxProperty is the size in bytes from which on a property is not read further.
const maxProperty = 64 << 10

func (p *properties) end(name string) {
	if name != p.name {
		return
	}
	p.name = ""
	said := strings.TrimSpace(p.said.String())
	if said == "" {
		return
	}
	if name == "language" {
		p.b.Lang(said)
	} else if kind, ok := propertyKinds(name); ok {
		p.b.Property(kind, said)
	}
}
