package term

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/weburl"
)

// shelf returns a snapshot of English pages with these texts, in one segment, in this order.
func shelf(t *testing.T, texts ...string) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	var changes []aranea.IndexChange
	for i, text := range texts {
		u, err := weburl.Parse(fmt.Sprintf("http://a.test/place%d", i))
		if err != nil {
			t.Fatal(err)
		}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: &aranea.Page{
			URL: u, Lang: "en", Text: []byte(text), Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}},
		}})
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

// texts are the pages of these tests.
var texts = []string{"spider silk", "spiders", "silver", "the silt", "spider silk spider", "spent"}

// docs returns which of the texts some tokens together stand in, one after the other if follow is set.
func docs(o *Opener, snap *index.Snapshot, ts []*Token, follow bool) string {
	c := o.Chain(0, ts, follow, 0, query.NoField)
	defer o.Keep(c)
	c.Start()
	var out []string
	for doc := range uint32(snap.SegmentDocs(0)) {
		if c.Holds(doc) {
			d, err := snap.Doc(0, doc)
			if err != nil {
				return err.Error()
			}
			out = append(out, d.URL[len(d.URL)-1:])
		}
	}
	slices.Sort(out)
	return strings.Join(out, "")
}

// TestTokens: what words of a query stand for.
func TestTokens(t *testing.T) {
	t.Parallel()
	snap := shelf(t, texts...)
	for _, tt := range []struct{ q, want, forms string }{
		{"spider", "014", ""}, {"spiders", "014", ""}, {`"spiders"`, "1", ""}, {`"spider silk"`, "04", ""}, {`"silk spider"`, "4", ""},
		{"sil*", "0234", "silk silt silver"}, {"silx~1", "034", "silk silt"}, {"moth", "", ""},
	} {
		n := query.Parse(tt.q).Root
		var hints hint.List
		o := New(snap, &Pool{}, &Room{}, postings.Wanted{}, nil, &hints)
		ts, err := o.Tokens(analyze.New(64).Query(n.Text), n)
		if err != nil {
			t.Fatal(err)
		}
		var forms []string
		for _, one := range ts {
			forms = append(forms, one.Forms...)
		}
		slices.Sort(forms)
		if got := docs(o, snap, ts, true); got != tt.want || strings.Join(forms, " ") != tt.forms || len(hints) > 0 {
			t.Errorf("%s: in %s, want %s; forms %s, want %s; %v", tt.q, got, tt.want, forms, tt.forms, hints)
		}
		o.Close()
	}
}

// TestPrefixed: a Hebrew word is found behind what is written as one with it, unless it is quoted.
func TestPrefixed(t *testing.T) {
	t.Parallel()
	snap := shelf(t, "בית ספר", "הבית", "ובבית", "בבית", "שבת")
	for _, tt := range []struct{ q, want, forms string }{
		{"בית", "0123", "בבית הבית ובבית"}, {"הבית", "01", "בית"}, {`"בית"`, "0", ""}, {"שבת", "4", ""},
	} {
		n := query.Parse(tt.q).Root
		o := New(snap, &Pool{}, &Room{}, postings.Wanted{}, nil, &hint.List{})
		ts, err := o.Tokens(analyze.New(64).Query(n.Text), n)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(ts[0].Forms)
		if got, forms := docs(o, snap, ts, true), strings.Join(ts[0].Forms, " "); got != tt.want || forms != tt.forms {
			t.Errorf("%s: in %s, want %s; forms %s, want %s", tt.q, got, tt.want, forms, tt.forms)
		}
		o.Close()
	}
}

// TestAddressed: words of addresses are no words of pages.
func TestAddressed(t *testing.T) {
	t.Parallel()
	snap := shelf(t, append(texts, "place3")...)
	o := New(snap, &Pool{}, &Room{}, postings.Wanted{}, nil, &hint.List{})
	defer o.Close()
	for _, tt := range []struct {
		word, want string
		prefix     bool
	}{{"place3", "3", false}, {"plac", "", false}, {"plac", "0123456", true}, {"spider", "", true}} {
		one, err := o.Addressed(analyze.New(64).Query(tt.word)[0], tt.prefix)
		if err != nil {
			t.Fatal(err)
		}
		if got := docs(o, snap, []*Token{one}, false); got != tt.want || one.Count != len(tt.want) {
			t.Errorf("%s, prefix %t: in %s, want %s; %d postings", tt.word, tt.prefix, got, tt.want, one.Count)
		}
	}
}

