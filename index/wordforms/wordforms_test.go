package wordforms

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/index/varint"
)

// TestComeBack: forms of a stem that are cut short and lengthened by any number of bytes.
func TestComeBack(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 300)
	for _, forms := range [][]string{
		nil, {"running"}, {"ran", "running", "runs"}, {"r"}, {long}, {long, long + "b", "z"}, {"runabcdefghijklmn", "runabcdefghijklmno"}, {"run1234567", "run7654321"},
	} {
		b := append(Append(nil, "run", forms), "behind"...)
		c := varint.NewReader(b)
		if got, ok := Read(nil, "run", &c); !ok || !slices.Equal(got, forms) || string(c.Rest()) != "behind" {
			t.Errorf("%.60q is read as %.60q, %t, before %.60q", forms, got, ok, c.Rest())
		}
		c = varint.NewReader(b)
		if Skip(&c); string(c.Rest()) != "behind" {
			t.Errorf("behind %.60q stands %.60q", forms, c.Rest())
		}
	}
	for _, wrong := range []string{"", "\x08", "\x0e\x01", "\x41ing", "\x10", "\x01"} {
		c := varint.NewReader([]byte(wrong))
		if got, ok := Read(nil, "run", &c); ok {
			t.Errorf("%q is read as %q", wrong, got)
		}
	}
}

// FuzzRead: forms may be any bytes. What is skipped is as long as what is read, and is written again as
// forms that are read the same.
func FuzzRead(f *testing.F) {
	f.Add(Append(nil, "run", []string{"ran", "running", "runs"}))
	f.Add(Append(nil, "run", []string{strings.Repeat("a", 40), "z"}))
	f.Add([]byte{2, 3, 4, 'n', 'i', 'n', 'g', 3, 1, 's'})
	f.Fuzz(func(t *testing.T, b []byte) {
		c, skip := varint.NewReader(b), varint.NewReader(b)
		all, ok := Read(nil, "run", &c)
		if Skip(&skip); ok && skip.Len() != c.Len() {
			t.Fatalf("%d bytes are left behind % x, and %d if it is skipped", c.Len(), b, skip.Len())
		}
		if ok {
			all = slices.Compact(append([]string{"run"}, all...))[1:] // Append is given no form twice, nor the stem
			c = varint.NewReader(Append(nil, "run", all))
			if again, ok := Read(nil, "run", &c); !ok || !slices.Equal(all, again) {
				t.Fatalf("%q becomes %q", all, again)
			}
		}
		c, skip = varint.NewReader(b), varint.NewReader(b)
		_, ok = ReadFormer(nil, "run", &c)
		if SkipFormer(&skip); ok && skip.Len() != c.Len() {
			t.Fatalf("%d bytes are left behind % x of former formats, and %d if it is skipped", c.Len(), b, skip.Len())
		}
	})
}
