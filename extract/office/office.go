package office

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/extract/content"
)

// Reader is the name of this reader with its version, which changes when its results change.
const Reader = "office 10"

// Sniff returns the format of a package as far as it shows without opening it: "docx", "pptx",
// "xlsx", "odt", "odp", "ods", "epub", or "".
func Sniff(body []byte) string {
	if !bytes.HasPrefix(body, []byte("PK\x03\x04")) {
		return ""
	}
	// OpenDocument and EPUB name their format in the first part.
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
	// Other formats show by the name of their main part in the directory at the end, or in the
	// local header of that part if the end is missing.
	tail := body[max(0, len(body)-directoryBytes):]
	if !bytes.Contains(tail, []byte(directoryMark)) {
		tail = body[:min(len(body), directoryBytes)]
	}
	for _, m := range [...]struct{ part, format string }{{"word/document", "docx"}, {"ppt/presentation", "pptx"}, {"xl/workbook", "xlsx"}} {
		if names(tail, m.part) {
			return m.format
		}
	}
	return ""
}

// names reports whether a directory contains the main part of a package, whose name may have a
// number, upper-case letters or backslashes.
func names(tail []byte, part string) bool {
	folder, name, _ := strings.Cut(part, "/")
	for at := range len(tail) - len(part) {
		if c := tail[at+len(folder)]; (c != '/' && c != '\\') || !bytes.EqualFold(tail[at:at+len(folder)], []byte(folder)) {
			continue
		}
		rest := tail[at+len(folder)+1:]
		if !bytes.EqualFold(rest[:len(name)], []byte(name)) {
			continue
		}
		rest = bytes.TrimLeft(rest[len(name):min(len(rest), len(name)+maxNumber)], "0123456789")
		if bytes.HasPrefix(bytes.ToLower(rest), []byte(".xml")) {
			return true
		}
	}
	return false
}

// maxNumber is how far after the name of a main part its extension is searched.
const maxNumber = 16

// directoryBytes is how many bytes at the end of a package are searched for the names of its
// parts. directoryMark begins the record that ends the directory.
const (
	directoryBytes = 256 << 10
	directoryMark  = "PK\x05\x06"
)

// Read reads a package in a format that Sniff returned.
func Read(format string, body []byte, l content.Limits) (content.Document, error) {
	b := content.New(l)
	p, err := openParcel(body)
	if err != nil {
		return b.Document(Reader), err
	}
	switch format {
	case "docx", "pptx", "xlsx":
		core := p.part(p.relationsOf("", b), toProperties, "", "docProps/core.xml")
		_ = walk(p.open(core), b, &properties{b: b}) // the text does not depend on it
	case "odt", "odp", "ods":
		_ = walk(p.open("meta.xml"), b, &properties{b: b})
	}
	err = p.read(format, b)
	r := b.Document(Reader)
	if p.spent() {
		r.Limited = true
		err = nil // what follows the limit looks like a cut file
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
		return readOpenDocument(format, p, b)
	}
	return content.ErrDamaged
}
