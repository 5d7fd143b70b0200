// Package relatives tells which pages of the index are nearly a page: those with nearly the same text, and its
// newest version.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It reads an index, and decides nothing.
package relatives

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/copies"
	"github.com/aranea-search/aranea/search/versions"
	"github.com/aranea-search/aranea/weburl"
)

// shownCopies is how many near copies are shown.
const shownCopies = 5

// Facts returns what is to be told of a page of an index. The table may be nil.
func Facts(ctx context.Context, x *index.Index, table *versions.Table, u weburl.URL) (facts []trail.Fact, err error) {
	near, err := copies.List(ctx, x, u, shownCopies)
	for _, c := range near {
		facts = append(facts, trail.Fact{Name: "Nearly the same text", URL: c.URL, Text: fmt.Sprintf("%s (%s, %d of 64 bits differ)", c.URL, aranea.DupNear, c.Bits)})
	}
	if err != nil {
		return facts, err
	}
	url, err := newest(x, table, u)
	if err == nil && url != "" {
		facts = append(facts, trail.Fact{Name: "Newest version", URL: url, Text: url + " (comes before this one in results)"})
	}
	return facts, err
}

// newest returns the address of the newest version of a page that can be found, "" if there is no newer one.
func newest(x *index.Index, table *versions.Table, u weburl.URL) (string, error) {
	newest, ok := table.Newest(rank.KeyOf(u.ID()))
	if !ok {
		return "", nil
	}
	snap, err := x.Snapshot()
	if err != nil {
		return "", err
	}
	defer snap.Close()
	var key segment.ShortKey
	binary.BigEndian.PutUint64(key[:], uint64(newest))
	seg, doc, found := snap.LookupShort(key)
	if !found || !snap.Findable(seg, doc) {
		return "", nil
	}
	d, err := snap.Doc(seg, doc)
	return d.URL, err
}
