package linkgraph

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// MaxNamed is the number of URLs of a Naming at most, and MaxNamings that of the parts of one source.
const (
	MaxNamed   = 500
	MaxNamings = 1 << 16 // their number has two bytes
)

// A Naming is a part of what a page, a list or a robots file names in other partitions without linking to
// it, such as the pages that a sitemap lists. The parts of a source are numbered from 0; each may be
// replaced by itself.
type Naming struct {
	By     weburl.URL
	Number int
	IsList bool // By is a list
	Silent bool // which does not tell all pages there are
	Cut    bool // or names more than is kept
	// Vouched says that the list may speak for hosts of other sites. It is told by the node of the list, and
	// not stored there.
	Vouched bool
	URLs    []Named
}

// A Named is one URL of a Naming: of its Discovery it has URL, How, Depth, Kind, Priority and Every, in seconds.
type Named struct {
	aranea.Discovery
	Listed bool // a sitemap lists it by an entry of its own
}

// The flags of a record of what is named, and those of one URL in it.
const (
	flagNamingList    = 1
	flagNamingSilent  = 2
	flagNamingCut     = 4
	flagNamingVouched = 8

	flagNamedSitemap = 1 // it is named as a sitemap or feed
	flagNamedListed  = 2
)

func namingKey(source ref, number int) []byte {
	return appendNumber(slices.Concat([]byte{tableNaming}, source[:]), number)
}

// record returns a part as it is stored.
func (n *Naming) record() []byte {
	by := n.By.String()
	flags := byte(0)
	for flag, set := range map[byte]bool{flagNamingList: n.IsList, flagNamingSilent: n.Silent, flagNamingCut: n.Cut, flagNamingVouched: n.Vouched} {
		if set {
			flags |= flag
		}
	}
	b := append(appendText([]byte{recordVersion}, by), flags)
	b = binary.AppendUvarint(b, uint64(len(n.URLs)))
	before := by
	for i := range n.URLs {
		u := &n.URLs[i]
		text := u.URL.String()
		k := shared(before, text)
		b = appendText(binary.AppendUvarint(b, uint64(k)), text[k:])
		before, flags = text, 0
		if u.Kind == aranea.KindSitemap {
			flags |= flagNamedSitemap
		}
		if u.Listed {
			flags |= flagNamedListed
		}
		b = append(b, flags, byte(u.How), byte(u.Priority))
		b = binary.AppendUvarint(b, uint64(u.Depth))
		b = binary.AppendUvarint(b, uint64(max(u.Every, 0)/time.Second))
	}
	return b
}

// maxEvery is the longest time between two changes of a page that is stored, in seconds.
const maxEvery = 1 << 32

// decodeNaming reads a stored part.
func decodeNaming(p store.Pair) (n Naming, err error) {
	if len(p.Key) != len(namingKey(ref{}, 0)) {
		return n, corrupt(p.Key, errRecord)
	}
	r := readerOf(p.Value)
	by := r.text()
	flags := r.uint(flagNamingVouched<<1 - 1)
	n.Number = int(binary.BigEndian.Uint16(p.Key[1+refSize:]))
	n.IsList, n.Silent = flags&flagNamingList != 0, flags&flagNamingSilent != 0
	n.Cut, n.Vouched = flags&flagNamingCut != 0, flags&flagNamingVouched != 0
	if n.By, err = weburl.Parse(by); err != nil {
		return n, corrupt(p.Key, err)
	}
	count := r.uint(MaxNamed)
	for range count {
		common := r.uint(uint64(len(by)))
		rest := r.text()
		kind, how, priority := r.byte(), r.byte(), r.byte()
		depth, every := r.uint(1<<16-1), r.uint(maxEvery)
		if r.bad {
			break
		}
		by = by[:common] + rest
		u := Named{Listed: kind&flagNamedListed != 0}
		if u.URL, err = weburl.Parse(by); err != nil {
			return n, corrupt(p.Key, err)
		}
		u.How, u.Priority, u.Depth, u.Every = aranea.How(how), int8(priority), uint16(depth), time.Duration(every)*time.Second
		if kind&flagNamedSitemap != 0 {
			u.Kind = aranea.KindSitemap
		}
		n.URLs = append(n.URLs, u)
	}
	if err := r.end(); err != nil {
		return n, corrupt(p.Key, err)
	}
	return n, nil
}

// byte reads one byte.
func (r *reader) byte() byte {
	if r.bad || len(r.b) == 0 {
		r.bad = true
		return 0
	}
	b := r.b[0]
	r.b = r.b[1:]
	return b
}
