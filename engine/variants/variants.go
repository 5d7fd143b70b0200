// Package variants tells which pages of the index are nearly a page: those with nearly the same text, its newest
// version, and its translations.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It reads an index, and decides nothing.
package variants

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe/source"
	"github.com/aranea-search/aranea/dedupe/translation"
	"github.com/aranea-search/aranea/dedupe/version"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/copies"
	"github.com/aranea-search/aranea/search/versions"
	"github.com/aranea-search/aranea/weburl"
)

// How many near copies, and translations, are shown.
const shownCopies, shownTranslations = 5, 12

// Facts returns what is to be told of a page of an index. The table may be nil.
func Facts(ctx context.Context, x *index.Index, table *versions.Table, u weburl.URL) (facts []trail.Fact, err error) {
	near, err := copies.List(ctx, x, u, shownCopies)
	for _, c := range near {
		facts = append(facts, trail.Fact{Name: "Nearly the same text", URL: c.URL, Text: fmt.Sprintf("%s (%s, %d of 64 bits differ)", c.URL, aranea.DupNear, c.Bits)})
	}
	if err != nil {
		return facts, err
	}
	key := rank.KeyOf(u.ID())
	newest, hasNewer := table.Newest(key)
	first, isLater := table.FirstPage(key)
	for _, f := range [...]struct {
		is   bool
		key  rank.Key
		name func(url string) string
		why  string
	}{
		{hasNewer, newest, func(url string) string { return nameOf(u, url) }, "comes before this one in results"},
		{isLater, first, func(string) string { return "First page of its list" }, "results show the page of the list that answers best"},
	} {
		if !f.is {
			continue
		}
		d, err := found(x, f.key)
		if err != nil {
			return facts, err
		}
		if url := d.URL; url != "" {
			facts = append(facts, trail.Fact{Name: f.name(url), URL: url, Text: fmt.Sprintf("%s (%s)", url, f.why)})
		}
	}
	more, err := translations(x, table, key)
	return append(facts, more...), err
}

// translations returns the translations of a page, one of each language: the newest version at an address of that
// language.
func translations(x *index.Index, table *versions.Table, key rank.Key) (facts []trail.Fact, err error) {
	var all []translation.Address
	own := ""
	for _, k := range table.Translations(table.Of(key).Work) {
		d, err := found(x, k)
		if err != nil {
			return nil, err
		}
		u, err := weburl.Parse(d.URL)
		if err != nil { // it cannot be found
			continue
		}
		a := translation.AddressOf(u, d.Lang)
		if all = append(all, a); k == key {
			own = a.Lang
		}
	}
	for _, a := range translation.Others(all, own, shownTranslations) {
		url := a.URL.String()
		facts = append(facts, trail.Fact{Name: "Translation", URL: url, Text: fmt.Sprintf("%s (%s; results show the one for the reader's language)", url, a.Lang)})
	}
	return facts, nil
}

// nameOf returns what a page is to another one that comes after it: its newest version, the page that
// nobody has translated, or the one that it is the source of.
func nameOf(page weburl.URL, first string) string {
	u, err := weburl.Parse(first)
	_, _, versions := version.SamePage(page, u)
	switch {
	case err != nil || versions:
	case translation.SamePage(page, u):
		return "Untranslated from"
	case source.IsOf(page, u):
		return "Source of"
	}
	return "Newest version"
}

// found returns a page by its key, the zero Record if it cannot be found.
func found(x *index.Index, key rank.Key) (d document.Record, err error) {
	snap, err := x.Snapshot()
	if err != nil {
		return d, err
	}
	defer snap.Close()
	var short segment.ShortKey
	binary.BigEndian.PutUint64(short[:], uint64(key))
	seg, doc, ok := snap.LookupShort(short)
	if !ok || !snap.Findable(seg, doc) {
		return d, nil
	}
	return snap.Doc(seg, doc)
}
