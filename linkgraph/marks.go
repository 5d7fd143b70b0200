package linkgraph

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
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

// before returns the mark of a URL's document, nil for none. URLs must be passed in ascending
// order. The documents of skipped URLs are removed, because no link names them any more.
func (u *updater) before(ctx context.Context, target ref) ([]byte, error) {
	m := u.old
	if m == nil { // the update does not cover all documents
		mark, err := u.g.kv.Get(markKey(target))
		if errors.Is(err, store.ErrNotFound) {
			return nil, nil
		}
		return bytes.Clone(mark), err
	}
	for m.any && m.err == nil {
		switch c := bytes.Compare(m.head.Key[1:], target[:]); {
		case c > 0:
			return nil, nil
		case c == 0:
			mark := bytes.Clone(m.head.Value)
			m.advance()
			return mark, nil
		}
		if err := u.dropHead(ctx); err != nil {
			return nil, err
		}
	}
	return nil, m.err
}

// dropRest removes the documents of all remaining URLs.
func (u *updater) dropRest(ctx context.Context) error {
	for u.old.any && u.old.err == nil {
		if err := u.dropHead(ctx); err != nil {
			return err
		}
	}
	return u.old.err
}

// dropHead removes the document of a URL that no link names any more.
func (u *updater) dropHead(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if err := u.drop(ctx, ref(u.old.head.Key[1:]), u.old.head.Value); err != nil {
		return err
	}
	u.old.advance()
	return nil
}
