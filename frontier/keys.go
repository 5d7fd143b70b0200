package frontier

import (
	"encoding/binary"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Tables: the first byte of a key.
const (
	tableMeta   = 'm' // name -> value
	tableHost   = 'h' // origin -> host
	tableClock  = 'k' // host name -> next allowed instant
	tableEntry  = 'u' // URL -> entry
	tableQueue  = 'q' // origin, depth, sequence -> URL
	tableWait   = 'w' // due instant, URL -> nothing
	tableRobots = 'r' // origin, version -> robots copy without body
	tableBody   = 'b' // SHA-256 -> robots body
	tableTrail  = 't' // URL, slot -> events of one visit
	tableText   = 'f' // text fingerprint -> URL
)

var (
	keyEpoch    = []byte("mepoch")
	keySequence = []byte("msequence")
)

const (
	idLen     = 20
	originLen = 8
	queueLen  = 1 + originLen + 2 + 8
)

func hostKey(o weburl.OriginID) []byte { return append([]byte{tableHost}, o[:]...) }

func clockKey(name string) []byte { return append([]byte{tableClock}, name...) }

func entryKey(id weburl.ID) []byte { return append([]byte{tableEntry}, id[:]...) }

func textKey(fp aranea.Fingerprint) []byte { return append([]byte{tableText}, fp[:]...) }

func queueKey(o weburl.OriginID, depth uint16, seq uint64) []byte {
	k := make([]byte, 0, queueLen)
	k = append(append(k, tableQueue), o[:]...)
	k = binary.BigEndian.AppendUint16(k, depth)
	return binary.BigEndian.AppendUint64(k, seq)
}

func waitKey(due time.Time, id weburl.ID) []byte {
	k := append(make([]byte, 0, 1+8+idLen), tableWait)
	k = binary.BigEndian.AppendUint64(k, uint64(stamp(due)))
	return append(k, id[:]...)
}

func robotsKey(o weburl.OriginID, version uint32) []byte {
	return binary.BigEndian.AppendUint32(append([]byte{tableRobots}, o[:]...), version)
}

func bodyKey(hash [32]byte) []byte { return append([]byte{tableBody}, hash[:]...) }

// trailSlots is how many visits of a URL keep their events; the next one
// overwrites the oldest.
const trailSlots = 8

// maxEvents bounds the events of one visit.
const maxEvents = 64

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
