package linkgraph

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// A mark records the content of an anchor document: the first 8 bytes of the SHA-256 of its
// kind and elements, and the URL.
const markSize = 8

func markOf(c *aranea.IndexChange) []byte {
	h := sha256.New()
	h.Write([]byte(c.Page.Format))
	h.Write(c.Page.Text)
	for _, e := range c.Page.Elements {
		h.Write(binary.LittleEndian.AppendUint32([]byte{byte(e.Kind)}, e.End))
	}
	return append(h.Sum(nil)[:markSize:markSize], c.URL.String()...)
}

func markKey(target ref) []byte { return append([]byte{tableMark}, target[:]...) }

// A markList iterates over the marks by target. stop must be called.
type markList struct {
	next func() (store.Pair, error, bool)
	stop func()
	head store.Pair // valid until advance
	any  bool       // head is valid
	err  error
}

func newMarkList(kv store.KV) *markList {
	m := &markList{}
	m.next, m.stop = iter.Pull2(kv.Scan([]byte{tableMark}, []byte{tableMark + 1}))
	m.advance()
	return m
}

// advance moves to the next mark.
func (m *markList) advance() {
	m.head, m.err, m.any = m.next()
	if m.any && m.err == nil && (len(m.head.Key) != 1+refSize || len(m.head.Value) < markSize) {
		m.err = corrupt(m.head.Key, errRecord)
	}
}
