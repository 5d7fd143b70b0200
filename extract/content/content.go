// Package content holds what the reader of a document format makes of a
// document: its text in elements, its links, and what it says of itself. A
// Builder collects it and keeps the limits.
//
// Floor: 2 (pure). Stability: engine. It knows no format and resolves no link.
package content

import (
	"errors"

	"github.com/aranea-search/aranea"
)

// A Document is what a reader makes of a document. Text and Elements are those of
// an aranea.Page.
type Document struct {
	Reader   string // who read it, with its version
	Lang     string // the language that the document declares, or ""
	Text     []byte
	Elements []aranea.Element
	Links    []Link
	Limited  bool // a limit was reached; the first part was read
	// Published and Modified are the days that the document says of itself.
	Published, Modified aranea.Date
}

// A Link is a reference as the document writes it, with the bytes of its text.
type Link struct {
	Target     string
	How        aranea.How // HowAnchor, HowPicture, HowRecording or HowEmbedded
	Start, End uint32
}

// Errors of readers. What was read before them stands in the document.
var (
	// ErrDamaged tells that a document is not what its format demands.
	ErrDamaged = errors.New("the document is damaged")
	// ErrEncrypted tells that a document is closed by a password.
	ErrEncrypted = errors.New("the document is encrypted")
	// ErrKilled tells that a document ended its reader, at a limit or by a fault.
	ErrKilled = errors.New("its reader was ended")
	// ErrSkipped tells that a document was not read, because others of its kind
	// ended their readers.
	ErrSkipped = errors.New("it was not read")
)

// Limits bound a document. A field that is not positive permits nothing.
type Limits struct {
	Text      int // bytes of text
	Elements  int // elements, spans included
	Links     int
	Title     int // bytes of the title and of other properties
	Attribute int // bytes of a link's target
}
