package imports_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/weburl"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func TestParse(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`{"url":"http://a.test/","title":"x"}`:      "",
		`{"url":"http://a.test/","Title":"x"}`:      "",
		`{"url":"http://a.test/","language":"x"}`:   `unknown field "language"; did you mean lang?`,
		`{"url":"http://a.test/","Content-Type":1}`: `unknown field "Content-Type"; did you mean type?`,
		`{"url":"http://a.test/","titel":"x"}`:      `unknown field "titel"; did you mean title?`,
		`{"blocks":[{"zones":"x"}]}`:                `unknown field "zones"; did you mean zone?`,
		`{"blocks":[{"knd":"x"}]}`:                  `unknown field "knd"; did you mean kind?`,
		`{"url":1}`:                                 "url cannot be a number",
		`{"url":`:                                   "it is no whole JSON object",
		``:                                          "it is no whole JSON object",
		`[]`:                                        "it is no JSON object",
		`not JSON`:                                  "it is no JSON object",
		`{"url":[]}`:                                "url cannot be an array",
		`{"url":"a"} {"url":""}`:                    "something follows the object",
		`{"text":"` + strings.Repeat("x", imports.MaxLine) + `"}`: "it is longer than",
	} {
		_, err := imports.Parse([]byte(line))
		if got := ""; err != nil {
			got = err.Error()
			if want == "" || !strings.Contains(got, want) {
				t.Errorf("%.60s: %s, want %s", line, got, want)
			}
		} else if want != "" {
			t.Errorf("%.60s: no error, want %s", line, want)
		}
	}
}

// TestIsListed checks that lines from a list of URLs are distinguished from pages with a
// misspelled field.
func TestIsListed(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		`{"url":"http://a.test/","kind":"page","state":"done","reason":"INDEX.ADDED","depth":1}`: true,
		`{"url":"http://a.test/","kind":"page","title":"x"}`:                                     false,
		`{"url":"http://a.test/"}`: false,
		`[]`:                       false,
		`{"url":1}`:                false,
	} {
		if got := imports.IsListed([]byte(line)); got != want {
			t.Errorf("%s: %t, want %t", line, got, want)
		}
	}
}

// TestPage checks the elements of pages made from lines.
func TestPage(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		line string
		want string // kind, zone and text of each element, or the error
	}{
		"text":                {`{"title":" A  title ","description":"d","heading":"h","text":"one\n\n two\tthree "}`, "title/main A title|description/main d|h1/main h|text/main one|text/main two three"},
		"blocks":              {`{"title":"t","heading":"no","text":"no","blocks":[{"text":"a"},{"kind":"h3","zone":"navigation","text":"b"},{"text":" "}]}`, "title/main t|text/main a|h3/navigation b"},
		"nothing":             {`{"title":" "}`, "it has no title, text or blocks"},
		"many blocks":         {`{"title":"t","blocks":[{"text":"a"}` + strings.Repeat(`,{"text":"a"}`, imports.MaxBlocks-1) + `]}`, "it has more than 50000 blocks or lines of text"},
		"many lines":          {`{"text":"` + strings.Repeat(`a\n`, imports.MaxBlocks+1) + `"}`, "it has more than 50000 blocks or lines of text"},
		"no such kind":        {`{"blocks":[{"text":"a"},{"kind":"bold","text":"b"}]}`, `block 2: kind "bold" is none of the elements of a page`},
		"an id of no heading": {`{"blocks":[{"text":"a","id":"x"}]}`, "block 1: only a heading or a list-item has an id"},
		"a long id":           {`{"blocks":[{"kind":"h2","text":"a","id":"` + strings.Repeat("x", 201) + `"}]}`, "block 1: id has more than 200 bytes"},
		"an id of no text":    {`{"blocks":[{"kind":"h2","text":"a","id":"x\u0000"}]}`, "block 1: id has a control character"},
		"no such zone":        {`{"blocks":[{"zone":"top","text":"b"}]}`, `block 1: zone "top" is unknown`},
	} {
		d, err := imports.Parse([]byte(tt.line))
		if err != nil {
			t.Fatal(err)
		}
		d.URL = "http://a.test/p"
		c, e, err := d.Page(now, extract.Formats{})
		var got []string
		if err != nil {
			got = []string{err.Error()}
		} else {
			for _, el := range c.Page.Elements {
				got = append(got, el.Kind.String()+"/"+el.Zone.String()+" "+string(c.Page.Text[el.Start:el.End]))
			}
			if e.URL != c.URL || e.Fingerprint.IsZero() || !c.FetchedAt.Equal(now) || c.Action != aranea.IndexPut || !c.Snippet {
				t.Errorf("%s: %+v, %+v", name, e, c)
			}
		}
		if all := strings.Join(got, "|"); all != tt.want {
			t.Errorf("%s: %s\nwant %s", name, all, tt.want)
		}
	}
	far := imports.Document{URL: "http://a.test/", Title: "t", Fetched: now.AddDate(1, 0, 0), Depth: 1 << 20, Lang: "und"}
	if c, _, err := far.Page(now, extract.Formats{}); err != nil || !c.FetchedAt.Equal(now) || c.Depth != 1<<16-1 || c.Page.Lang != "" {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestType checks that the type of a page is what its line says, in any form that filetype: takes,
// or what its URL says; that its filter in the index is that of filetype:; and that an unknown one
// is an error.
func TestType(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ url, typ, want, fault string }{
		{"http://a.test/x", "pdf", "pdf", ""}, {"http://a.test/x.pdf", "HTML", "html", ""}, {"http://a.test/x", "docm", "docx", ""},
		{"http://a.test/x.pdf", "", "pdf", ""}, {"http://a.test/x", "", "html", ""}, {"http://a.test/x.php", "", "", ""},
		{"http://a.test/x", "pdff", "", `type "pdff" is unknown; did you mean pdf?`}, {"http://a.test/x.pdf", "application/pdf", "", `type "application/pdf" is unknown`},
	} {
		d := imports.Document{URL: tt.url, Title: "t", Type: tt.typ}
		c, _, err := d.Page(now, extract.Formats{})
		if tt.fault != "" {
			if err == nil || !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("%s %q: %v, want %s", tt.url, tt.typ, err, tt.fault)
			}
			continue
		}
		if err != nil || c.Page.Format != tt.want {
			t.Errorf("%s %q: %q, %v, want %s", tt.url, tt.typ, c.Page.Format, err, tt.want)
			continue
		}
		if filters := document.NewMaker(0).Of(&c).Filters; slices.Contains(filters, "type:"+tt.want) != (tt.want != "") {
			t.Errorf("%s %q: %v", tt.url, tt.typ, filters)
		}
	}
}

