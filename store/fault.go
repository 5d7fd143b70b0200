package store

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/aranea-search/aranea"
)

// A FolderFault says what is wrong with a data folder. The zero value is a
// trouble of the disk without a name of its own.
type FolderFault uint8

// The faults of a data folder.
const (
	FolderTrouble   FolderFault = iota // the disk failed; Err says how
	FolderInUse                        // another process has it open; Holder says which
	FolderNoLocks                      // its file system has no locks, so that it cannot be kept to one process
	FolderMissing                      // there is no data folder
	FolderForeign                      // it holds something else; Name is one of the other files
	FolderNewer                        // a newer program wrote it; Format is its format
	FolderDamaged                      // Name does not check out
	FolderFull                         // no space is left on the disk
	FolderForbidden                    // this user may not use it, or not write it
	FolderNoFolder                     // a file stands where a folder should be, or the other way round
	FolderUnmade                       // it does not exist and cannot be made
	FolderNoSocket                     // there is no path short enough for a control socket
	FolderUnheard                      // no control socket can be made in it
)

// A FolderError is the cause in an *aranea.Error about a data folder. Its text is
// the fact alone; what the operator can do about it depends on Fault, and is said
// by who talks to people.
type FolderError struct {
	Fault  FolderFault
	Holder Holder // of FolderInUse; zero if it did not say who it is
	Name   string // of FolderForeign and FolderDamaged
	Format int    // of FolderNewer
	Err    error  // the cause; may be nil
}

// Error returns the fact in words.
func (e *FolderError) Error() string {
	text := e.fact()
	if e.Err != nil {
		return text + ": " + e.Err.Error()
	}
	return text
}

func (e *FolderError) fact() string {
	switch e.Fault {
	case FolderInUse:
		return e.Holder.inUse()
	case FolderNoLocks:
		return "its file system has no locks, and without one two processes could write at once"
	case FolderMissing:
		return "there is no crawl here"
	case FolderForeign:
		return fmt.Sprintf("it holds other files (%s)", e.Name)
	case FolderNewer:
		return fmt.Sprintf("it was written by a newer aranea (format %d, this program knows %d)", e.Format, FormatVersion)
	case FolderDamaged:
		return e.Name + " is damaged"
	case FolderFull:
		return "no space is left on the disk"
	case FolderForbidden:
		return "it may not be used by this user"
	case FolderNoFolder:
		return "it is not a folder as a data folder is"
	case FolderUnmade:
		return "it cannot be made"
	case FolderNoSocket:
		return "its path is too long for a control socket"
	case FolderUnheard:
		return "its file system makes no control socket, through which other commands ask this one"
	}
	return "it cannot be read or written"
}

// inUse names the process as far as it named itself.
func (h Holder) inUse() string {
	text := "another aranea process is using it"
	if h.PID == 0 {
		return text
	}
	text += fmt.Sprintf(" (process %d", h.PID)
	if h.Command != "" {
		text += ", " + h.Command
	}
	if !h.Since.IsZero() {
		text += ", since " + h.Since.UTC().Format("2006-01-02 15:04:05 UTC")
	}
	return text + ")"
}

// Unwrap returns the cause.
func (e *FolderError) Unwrap() error { return e.Err }

// faultKinds gives each fault the kind of its *aranea.Error.
var faultKinds = [...]aranea.Kind{
	FolderTrouble: aranea.Transient, FolderInUse: aranea.Denied, FolderNoLocks: aranea.Invalid, FolderMissing: aranea.NotFound,
	FolderForeign: aranea.Invalid, FolderNewer: aranea.Invalid, FolderDamaged: aranea.Corrupt, FolderFull: aranea.Limit,
	FolderForbidden: aranea.Denied, FolderNoFolder: aranea.Invalid, FolderUnmade: aranea.Invalid, FolderNoSocket: aranea.Limit,
	FolderUnheard: aranea.Invalid,
}

// A FileDamage is the cause in an *aranea.Error of kind corrupt that one file of a
// key-value store brought about. What the file held cannot be made anew.
type FileDamage struct {
	Name string // of the file, with its folder in the data folder: "frontier/000202.sst"
	Text string // what is wrong with it
}

// Error returns the fact in words.
func (e *FileDamage) Error() string { return e.Name + " is damaged: " + e.Text }

// OpenFolderOp is the Op of errors about the folder as a whole.
const OpenFolderOp = "open data folder"

// refuse returns the error of a fault of dir.
func refuse(dir string, e *FolderError) error {
	return &aranea.Error{Op: OpenFolderOp, Kind: faultKinds[e.Fault], Obj: dir, Err: e}
}

// ErrDiskFull is in the chain of errors that DiskFull knows although they come from
// another process.
var ErrDiskFull = errors.New("the disk is full")

// SocketError is the error of a folder in which no control socket can be made.
func SocketError(dir string, err error) error {
	if DiskFull(err) {
		return folderError(dir, err)
	}
	return refuse(dir, &FolderError{Fault: FolderUnheard, Err: err})
}

// folderError names the fault behind an error of the file system.
func folderError(dir string, err error) error {
	e := &FolderError{Err: err}
	switch {
	case errors.Is(err, errNoLocks):
		e.Fault = FolderNoLocks
	case forbidden(err):
		e.Fault = FolderForbidden
	case DiskFull(err):
		e.Fault = FolderFull
	case misplaced(err), errors.Is(err, fs.ErrInvalid):
		e.Fault = FolderNoFolder
	}
	return refuse(dir, e)
}

// makeError names the fault behind an error of making the folder.
func makeError(dir string, err error) error {
	known := folderError(dir, err)
	var e *FolderError
	if errors.As(known, &e) && e.Fault == FolderTrouble {
		return refuse(dir, &FolderError{Fault: FolderUnmade, Err: err})
	}
	return known
}

// InUse reports whether another process has a folder open.
func InUse(err error) bool {
	var f *FolderError
	return errors.As(err, &f) && f.Fault == FolderInUse
}

// ReadByAnother is the error of a folder that another process keeps from being written
// because it looks into it.
func ReadByAnother(dir string) error {
	return &aranea.Error{Op: OpenFolderOp, Kind: aranea.Denied, Obj: dir, Err: errors.New("another aranea process reads it until its disk has room, and keeps all from writing to it; make room there, or end that process")}
}
