package dedupe

import "testing"

// TestOfBytes checks that files are copies if their bytes are equal, whatever their headers say.
func TestOfBytes(t *testing.T) {
	t.Parallel()
	a := OfBytes([]byte("a"), "")
	if a.IsZero() || a != OfBytes([]byte("a"), "") || a == OfBytes([]byte("b"), "") || a == OfBytes([]byte("a"), "secret") {
		t.Error("fingerprints of files do not tell them apart")
	}
}