// TestBounds: fuzzy words and forms beyond the bounds are left out, and that is told once.
func TestBounds(t *testing.T) {
	t.Parallel()
	words := make([]string, maxForms+5)
	for i := range words {
		words[i] = fmt.Sprintf("zq%03dx", i)
	}
	snap := shelf(t, strings.Join(words, " "), "spider")
	var hints hint.List
	o := New(snap, &Pool{}, &Room{}, postings.Wanted{}, nil, &hints)
	defer o.Close()
	a := analyze.New(64)
	many := &query.Node{Kind: query.Word, Text: "zq", Prefix: true}
	for range 2 {
		ts, err := o.Tokens(a.Query("zq"), many)
		if err != nil || len(ts[0].Forms) != maxForms {
			t.Fatalf("%d forms, %v", len(ts[0].Forms), err)
		}
	}
	if want := (hint.Hint{Code: hint.FewBegin, Value: "zq", N: maxForms}); len(hints) != 1 || hints[0] != want {
		t.Errorf("told %v, want %v", hints, want)
	}
	fuzzy := &query.Node{Kind: query.Word, Text: "spidex", Edits: 1}
	for i := range maxFuzzy + 1 {
		ts, err := o.Tokens(a.Query("spidex"), fuzzy)
		if err != nil || len(ts[0].Forms) == 0 != (i == maxFuzzy) {
			t.Errorf("fuzzy word %d stands for %v, %v", i, ts[0].Forms, err)
		}
	}
	if want := (hint.Hint{Code: hint.AsWritten, Value: "spidex"}); len(hints) != 2 || hints[1] != want {
		t.Errorf("told %v, want %v", hints, want)
	}
}

// TestRoom: a closed opener leaves its memory to the next one, empty.
func TestRoom(t *testing.T) {
	t.Parallel()
	snap := shelf(t, texts...)
	var room Room
	var pool Pool
	for i, q := range []string{"silk", "spider", "silver", "silk"} {
		o := New(snap, &pool, &room, postings.Wanted{}, nil, &hint.List{})
		one, err := o.One(q)
		if err != nil {
			t.Fatal(err)
		}
		if len(one.cursors) != 1 || one.cursors[0].Size() != one.Docs {
			t.Errorf("query %d: %d cursors, documents %d and %d", i, len(one.cursors), one.cursors[0].Size(), one.Docs)
		}
		if got, want := docs(o, snap, []*Token{one}, false), map[string]string{"silk": "04", "spider": "04", "silver": "2"}[q]; got != want {
			t.Errorf("query %d, %s: in %s, want %s", i, q, got, want)
		}
		if o.Close(); len(o.lent) != 0 {
			t.Errorf("query %d keeps %d postings", i, len(o.lent))
		}
	}
}

// TestGiveBack: postings of a term that does not exist are not kept until the end.
func TestGiveBack(t *testing.T) {
	t.Parallel()
	o := New(shelf(t, texts...), &Pool{}, &Room{}, postings.Wanted{}, nil, &hint.List{})
	defer o.Close()
	if one, err := o.One("moth"); err != nil || one.Docs != 0 || len(o.lent) != 0 {
		t.Errorf("%+v, %v; %d postings kept", one, err, len(o.lent))
	}
	if _, err := o.One("silk"); err != nil || len(o.lent) != 1 {
		t.Errorf("%v; %d postings kept", err, len(o.lent))
	}
}

// TestCount: the shortest list bounds the pages, and all lists are added up.
func TestCount(t *testing.T) {
	t.Parallel()
	for most, want := range map[int64]int64{100: 4, 3: 3} {
		tally := admission.NewTally(1000)
		if got := Count([]*Token{{Count: 9}, {Count: 4}}, most, tally); got != want || tally.Postings(false) != 13 {
			t.Errorf("at most %d: %d of %d", most, got, tally.Postings(false))
		}
	}
}
