package wire

import (
	"errors"
	"iter"
)

// Relay yields the values of all, and reports whether the call should be repeated: the owner was
// gone before the first value, and again returned true.
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

// None returns an answer of many values that consists of an error.
func None[Out any](err error) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		var zero Out
		yield(zero, err)
	}
}
