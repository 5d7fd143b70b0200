package sitename

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/varint"
	"github.com/aranea-search/aranea/linkgraph/rank"
)

// The file of names: a header, the hosts in ascending order with their names, a checksum of all of it.
const (
	fileName    = "names"
	magic       = "ARANEANM"
	fileVersion = 1
	headSize    = len(magic) + 4
	sumSize     = 4
)

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// Open reads the names in a folder; nil if there are none. Damage is an error of kind Corrupt.
func Open(files rank.Folder) (*Table, error) {
	data, release, err := files.Map(fileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open names of sites: %w", err)
	}
	defer release()
	t, err := decode(data)
	if err != nil {
		return nil, &aranea.Error{Op: "open names of sites", Kind: aranea.Corrupt, Obj: fileName, Err: err}
	}
	return t, nil
}

// decode decodes a file of names.
func decode(data []byte) (*Table, error) {
	if len(data) < headSize+sumSize || string(data[:len(magic)]) != magic {
		return nil, errors.New("it is no file of names of sites")
	}
	if v := binary.LittleEndian.Uint32(data[len(magic):]); v != fileVersion {
		return nil, fmt.Errorf("it has version %d, not %d", v, fileVersion)
	}
	end := len(data) - sumSize
	if checksum(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, errors.New("its checksum is wrong")
	}
	names, last := map[string][]string{}, ""
	r := varint.NewReader(data[headSize:end])
	for r.Len() > 0 {
		host, n := r.Text(), r.Uint()
		if r.Bad() || host <= last || n == 0 || n > mostNames || len(names) == mostHosts {
			return nil, fmt.Errorf("the host after %q is not right", last)
		}
		last = host
		for range n {
			names[host] = append(names[host], r.Text())
		}
	}
	if r.Bad() {
		return nil, errors.New("it ends within a host")
	}
	return newTable(names), nil
}

// Write writes the names to a folder; they are durable when it returns.
func (t *Table) Write(files rank.Folder) error {
	if err := rank.Replace(files, fileName, func(w io.Writer) error { _, err := w.Write(t.encode()); return err }); err != nil {
		return fmt.Errorf("write names of sites: %w", err)
	}
	return nil
}

// encode returns the content of the file.
func (t *Table) encode() []byte {
	b := binary.LittleEndian.AppendUint32([]byte(magic), fileVersion)
	for _, host := range slices.Sorted(maps.Keys(t.names)) {
		b = binary.AppendUvarint(varint.AppendText(b, host), uint64(len(t.names[host])))
		for _, name := range t.names[host] {
			b = varint.AppendText(b, name)
		}
	}
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

// Forget removes the names; they are learned again with the next ranking.
func Forget(files rank.Folder) error { return rank.Drop(files, fileName) }
