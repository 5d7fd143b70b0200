package frontier

import (
	"encoding/binary"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Tables: the first byte of a key. docs/format/frontier.md describes them.
const (
	tableMeta   = 'm' // name -> number
	tableHost   = 'h' // origin -> host
	tableClock  = 'k' // site, host name -> next allowed instant
	tableBrake  = 'a' // "address" and an address, or "site" and a site -> no lease before
	tableEntry  = 'u' // URL -> entry
	tableQueue  = 'q' // origin, order, depth, sequence -> rest of the URL's identity
	tableWait   = 'w' // due instant, URL -> nothing
	tableVisit  = 'v' // instant of the next visit, URL -> nothing
	tableRobots = 'r' // origin, version -> robots copy without body
	tableBody   = 'b' // SHA-256 -> robots body
	tableTrail  = 't' // URL, slot -> events of one visit
	tableText   = 'f' // text fingerprint -> URL
	tableSeen   = 's' // number -> checksum, and fingerprints of known URLs
	tableHeld   = 'o' // host name -> since when the operator holds it
	tableRule   = 'x' // target -> since when the operator removed it
	tableAnew   = 'n' // origin -> nothing
)

const (
	keyEpoch    = "mepoch"
	keySequence = "msequence"
	keyFormat   = "mformat"
	keySummary  = "msummary"
	keySeen     = "mseen"
)

const (
	idLen     = weburl.IDSize
	originLen = weburl.OriginIDSize
	hashLen   = idLen - originLen
	siteLen   = weburl.SiteIDSize
	queueLen  = 1 + originLen + 1 + 2 + 8
	waitLen   = 1 + 8 + idLen
)

func hostKey(o weburl.OriginID) []byte { return append([]byte{tableHost}, o[:]...) }

// clockKey starts with the site, so that the clocks of a site sort together.
func clockKey(o weburl.OriginID, name string) []byte {
	k := append(make([]byte, 0, 1+siteLen+len(name)), tableClock)
	k = append(k, o[:siteLen]...)
	return append(k, name...)
}

func entryKey(id weburl.ID) []byte { return append([]byte{tableEntry}, id[:]...) }

func textKey(fp aranea.Fingerprint) []byte { return append([]byte{tableText}, fp[:]...) }

// A position is a place in a host's queue: by order, then breadth first, then by
// arrival.
type position struct {
	seq   uint64
	depth uint16
	order uint8
}

// The orders of a queue: pages that are visited again come first, because their
// number is bounded by the plan of visits; then new ones by priority.
const (
	orderAgain = 32
	orderNew   = 128 // of priority 0
	// maxPriority bounds priorities in both directions.
	maxPriority = 64
)

func (p position) compare(q position) int {
	switch {
	case p.order != q.order:
		return int(p.order) - int(q.order)
	case p.depth != q.depth:
		return int(p.depth) - int(q.depth)
	case p.seq < q.seq:
		return -1
	case p.seq > q.seq:
		return 1
	}
	return 0
}

// A queued value is one key of a host's queue and its value.
type queued struct {
	position
	hash [hashLen]byte
}

func (q queued) id(o weburl.OriginID) weburl.ID {
	var id weburl.ID
	copy(id[:originLen], o[:])
	copy(id[originLen:], q.hash[:])
	return id
}

func queueKey(o weburl.OriginID, p position) []byte {
	k := append(make([]byte, 0, queueLen+1), tableQueue)
	k = append(k, o[:]...)
	k = append(k, p.order)
	k = binary.BigEndian.AppendUint16(k, p.depth)
	return binary.BigEndian.AppendUint64(k, p.seq)
}

func parseQueued(key, value []byte) (queued, error) {
	if len(key) != queueLen || len(value) != hashLen {
		return queued{}, corrupt(key, errRecord)
	}
	return queued{
		position: position{
			order: key[1+originLen], depth: binary.BigEndian.Uint16(key[2+originLen:]), seq: binary.BigEndian.Uint64(key[4+originLen:]),
		},
		hash: [hashLen]byte(value),
	}, nil
}

func brakeKey(name string) []byte { return append([]byte{tableBrake}, name...) }

func heldKey(name string) []byte { return append([]byte{tableHeld}, name...) }

func ruleKey(target string) []byte { return append([]byte{tableRule}, target...) }

func anewKey(o weburl.OriginID) []byte { return append([]byte{tableAnew}, o[:]...) }

func waitKey(due instant, id weburl.ID) []byte { return dueKey(tableWait, due, id) }

func visitKey(due instant, id weburl.ID) []byte { return dueKey(tableVisit, due, id) }

func dueKey(table byte, due instant, id weburl.ID) []byte {
	k := append(make([]byte, 0, waitLen), table)
	k = binary.BigEndian.AppendUint64(k, uint64(due))
	return append(k, id[:]...)
}

// parseDue reads a key of the wait table or of the table of next visits.
func parseDue(key []byte) (instant, weburl.ID, error) {
	if len(key) != waitLen {
		return 0, weburl.ID{}, corrupt(key, errRecord)
	}
	return instant(binary.BigEndian.Uint64(key[1:])), weburl.ID(key[9:]), nil
}

func robotsKey(o weburl.OriginID, version uint32) []byte {
	return binary.BigEndian.AppendUint32(append([]byte{tableRobots}, o[:]...), version)
}

func bodyKey(hash [32]byte) []byte { return append([]byte{tableBody}, hash[:]...) }

func trailKey(id weburl.ID, visit uint32) []byte {
	return append(append([]byte{tableTrail}, id[:]...), byte(visit%trailSlots))
}

// after returns the smallest key that is larger than all keys with the prefix.
func after(prefix []byte) []byte {
	out := append([]byte(nil), prefix...)
	for i := len(out) - 1; i >= 0; i-- {
		if out[i]++; out[i] != 0 {
			return out[:i+1]
		}
	}
	return nil
}
