package versions

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph/rank"
)

// The file of versions: a header, a record for each page by ascending key, a checksum of all of it.
const (
	fileName    = "versions"
	magic       = "ARANEAVS"
	fileVersion = 1
	headSize    = len(magic) + 4
	recordSize  = 8 + 4 + 1
	sumSize     = 4
)

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// Open reads the versions in a folder; nil if there are none. Damage is an error of kind Corrupt.
func Open(files rank.Folder) (*Table, error) {
	data, release, err := files.Map(fileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open versions: %w", err)
	}
	defer release()
	t, err := decode(data)
	if err != nil {
		return nil, &aranea.Error{Op: "open versions", Kind: aranea.Corrupt, Obj: fileName, Err: err}
	}
	return t, nil
}

// decode decodes a file of versions.
func decode(data []byte) (*Table, error) {
	if len(data) < headSize+sumSize || string(data[:len(magic)]) != magic {
		return nil, errors.New("it is no file of versions")
	}
	if v := binary.LittleEndian.Uint32(data[len(magic):]); v != fileVersion {
		return nil, fmt.Errorf("it has version %d, not %d", v, fileVersion)
	}
	end := len(data) - sumSize
	if checksum(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, errors.New("its checksum is wrong")
	}
	rest := data[headSize:end]
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
func (t *Table) Write(files rank.Folder) error {
	if err := rank.Replace(files, fileName, func(w io.Writer) error { _, err := w.Write(t.encode()); return err }); err != nil {
		return fmt.Errorf("write versions: %w", err)
	}
	return nil
}

// encode returns the content of the file.
func (t *Table) encode() []byte {
	b := binary.LittleEndian.AppendUint32(append(make([]byte, 0, headSize+len(t.keys)*recordSize+sumSize), magic...), fileVersion)
	for i, key := range t.keys {
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(b, uint64(key)), t.places[i].Page)
		b = append(b, t.places[i].Older)
	}
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

// Forget removes the versions; they are learned again with the next ranking.
func Forget(files rank.Folder) error { return rank.Drop(files, fileName) }
