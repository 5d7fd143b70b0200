package index

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/varint"
	"github.com/aranea-search/aranea/index/wal"
)

// logChanges makes changes durable; each is an entry of the log. buf is reused memory, and is
// returned. After an error of kind Limit nothing was written.
func logChanges(w *wal.Writer, buf []byte, changes []aranea.IndexChange) ([]byte, error) {
	w.Begin()
	for i := range changes {
		buf = encodeChange(buf[:0], &changes[i])
		if len(buf) > wal.MaxEntry {
			return buf, &aranea.Error{Op: "apply to index", Kind: aranea.Limit, Obj: changes[i].URL.String(), Err: fmt.Errorf("the page takes %d bytes in the log", len(buf))}
		}
		w.Add(buf)
	}
	return buf, w.Commit()
}

// decodeChanges reads the changes of a record.
func decodeChanges(entries []byte) ([]aranea.IndexChange, error) {
	c := varint.NewReader(entries)
	var out []aranea.IndexChange
	for c.Len() > 0 {
		one := c.Take(c.Uint())
		if c.Bad() {
			return nil, damage.ErrShort
		}
		ch, err := decodeChange(one)
		if err != nil {
			return nil, err
		}
		out = append(out, ch)
	}
	return out, nil
}
