// Package feed reads feeds (RSS, Atom) and other XML as pages of text.
//
// Floor: 2 (pure). Stability: engine. What a feed lists as news to visit is read
// by package sitemap; this package reads what it says.
package feed

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Readers names the readers of feeds and of other XML with their versions, which
// move when what they make of a document changes.
const (
	ReaderFeed = "feed 1"
	ReaderXML  = "xml 1"
)

// maxDepth is how deep elements may lie in one another.
const maxDepth = 256

// maxText is how many bytes of one entry's text are read.
const maxText = 1 << 20

// Read reads an XML document in UTF-8, whatever it declares. One that lists pages
// for robots and says nothing itself is empty.
func Read(body []byte, l content.Limits) (content.Document, error) {
	d := document{b: content.New(l), reader: ReaderXML}
	x := xml.NewDecoder(strings.NewReader(string(body)))
	x.Strict = false
	x.Entity = xml.HTMLEntity
	x.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for !d.b.Full() && !d.isList {
		t, err := x.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return d.b.Document(d.reader), content.ErrDamaged
		}
		switch t := t.(type) {
		case xml.StartElement:
			if len(d.names) >= maxDepth {
				return d.b.Document(d.reader), content.ErrDamaged
			}
			d.begin(t.Name.Local, t.Attr)
		case xml.EndElement:
			d.end(t.Name.Local)
		case xml.CharData:
			d.text(string(t))
		}
	}
	return d.b.Document(d.reader), nil
}

// A document is being read.
type document struct {
	b      *content.Builder
	reader string
	isFeed bool
	isList bool
	names  []string // of the elements around
	said   strings.Builder
	href   string
	titled bool
}

func (d *document) begin(name string, attr []xml.Attr) {
	if len(d.names) == 0 {
		d.root(name)
	}
	if !d.isFeed {
		d.flush()
	}
	for _, a := range attr {
		if a.Name.Local == "lang" && len(d.names) < 2 {
			d.b.Lang(a.Value)
		}
	}
	d.names = append(d.names, name)
	d.said.Reset()
	if name == "link" {
		d.href = reference(attr)
	}
}

// root takes note of what kind of document it is.
func (d *document) root(name string) {
	switch strings.ToLower(name) {
	case "rss", "feed", "rdf":
		d.isFeed, d.reader = true, ReaderFeed
	case "urlset", "sitemapindex":
		d.isList = true
	}
}

// reference returns where a link of an Atom feed leads, "" if robots of people
// would not follow it.
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

// flush writes the text of an element as a block.
func (d *document) flush() {
	if s := strings.TrimSpace(d.said.String()); s != "" {
		d.b.Block(aranea.ElementText)
		d.b.Write(s)
		d.b.End()
	}
	d.said.Reset()
}

// entry takes what a part of a feed says when it ends.
func (d *document) entry(name string) {
	said := strings.TrimSpace(d.said.String())
	switch name {
	case "title":
		kind := aranea.ElementHeading2
		if !d.titled {
			kind, d.titled = aranea.ElementTitle, true
		}
		d.b.Property(kind, said)
	case "description", "summary", "content", "encoded", "subtitle":
		d.b.Markup(said)
		d.b.End()
	case "link":
		if d.href != "" {
			said = d.href
		}
		d.href = ""
		d.b.Block(aranea.ElementText)
		d.b.Link(said)
		d.b.End()
	case "language":
		d.b.Lang(said)
	case "category":
		d.b.Property(aranea.ElementKeywords, said)
	}
}
