package prealloc

import "testing"

// TestBehind checks that there are as many zeros as the log has bytes, within limits, and none
// after large writes.
func TestBehind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		size, written int64
		want          int
	}{
		{0, 1, Least},
		{Least, Least, Least},
		{100 << 10, 100, 100 << 10},
		{Most, Small, Most},
		{1 << 40, 1, Most},
		{1 << 40, Small + 1, 0},
	} {
		if got := Behind(tt.size, tt.written); got != tt.want {
			t.Errorf("Behind(%d, %d) = %d, want %d", tt.size, tt.written, got, tt.want)
		}
	}
}
