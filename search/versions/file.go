package versions

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/linkgraph/rank"
)

// recordSize is the size of a record of the file of versions: one for each page, by ascending key.
const recordSize = 8 + 4 + 1

// form returns the form of the file.
func form() rank.Form {
	return rank.Form{Name: "versions", What: "versions", Magic: "ARANEAVS", Version: 3, Oldest: 1}
}

// Open reads the versions in a folder; nil if there are none. Damage is an error of kind Corrupt.
func Open(files rank.Folder) (t *Table, err error) {
	_, err = form().Open(files, func(content []byte) error {
		t, err = decode(content)
		return err
	})
	return t, err
}

// decode decodes the content of the file.
func decode(rest []byte) (*Table, error) {
	if len(rest)%recordSize != 0 {
		return nil, errors.New("it ends within a page")
	}
	n := len(rest) / recordSize
	t := &Table{keys: make([]rank.Key, 0, n), places: make([]Place, 0, n)}
	for ; len(rest) > 0; rest = rest[recordSize:] {
		key, place := rank.Key(binary.LittleEndian.Uint64(rest)), Place{binary.LittleEndian.Uint32(rest[8:]), rest[12]}
		if n := len(t.keys); place.Page == 0 || n > 0 && t.keys[n-1] >= key {
			return nil, fmt.Errorf("page %d is not right", n)
		}
		t.keys, t.places = append(t.keys, key), append(t.places, place)
	}
	return t, nil
}

// Write writes the versions to a folder; they are durable when it returns.
func (t *Table) Write(files rank.Folder) error { return form().Write(files, t.encode()) }

// encode returns the content of the file.
func (t *Table) encode() []byte {
	b := make([]byte, 0, len(t.keys)*recordSize)
	for i, key := range t.keys {
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(b, uint64(key)), t.places[i].Page)
		b = append(b, t.places[i].Older)
	}
	return b
}

// Forget removes the versions; they are learned again with the next ranking.
func Forget(files rank.Folder) error { return rank.Drop(files, form().Name) }
