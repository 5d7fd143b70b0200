package store_test

import (
	"bytes"
	"testing"

	"github.com/aranea-search/aranea/store"
)

func TestAfterPrefix(t *testing.T) {
	for _, c := range []struct{ prefix, want []byte }{
		{[]byte("a"), []byte("b")},
		{[]byte{'a', 0xff, 0xff}, []byte("b")}, // shorter: the end of a full byte carries over
		{[]byte{'a', 0}, []byte{'a', 1}},
		{[]byte{0xff}, nil},
		{nil, nil},
	} {
		got := store.AfterPrefix(c.prefix)
		if !bytes.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("behind all keys that begin with %q comes %q, not %q", c.prefix, got, c.want)
		}
	}
}
