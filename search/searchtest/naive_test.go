package searchtest

import "testing"

func TestNaive(t *testing.T) {
	t.Parallel()
	Run(t, func(testing.TB) State { return NewNaive() })
}
