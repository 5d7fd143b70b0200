package record

import (
	"encoding/binary"
	"math"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Tables: the first byte of a key. docs/format/frontier.md describes them.
const (
	TableMeta      = 'm' // name -> number
	TableOrigin    = 'h' // origin -> host
	TableHost      = 'k' // site, host name -> next allowed instant
	TablePace      = 'a' // "address" and an address, or "site" and a site -> no lease before
	TableEntry     = 'u' // URL -> entry
	tableQueue     = 'q' // origin, order, rank, sequence -> rest of the URL's ID
	TableWait      = 'w' // due instant, URL -> nothing
	TableVisit     = 'v' // instant of the next visit, URL -> nothing
	TableRobots    = 'r' // origin, version -> robots copy without body
	TableBody      = 'b' // SHA-256 -> robots body
	TableRef       = 'c' // SHA-256, origin that has a copy with this body -> nothing
	TableTrail     = 't' // URL, slot -> events of one visit
	TableText      = 'f' // text fingerprint -> URL
	TableSeen      = 's' // number -> checksum, and fingerprints of known URLs
	TableHeld      = 'o' // host name -> since when the operator holds it
	TableRule      = 'x' // target -> since when the operator removed it
	TableUndecided = 'n' // origin -> nothing
)

// Names in the table of numbers.
const (
	KeyEpoch    = "mepoch"
	KeySequence = "msequence"
	KeyFormat   = "mformat"
	KeySummary  = "msummary"
	KeySeen     = "mseen"
)

// Lengths in bytes of IDs and their parts, and of keys.
const (
	IDLen     = weburl.IDSize
	OriginLen = weburl.OriginIDSize
	hashLen   = IDLen - OriginLen
	SiteLen   = weburl.SiteIDSize
	queueLen  = 1 + OriginLen + 1 + 2 + 8
	waitLen   = 1 + 8 + IDLen
)

// OriginKey returns the key of an origin's record.
func OriginKey(o weburl.OriginID) []byte { return append([]byte{TableOrigin}, o[:]...) }

// SiteKeys returns the range of the keys of what a table of origins or entries has of the site of
// an origin, and of a few others; of all, if the origin is empty.
func SiteKeys(table byte, of weburl.Origin) (lo, hi []byte) {
	lo = []byte{table}
	if of != "" {
		id := of.ID()
		lo = append(lo, id[:SiteLen]...)
	}
	return lo, store.AfterPrefix(lo)
}

// HostKey returns the key of a host's record. It starts with the site, so that the clocks of a
// site are adjacent.
func HostKey(o weburl.OriginID, name string) []byte {
	k := append(make([]byte, 0, 1+SiteLen+len(name)), TableHost)
	k = append(k, o[:SiteLen]...)
	return append(k, name...)
}

// EntryKey returns the key of a URL's entry.
func EntryKey(id weburl.ID) []byte { return append([]byte{TableEntry}, id[:]...) }

// TextKey returns the key of the page that has a text.
func TextKey(fp aranea.Fingerprint) []byte { return append([]byte{TableText}, fp[:]...) }

// ParseText reads a text key.
func ParseText(key []byte) (aranea.Fingerprint, error) {
	if len(key) != 1+len(aranea.Fingerprint{}) {
		return aranea.Fingerprint{}, Corrupt(key, ErrRecord)
	}
	return aranea.Fingerprint(key[1:]), nil
}

// A Position is a position in a host's queue: by order, then by rank, then by arrival.
type Position struct {
	Seq   uint64
	Rank  uint16
	Order uint8
}

// The orders of a queue: named entries come first; then pages that are visited again, because
// their number is limited by the plan of visits; then new pages by priority; then targets of links
// that are only checked.
const (
	orderNamedAgain = 16
	orderNamedNew   = 24
	orderAgain      = 32
	orderNew        = 128 // of priority 0
	orderLink       = 200
	// maxPriority limits priorities in both directions.
	maxPriority = 64
)

// Compare orders positions; a negative result means that p comes first.
func (p Position) Compare(q Position) int {
	switch {
	case p.Order != q.Order:
		return int(p.Order) - int(q.Order)
	case p.Rank != q.Rank:
		return int(p.Rank) - int(q.Rank)
	case p.Seq < q.Seq:
		return -1
	case p.Seq > q.Seq:
		return 1
	}
	return 0
}

// isPlace reports whether p is a position in a queue. The zero Position is before all of them
// and means unknown; one of order 255 is after all and means none.
func (p Position) isPlace() bool { return p.Order > 0 && p.Order < math.MaxUint8 }

// Earlier returns the position that comes first.
func (p Position) Earlier(q Position) Position {
	if q.Compare(p) < 0 {
		return q
	}
	return p
}

// IsAgain reports whether p is the position of a page that is visited again.
func (p Position) IsAgain() bool { return p.Order == orderAgain || p.Order == orderNamedAgain }

// IsNamedNew reports whether p is the position of a named page that was never visited.
func (p Position) IsNamedNew() bool { return p.Order == orderNamedNew }

// IsLink reports whether p is the position of the target of a link that is only checked.
func (p Position) IsLink() bool { return p.Order == orderLink }

// Turn returns the rank and the priority of the page for the order over all hosts; both are 0
// for a page that is visited again or named, and for an unknown position.
func (p Position) Turn() (rank uint16, priority int) {
	if p.Order <= orderAgain || !p.isPlace() {
		return 0, 0
	}
	if p.IsLink() {
		return p.Rank, 0
	}
	return p.Rank, orderNew - int(p.Order)
}

// A Queued is one key of a host's queue with its value.
type Queued struct {
	Position
	Hash [hashLen]byte
}

// ID returns the ID of the URL, given its origin.
func (q Queued) ID(o weburl.OriginID) weburl.ID {
	var id weburl.ID
	copy(id[:OriginLen], o[:])
	copy(id[OriginLen:], q.Hash[:])
	return id
}

// QueueKey returns the key of a position in the queue of an origin.
func QueueKey(o weburl.OriginID, p Position) []byte {
	k := append(make([]byte, 0, queueLen+1), tableQueue)
	k = append(k, o[:]...)
	k = append(k, p.Order)
	k = binary.BigEndian.AppendUint16(k, p.Rank)
	return binary.BigEndian.AppendUint64(k, p.Seq)
}

// LinkKeys returns the range of the keys of an origin's queue from the first target of a link that is
// only checked on.
func LinkKeys(o weburl.OriginID) (lo, hi []byte) {
	lo = QueueKey(o, Position{Order: orderLink})
	return lo, store.AfterPrefix(lo[:1+OriginLen])
}

// ParseQueued reads a key of the queue and its value.
func ParseQueued(key, value []byte) (Queued, error) {
	if len(key) != queueLen || len(value) != hashLen {
		return Queued{}, Corrupt(key, ErrRecord)
	}
	return Queued{
		Position: Position{
			Order: key[1+OriginLen], Rank: binary.BigEndian.Uint16(key[2+OriginLen:]), Seq: binary.BigEndian.Uint64(key[4+OriginLen:]),
		},
		Hash: [hashLen]byte(value),
	}, nil
}

// PaceKey returns the key of the pace of an address or a site.
func PaceKey(name string) []byte { return append([]byte{TablePace}, name...) }

// HeldKey returns the key of a held host.
func HeldKey(name string) []byte { return append([]byte{TableHeld}, name...) }

// RuleKey returns the key of a removal.
func RuleKey(target string) []byte { return append([]byte{TableRule}, target...) }

// UndecidedKey returns the key of an origin that has to be redecided.
func UndecidedKey(o weburl.OriginID) []byte { return append([]byte{TableUndecided}, o[:]...) }

// WaitKey returns the key by which a queued entry waits for an instant.
func WaitKey(due Instant, id weburl.ID) []byte { return dueKey(TableWait, due, id) }

// VisitKey returns the key of the next visit of an entry.
func VisitKey(due Instant, id weburl.ID) []byte { return dueKey(TableVisit, due, id) }

func dueKey(table byte, due Instant, id weburl.ID) []byte {
	k := append(make([]byte, 0, waitLen), table)
	k = binary.BigEndian.AppendUint64(k, uint64(due))
	return append(k, id[:]...)
}

// ParseDue reads a key of the wait table or of the table of next visits.
func ParseDue(key []byte) (Instant, weburl.ID, error) {
	if len(key) != waitLen {
		return 0, weburl.ID{}, Corrupt(key, ErrRecord)
	}
	return Instant(binary.BigEndian.Uint64(key[1:])), weburl.ID(key[9:]), nil
}

// TrailKey returns the key of the events of one visit: to a page, or to the robots file at the
// same URL.
func TrailKey(id weburl.ID, visit uint32, robots bool) []byte {
	slot := byte(visit % TrailSlots)
	if robots {
		slot += TrailSlots
	}
	return append(append([]byte{TableTrail}, id[:]...), slot)
}
