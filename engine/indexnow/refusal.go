package indexnow

import (
	"fmt"

	"github.com/aranea-search/aranea"
)

// Op is the operation in the errors of refusals.
const Op = "take IndexNow notice"

// A Refusal is a fault of a notice, or the reason why it is not accepted now. All other errors
// are faults of this machine, which do not concern the sender.
type Refusal struct {
	// Why is of kind Invalid if the notice is not well formed or has no URL that is visited
	// here, Denied if the key was not found or may not be requested, and Limit if there were too
	// many. Its cause is never nil.
	Why *aranea.Error
}

// Error returns the reason including the operation.
func (r *Refusal) Error() string { return r.Why.Error() }

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.Why }

// Text returns only the reason, which may be shown to the public.
func (r *Refusal) Text() string { return r.Why.Err.Error() }

func refused(kind aranea.Kind, obj, format string, args ...any) error {
	return &Refusal{&aranea.Error{Op: Op, Kind: kind, Obj: obj, Err: fmt.Errorf(format, args...)}}
}

func invalid(format string, args ...any) error { return refused(aranea.Invalid, "", format, args...) }
