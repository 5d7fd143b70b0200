package wire

import (
	"errors"
	"iter"
)

// Relay yields what all yields, and reports whether it is to be asked again: its
// owner was gone before the first value, and again allows it.
func Relay[Out any](all iter.Seq2[Out, error], again func() bool, yield func(Out, error) bool) bool {
	begun := false
	for v, err := range all {
		if errors.Is(err, ErrGone) && !begun && again() {
			return true
		}
		begun = true
		if !yield(v, err) || err != nil {
			return false
		}
	}
	return false
}

// None is an answer of many values that is an error.
func None[Out any](err error) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		var zero Out
		yield(zero, err)
	}
}
