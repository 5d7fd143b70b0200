package chain_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/weburl"
)

// pool lends postings and keeps none.
type pool struct{}

func (pool) Lend() *segment.Postings    { return &segment.Postings{} }
func (pool) GiveBack(*segment.Postings) {}

// snapshot returns an index of pages with titles and texts.
func snapshot(t *testing.T, pages ...[2]string) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	var changes []aranea.IndexChange
	for i, page := range pages {
		u, err := weburl.Parse(fmt.Sprint("http://a.test/", i))
		if err != nil {
			t.Fatal(err)
		}
		title, text := page[0]+"\n", page[1]+"\n"
		p := &aranea.Page{URL: u, Lang: "en", Text: []byte(title + text), Elements: []aranea.Element{
			{Kind: aranea.ElementTitle, End: uint32(len(page[0]))},
			{Kind: aranea.ElementText, Start: uint32(len(title)), End: uint32(len(title) + len(page[1]))},
		}}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: p})
	}
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	snap, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(snap.Close)
	return snap
}

// add adds words to a chain, and starts it.
func add(t *testing.T, x *chain.Chain, snap *index.Snapshot, words string) {
	t.Helper()
	for i, w := range strings.Fields(words) {
		cur := postings.NewCursor(snap, 0, &postings.Word{Form: w}, pool{}, nil)
		if p, err := snap.Postings(0, w); err != nil {
			t.Fatal(err)
		} else if p != nil {
			cur.Add(postings.List{P: p, Form: true})
		}
		x.Add(&cur, uint32(i))
	}
	x.Start()
}

// TestStarts: phrases of words that are rare or stand almost everywhere begin where the words
// of the page say.
func TestStarts(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(10, 1))
	vocabulary := strings.Fields(strings.Repeat("zqax ", 40) + strings.Repeat("zqbx ", 8) + "zqcx zqdx")
	word := func() string { return vocabulary[rnd.IntN(len(vocabulary))] }
	var pages [][2]string
	for i := range 200 {
		text := make([]string, 1+rnd.IntN(1+4*i))
		for j := range text {
			text[j] = word()
		}
		pages = append(pages, [2]string{"title", strings.Join(text, " ")})
	}
	snap := snapshot(t, pages...)
	for range 200 {
		phrase := []string{word(), word(), vocabulary[40+rnd.IntN(10)], word()}[rnd.IntN(3):]
		var x chain.Chain
		x.Open(snap, 0, true, 0, query.NoField, nil, nil)
		add(t, &x, snap, strings.Join(phrase, " "))
		found := uint32(0)
		for doc := x.Seek(0); doc != segment.NoDoc; doc = x.Seek(doc + 1) {
			got, want := x.Starts(doc), begins(strings.Fields(pages[doc][1]), phrase)
			if !slices.Equal(got, want) {
				t.Fatalf("%q begins in document %d at %v, want %v", phrase, doc, got, want)
			}
			found += uint32(len(got))
		}
		if err := x.Err(); err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			found -= uint32(len(begins(strings.Fields(page[1]), phrase)))
		}
		if found != 0 {
			t.Errorf("%q is not found %d times", phrase, -int32(found))
		}
	}
}

// begins returns where a phrase begins in a text, which stands behind a title of one word.
func begins(text, phrase []string) (at []uint32) {
	for i := range text {
		if len(text)-i >= len(phrase) && slices.Equal(text[i:i+len(phrase)], phrase) {
			at = append(at, 1+document.ElementGap+uint32(i))
		}
	}
	return at
}

// TestHolds: the pages that hold the words of a phrase as it wants them, in the field.
func TestHolds(t *testing.T) {
	t.Parallel()
	snap := snapshot(t,
		[2]string{"zqax zqbx", "other words"},
		[2]string{"title", "zqax zqbx and zqbx zqax zqax zqbx"},
		[2]string{"zqbx", "first zqbx then three more words zqax"},
		[2]string{"zqax", "only this one"},
	)
	for _, c := range []struct {
		name   string
		words  string
		follow bool
		near   int
		where  query.Field
		want   []uint32
	}{
		{"one word", "zqax", true, 0, query.NoField, []uint32{0, 1, 2, 3}},
		{"anywhere", "zqax zqbx", false, 0, query.NoField, []uint32{0, 1, 2}},
		{"a phrase", "zqax zqbx", true, 0, query.NoField, []uint32{0, 1}},
		{"the other way around", "zqbx zqax", true, 0, query.NoField, []uint32{1}},
		{"a word twice", "zqax zqax", true, 0, query.NoField, []uint32{1}},
		{"four words between", "zqax zqbx", true, 4, query.NoField, []uint32{0, 1, 2}},
		{"three words between", "zqax zqbx", true, 3, query.NoField, []uint32{0, 1}},
		{"in the title", "zqbx", true, 0, query.InTitle, []uint32{0, 2}},
		{"in the text", "zqbx", true, 0, query.InBody, []uint32{1, 2}},
		{"a word that no page has", "zqax zqcx", true, 0, query.NoField, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var x chain.Chain
			x.Open(snap, 0, c.follow && strings.Contains(c.words, " "), c.near, c.where, nil, nil)
			add(t, &x, snap, c.words)
			var got []uint32
			for doc := x.Seek(0); doc != segment.NoDoc; doc = x.Seek(doc + 1) {
				if x.Holds(doc) {
					got = append(got, doc)
				}
			}
			if err := x.Err(); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%v, %v; want %v", got, err, c.want)
			}
		})
	}
}

// TestFirstIn: a word stands in a title in the form that was typed or in another, and a
// filter that tells of all that is in the title changes nothing.
func TestFirstIn(t *testing.T) {
	t.Parallel()
	snap := snapshot(t,
		[2]string{"spider house", "it is a spider of spiders"},
		[2]string{"old spiders", "a spider lives there"},
		[2]string{"house", "spiders and a spider"},
		[2]string{"where it spiders a spider", "house"},
		[2]string{"no word of it", "house"},
	)
	q := analyze.New(1 << 10).Query("spider")[0]
	word := postings.Word{Form: q.Form, Stems: q.Stems(analyze.En)}
	if len(word.Stems) != 1 {
		t.Fatalf("stems of %s: %v", q.Form, word.Stems)
	}
	for _, filter := range []func(doc uint32) uint64{
		func(uint32) uint64 { return math.MaxUint64 },
		func(doc uint32) uint64 { return snap.Title(0, doc) },
	} {
		cur := postings.NewCursor(snap, 0, &word, pool{}, nil)
		for _, term := range []string{q.Form, word.Stems[0].Term} {
			p, err := snap.Postings(0, term)
			if err != nil || p == nil {
				t.Fatalf("%q: %v, %v", term, p, err)
			}
			l := postings.List{P: p, Form: term == q.Form, Bit: segment.TitleBit(term)}
			if !l.Form {
				l.Base = word.Stems[0].Base
			}
			cur.Add(l)
		}
		var x chain.Chain
		x.Open(snap, 0, false, 0, query.NoField, nil, nil)
		x.Add(&cur, 0)
		x.Start()
		for doc, want := range []uint32{0, 1, segment.NoDoc, 2, segment.NoDoc} {
			words := uint32(snap.Column(0, uint32(doc)).TitleWords)
			if got := x.FirstIn(uint32(doc), 0, words, filter(uint32(doc))); got != want {
				t.Errorf("document %d of %d words in its title: %d, want %d", doc, words, got, want)
			}
		}
		if err := x.Err(); err != nil {
			t.Error(err)
		}
	}
}
