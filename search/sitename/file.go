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

// form returns the form of the file of names: the hosts in ascending order with their names, and the pages by ascending
// key with what of their titles is the site's.
func form() rank.Form {
	return rank.Form{Name: "names", What: "names of sites", Magic: "ARANEANM", Version: 2, Oldest: 1}
}

// titleSize is the size of a record of a page.
const titleSize = 8 + 3

// Open reads the names in a folder; nil if there are none. Damage is an error of kind Corrupt.
func Open(files rank.Folder) (t *Table, err error) {
	_, err = form().OpenEach(files, func(version uint32, content []byte) error {
		t, err = decode(content, version)
		return err
	})
	return t, err
}

// decode decodes the content of the file. In version 1 it has no number of hosts, and nothing behind them.
func decode(content []byte, version uint32) (*Table, error) {
	r := varint.NewReader(content)
	hosts := uint64(mostHosts)
	if version > 1 {
		hosts = r.Uint()
	}
	names, last := map[string][]string{}, ""
	for r.Len() > 0 && hosts > 0 {
		host, n := r.Text(), r.Uint()
		if r.Bad() || host <= last || n == 0 || n > mostNames {
			return nil, fmt.Errorf("the host after %q is not right", last)
		}
		last = host
		for range n {
			names[host] = append(names[host], r.Text())
		}
		hosts--
	}
	titles, err := decodeTitles(r.Rest())
	if err != nil {
		return nil, err
	}
	if r.Bad() || hosts > mostHosts || version > 1 && hosts > 0 || version == 1 && len(titles) > 0 {
		return nil, errors.New("it ends within a host")
	}
	return newTable(names, titles), nil
}

// decodeTitles decodes the records of pages.
func decodeTitles(rest []byte) (all []affixed, err error) {
	if len(rest)%titleSize != 0 {
		return nil, errors.New("it ends within a page")
	}
	for ; len(rest) > 0; rest = rest[titleSize:] {
		p := affixed{rank.Key(binary.LittleEndian.Uint64(rest)), Affix{rest[8], rest[9], rest[10]}}
		if n := len(all); p.affix.Len() == 0 || p.affix.Len() >= int(p.affix.Of) || n > 0 && all[n-1].key >= p.key {
			return nil, fmt.Errorf("page %d is not right", n)
		}
		all = append(all, p)
	}
	return all, nil
}

// Write writes the names to a folder; they are durable when it returns.
func (t *Table) Write(files rank.Folder) error { return form().Write(files, t.encode()) }

// encode returns the content of the file.
func (t *Table) encode() (b []byte) {
	b = binary.AppendUvarint(b, uint64(len(t.names)))
	for _, host := range slices.Sorted(maps.Keys(t.names)) {
		b = binary.AppendUvarint(varint.AppendText(b, host), uint64(len(t.names[host])))
		for _, name := range t.names[host] {
			b = varint.AppendText(b, name)
		}
	}
	for i, key := range t.titles.keys {
		b = append(binary.LittleEndian.AppendUint64(b, uint64(key)), t.titles.affixes[i].Front, t.titles.affixes[i].Back, t.titles.affixes[i].Of)
	}
	return b
}

// Forget removes the names; they are learned again with the next ranking.
func Forget(files rank.Folder) error { return rank.Drop(files, form().Name) }