// TestSameFault checks that documents with the same fault have the same words about it.
func TestSameFault(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"": "it has no url", "ftp://a.test/1": "url is no URL of the web: neither http nor https", "ftp://a.test/2": "url is no URL of the web: neither http nor https",
	} {
		d := imports.Document{URL: url, Title: "t"}
		if _, _, err := d.Page(now, extract.Formats{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", url, err, want)
		}
	}
}

// TestRoundTrip checks that an exported page has the same text when imported.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	day := time.Date(2020, 5, 6, 0, 0, 0, 0, time.UTC)
	out := imports.Of(&index.Stored{Stored: segment.Stored{Record: document.Record{
		URL: "http://a.test/", Title: "T", Heading: "H", Description: "D", Lang: "en", Format: "pdf", FetchedAt: now, Date: day, DateKind: document.Published, Depth: 3,
		Elements: []document.Element{{Kind: aranea.ElementTitle, Words: 1}, {Words: 2}},
	}, Text: []byte("one\ntwo\n")}})
	line, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	d, err := imports.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := d.Page(now, extract.Formats{})
	if err != nil || string(c.Page.Text) != "T\nD\nH\none\ntwo\n" || c.Page.Lang != "en" || c.Page.Format != "pdf" || !c.Page.Published.At.Equal(day) || c.Depth != 3 || out.Words != 3 {
		t.Errorf("%s: %+v, %v", line, c.Page, err)
	}
}

