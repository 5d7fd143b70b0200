package office

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/extract/content"
)

// Reader names this reader with its version, which moves when what it makes of a
// document changes.
const Reader = "office 7"

// Sniff returns the format of a package by what can be seen of it without
// opening it: "docx", "pptx", "xlsx", "odt", "odp", "ods", "epub", or "".
func Sniff(body []byte) string {
	if !bytes.HasPrefix(body, []byte("PK\x03\x04")) {
		return ""
	}
	// OpenDocument and EPUB say what they are in their first part.
	head := body[:min(len(body), 256)]
	if _, after, ok := bytes.Cut(head, []byte("mimetypeapplication/")); ok {
		for prefix, format := range map[string]string{
			"vnd.oasis.opendocument.text": "odt", "vnd.oasis.opendocument.presentation": "odp",
			"vnd.oasis.opendocument.spreadsheet": "ods", "epub+zip": "epub",
		} {
			if bytes.HasPrefix(after, []byte(prefix)) {
				return format
			}
		}
		return ""
	}
	// Others name their main part in the directory at the end; of one whose end is
	// missing, the header of that part does.
	tail := body[max(0, len(body)-directoryBytes):]
	if !bytes.Contains(tail, []byte(directoryMark)) {
		tail = body[:min(len(body), directoryBytes)]
	}
	for _, m := range [...]struct{ part, format string }{
		{"word/document.xml", "docx"}, {"ppt/presentation.xml", "pptx"}, {"xl/workbook.xml", "xlsx"},
	} {
		if bytes.Contains(tail, []byte(m.part)) {
			return m.format
		}
	}
	return ""
}

// directoryBytes is how far from its end a package is searched for the names of
// its parts, and directoryMark what ends their directory.
const (
	directoryBytes = 256 << 10
	directoryMark  = "PK\x05\x06"
)

// Read reads a package of a format that Sniff names.
func Read(format string, body []byte, l content.Limits) (content.Document, error) {
	b := content.New(l)
	p, err := openParcel(body)
	if err != nil {
		return b.Document(Reader), err
	}
	switch format {
	case "docx", "pptx", "xlsx":
		_ = walk(p.open("docProps/core.xml"), b, &properties{b: b}) // the text stands without it
	case "odt", "odp", "ods":
		_ = walk(p.open("meta.xml"), b, &properties{b: b})
	}
	err = p.read(format, b)
	r := b.Document(Reader)
	if p.spent() {
		r.Limited = true
		err = nil // what is behind the limit looks like a cut file
	}
	if p.cut {
		err = fmt.Errorf("%w: its end is missing", content.ErrDamaged)
	}
	return r, err
}

func (p *parcel) read(format string, b *content.Builder) error {
	switch format {
	case "docx":
		return readWord(p, b)
	case "pptx":
		return readSlides(p, b)
	case "xlsx":
		return readSheets(p, b)
	case "epub":
		return readBook(p, b)
	}
	if strings.HasPrefix(format, "od") {
		return readOpenDocument(p, b)
	}
	return content.ErrDamaged
}
