package render

import "testing"

func TestParseTicks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		stat string
		want int64
	}{
		{"7 (chromium) S 1 7 7 0 -1 4194560 900 800 0 0 11 22 33 44 20 0 1 0 100", 110},
		{"7 (a ) name) S 1 7 7 0 -1 4194560 900 800 0 0 1 2 3 4 20", 10},
		{"7 (chromium) S 1 7 7 0 -1 4194560 900 800 0 0 1", 1},
		{"", 0},
	} {
		if got := parseTicks([]byte(tt.stat)); got != tt.want {
			t.Errorf("%q: %d, want %d", tt.stat, got, tt.want)
		}
	}
}
