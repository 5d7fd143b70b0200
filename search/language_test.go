package search

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/weburl"
)

// A leaf is a page of a test with more to ask for than a sheet has. Its parts are
// words between spaces.
type leaf struct {
	url, title, heading, text, more string // more is a second element of text
	format                          string
	at, published                   time.Time
}

// shelve makes a searcher of pages, in several segments.
func shelve(t testing.TB, leaves []leaf) *Searcher {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	for part := range slices.Chunk(leaves, 1+len(leaves)/3) {
		put(t, x, part)
	}
	return New(x, time.Now, Options{})
}

// put adds pages to an index, as a segment of their own.
func put(t testing.TB, x *index.Index, leaves []leaf) {
	t.Helper()
	var changes []aranea.IndexChange
	for _, l := range leaves {
		p := &aranea.Page{URL: address(t, l.url), Lang: "en", Format: l.format}
		p.Published.At = l.published
		for _, e := range []struct {
			kind aranea.ElementKind
			text string
		}{{aranea.ElementTitle, l.title}, {aranea.ElementHeading2, l.heading}, {aranea.ElementText, l.text}, {aranea.ElementListItem, l.more}} {
			if e.text != "" {
				from := uint32(len(p.Text))
				p.Text = append(p.Text, e.text...)
				p.Elements = append(p.Elements, aranea.Element{Kind: e.kind, Start: from, End: uint32(len(p.Text))})
				p.Text = append(p.Text, '\n')
			}
		}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, FetchedAt: l.at, Page: p, Snippet: true})
	}
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
}

