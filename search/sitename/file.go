package sitename

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/aranea-search/aranea/index/varint"
	"github.com/aranea-search/aranea/linkgraph/rank"
)

// form returns the form of the file of names: the hosts in ascending order with their names.
func form() rank.Form {
	return rank.Form{Name: "names", What: "names of sites", Magic: "ARANEANM", Version: 1}
}

// Open reads the names in a folder; nil if there are none. Damage is an error of kind Corrupt.
func Open(files rank.Folder) (t *Table, err error) {
	_, err = form().Open(files, func(content []byte) error {
		t, err = decode(content)
		return err
	})
	return t, err
}

// decode decodes the content of the file.
func decode(content []byte) (*Table, error) {
	names, last := map[string][]string{}, ""
	r := varint.NewReader(content)
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
func (t *Table) Write(files rank.Folder) error { return form().Write(files, t.encode()) }

// encode returns the content of the file.
func (t *Table) encode() (b []byte) {
	for _, host := range slices.Sorted(maps.Keys(t.names)) {
		b = binary.AppendUvarint(varint.AppendText(b, host), uint64(len(t.names[host])))
		for _, name := range t.names[host] {
			b = varint.AppendText(b, name)
		}
	}
	return b
}

// Forget removes the names; they are learned again with the next ranking.
func Forget(files rank.Folder) error { return rank.Drop(files, form().Name) }
