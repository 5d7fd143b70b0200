package readlimit

import "testing"

// TestReaders: there is a bound on the answers of one host, and one on all; who has left makes room.
func TestReaders(t *testing.T) {
	t.Parallel()
	r := New(maxReading + 2)
	enter := func(host string, want bool) {
		t.Helper()
		if got := r.Enter(host); got != want {
			t.Errorf("%s enters: %t, want %t", host, got, want)
		}
	}
	for range maxReading {
		enter("a.test", true)
	}
	enter("a.test", false)
	enter("b.test", true)
	enter("c.test", true)
	enter("d.test", false)
	r.Leave("b.test")
	enter("a.test", false)
	enter("d.test", true)
}