func address(t testing.TB, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// stand reports whether a text holds words with no more than some others between
// them, by trying all pieces.
func stand(text string, words []string, distance int) bool {
	all := strings.Fields(text)
	for from := range all {
		piece := slices.Clone(all[from:min(from+len(words)+distance, len(all))])
		if !slices.ContainsFunc(words, func(w string) bool {
			i := slices.Index(piece, w)
			if i >= 0 {
				piece[i] = ""
			}
			return i < 0
		}) {
			return true
		}
	}
	return false
}

// edits returns the distance between two words of letters: insertions, deletions,
// replacements, and exchanges of neighbours.
func edits(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// holdsLeaf answers one node of a query for one page by reading it.
func holdsLeaf(n *query.Node, l leaf) bool {
	parts := []string{l.title, l.heading, l.text, l.more}
	matches := func(word string) bool {
		switch {
		case n.Prefix:
			return strings.HasPrefix(word, n.Text)
		case n.Edits > 0:
			return edits(word, n.Text) <= n.Edits
		}
		return word == n.Text
	}
	any := func(parts ...string) bool {
		return slices.ContainsFunc(strings.Fields(strings.Join(parts, " ")), matches)
	}
	switch n.Kind {
	case query.Not:
		return !holdsLeaf(n.Nodes[0], l)
	case query.Or:
		return slices.ContainsFunc(n.Nodes, func(k *query.Node) bool { return holdsLeaf(k, l) })
	case query.And:
		return !slices.ContainsFunc(n.Nodes, func(k *query.Node) bool { return !holdsLeaf(k, l) })
	case query.Phrase:
		return slices.ContainsFunc(parts, func(p string) bool { return stand(p, strings.Fields(n.Text), n.Distance) })
	case query.Word:
		return any(parts...)
	}
	from, _, _ := query.DateOf(n.Text)
	switch n.Field {
	case query.InTitle:
		return any(l.title)
	case query.InHeading:
		return any(l.heading)
	case query.InBody:
		return any(l.text, l.more)
	case query.FileType:
		return l.format == n.Text
	case query.Before:
		return l.at.Before(from)
	}
	return !l.at.Before(from)
}

// TestLanguageAgainstScan compares which pages random conditions find with a scan of
// every page.
func TestLanguageAgainstScan(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 8))
	var words []string
	for range 30 { // close to each other, so that spelling and beginnings matter
		w := []byte("zqzq")
		for i := range w {
			w[i] = "zq"[rnd.IntN(2)]
		}
		words = append(words, string(w[:2+rnd.IntN(3)])+"xy"[:1+rnd.IntN(2)])
	}
	some := func(n int) string {
		var text []string
		for range n {
			text = append(text, words[rnd.IntN(len(words))])
		}
		return strings.Join(text, " ")
	}
	formats := []string{"html", "pdf", "text"}
	var leaves []leaf
	for i := range 400 {
		leaves = append(leaves, leaf{
			fmt.Sprintf("http://a.test/%d", i), some(rnd.IntN(3)), some(rnd.IntN(3)), some(rnd.IntN([]int{9, 60}[i%2])), some(1 + rnd.IntN(3)),
			formats[rnd.IntN(3)], time.Date(2024, time.Month(1+rnd.IntN(36)), 1+rnd.IntN(28), 0, 0, rnd.IntN(2), 0, time.UTC), time.Time{},
		})
	}
	s := shelve(t, leaves)
	snap, err := s.src.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	pick := func() *query.Node {
		w := words[rnd.IntN(len(words))]
		switch rnd.IntN(8) {
		case 0:
			return &query.Node{Kind: query.Word, Text: w, Edits: 1 + rnd.IntN(2)}
		case 1:
			return &query.Node{Kind: query.Word, Text: w[:2], Prefix: true}
		case 2:
			return &query.Node{Kind: query.Phrase, Text: some(2 + rnd.IntN(2)), Distance: []int{1 + rnd.IntN(4), 9 + rnd.IntN(40)}[rnd.IntN(2)]}
		case 3:
			return &query.Node{Kind: query.Filter, Field: query.FileType, Text: formats[rnd.IntN(3)]}
		case 4:
			f := []query.Field{query.Before, query.After}[rnd.IntN(2)]
			return &query.Node{Kind: query.Filter, Field: f, Text: fmt.Sprintf("%d-%02d", 2024+rnd.IntN(3), 1+rnd.IntN(12))}
		case 5:
			f := []query.Field{query.InBody, query.InHeading, query.InTitle}[rnd.IntN(3)]
			return &query.Node{Kind: query.Filter, Field: f, Text: w[:2], Prefix: true}
		}
		f := []query.Field{query.InBody, query.InHeading}[rnd.IntN(2)]
		return &query.Node{Kind: query.Filter, Field: f, Text: w}
	}
	for range 600 {
		root := pick()
		switch rnd.IntN(4) {
		case 0:
			root = &query.Node{Kind: query.And, Nodes: []*query.Node{root, pick()}}
		case 1:
			root = &query.Node{Kind: query.Or, Nodes: []*query.Node{root, pick()}}
		case 2:
			root = &query.Node{Kind: query.And, Nodes: []*query.Node{root, {Kind: query.Not, Nodes: []*query.Node{pick()}}}}
		}
		p, err := s.compile(snap, wording{tree: query.Tree{Root: root}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.run(context.Background(), goal{want: 1000, need: p.needed, exact: true})
		if err != nil || len(p.hints) > 0 {
			t.Fatalf("%s: %v, %v", root, err, p.hints)
		}
		found := map[string]bool{}
		for _, h := range got.hits {
			d, err := snap.Doc(int(h.seg), h.doc)
			if err != nil {
				t.Fatal(err)
			}
			found[d.URL] = true
		}
		p.close() // the hits are its own
		for _, l := range leaves {
			if want := holdsLeaf(root, l); found[l.url] != want {
				t.Fatalf("%s: page %+v is found: %v, want %v", root, l, found[l.url], want)
			}
		}
		if got.total != len(found) {
			t.Fatalf("%s: total %d, %d found", root, got.total, len(found))
		}
	}
}

// TestLanguage asks in words, so that parser and index meet.
func TestLanguage(t *testing.T) {
	t.Parallel()
	day := func(month time.Month) time.Time { return time.Date(2026, month, 10, 12, 0, 0, 0, time.UTC) }
	s := shelve(t, []leaf{
		{"http://a.test/silk", "Spider silk", "Making thread", "A spider spins a thread of silk and eats it again.", "web", "html", day(1), time.Time{}},
		{"http://a.test/ru", "Шёлк", "Паутина", "Паук плетёт паутину из шёлка.", "сеть", "html", day(2), time.Time{}},
		{"http://b.test/zh.pdf", "网络机器人", "机器人", "网络机器人访问网页", "蜘蛛", "pdf", day(3), time.Time{}},
		{"http://b.test/notes.txt", "Notes", "Spiders", "Silken threads, spidery writing.", "end", "text", day(4), time.Time{}},
	})
	s.opt.Linking = func(_ context.Context, u weburl.URL) iter.Seq2[weburl.URL, error] {
		return func(yield func(weburl.URL, error) bool) {
			if u.String() == "https://c.test/x" {
				_ = yield(address(t, "http://b.test/zh.pdf"), nil) && yield(address(t, "http://gone.test/"), nil)
			}
		}
	}
	for _, tt := range []struct{ name, query, want string }{
		{"a beginning", "silk*", "a.test/silk b.test/notes.txt"},
		{"a beginning, folded", "ШЁЛ*", "a.test/ru"},
		{"a beginning in the title", "intitle:spid*", "a.test/silk"},
		{"a beginning of an address", "inurl:note*", "b.test/notes.txt"},
		{"one character", "蜘*", "b.test/zh.pdf"},
		{"spelled otherwise", "spidre~1", "a.test/silk"},
		{"spelled otherwise in Cyrillic", "пуатина~", "a.test/ru"},
		{"near in any order", `"thread spins"~1`, "a.test/silk"},
		{"not so near", `"thread spider"~1`, ""},
		{"nearer", `"thread spider"~2`, "a.test/silk"},
		{"never over two elements", `"again web"~50`, ""},
		{"a phrase in a heading", `inheading:"making thread"`, "a.test/silk"},
		{"a stem in a heading", "inheading:spider", "b.test/notes.txt"},
		{"in the body", "inbody:notes", ""},
		{"in a list of the body", "inbody:web", "a.test/silk"},
		{"a type", "filetype:pdf", "b.test/zh.pdf"},
		{"a type by an ending", "ext:TXT", "b.test/notes.txt"},
		{"since a month", "after:2026-03", "b.test/zh.pdf b.test/notes.txt"},
		{"before a day", "before:2026-01-11", "a.test/silk"},
		{"a year", "after:2026 before:2027 -filetype:html", "b.test/zh.pdf b.test/notes.txt"},
		{"linking", "link:c.test/x", "b.test/zh.pdf"},
		{"not linking", "机器人 -link:c.test/x", ""},
		{"linking to nothing", "link:https://c.test/y", ""},
	} {
		got, want := strings.Fields(urls(ask(t, s, tt.query))), strings.Fields(tt.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s finds %v, want %v", tt.name, tt.query, got, want)
		}
	}
	for q, told := range map[string]bool{"link:https://c.test/y silk": true, "link:c.test/x silk": false, "link:%00": false} {
		if r := ask(t, s, q); strings.Contains(strings.Join(r.Hints, " "), "No page of the index links to") != told {
			t.Errorf("%s: %q", q, r.Hints)
		}
	}
	if got := shown(ask(t, s, "spid*").Results[0].Spans); !strings.Contains(got, "[spider]") && !strings.Contains(got, "[spidery]") {
		t.Errorf("what a beginning stands for is not marked: %s", got)
	}
	r := ask(t, s, "inanchor:x link:%00 silk")
	if len(r.Hints) != 2 || len(r.Results) != 0 {
		t.Errorf("without links: %v, %v", r.Hints, urls(r))
	}
}

// TestExpansionIsBounded: a beginning of very many words stands for those in most
// pages, and that is told; so are too many words that may be spelled otherwise.
func TestExpansionIsBounded(t *testing.T) {
	t.Parallel()
	var leaves []leaf
	for i := range 90 {
		leaves = append(leaves, leaf{url: fmt.Sprintf("http://a.test/%d", i), text: fmt.Sprintf("rare%d", i) + strings.Repeat(" rarest", i%2), format: "html"})
	}
	s := shelve(t, leaves)
	r := ask(t, s, "rare*")
	if len(r.Hints) != 1 || !strings.Contains(r.Hints[0], "64 most frequent") || r.Total < 63 || r.Total > 90 {
		t.Errorf("%d pages, hints %v", r.Total, r.Hints)
	}
	if r := ask(t, s, "rare* rar* ra* rare* rares*"); !strings.Contains(strings.Join(r.Hints, " "), "; rares was searched as it is written") {
		t.Errorf("the words of all are used up: hints %v", r.Hints)
	}
	if r := ask(t, s, "rares* rarest~1 rarest~1 rarest~1 rarest~1 rarest~1"); len(r.Hints) != 1 || r.Total != 45 {
		t.Errorf("%d pages, hints %v", r.Total, r.Hints)
	}
	dear := strings.TrimSpace(strings.Repeat("inanchor:x ", linkquery.MaxOperators+1))
	if _, err := s.Search(t.Context(), Request{Query: dear}); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("%s: %v", dear, err)
	}
}

// TestNamedLanguages: a form that no page has, or only pages in other languages, is looked up by the stems of
// the language that the query names, however few pages are in it.
func TestNamedLanguages(t *testing.T) {
	t.Parallel()
	sheets := []sheet{{"http://a.test/sv", "sv", "", "nyckel"}, {"http://a.test/nl", "nl", "", "regels"}}
	for _, lang := range []string{"en", "de", "fr", "es", "pt"} {
		for i := range 3 {
			sheets = append(sheets, sheet{fmt.Sprintf("http://%s.test/%d", lang, i), lang, "", "web regel"})
		}
	}
	s := build(t, sheets...)
	for q, want := range map[string]string{
		"nyckeln lang:sv":                  "a.test/sv",
		"nyckeln (lang:sv OR lang:nl)":     "a.test/sv",
		"regel lang:nl":                    "a.test/nl",
		"nyckeln (lang:pt OR NOT lang:pt)": "",
		"nyckeln -lang:sv":                 "",
		"\"nyckeln\" lang:sv":              "",
	} {
		if got := urls(ask(t, s, q)); got != want {
			t.Errorf("%s finds %q, want %q", q, got, want)
		}
	}
}
