package office

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/aranea-search/aranea/extract/content"
)

// maxDepth is the most nested elements of a part.
const maxDepth = 256

// A walker handles the XML of a part. It is called with the local name of each element at its
// begin and end, and with text.
type walker interface {
	begin(name string, attr attributes)
	end(name string)
	text(s string)
}

// attributes are the attributes of an element.
type attributes []xml.Attr

// get returns the value of the attribute with a local name, or "".
func (a attributes) get(name string) string {
	for _, x := range a {
		if x.Name.Local == name {
			return x.Value
		}
	}
	return ""
}

// walk parses XML up to its end, its first error, or until the builder is full. An element
// deeper than maxDepth ends it as well.
func walk(r io.Reader, b *content.Builder, w walker) error {
	d := xml.NewDecoder(r)
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // packages are in UTF-8
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

// properties reads the metadata of a package: Dublin Core in core.xml, meta.xml or the package
// file of a book.
type properties struct {
	b    *content.Builder
	book bool // its date is the date of publication
	name string
	meta string // in a book, which property or date the element is
	said strings.Builder
}

var _ walker = (*properties)(nil)

func (p *properties) begin(name string, attr attributes) {
	p.name, p.meta = name, cmp.Or(attr.get("property"), attr.get("event"))
	p.said.Reset()
}

func (p *properties) text(s string) {
	if p.name != "" && p.said.Len() < maxProperty {
		p.said.WriteString(s)
	}
}

// maxProperty is how many bytes of a property are read.
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
	switch kind, ok := propertyKinds(name); {
	case ok:
		p.b.Property(kind, said)
	case name == "language":
		p.b.Lang(said)
	case name == "date" && p.meta == "modification": // of EPUB 2
		p.b.Modified("dc:date", content.ParseDate(said))
	case name == "modified": // of ECMA-376
		p.b.Modified("dcterms:modified", content.ParseDate(said))
	case name == "date" && p.book:
		p.b.Published("dc:date", content.ParseDate(said))
	case name == "date": // in OpenDocument, the date of the last change
		p.b.Modified("dc:date", content.ParseDate(said))
	case name == "meta" && p.meta == "dcterms:modified":
		p.b.Modified(p.meta, content.ParseDate(said))
	}
}
