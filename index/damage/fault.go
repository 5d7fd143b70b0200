// Package damage describes what is wrong with the files of an index, and reads the parts of a
// segment around it: a damaged block is a hole, whose documents are named, and everything else
// is read as usual.
//
// Floor: 3 (state and input/output). Stability: engine. It knows no format: whoever reads a
// part says which documents are where.
package damage

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea"
)

// A Fault is one thing that is wrong with the files of an index. As an error it
// comes inside an aranea.Error of kind Corrupt.
type Fault struct {
	File   string `json:"file"`   // name in the index's folder
	Offset int64  `json:"offset"` // place in the file; 0 if the fault concerns the whole file
	Text   string `json:"text"`   // what is wrong, without the name of the file
}

// Error returns the fault as one sentence.
func (f *Fault) Error() string {
	if f.Offset == 0 {
		return f.File + ": " + f.Text
	}
	return fmt.Sprintf("%s at byte %d: %s", f.File, f.Offset, f.Text)
}

// String returns the fault as one sentence.
func (f Fault) String() string { return f.Error() }

// Err returns the error for a file that does not contain what was written to it.
func Err(file string, offset int64, text string) error {
	return &aranea.Error{Op: "read index", Kind: aranea.Corrupt, Err: &Fault{file, offset, text}}
}

// FaultOf returns the fault in an error that reports damage.
func FaultOf(err error) (Fault, bool) {
	var f *Fault
	if errors.As(err, &f) {
		return *f, true
	}
	return Fault{}, false
}

// Reasons why bytes cannot be read.
var (
	// ErrShort says that data ends before it should.
	ErrShort = errors.New("data ends early")
	// ErrChecksum says that data is not what was written.
	ErrChecksum = errors.New("wrong checksum")
)
