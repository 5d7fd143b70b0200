package ports

import (
	"slices"
	"testing"
)

func TestBlocked(t *testing.T) {
	t.Parallel()
	if !slices.IsSorted(blocked[:]) {
		t.Fatal("the ports are not in order")
	}
	for _, p := range []uint16{80, 443, 8080, 8443, 3000, 5000, 65535} {
		if Blocked(p) {
			t.Errorf("port %d is refused", p)
		}
	}
	for _, p := range []uint16{0, 22, 25, 110, 6000, 6697, 10080} {
		if !Blocked(p) {
			t.Errorf("port %d is permitted", p)
		}
	}
}
