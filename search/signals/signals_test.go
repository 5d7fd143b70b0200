package signals_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/weburl"
)

// A shelf is where ranks lie.
type shelf struct{ disk.Folder }

func (s shelf) Create(name string) (rank.File, error) { return s.Folder.Create(name) }

const pages = 40

func page(i int) string { return fmt.Sprintf("http://h%d.test/", i) }

// table computes ranks of pages, each of which all before some number link to.
func table(t *testing.T, most int) *rank.Table {
	t.Helper()
	in := rank.Input{
		Indexed: func(context.Context) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) {
				for i := 0; i < pages && yield(page(i), nil); i++ {
				}
			}
		},
		Pages: func(context.Context) iter.Seq2[linkgraph.Page, error] {
			return func(yield func(linkgraph.Page, error) bool) {
				for i := range most {
					var to []string
					for j := i; j < pages; j++ {
						to = append(to, page(j))
					}
					if !yield(linkgraph.Page{URL: fmt.Sprintf("http://from%d.test/", i), Links: to}, nil) {
						return
					}
				}
			}
		},
	}
	out, _, err := rank.Update(t.Context(), shelf{disk.NewMemory()}, in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// put puts pages into the index and writes them to files.
func put(t *testing.T, x *index.Index, from, to int, flush bool) {
	t.Helper()
	var changes []aranea.IndexChange
	for i := from; i < to; i++ {
		u, err := weburl.Parse(page(i))
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{URL: u, Lang: "en", Text: []byte("word\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: 4}}}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: p})
	}
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	if flush {
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
	}
}

// titled learns titles of the pages, which end in the number of each, and in two words that all have.
func titled(t *testing.T) *sitename.Table {
	t.Helper()
	out, err := sitename.Learn(func() iter.Seq2[sitename.Page, error] {
		return func(yield func(sitename.Page, error) bool) {
			for i := range pages {
				key := rank.KeyOf(weburl.MustParse(page(i)).ID())
				if !yield(sitename.Page{URL: "http://h.test/", Title: fmt.Sprintf("silk%d | moth manual", i), Key: key, Words: 3}, nil) {
					return
				}
			}
		}
	}, func(string) (int, error) { return pages, nil })
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLevels: what is remembered is what the table says, of the table in force and of
// every segment, however many ask at once.
func TestLevels(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	var m signals.Cache
	tables := []*rank.Table{table(t, 30), table(t, 5)}
	titles := titled(t)
	put(t, x, 0, pages/2, true)
	for round := range 4 {
		if round == 2 {
			put(t, x, pages/2, pages, false)
		}
		snap, err := x.Fresh(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		now := tables[round%2]
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				r := m.Of(snap, signals.Tables{Ranks: now, Titles: titles.Titles()})
				for range 2 {
					for seg := range snap.Segments() {
						for doc := range uint32(snap.SegmentDocs(seg)) {
							key := snap.Key(seg, doc)
							want := now.Levels(rank.Key(binary.BigEndian.Uint64(key[:])))
							if got, want := r.Affix(seg, doc), titles.Titles().Of(rank.Key(binary.BigEndian.Uint64(key[:]))); got != want || want.Len() != 2 {
								t.Errorf("round %d, segment %d, document %d: %+v of the title, want %+v", round, seg, doc, got, want)
							}
							if got := r.Levels(seg, doc); got != want || want == (rank.Levels{}) {
								t.Errorf("round %d, segment %d, document %d: %+v, want %+v", round, seg, doc, got, want)
							}
						}
					}
				}
			})
		}
		group.Wait()
		snap.Close()
	}
	if m.Of(nil, signals.Tables{}) != nil {
		t.Error("there are ranks without a table")
	}
}
