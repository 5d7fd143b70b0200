package settings

import "testing"

func TestBytes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		bytes int64
		shown string
	}{
		"512MiB": {512 << 20, "512MiB"}, "1 gib": {1 << 30, "1GiB"}, "2GB": {2e9, "1953125KiB"}, "1.5GiB": {3 << 29, "1536MiB"},
		"4096": {4096, "4KiB"}, "7b": {7, "7"}, "0": {0, "0"},
	} {
		var b Bytes
		if err := b.Set(text); err != nil || int64(b) != want.bytes || b.String() != want.shown {
			t.Errorf("%q: %d, %q, %v; want %d, %q", text, int64(b), b.String(), err, want.bytes, want.shown)
		}
	}
	for _, text := range []string{"", "much", "-1", "NaN", "1e99", "9999999TiB", "5 MiBs"} {
		var b Bytes
		if err := b.Set(text); err == nil {
			t.Errorf("%q: no error, %d", text, int64(b))
		}
	}
}
