package zones

import (
	"errors"
	"iter"
	"testing"

	"github.com/aranea-search/aranea/zone"
)

// TestRows: containers of content are shown if they have a good part of the text, and never more than a
// page has room for.
func TestRows(t *testing.T) {
	t.Parallel()
	learned := zone.Template{Pages: 12, Counted: 10, Containers: []zone.Judged{
		{Zone: "navigation", Path: "nav\u202e", Pages: 10, Text: 0.25, Links: 0.5}, {Zone: "main", Path: "main", Pages: 9, Text: 0.5}, {Zone: "main", Path: "p", Pages: 9, Text: 0.05},
	}}
	rows, pages, err := Rows(of(learned, nil))
	if err != nil || pages != "12 pages" || len(rows) != 2 || rows[0] != (Row{Zone: "navigation", Path: rows[0].Path, Pages: "10 of 10", Text: "25 %", Links: "50 %"}) || rows[0].Path == learned.Containers[0].Path {
		t.Errorf("%+v, %q, %v", rows, pages, err)
	}
	for range 2 * maxContainers {
		learned.Containers = append(learned.Containers, learned.Containers[0])
	}
	if rows, _, err := Rows(of(learned, nil)); err != nil || len(rows) != maxContainers {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	fault := errors.New("damaged")
	if _, _, err := Rows(of(learned, fault)); !errors.Is(err, fault) {
		t.Error(err)
	}
}

func of(t zone.Template, err error) iter.Seq2[zone.Template, error] {
	return func(yield func(zone.Template, error) bool) { yield(t, err) }
}
