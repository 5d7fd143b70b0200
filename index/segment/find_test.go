package segment

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestFind: every key is found, and none that is not there, however the keys lie: like
// the hashes that they are, all at one end, and with the same beginning.
func TestFind(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(11, 12))
	spread := map[string]func() uint64{
		"hashes":           rnd.Uint64,
		"all at the front": func() uint64 { return uint64(rnd.IntN(5000)) },
		"all at the end":   func() uint64 { return ^uint64(rnd.IntN(5000)) },
		"one beginning":    func() uint64 { return 1 << 63 },
		"at both ends":     func() uint64 { return -uint64(rnd.IntN(2)) },
	}
	for name, first := range spread {
		for _, n := range []int{0, 1, 2, 17, 3000} {
			d := &Docs{}
			have := map[Key]uint32{}
			key := func() (k Key) {
				binary.BigEndian.PutUint64(k[:], first())
				binary.BigEndian.PutUint32(k[8:], rnd.Uint32())
				return k
			}
			for doc := range uint32(n) {
				k := key()
				have[k] = doc
				d.ids = append(d.ids, idEntry{k, doc})
			}
			s := &Segment{ids: d.sortedIDs()}
			s.foot.Docs = n
			for k, doc := range have {
				if got, ok := s.FindKey(k); !ok || got != doc {
					t.Fatalf("%s, %d keys: document %d, %t; want %d", name, n, got, ok, doc)
				}
				if got, ok := s.FindShort(k.Short()); !ok || Key(s.idOf(t, got)).Short() != k.Short() {
					t.Fatalf("%s, %d keys: document %d, %t by the beginning of its key", name, n, got, ok)
				}
			}
			for range 100 {
				k := key()
				if doc, ok := s.FindKey(k); ok != (func() bool { _, is := have[k]; return is }()) {
					t.Fatalf("%s, %d keys: document %d for a key that no document has", name, n, doc)
				}
			}
		}
	}
}

// idOf returns the key of a document by looking at all.
func (s *Segment) idOf(t *testing.T, doc uint32) []byte {
	t.Helper()
	for at := 0; at < len(s.ids); at += idSize {
		if binary.LittleEndian.Uint32(s.ids[at+idSize-4:]) == doc {
			return s.ids[at : at+idSize-4]
		}
	}
	t.Fatalf("no key of document %d", doc)
	return nil
}
