package replay

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// A kind is what a record holds of an answer.
type kind uint8

const (
	answered  kind = 0 // the answer, or a repetition of one
	refused   kind = 1 // 429 or 5xx: a crawl that came again has another
	unchanged kind = 2 // that the answer of before still holds
	equal     kind = 3 // the head of the answer; its body is that of another
	bare      kind = 4 // the answer to a request with the method HEAD
	other     kind = 5 // the answer to a request with another method; not kept
)

// rank orders kinds: any answer counts before one of a higher rank.
func (k kind) rank() int {
	switch k {
	case refused:
		return 1
	case bare:
		return 2
	}
	return 0
}

// isRevisit reports whether the answer, or its body, is in another record.
func (k kind) isRevisit() bool { return k == unchanged || k == equal }

// A place is where a capture begins: the number of its source in the upper bits, and the offset in
// that in the lower ones.
type place uint64

// offsetBits is the number of bits of offsets: a source has at most 64 TiB.
const offsetBits = 46

func placeOf(source int, offset int64) place { return place(source)<<offsetBits | place(offset) }

func (p place) source() int   { return int(p >> offsetBits) }
func (p place) offset() int64 { return int64(p & (1<<offsetBits - 1)) }

// An item is what is known of one capture, in 24 bytes.
type item struct {
	url    uint64 // its fingerprint
	place  place
	second uint32 // of its date, since 1970
	kind   kind
}

// fingerprint returns 64 bits that tell URLs apart, but for chance: who reads a record compares the
// whole URL.
func fingerprint(u weburl.URL) uint64 {
	id := u.ID()
	return binary.BigEndian.Uint64(id[len(id)-8:])
}

// secondOf returns the second of a date, 0 for one that is not known.
func secondOf(at time.Time) uint32 {
	return uint32(min(max(at.Unix(), 0), 1<<32-1))
}

// An index finds captures by their URLs. It is not changed after it was sorted.
type index []item

// sort puts the captures of one URL side by side, the one that counts first.
func (x index) sort() {
	slices.SortFunc(x, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.url, b.url), cmp.Compare(a.kind.rank(), b.kind.rank()), cmp.Compare(b.second, a.second), cmp.Compare(b.place, a.place))
	})
}

// of returns the captures whose URLs have a fingerprint.
func (x index) of(url uint64) index {
	from, _ := slices.BinarySearchFunc(x, url, func(i item, url uint64) int { return cmp.Compare(i.url, url) })
	to := from
	for to < len(x) && x[to].url == url {
		to++
	}
	return x[from:to]
}
