package sitemap

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html/charset"
)

// defaultPriority is the priority of an entry that names none.
const defaultPriority = 0.5

// A reader reads the elements of a file. It tracks the path of open elements by name, in lower
// case and without prefixes.
type reader struct {
	d     *xml.Decoder
	s     *sink
	path  []string
	entry *Entry // the current entry, nil outside entries
	at    int    // depth of its element
	line  int    // line where it starts

	text []byte // of the current field
	guid bool   // the entry's URL is from its guid

	shown shown // the current image or video
}

// readXML reads a sitemap, a sitemap index or a feed.
func readXML(in *bufio.Reader, s *sink) error {
	m := &meter{in: in}
	r := &reader{d: xml.NewDecoder(m), s: s}
	r.d.Strict = false
	r.d.Entity = xml.HTMLEntity
	r.d.CharsetReader = decode
	for {
		m.n = 0
		t, err := r.d.Token()
		if m.n > maxToken {
			return fmt.Errorf("%w of %d bytes between two elements", ErrLimit, maxToken)
		}
		if errors.Is(err, io.EOF) {
			if len(r.path) > 0 {
				return fmt.Errorf("%w: it ends inside of %s", ErrBroken, r.path[len(r.path)-1])
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrBroken, err)
		}
		if err := r.take(t); err != nil {
			return err
		}
	}
}

// maxToken is the maximum size in bytes of a tag or of the text between two tags, which the
// decoder holds in memory.
const maxToken = 1 << 20

// A meter counts the bytes that the decoder reads for one token, and fails if there are too many.
type meter struct {
	in *bufio.Reader
	n  int
}

// ReadByte reads a byte.
func (m *meter) ReadByte() (byte, error) {
	if m.n++; m.n > maxToken {
		return 0, ErrLimit
	}
	return m.in.ReadByte()
}

// Read reads for the decoder of a charset.
func (m *meter) Read(p []byte) (int, error) {
	if m.n > maxToken {
		return 0, ErrLimit
	}
	n, err := m.in.Read(p)
	m.n += n
	return n, err
}

// decode decodes a file in the charset of its XML declaration. A file with a byte order mark was
// already decoded.
func decode(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return in, nil
	}
	return charset.NewReaderLabel(label, in)
}

// take handles one token.
func (r *reader) take(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		return r.start(t)
	case xml.EndElement:
		return r.end()
	case xml.CharData:
		if r.isField() || r.isOfShown() {
			r.text = append(r.text, t[:min(len(t), maxText-len(r.text))]...)
		}
	}
	return nil
}

// isOfWebPage reports whether an element is one with which web pages begin, complete or sloppy
// ones: servers send them instead of sitemaps that do not exist.
func isOfWebPage(name string) bool {
	switch name {
	case "html", "head", "title", "meta", "link", "script", "style", "body", "div", "h1", "p":
		return true
	}
	return false
}

// start handles the start of an element.
func (r *reader) start(t xml.StartElement) error {
	if len(r.path) >= MaxDepth {
		return fmt.Errorf("%w of %d elements inside each other", ErrLimit, MaxDepth)
	}
	name := strings.ToLower(t.Name.Local)
	if len(r.path) == 0 && !isRoot(name) {
		if isOfWebPage(name) {
			return fmt.Errorf("%w, whose first element is %.40q", ErrWebPage, name)
		}
		return fmt.Errorf("%w: its first element is %.40q", ErrFormat, name)
	}
	r.path = append(r.path, name)
	if r.entry == nil {
		if kind, ok := r.opens(); ok {
			r.entry, r.at, r.guid = &Entry{Kind: kind, Priority: defaultPriority}, len(r.path), false
			r.line, _ = r.d.InputPos()
		}
		return nil
	}
	if r.entry.Kind == Item && len(r.entry.Media) < MaxMedia {
		if m, ok := MediumOf(t); ok {
			r.entry.Media = append(r.entry.Media, m)
		}
	}
	switch {
	case r.isField():
		r.text = r.text[:0]
		r.attributes(name, t.Attr)
	case r.isOfShown():
		r.text = r.text[:0]
	}
	return nil
}

func isRoot(name string) bool {
	switch name {
	case "urlset", "sitemapindex", "rss", "rdf", "feed":
		return true
	}
	return false
}

