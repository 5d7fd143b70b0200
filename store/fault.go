package store

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/aranea-search/aranea"
)

// A FolderFault is the kind of a fault of a data folder. The zero value is any disk error
// without a kind of its own.
type FolderFault uint8

// The faults of a data folder.
const (
	FolderTrouble   FolderFault = iota // the disk failed; Err has the details
	FolderInUse                        // another process has it open; see Holder
	FolderNoLocks                      // its file system has no locks, so other processes cannot be kept out
	FolderMissing                      // there is no data folder
	FolderForeign                      // it contains something else; Name is one of the other files
	FolderNewer                        // a newer version wrote it; Format is its format, or Name its settings that are not known
	FolderDamaged                      // the file Name fails its checks
	FolderFull                         // the disk is full
	FolderForbidden                    // this user may not read it, or not write to it
	FolderNoFolder                     // there is a file instead of a folder, or vice versa
	FolderUnmade                       // it does not exist and cannot be created
	FolderNoSocket                     // there is no path short enough for a control socket
	FolderUnheard                      // no control socket can be created, neither in it nor elsewhere
	FolderOfAnother                    // it belongs to the user Name, and this one is root, whose files that user could not open
)

// A FolderError is the cause in an *aranea.Error about a data folder. Its text only states the
// fact; advice to the operator depends on Fault, and is left to the user interfaces.
type FolderError struct {
	Fault  FolderFault
	Holder Holder // for FolderInUse; zero if unknown
	Name   string // for FolderForeign, FolderDamaged, FolderNewer and FolderOfAnother
	Format int    // for FolderNewer
	Err    error  // the cause; may be nil
}

// Error describes the fault.
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
		if e.Name != "" {
			return "it was written by a newer aranea (it has settings that this program does not know: " + e.Name + ")"
		}
		return fmt.Sprintf("it was written by a newer aranea (format %d, this program knows %d)", e.Format, FormatVersion)
	case FolderDamaged:
		return e.Name + " is damaged"
	case FolderFull:
		return "no space is left on the disk"
	case FolderForbidden:
		return "it may not be used by this user"
	case FolderOfAnother:
		return "it belongs to the user " + e.Name + ", who could not open what root writes into it"
	case FolderNoFolder:
		return "it is not a folder as a data folder is"
	case FolderUnmade:
		return "it cannot be made"
	case FolderNoSocket:
		return "its path is too long for a control socket"
	case FolderUnheard:
		return "no control socket can be made, through which other commands ask this one, neither in it nor in the folder for temporary files"
	}
	return "it cannot be read or written"
}

// inUse describes the process as far as it is known.
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

// faultKinds maps each fault to the kind of its *aranea.Error.
var faultKinds = [...]aranea.Kind{
	FolderTrouble: aranea.Transient, FolderInUse: aranea.Denied, FolderNoLocks: aranea.Invalid, FolderMissing: aranea.NotFound,
	FolderForeign: aranea.Invalid, FolderNewer: aranea.Invalid, FolderDamaged: aranea.Corrupt, FolderFull: aranea.Limit,
	FolderForbidden: aranea.Denied, FolderNoFolder: aranea.Invalid, FolderUnmade: aranea.Invalid, FolderNoSocket: aranea.Limit,
	FolderUnheard: aranea.Invalid, FolderOfAnother: aranea.Denied,
}

// A FileDamage is the cause in an *aranea.Error of kind Corrupt that is due to one file of a
// key-value store. The content of the file cannot be rebuilt.
type FileDamage struct {
	Name string // name of the file relative to the data folder, such as "frontier/000202.sst"
	Text string // what is wrong with it
}

// Error describes the damage.
func (e *FileDamage) Error() string { return e.Name + " is damaged: " + e.Text }

// OpenFolderOp is the Op of errors about the folder as a whole.
const OpenFolderOp = "open data folder"

// refuse returns the error for a fault of dir.
func refuse(dir string, e *FolderError) error {
	return &aranea.Error{Op: OpenFolderOp, Kind: faultKinds[e.Fault], Obj: dir, Err: e}
}

// ErrDiskFull is wrapped by errors from other processes that DiskFull should recognize.
var ErrDiskFull = errors.New("the disk is full")

// socketError returns the error of a folder for which no control socket can be created; nil for nil.
func socketError(dir string, err error) error {
	if err == nil {
		return nil
	}
	if DiskFull(err) {
		return folderError(dir, err)
	}
	return refuse(dir, &FolderError{Fault: FolderUnheard, Err: err})
}

// folderError classifies an error of the file system.
func folderError(dir string, err error) error {
	e := &FolderError{Err: err}
	switch {
	case errors.Is(err, errNoLocks):
		e.Fault = FolderNoLocks
	case Forbidden(err):
		e.Fault = FolderForbidden
	case DiskFull(err):
		e.Fault = FolderFull
	case misplaced(err), errors.Is(err, fs.ErrInvalid):
		e.Fault = FolderNoFolder
	}
	return refuse(dir, e)
}

// makeError classifies an error in creating the folder.
func makeError(dir string, err error) error {
	known := folderError(dir, err)
	var e *FolderError
	if errors.As(known, &e) && e.Fault == FolderTrouble {
		return refuse(dir, &FolderError{Fault: FolderUnmade, Err: err})
	}
	return known
}

// InUse reports whether err means that another process has the folder open.
func InUse(err error) bool {
	var f *FolderError
	return errors.As(err, &f) && f.Fault == FolderInUse
}

// ReadByAnother returns the error of a folder to which nobody can write because another process
// has it open read-only.
func ReadByAnother(dir string) error {
	return &aranea.Error{Op: OpenFolderOp, Kind: aranea.Denied, Obj: dir, Err: errors.New("another aranea process reads it until its disk has room, and keeps all from writing to it; make room there, or end that process")}
}
