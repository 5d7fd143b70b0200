package indexnow

import (
	"fmt"

	"github.com/aranea-search/aranea"
)

// Op is the operation that refusals name.
const Op = "take IndexNow notice"

// A Refusal says what is wrong with a notice, or why it is not taken now. All other
// errors are faults of this machine, and nothing for who sent the notice.
type Refusal struct {
	// Why has the kind Invalid if the notice is not well formed or names nothing that
	// is visited here, Denied if the key was not found or may not be asked for, and
	// Limit if there were too many. Its cause is never nil.
	Why *aranea.Error
}

// Error returns the reason with the operation.
func (r *Refusal) Error() string { return r.Why.Error() }

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.Why }

// Text returns the reason alone, which strangers may read.
func (r *Refusal) Text() string { return r.Why.Err.Error() }

func refused(kind aranea.Kind, obj, format string, args ...any) error {
	return &Refusal{&aranea.Error{Op: Op, Kind: kind, Obj: obj, Err: fmt.Errorf(format, args...)}}
}

func invalid(format string, args ...any) error { return refused(aranea.Invalid, "", format, args...) }
