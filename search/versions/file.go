package versions

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/linkgraph/rank"
)

// recordSize is the size of a record of the file of versions: one for each page, by ascending key.
const recordSize = 8 + 4 + 1 + 4

// formerSize is that of a record of versions 1 and 2, which ends before the work.
const formerSize = 8 + 4 + 1

// form returns the form of the file.
func form() rank.Form {
	return rank.Form{Name: "versions", What: "versions", Magic: "ARANEAVS", Version: 3, Oldest: 1}
}

// Open reads the versions in a folder; nil if there are none. Damage is an error of kind Corrupt.
func Open(files rank.Folder) (t *Table, err error) {
	_, err = form().OpenEach(files, func(version uint32, content []byte) error {
		size := recordSize
		if version < 3 {
			size = formerSize
		}
		t, err = decode(content, size)
		return err
	})
	return t, err
}

// decode decodes the content of the file, whose records have a size.
func decode(rest []byte, size int) (*Table, error) {
	if len(rest)%size != 0 {
		return nil, errors.New("it ends within a page")
	}
	n := len(rest) / size
	t := &Table{keys: make([]rank.Key, 0, n), places: make([]Place, 0, n)}
	for ; len(rest) > 0; rest = rest[size:] {
		key, place := rank.Key(binary.LittleEndian.Uint64(rest)), Place{Page: binary.LittleEndian.Uint32(rest[8:]), Older: rest[12]}
		if size == recordSize {
			place.Work = binary.LittleEndian.Uint32(rest[13:])
		}
		if n := len(t.keys); place.Page == 0 && place.Work == 0 || n > 0 && t.keys[n-1] >= key {
			return nil, fmt.Errorf("page %d is not right", n)
		}
		t.keys, t.places = append(t.keys, key), append(t.places, place)
	}
	t.order()
	return t, nil
}

// Write writes the versions to a folder; they are durable when it returns.
func (t *Table) Write(files rank.Folder) error { return form().Write(files, t.encode()) }

// encode returns the content of the file.
func (t *Table) encode() []byte {
	b := make([]byte, 0, len(t.keys)*recordSize)
	for i, key := range t.keys {
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(b, uint64(key)), t.places[i].Page)
		b = binary.LittleEndian.AppendUint32(append(b, t.places[i].Older), t.places[i].Work)
	}
	return b
}

// Forget removes the versions; they are learned again with the next ranking.
func Forget(files rank.Folder) error { return rank.Drop(files, form().Name) }