// opens reports whether the innermost element is an entry, and returns its kind.
func (r *reader) opens() (Kind, bool) {
	n := len(r.path)
	if n < 2 {
		return 0, false
	}
	switch [2]string{r.path[n-2], r.path[n-1]} {
	case [2]string{"urlset", "url"}:
		return Page, true
	case [2]string{"sitemapindex", "sitemap"}:
		return Index, true
	case [2]string{"channel", "item"}, [2]string{"rdf", "item"}, [2]string{"feed", "entry"}:
		return Item, true
	}
	return 0, false
}

// isField reports whether the innermost element is directly inside an entry. The loc of an image
// inside an entry is not.
func (r *reader) isField() bool { return r.entry != nil && len(r.path) == r.at+1 }

// attributes handles a link with all its data in attributes.
func (r *reader) attributes(name string, attrs []xml.Attr) {
	if name != "link" && name != "guid" {
		return
	}
	value := map[string]string{}
	for _, a := range attrs {
		value[strings.ToLower(a.Name.Local)] = strings.TrimSpace(a.Value)
	}
	if name == "guid" {
		r.guid = !strings.EqualFold(value["ispermalink"], "false")
		return
	}
	rel, href, lang := strings.ToLower(value["rel"]), value["href"], value["hreflang"]
	switch {
	case href == "" || rel != "" && rel != "alternate":
	case r.entry.Kind == Item:
		if r.entry.Loc == "" {
			r.entry.Loc = href
		}
	case lang != "" && len(href) <= MaxLoc && len(lang) <= maxLang && len(r.entry.Alternates) < MaxAlternates:
		r.entry.Alternates = append(r.entry.Alternates, Alternate{Lang: lang, Href: href})
	}
}

// maxLang is the maximum length of a language tag in bytes.
const maxLang = 64

// end handles the end of the innermost element.
func (r *reader) end() error {
	if len(r.path) == 0 {
		return nil // an end tag without a start tag
	}
	var err error
	name, text := r.path[len(r.path)-1], strings.TrimSpace(string(r.text))
	switch {
	case r.isField() && r.isShown(name):
		r.endShown()
	case r.isField():
		err = r.field(name, text)
	case r.isOfShown():
		r.shownField(name, text)
	case r.entry != nil && len(r.path) == r.at:
		err = r.finish()
	default:
		r.path = r.path[:len(r.path)-1]
		return nil
	}
	r.text = r.text[:0]
	r.path = r.path[:len(r.path)-1]
	return err
}

// field handles the content of an element of an entry.
func (r *reader) field(name, text string) error {
	e := r.entry
	if text == "" {
		return nil
	}
	var ok bool
	switch name {
	case "loc":
		e.Loc = text
	case "link":
		if e.Kind == Item {
			e.Loc = text
		}
	case "title":
		if e.Kind == Item && e.Title == "" {
			e.Title = text
		}
	case "guid":
		if r.guid && e.Loc == "" && isURL(text) {
			e.Loc = text
		}
	case "lastmod", "updated", "pubdate", "date":
		if e.LastMod, ok = parseDate(text); !ok {
			return r.s.fault(r.line, "the date is not readable", text, e.Loc)
		}
	case "published":
		if t, ok := parseDate(text); ok && e.LastMod.IsZero() {
			e.LastMod = t
		}
	case "changefreq":
		if e.ChangeFreq, ok = parseFrequency(text); !ok {
			return r.s.fault(r.line, "the change frequency is unknown", text, e.Loc)
		}
	case "priority":
		return r.priority(text)
	}
	return nil
}

// priority parses a number from 0 to 1; a decimal comma is a frequent mistake.
func (r *reader) priority(text string) error {
	p, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || !(p >= 0 && p <= 1) {
		return r.s.fault(r.line, "the priority is no number from 0 to 1", text, r.entry.Loc)
	}
	r.entry.Priority = p
	return nil
}

// finish passes on the current entry.
func (r *reader) finish() error {
	e := *r.entry
	r.entry = nil
	switch {
	case e.Loc == "" && (len(e.Media) == 0 || e.Kind != Item):
		return r.s.fault(r.line, "an entry has no URL", "", "")
	case len(e.Loc) > MaxLoc:
		return r.s.fault(r.line, "the URL is too long", e.Loc, "")
	}
	return r.s.entry(e)
}
