package condition

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/term"
	"github.com/aranea-search/aranea/weburl"
)

// A leaf is a page of these tests: its words, those of the menu of its site, and the label of the
// secret with which it was read.
type leaf struct{ url, text, menu, access string }

// leaves are the pages of these tests, each called by the last character of its address.
var leaves = []leaf{
	{url: "http://www.silk.org/a", text: "spider silk", menu: "moth"},
	{url: "http://www.silk.org/webs/b", text: "silk spider"},
	{url: "http://silk.co.uk/c", text: "moth spider", menu: "silk"},
	{url: "http://orb.uk/d", text: "the orb of a spider", menu: "spider"},
	{url: "http://orb.uk/e", text: "orb", menu: "spider", access: "club"},
	{url: "http://orb.uk/f", text: "moth", menu: "silk spider", access: "staff"},
}

// change puts a page.
func (l leaf) change(t *testing.T, at time.Time) aranea.IndexChange {
	t.Helper()
	u, err := weburl.Parse(l.url)
	if err != nil {
		t.Fatal(err)
	}
	p := &aranea.Page{URL: u, Lang: "en", Format: "html", Text: []byte(l.menu + "\n" + l.text)}
	if l.menu != "" {
		p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementListItem, Zone: aranea.ZoneNavigation, End: uint32(len(l.menu))})
	}
	p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementText, Start: uint32(len(l.menu) + 1), End: uint32(len(p.Text))})
	return aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: p, FetchedAt: at, Access: l.access}
}

// shelf returns a snapshot of the leaves in two segments.
func shelf(t *testing.T) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	for i, l := range leaves {
		at := time.Date(2026, time.Month(i+1), 1, 0, 0, 0, 0, time.UTC)
		if err := x.Apply(t.Context(), []aranea.IndexChange{l.change(t, at)}); err != nil {
			t.Fatal(err)
		}
		if i == 2 || i == len(leaves)-1 {
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	snap, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(snap.Close)
	return snap
}

// compiler returns a compiler of conditions.
func compiler(t *testing.T, snap *index.Snapshot, hints *hint.List) *Compiler {
	t.Helper()
	o := term.New(snap, &term.Pool{}, &term.Room{}, postings.Wanted{}, nil, hints)
	t.Cleanup(o.Close)
	return &Compiler{Snap: snap, Terms: o, Words: analyze.New(64), Outside: linkquery.Pages{}, Hints: hints}
}

// meets returns the names of the pages that meet a condition, by asking about each, and complains if
// its sets of documents or its lower bounds tell otherwise.
func meets(t *testing.T, c *Condition, x *Compiler) string {
	t.Helper()
	var out []string
	for seg := range x.Snap.Segments() {
		one := c.In(x.Snap, x.Terms, seg)
		one.Start()
		var held []uint32
		for doc := range uint32(x.Snap.SegmentDocs(seg)) {
			if one.Holds(doc) {
				held = append(held, doc)
				d, err := x.Snap.Doc(seg, doc)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, d.URL[len(d.URL)-1:])
			}
		}
		if err := one.Err(); err != nil || one.Of() != c {
			t.Error(err)
		}
		compare(t, c, x, seg, held)
	}
	slices.Sort(out)
	return strings.Join(out, "")
}

// compare compares the documents of a segment that meet a condition with what sets and bounds say.
func compare(t *testing.T, c *Condition, x *Compiler, seg int, held []uint32) {
	t.Helper()
	set, bound := c.In(x.Snap, x.Terms, seg), c.In(x.Snap, x.Terms, seg)
	s := &postings.Sweep{Place: postings.Place{Snap: x.Snap, Seg: seg}}
	s.Fit(0)
	s.Left.Fill(x.Snap.SegmentDocs(seg))
	set.Start()
	bound.Start()
	all := set.Sweep(s)
	for doc := range uint32(x.Snap.SegmentDocs(seg)) {
		is := slices.Contains(held, doc)
		if in := s.Left.Has(doc); in != is && (all || is) {
			t.Errorf("%s: document %d of segment %d is in the set: %t (certainly %t), but meets it: %t", c.Text, doc, seg, in, all, is)
		}
		if is && bound.After(doc) > doc {
			t.Errorf("%s: no document before %d is to meet it, but %d does", c.Text, bound.After(doc), doc)
		}
		if is && s.Left.Has(doc) && !set.Holds(doc) {
			t.Errorf("%s: document %d does not meet it any more once the window was read", c.Text, doc)
		}
	}
}

// TestMeets: which pages meet the conditions of a query.
func TestMeets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		q, want string
		only    bool // it requires something
	}{
		{"intext:silk", "abcf", true}, {"-silk", "cdef", false}, {"-moth", "abde", false}, {`-"spider silk"`, "bcdef", false}, {"-spider", "ef", false},
		{"site:silk.org", "ab", true}, {"site:uk", "cdef", true}, {"host:orb.uk", "def", true}, {"-site:uk", "ab", false},
		{"site:silk.org/webs/", "b", true}, {"inurl:webs", "b", true}, {"intitle:silk", "", true}, {"before:2026-03-01", "ab", true}, {"after:2026-05-01", "ef", true},
		{"lang:en", "abcdef", true}, {"lang:de", "", true}, {"-(silk moth)", "abcdef", false}, {"-(silk spider)", "cdef", false}, {"-(silk OR orb)", "cf", false}, {"site:orb.uk OR inurl:webs", "bdef", true},
	} {
		var hints hint.List
		x := compiler(t, shelf(t), &hints)
		c, err := x.Of(query.Parse(tt.q).Root)
		if err != nil || c == nil {
			t.Fatalf("%s: %v, %v", tt.q, c, err)
		}
		if got := meets(t, c, x); got != tt.want || c.Excludes() == tt.only {
			t.Errorf("%s: met by %s, want %s; requires nothing: %t", tt.q, got, tt.want, c.Excludes())
		}
	}
}

