package media

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/charset"
)

// Limits on what is read of a file.
const (
	maxTags    = 2000    // texts, not counting names of members
	maxMembers = 20_000  // of an archive
	maxTag     = 1 << 16 // bytes of one text
	firstYear  = 1800    // of a picture: photographs of old prints carry such years
)

// tags holds what a header says.
type tags struct {
	title         string
	all           []tag // in the order of the file
	bytes, most   int   // of texts
	width, height int   // pixels
	lasts         time.Duration
	made          aranea.Date
	size          int64 // bytes of the whole file, 0 if unknown
	files         int   // members
	cut           bool  // there are more members than were read
}

// A tag is one text with its kind.
type tag struct {
	kind aranea.ElementKind
	text string
}

// called adds a title. The first one counts; later ones become text.
func (t *tags) called(text string) {
	text = clean(text)
	if t.title == "" && text != "" {
		t.title = text
		t.bytes += len(text)
		return
	}
	if text != t.title {
		t.add(aranea.ElementText, text)
	}
}

// add adds a text unless it is there already: cameras and programs write the same text in
// several places.
func (t *tags) add(kind aranea.ElementKind, text string) {
	text = clean(text)
	if text == "" || text == t.title || len(t.all) >= maxTags || t.bytes+len(text) > t.most ||
		slices.ContainsFunc(t.all, func(x tag) bool { return x.text == text }) {
		return
	}
	t.bytes += len(text)
	t.all = append(t.all, tag{kind, text})
}

// member adds the name of a member of an archive.
func (t *tags) member(name string) {
	if strings.HasSuffix(name, "/") {
		return
	}
	if name = clean(name); name == "" || t.files >= maxMembers || t.bytes+len(name) > t.most {
		t.cut = true
		return
	}
	t.files++
	t.bytes += len(name)
	t.all = append(t.all, tag{aranea.ElementListItem, name})
}

// dated sets the date if none was set before.
func (t *tags) dated(source, text string) {
	if !t.made.At.IsZero() {
		return
	}
	text = clean(text)
	for _, form := range dateForms {
		at, err := time.Parse(form, text[:min(len(text), longest(form))])
		if err == nil && at.Year() >= firstYear && at.Year() < 10_000 {
			t.made = aranea.Date{At: at.UTC(), Source: source}
			return
		}
	}
}

// dateForms are the layouts in which headers write dates.
var dateForms = [...]string{
	"2006:01:02 15:04:05", time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", time.DateOnly, "20060102", "2006:01:02", "2006-01", "2006",
}

// longest returns the most bytes of a text that a layout can use: most layouts have one length,
// and what follows it, such as fractions of a second, does not count.
func longest(form string) int {
	if form == time.RFC3339 {
		return len("2006-01-02T15:04:05+07:00")
	}
	return len(form)
}

// clean returns a text up to its first NUL, without surrounding whitespace.
func clean(text string) string {
	text, _, _ = strings.Cut(text[:min(len(text), maxTag)], "\x00")
	return strings.TrimSpace(strings.ToValidUTF8(text, ""))
}

// legacy decodes a text as UTF-8, or else in the charset that it seems to use: many programs
// write that of their system, whatever the format requires.
func legacy(b []byte) string {
	b, _, _ = bytes.Cut(b[:min(len(b), maxTag)], []byte{0})
	if utf8.Valid(b) {
		return string(b)
	}
	decoded, _ := charset.Decode(b, "", false)
	return string(decoded)
}

// utf16Text decodes a text in UTF-16, in the byte order of its mark or else the given one.
func utf16Text(b []byte, order binary.ByteOrder) string {
	b = b[:min(len(b), maxTag)]
	switch {
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		b, order = b[2:], binary.BigEndian
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}):
		b, order = b[2:], binary.LittleEndian
	}
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return string(utf16.Decode(units))
}

// begins returns a function that reports whether a body begins with a text.
func begins(magic string) func([]byte) bool {
	return func(body []byte) bool { return bytes.HasPrefix(body, []byte(magic)) }
}

// cutAt returns the first n bytes of b, or all of b if it is shorter, and what follows them.
func cutAt(b []byte, n uint64) (first, rest []byte) {
	if n > uint64(len(b)) {
		return b, nil
	}
	return b[:n], b[n:]
}

// seconds returns a duration of n units, per of which make a second, or 0 if it is longer than
// any film.
func seconds(n, per uint64) time.Duration {
	const most = 1000 * 3600
	if per == 0 || n/per > most {
		return 0
	}
	return time.Duration(float64(n) / float64(per) * float64(time.Second))
}