// FuzzImport checks that no line panics, and that an accepted line makes a page whose elements
// are consecutive in its text.
func FuzzImport(f *testing.F) {
	f.Add([]byte(`{"url":"http://a.test/","title":"x","text":"a\nb","blocks":[{"kind":"h1","zone":"links","text":"c"}],"fetched":"2026-01-02T00:00:00Z"}`))
	f.Add([]byte(`{"url":"http://a.test/","text":"\ud800"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		d, err := imports.Parse(line)
		if err != nil {
			return
		}
		c, _, err := d.Page(now, extract.Formats{})
		if err != nil {
			return
		}
		end := uint32(0)
		for _, e := range c.Page.Elements {
			if e.Start != end || e.End <= e.Start || int(e.End) >= len(c.Page.Text) {
				t.Fatalf("%+v in %q", e, c.Page.Text)
			}
			end = e.End + 1
		}
		m := document.NewMaker(0).Of(&c)
		if m.Record.URL != c.URL.String() {
			t.Fatalf("%q became %q", c.URL, m.Record.URL)
		}
	})
}

// asked is a frontier in which one URL was removed, one is being visited, one was imported and one
// was crawled.
type asked struct{}

func (asked) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	imported := id == idOf("http://a.test/brought")
	e := aranea.Entry{Indexed: imported || id == idOf("http://a.test/visited"), Imported: imported}
	return e, e.Indexed, nil
}

func idOf(url string) weburl.ID {
	u, _ := weburl.Parse(url) // the tests that need it fail otherwise
	return u.ID()
}

func (asked) Removed(u weburl.URL) (string, bool) { return "a.test/o*", u.Path() == "/out" }

func (asked) Importable(u weburl.URL) (uint32, bool, error) {
	return 7, u.Path() != "/out" && u.Path() != "/busy", nil
}

// TestChoose checks that the permitted documents of a Batch are chosen, each URL once with the
// version that the frontier returns, and that the others are reported with their indexes, except
// lines replaced by later ones.
func TestChoose(t *testing.T) {
	t.Parallel()
	b := imports.Batch{Documents: []imports.Document{
		{URL: "http://a.test/1", Title: "early"}, {URL: "nothing"}, {URL: "http://a.test/out", Title: "x"},
		{URL: "http://a.test/1", Title: "late"}, {URL: "http://a.test/busy", Title: "x"}, {URL: "http://a.test/2", Title: "y"},
		{URL: "http://a.test/robots.txt", Title: "z"},
	}}
	c := b.Choose(now, extract.Formats{})
	if err := c.Ask(asked{}); err != nil || len(c.Changes) != 2 || len(c.Entries) != 2 {
		t.Fatalf("%+v, %v", c, err)
	}
	var left []weburl.URL
	for i := range c.Changes {
		switch title := c.Changes[i].Page.Title(); {
		case c.Changes[i].URL != c.Entries[i].URL, c.Changes[i].Version != 7, title == "early":
			t.Errorf("%s, version %d, with %s", title, c.Changes[i].Version, c.Entries[i].URL)
		case title == "y":
			left = append(left, c.Changes[i].URL)
		}
	}
	did := c.Left(asked{}, left)
	var places []int
	for _, r := range did.Refused {
		places = append(places, r.Place)
	}
	if did.Documents != 1 || !slices.Equal(places, []int{1, 2, 4, 5, 6}) || !strings.Contains(did.Refused[4].Why, "robots file") || !strings.Contains(did.Refused[1].Why, "delete --undo a.test/o*") || !strings.Contains(did.Refused[2].Why, "visited at this moment") {
		t.Errorf("%+v", did)
	}
}

// TestRemoved checks that of pages that have left an index, or of which nothing may be shown any more,
// those leave that were imported, that one that was crawled is refused, and that the last line of a URL
// decides.
func TestRemoved(t *testing.T) {
	t.Parallel()
	b := imports.Batch{Documents: []imports.Document{
		{URL: "http://a.test/brought", Removed: now}, {URL: "http://a.test/visited", Digest: "0", Lang: "en"}, {URL: "http://a.test/unknown", Removed: now}, {URL: "x", Removed: now},
		{URL: "http://a.test/back", Removed: now}, {URL: "http://a.test/back", Title: "t"}, {URL: "http://a.test/out of it", Title: "t"}, {URL: "http://a.test/out of it", Removed: now},
	}}
	c := b.Choose(now, extract.Formats{})
	if err := c.Ask(asked{}); err != nil || len(c.Changes) != 1 || c.Changes[0].URL.Path() != "/back" || len(c.Gone) != 1 || c.Gone[0].Path() != "/brought" {
		t.Errorf("%+v, %v", c, err)
	}
	did := c.Left(asked{}, nil)
	if did.Documents != 1 || did.Removed != 1 || len(did.Refused) != 2 || did.Refused[0].Place != 1 || !strings.Contains(did.Refused[0].Why, "visited") || did.Refused[1].Place != 3 {
		t.Errorf("%+v", did)
	}
}

// TestIDs checks that headings keep their identifiers, each only once and none of an empty one.
func TestIDs(t *testing.T) {
	t.Parallel()
	d, err := imports.Parse([]byte(`{"url":"http://a.test/","title":"T","blocks":[{"kind":"h1","text":"A","id":"a"},{"kind":"h2","text":" ","id":"no"},` +
		`{"kind":"h2","text":"B"},{"kind":"h2","text":"C","id":"a"},{"kind":"h2","text":"D","id":"d d"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := d.Page(now, extract.Formats{})
	if want := []aranea.HeadingID{{Start: 2, ID: "a"}, {Start: 8, ID: "d d"}}; err != nil || !slices.Equal(c.Page.HeadingIDs, want) {
		t.Errorf("%v, %v, want %v", c.Page.HeadingIDs, err, want)
	}
}
