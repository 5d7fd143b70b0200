package servicetest

import (
	"iter"
	"testing"
)

// Gather collects all values of a list.
func Gather[T any](t testing.TB, all iter.Seq2[T, error]) []T {
	t.Helper()
	var out []T
	for v, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// First returns the first error of a list.
func First[T any](all iter.Seq2[T, error]) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}
