// Package feed reads feeds (RSS, Atom) and other XML as pages of text.
//
// Floor: 2 (pure). Stability: engine. The URLs that a feed lists are read by package sitemap;
// this package reads its text.
package feed

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/sitemap"
)

// Readers of feeds and of other XML with their versions, which change when their results change.
const (
	ReaderFeed = "feed 3"
	ReaderXML  = "xml 2"
)

// maxDepth is the maximum nesting of elements.
const maxDepth = 256

// maxText is the number of bytes of one entry's text that are read.
const maxText = 1 << 20

// Read reads an XML document in UTF-8, whatever it declares. A document that only lists pages
// for robots gives an empty one, and so does a feed without entries: its name alone is no text.
func Read(body []byte, l content.Limits) (content.Document, error) {
	d := document{b: content.New(l), reader: ReaderXML, media: media{places: map[string]int{}}}
	x := xml.NewDecoder(strings.NewReader(string(body)))
	x.Strict = false
	x.Entity = xml.HTMLEntity
	x.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	err := d.read(x)
	d.b.End()
	d.media.endEntry(d.words[0], d.words[1]) // of a feed that breaks off
	d.media.end(d.b, d.title[0], d.title[1])
	if err == nil && d.isFeed && d.inChannel && !d.hasEntries && len(d.names) == 0 && !d.b.Full() {
		return content.New(l).Document(d.reader), nil
	}
	return d.b.Document(d.reader), err
}

// read reads the document to its end, or to a fault.
func (d *document) read(x *xml.Decoder) error {
	for !d.b.Full() && !d.isList {
		t, err := x.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return content.ErrDamaged
		}
		switch t := t.(type) {
		case xml.StartElement:
			if len(d.names) >= maxDepth {
				return content.ErrDamaged
			}
			d.begin(t)
		case xml.EndElement:
			d.end(t.Name.Local)
		case xml.CharData:
			d.text(string(t))
		}
	}
	return nil
}

// A document is the state of reading a document.
type document struct {
	b      *content.Builder
	reader string
	isFeed bool
	isList bool

	inChannel  bool // the feed has begun; RDF is other data, too
	hasEntries bool

	names  []string // names of the open elements
	said   strings.Builder
	href   string
	titled bool
	title  [2]uint32 // range of the title of the feed
	words  [2]uint32 // range of the title of the open entry
	told   []string  // texts of the open entry
	media  media
}

func (d *document) begin(e xml.StartElement) {
	name, attr := e.Name.Local, e.Attr
	if len(d.names) == 0 {
		d.root(name, attr)
	}
	if !d.isFeed {
		d.flush()
	}
	for _, a := range attr {
		if a.Name.Local == "lang" && len(d.names) < 2 {
			d.b.Lang(a.Value)
		}
	}
	if d.isFeed {
		if m, ok := sitemap.MediumOf(e); ok {
			d.media.begin(m, d.inEntry())
		}
	}
	if isEntry(name) {
		d.told, d.hasEntries = d.told[:0], true
	}
	d.inChannel = d.inChannel || name == "channel" && len(d.names) == 1
	d.names = append(d.names, name)
	d.said.Reset()
	if name == "link" {
		d.href = reference(attr)
	}
}

// root determines the kind of the document by its root element and the namespaces that it declares.
func (d *document) root(name string, attr []xml.Attr) {
	switch strings.ToLower(name) {
	case "rss", "feed", "rdf":
		d.isFeed, d.reader = true, ReaderFeed
		isAtom := func(a xml.Attr) bool { return strings.Contains(strings.ToLower(a.Value), "/atom") }
		d.inChannel = name == "feed" && slices.ContainsFunc(attr, isAtom)
	case "urlset", "sitemapindex":
		d.isList = true
	}
}

// reference returns the target of a link of an Atom feed, "" if it is not for people.
func reference(attr []xml.Attr) (href string) {
	for _, a := range attr {
		switch a.Name.Local {
		case "href":
			href = a.Value
		case "rel":
			if a.Value != "alternate" && a.Value != "related" {
				return ""
			}
		}
	}
	return href
}

func (d *document) text(s string) {
	if d.said.Len()+len(s) <= maxText {
		d.said.WriteString(s)
	}
}

func (d *document) end(name string) {
	if d.isFeed {
		d.entry(name)
	} else {
		d.flush()
	}
	d.said.Reset()
	if n := len(d.names); n > 0 {
		d.names = d.names[:n-1]
	}
}

// flush writes the text of an element as a block, or as several if it is markup: exports have descriptions so.
func (d *document) flush() {
	if s := strings.TrimSpace(d.said.String()); strings.Contains(s, "</") {
		d.b.Markup(s)
		d.b.End()
	} else if s != "" {
		d.b.Block(aranea.ElementText)
		d.b.Write(s)
		d.b.End()
	}
	d.said.Reset()
}

// isEntry reports whether an element is an entry.
func isEntry(name string) bool {
	return strings.EqualFold(name, "item") || strings.EqualFold(name, "entry")
}

func (d *document) inEntry() bool { return slices.ContainsFunc(d.names, isEntry) }

// around returns the name of the parent of the element that ends.
func (d *document) around() string {
	if len(d.names) < 2 {
		return ""
	}
	return d.names[len(d.names)-2]
}

// maxTold is the number of texts of an entry that are remembered, so that a text is not read
// twice: many feeds repeat it for different kinds of programs.
const maxTold = 16

// isNew reports whether a text is new in the open entry, and remembers it.
func (d *document) isNew(said string) bool {
	if said == "" || slices.Contains(d.told, said) {
		return false
	}
	if len(d.told) < maxTold {
		d.told = append(d.told, said)
	}
	return true
}

// entry handles the end of an element of a feed.
func (d *document) entry(name string) {
	said := strings.TrimSpace(d.said.String())
	switch name {
	case "item", "entry":
		d.media.endEntry(d.words[0], d.words[1])
		d.words = [2]uint32{}
	case "title":
		d.heading(said)
	case "description", "summary", "content", "encoded", "subtitle":
		if d.isNew(said) {
			d.b.Markup(said)
			d.b.End()
		}
	case "link":
		if d.href != "" {
			said = d.href
		}
		d.href = ""
		d.b.Block(aranea.ElementText)
		d.b.Link(said)
		d.b.End()
	case "url":
		if d.around() == "image" {
			d.media.begin(sitemap.Medium{URL: said, Type: "image/*"}, d.inEntry())
		}
	case "language":
		d.b.Lang(said)
	case "category":
		d.b.Property(aranea.ElementKeywords, said)
	case "keywords":
		d.b.Property(aranea.ElementKeywords, strings.ReplaceAll(said, ",", ", "))
	}
}

// heading handles the title of the feed, of an entry, or of a media file. The title of the
// feed's picture is ignored.
func (d *document) heading(said string) {
	if around := d.around(); around == "image" || around == "source" || !d.isNew(said) {
		return
	}
	if !d.titled && !d.inEntry() {
		d.b.Property(aranea.ElementTitle, said)
		d.title[0], d.title[1] = d.b.Last()
		d.titled = true
		return
	}
	d.b.Property(aranea.ElementHeading2, said)
	if d.inEntry() && d.words[1] == 0 {
		d.words[0], d.words[1] = d.b.Last()
	}
}
