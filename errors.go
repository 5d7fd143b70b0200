package aranea

import (
	"errors"
	"fmt"
)

// A Kind classifies an error by what its receiver can do about it.
type Kind uint8

// The kinds of errors. The zero kind is internal: a fault of this program.
const (
	Internal  Kind = 0
	Invalid   Kind = 1 // the caller's value is wrong
	Transient Kind = 2 // may succeed when tried again
	Permanent Kind = 3 // will not succeed
	Limit     Kind = 4 // a named limit was reached
	Corrupt   Kind = 5 // stored data does not decode; the error names the place
	NotFound  Kind = 6
	Denied    Kind = 7 // not permitted, or locked by another process
	Canceled  Kind = 8
)

var kindNames = [...]string{
	"internal", "invalid", "transient", "permanent", "limit", "corrupt",
	"not found", "denied", "canceled",
}

// String returns the kind in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// An Error says which operation failed on which object and of what kind the
// failure is. Facts of the web (a 404, a denial, a trap) are never errors; they
// are Reasons in an Outcome.
type Error struct {
	Op   string // package and verb: "frontier open"
	Kind Kind
	Obj  string // a path, a URL, a key; may be empty
	Err  error  // the cause; may be nil
}

// Error returns "op obj: cause" in one line.
func (e *Error) Error() string {
	s := e.Op
	if e.Obj != "" {
		s += " " + e.Obj
	}
	switch {
	case e.Err != nil && s == "": // no operation was named
		return e.Err.Error()
	case e.Err != nil:
		return s + ": " + e.Err.Error()
	}
	return s + ": " + e.Kind.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the outermost Error in err's chain, and Internal
// if there is none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Internal
}
