package appendbuffer

import (
	"bytes"
	"errors"
	"testing"
)

// TestBuffer: what was written stays where it is while more is written, and comes back as a whole.
func TestBuffer(t *testing.T) {
	t.Parallel()
	var m Buffer
	var all []byte
	for i := range 300 {
		b := bytes.Repeat([]byte{byte(i)}, i*i%2000)
		if i == 200 {
			b = make([]byte, 3*least)
		}
		all = append(all, b...)
		if n, err := m.Write(b); n != len(b) || err != nil {
			t.Fatal(n, err)
		}
	}
	first, blocks := &m.Blocks()[1][0], m.Blocks()
	for range 100 {
		_, _ = m.Write(make([]byte, least/2))
	}
	if len(blocks) != 300 || !bytes.Equal(bytes.Join(blocks, nil), all) || &m.Blocks()[1][0] != first {
		t.Errorf("%d blocks, or other bytes, or at another place", len(blocks))
	}
	var out bytes.Buffer
	if err := m.CopyTo(&out); err != nil || out.Len() != len(all)+100*least/2 || !bytes.HasPrefix(out.Bytes(), all) {
		t.Errorf("%d bytes in all, %v", out.Len(), err)
	}
	if n := m.Bytes(); n < out.Len() || n > 2*out.Len() {
		t.Errorf("%d bytes take %d", out.Len(), n)
	}
	if err := m.CopyTo(full{}); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
