package sitemap

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A Writer writes a sitemap, or a sitemap index, that is within the limits of the protocol. The same
// entries always make the same bytes. It is not safe for concurrent use.
type Writer struct {
	out     *bufio.Writer
	kind    Kind
	entries int
	bytes   int64 // written so far, with the end
}

// Beginnings and ends of files.
const (
	xmlHead = xml.Header
	urlsOn  = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n"
	urlsOff = "</urlset>\n"
	mapsOn  = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n"
	mapsOff = "</sitemapindex>\n"
)

// NewWriter returns a Writer of a sitemap if kind is Page, or of an index if it is Index; for Item it
// panics. The caller closes w, after the Writer.
func NewWriter(w io.Writer, kind Kind) *Writer {
	if kind != Page && kind != Index {
		panic("sitemap: there is no writer for a " + kind.String())
	}
	s := &Writer{out: bufio.NewWriter(w), kind: kind}
	head := xmlHead + s.tag(urlsOn, mapsOn)
	s.bytes = int64(len(head) + len(s.tag(urlsOff, mapsOff)))
	_, _ = s.out.WriteString(head) // a bufio.Writer fails again at Flush
	return s
}

// tag returns one of two texts, by what is written.
func (w *Writer) tag(ofPages, ofSitemaps string) string {
	if w.kind == Index {
		return ofSitemaps
	}
	return ofPages
}

// Write adds an entry: its Loc, which must be an absolute URL of http or https of at most MaxLoc bytes, and
// its LastMod unless that is zero; of a page also its ChangeFreq unless it is Unknown, its Priority if it is
// neither 0 nor the default, and up to MaxAlternates alternates. Title and Media are not written. If the
// error is ErrLimit, the file is full, nothing was written, and the entry fits into another file.
func (w *Writer) Write(e Entry) error {
	if err := checkLoc(e.Loc); err != nil {
		return err
	}
	text := w.text(&e)
	switch size := int64(len(text)); {
	case w.entries >= DefaultMaxURLs:
		return fmt.Errorf("%w of %d entries", ErrLimit, DefaultMaxURLs)
	case w.bytes+size > DefaultMaxBytes && w.entries == 0:
		return fmt.Errorf("the entry of %.100s alone is longer than %d bytes", e.Loc, DefaultMaxBytes)
	case w.bytes+size > DefaultMaxBytes:
		return fmt.Errorf("%w of %d bytes", ErrLimit, DefaultMaxBytes)
	default:
		w.bytes += size
	}
	w.entries++
	_, err := w.out.WriteString(text)
	return err
}

// Entries returns the number of entries that were written.
func (w *Writer) Entries() int { return w.entries }

// Close writes the end of the file.
func (w *Writer) Close() error {
	_, err := w.out.WriteString(w.tag(urlsOff, mapsOff))
	return errors.Join(err, w.out.Flush())
}

// checkLoc returns what is wrong with the URL of an entry.
func checkLoc(loc string) error {
	if len(loc) > MaxLoc {
		return fmt.Errorf("the URL %.100s… is longer than %d bytes", loc, MaxLoc)
	}
	rest, ok := strings.CutPrefix(loc, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(loc, "http://")
	}
	if !ok || rest == "" || strings.ContainsRune("/?#", rune(rest[0])) || strings.ContainsFunc(rest, func(c rune) bool { return c <= ' ' || c == 0x7f || c == utf8.RuneError }) {
		return fmt.Errorf("%.100q is no absolute URL of http or https", loc)
	}
	return nil
}

// text returns an entry as it is written.
func (w *Writer) text(e *Entry) string {
	var b strings.Builder
	element := w.tag("url", "sitemap")
	b.WriteString("<" + element + ">")
	field(&b, "loc", e.Loc)
	if !e.LastMod.IsZero() {
		field(&b, "lastmod", dateText(e.LastMod))
	}
	if w.kind == Page {
		if e.ChangeFreq != Unknown {
			field(&b, "changefreq", e.ChangeFreq.String())
		}
		if e.Priority > 0 && e.Priority <= 1 && e.Priority != defaultPriority {
			field(&b, "priority", strconv.FormatFloat(e.Priority, 'g', -1, 64))
		}
		for _, a := range e.Alternates[:min(len(e.Alternates), MaxAlternates)] {
			b.WriteString("\n" + `  <xhtml:link rel="alternate" hreflang="` + escaped(a.Lang) + `" href="` + escaped(a.Href) + `"/>`)
		}
	}
	b.WriteString("</" + element + ">\n")
	return b.String()
}

// field writes an element with a text.
func field(b *strings.Builder, name, text string) {
	b.WriteString("<" + name + ">" + escaped(text) + "</" + name + ">")
}

// escaped returns a text as it stands in XML.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder never fails
	return b.String()
}

// dateText returns an instant in the profile of ISO 8601 that the protocol names: a date alone if it is
// the first moment of a day in UTC.
func dateText(t time.Time) string {
	if t = t.UTC(); t.Equal(t.Truncate(24 * time.Hour)) {
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339)
}
