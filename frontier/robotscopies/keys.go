package robotscopies

import (
	"encoding/binary"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// A digest is the SHA-256 of a body.
type digest = [32]byte

// robotsKey returns the key of one copy of an origin.
func robotsKey(o weburl.OriginID, version uint32) []byte {
	return binary.BigEndian.AppendUint32(append([]byte{record.TableRobots}, o[:]...), version)
}

func parseRobots(key []byte) (o weburl.OriginID, version uint32, err error) {
	if len(key) != 1+len(o)+4 {
		return o, 0, record.Corrupt(key, record.ErrRecord)
	}
	return weburl.OriginID(key[1:]), binary.BigEndian.Uint32(key[1+len(o):]), nil
}

// bodyKey returns the key of a body.
func bodyKey(d digest) []byte { return append([]byte{record.TableBody}, d[:]...) }

func parseBody(key []byte) (d digest, err error) {
	if len(key) != 1+len(d) {
		return d, record.Corrupt(key, record.ErrRecord)
	}
	return digest(key[1:]), nil
}

// refKey returns the key that says that an origin has a copy with a body.
func refKey(d digest, o weburl.OriginID) []byte {
	return append(append([]byte{record.TableRef}, d[:]...), o[:]...)
}

func parseRef(key []byte) (d digest, o weburl.OriginID, err error) {
	if len(key) != 1+len(d)+len(o) {
		return d, o, record.Corrupt(key, record.ErrRecord)
	}
	return digest(key[1:]), weburl.OriginID(key[1+len(d):]), nil
}
