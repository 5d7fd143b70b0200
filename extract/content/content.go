// Package content defines the result of reading a document: its text in elements, its links, and
// its properties. A Builder collects it within the limits.
//
// Floor: 2 (pure). Stability: engine. It knows no format and resolves no link.
package content

import (
	"errors"

	"github.com/aranea-search/aranea"
)

// A Document is the result of reading a document. Text and Elements are those of an aranea.Page.
type Document struct {
	Reader   string // the reader, with its version
	Lang     string // the language that the document declares, or ""
	Text     []byte
	Elements []aranea.Element
	Links    []Link
	Limited  bool // a limit was reached; the first part was read
	// Published and Modified are the dates that the document declares.
	Published, Modified aranea.Date
}

// A Link is a reference as written in the document, with the range of its text in bytes.
type Link struct {
	Target     string
	How        aranea.How // HowAnchor, HowPicture, HowRecording or HowEmbedded
	Start, End uint32
}

// Errors of readers. What was read before is in the document.
var (
	// ErrDamaged means that a document violates its format.
	ErrDamaged = errors.New("the document is damaged")
	// ErrEncrypted means that a document is protected by a password.
	ErrEncrypted = errors.New("the document is encrypted")
	// ErrKilled means that the reader of a document was killed, at a limit or by a fault.
	ErrKilled = errors.New("its reader was ended")
	// ErrSkipped means that a document was not read, because others of its kind had killed their
	// readers.
	ErrSkipped = errors.New("it was not read")
)

// Limits are the limits of a document. A field that is not positive permits nothing.
type Limits struct {
	Text      int // bytes of text
	Elements  int // elements, including spans
	Links     int
	Title     int // bytes of the title and of other properties
	Attribute int // bytes of a link's target
}