// TestOwn: what a window tells of an excluded word is what each document tells.
func TestOwn(t *testing.T) {
	t.Parallel()
	x := compiler(t, shelf(t), &hint.List{})
	for _, q := range []string{"-silk", "-moth", "-spider", "-orb", "-orbs", "-nothing"} {
		c, err := x.Of(query.Parse(q).Root)
		if err != nil || !c.IsOwnWord() {
			t.Fatalf("%s: %v", q, err)
		}
		for seg := range x.Snap.Segments() {
			one, want := c.In(x.Snap, x.Terms, seg), []bool{}
			one.Start()
			for doc := range uint32(x.Snap.SegmentDocs(seg)) {
				want = append(want, one.Holds(doc))
			}
			s := &postings.Sweep{Place: postings.Place{Snap: x.Snap, Seg: seg}}
			s.Left.Fill(x.Snap.SegmentDocs(seg))
			one.Start()
			own, open := one.MayOwn(s)
			one.Settle(s, own, open)
			for doc, want := range want {
				if left, holds := s.Left.Has(uint32(doc)), one.Holds(uint32(doc)); left != want || holds != want {
					t.Errorf("%s, document %d of segment %d: left %t, holds %t, want %t", q, doc, seg, left, holds, want)
				}
			}
		}
	}
}

// TestProtected: pages that were read with a secret are for those who have proven its label.
func TestProtected(t *testing.T) {
	t.Parallel()
	x := compiler(t, shelf(t), &hint.List{})
	for _, tt := range []struct {
		proven string
		want   string
		shut   bool
	}{{"", "abcd", true}, {"club", "abcde", true}, {"club staff", "abcdef", false}, {"other", "abcd", true}} {
		c, shut, err := x.Protected(strings.Fields(tt.proven))
		if err != nil {
			t.Fatal(err)
		}
		if got := meets(t, c, x); got != tt.want || shut != tt.shut {
			t.Errorf("with %q: %s, want %s; others there: %t", tt.proven, got, tt.want, shut)
		}
	}
}

// TestLeaveOut: pinned pages are left out by their places.
func TestLeaveOut(t *testing.T) {
	t.Parallel()
	x := compiler(t, shelf(t), &hint.List{})
	docs := make([][]uint32, x.Snap.Segments())
	for _, i := range []int{1, 3} {
		seg, doc, ok := x.Snap.Lookup(leaves[i].change(t, time.Time{}).URL.ID())
		if !ok {
			t.Fatal("a page is missing")
		}
		docs[seg] = append(docs[seg], doc)
	}
	c := LeaveOut(docs)
	if got := meets(t, c, x); got != "acef" || !c.IsPins() || !c.Excludes() {
		t.Errorf("%s are left", got)
	}
}

// TestKinds: files of a kind may be known by links only; what is about a page itself cannot be asked
// of a URL that only links name.
func TestKinds(t *testing.T) {
	t.Parallel()
	x := compiler(t, shelf(t), &hint.List{})
	photo, err := weburl.Parse("http://orb.uk/photo.jpg")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		q                  string
		kind, ofPage, fits bool
	}{
		{"filetype:image", true, false, true}, {"filetype:png", true, false, false}, {"filetype:jpg", true, false, true}, {"site:silk.org", false, false, true},
		{"site:uk", false, false, true}, {"inurl:webs", false, true, true}, {"-silk", false, true, true}, {"before:2026-03-01", false, true, true},
	} {
		c, err := x.Of(query.Parse(tt.q).Root)
		if err != nil {
			t.Fatal(err)
		}
		if c.IsKind() != tt.kind || c.IsOfPage() != tt.ofPage || c.Fits(photo) != tt.fits {
			t.Errorf("%s: a kind %t, of the page %t, fits %t", tt.q, c.IsKind(), c.IsOfPage(), c.Fits(photo))
		}
	}
}

// TestCost: a required list bounds all others, an excluded one does not.
func TestCost(t *testing.T) {
	t.Parallel()
	x := compiler(t, shelf(t), &hint.List{})
	cost := func(q string, must bool) int64 {
		c, err := x.Of(query.Parse(q).Root)
		if err != nil {
			t.Fatal(err)
		}
		tally := admission.NewTally(x.Snap.Docs())
		tally.List(1 << 20)
		c.Cost(x.Snap, tally, true)
		return tally.Postings(must)
	}
	if need, not := cost("inurl:webs", true), cost("-orb", true); need > 3*admission.SeekCost || not < 3*admission.SeekCost {
		t.Errorf("%d if a word of the address is needed, %d if a word is excluded", need, not)
	}
	if got := cost("-orb", false); got != 1<<20+2+2*ownCost {
		t.Errorf("%d", got)
	}
}

// TestHints: what finds nothing is told.
func TestHints(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]hint.Hint{
		"site:moth.org": {Code: hint.NoSite, Value: "moth.org"}, "lang:de": {Code: hint.NoLanguage, Value: "de"}, "host:orb.uk:8080": {Code: hint.Port, Value: "8080", Kind: "host"},
	} {
		var hints hint.List
		x := compiler(t, shelf(t), &hints)
		if _, err := x.Of(query.Parse(q).Root); err != nil || !slices.Contains(hints, want) {
			t.Errorf("%s: %v, %v", q, hints, err)
		}
	}
}
