package twins

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe/translation"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// A town is a frontier in which one page has every text, and a learner to whom its host says that
// it gives way.
type town struct{ page aranea.Entry }

func (x town) Twin(aranea.Fingerprint) (weburl.ID, string, bool, error) {
	return x.page.URL.ID(), x.page.URL.String(), !x.page.URL.IsZero(), nil
}

func (x town) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	return x.page, id == x.page.URL.ID(), nil
}

func (town) GivesWay(*aranea.Entry, weburl.URL) (string, error) { return "its host says so", nil }

func (town) Behind(o weburl.Origin) (int, error) { return len(o.Host()) - len("a.test"), nil }

func (town) IsOwn(o weburl.Origin) bool { return o != "http://stranger.test" }

func parse(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestOf checks which page is the twin of a visited one, and whether it gives way: what the batch
// has planned stays, because its outcome says so.
func TestOf(t *testing.T) {
	t.Parallel()
	u, fp := parse(t, "http://b.test/"), aranea.Fingerprint{1}
	page := aranea.Entry{URL: parse(t, "http://a.test/"), State: aranea.StateDone, Indexed: true, Fingerprint: fp}
	for _, tt := range []struct {
		name         string
		text         aranea.Fingerprint
		canonical    string
		stored       aranea.Entry
		planned      *aranea.Outcome
		twin         string
		gives, stays bool
	}{
		{"no text", aranea.Fingerprint{}, "", page, nil, "", false, false},
		{"nobody has it", fp, "", aranea.Entry{}, nil, "", false, false},
		{"a page that gives way", fp, "", page, nil, "http://a.test/", true, false},
		{"its text has changed", aranea.Fingerprint{2}, "", page, nil, "http://a.test/", false, true},
		{"the visited page calls another one canonical", fp, "http://c.test/", page, nil, "http://a.test/", false, true},
		{"itself", fp, "", aranea.Entry{URL: u}, nil, "http://b.test/", false, false},
		{"planned, not modified", fp, "", page, &aranea.Outcome{Entry: page}, "http://a.test/", false, true},
		{"planned in the batch", fp, "", aranea.Entry{}, &aranea.Outcome{Entry: page, Index: aranea.IndexChange{Action: aranea.IndexPut}}, "http://a.test/", false, true},
	} {
		b := NewBatch(town{tt.stored}, town{})
		if tt.planned != nil {
			b.Add(tt.planned)
		}
		p := &aranea.Page{URL: u, Fingerprint: tt.text}
		if tt.canonical != "" {
			p.Canonicals = []weburl.URL{parse(t, tt.canonical)}
		}
		got, err := b.Of(p, u)
		if err != nil || got.URL != tt.twin || (got.Why != "") != tt.gives || got.Stays(u.ID()) != tt.stays {
			t.Errorf("%s: %+v, stays: %t, %v", tt.name, got, got.Stays(u.ID()), err)
		}
	}
}

// TestBatchKnowsDisplaced checks that a batch knows what its outcomes make of their pages and of
// those that give way, but has planned no robots file.
func TestBatchKnowsDisplaced(t *testing.T) {
	t.Parallel()
	fp := aranea.Fingerprint{1}
	page := aranea.Entry{URL: parse(t, "http://a.test/"), State: aranea.StateDone, Indexed: true, Fingerprint: fp}
	b := NewBatch(town{page}, town{})
	if e, known, err := b.EntryByID(page.URL.ID()); err != nil || !known || !e.Found() || b.Has(page.URL.ID()) {
		t.Errorf("at first: %+v, %t, %v", e, known, err)
	}
	u := parse(t, "http://b.test/")
	twin, err := b.Of(&aranea.Page{URL: u, Fingerprint: fp}, u)
	if err != nil {
		t.Fatal(err)
	}
	out := &aranea.Outcome{Entry: aranea.Entry{URL: u, State: aranea.StateDone, Indexed: true, Fingerprint: fp}, Index: aranea.IndexChange{Action: aranea.IndexPut}}
	out.Displaced = twin.Displaced(&out.Entry, false, time.Time{})
	b.Add(out)
	robots := u.Origin().RobotsURL()
	b.Add(&aranea.Outcome{Entry: aranea.Entry{URL: robots, Kind: aranea.KindRobots}})
	e, _, err := b.EntryByID(page.URL.ID())
	if err != nil || e.Found() || e.Reason != aranea.DupExact || e.Twin != u.ID() || !b.Has(page.URL.ID()) || !b.Has(u.ID()) || b.Has(robots.ID()) {
		t.Errorf("then: %+v, %v", e, err)
	}
	if twin, err = b.Of(&aranea.Page{URL: page.URL, Fingerprint: fp}, page.URL); err != nil || twin.ID != u.ID() || !twin.Stays(page.URL.ID()) {
		t.Errorf("the text is held by %+v, %v", twin, err)
	}
}

// TestRank checks which visits of a batch are planned last.
func TestRank(t *testing.T) {
	t.Parallel()
	u := parse(t, "http://aaa.test/") // two hosts before it
	canonical := &aranea.Page{URL: u, Canonicals: []weburl.URL{parse(t, "http://b.test/")}}
	for name, tt := range map[string]struct {
		e    aranea.Entry
		p    *aranea.Page
		want int
	}{
		"a robots file":            {aranea.Entry{URL: u, Kind: aranea.KindRobots}, nil, 0},
		"a page":                   {aranea.Entry{URL: u}, &aranea.Page{URL: u}, 2},
		"of a stranger":            {aranea.Entry{URL: parse(t, "http://stranger.test/")}, nil, len("stranger.test") - len("a.test") + 1},
		"not modified":             {aranea.Entry{URL: u, Indexed: true}, nil, 2},
		"canonical":                {aranea.Entry{URL: u}, canonical, mirror.MaxGroup},
		"canonical, not modified":  {aranea.Entry{URL: u, Indexed: true, Target: "http://b.test/"}, nil, mirror.MaxGroup},
		"a redirect, not modified": {aranea.Entry{URL: u, Target: "http://b.test/"}, nil, 2},
		"no longer canonical":      {aranea.Entry{URL: u, Indexed: true, Target: "http://b.test/"}, &aranea.Page{URL: u}, 2},
		"a sitemap of such a host": {aranea.Entry{URL: u, Kind: aranea.KindSitemap}, nil, 0},
	} {
		if r, err := NewBatch(town{}, town{}).Rank(&tt.e, tt.p); err != nil || r.behind != tt.want {
			t.Errorf("%s: %d, %v; want %d", name, r.behind, err, tt.want)
		}
	}
}

// TestRankByVersion: of a manual, the newest version is planned first, whatever comes behind others.
func TestRankByVersion(t *testing.T) {
	t.Parallel()
	var before Rank
	for i, u := range []string{"http://b.test/3.0/x", "http://b.test/2.0/y", "http://b.test/2.0-rc1/x", "http://aaa.test/9.0/x"} {
		r, err := NewBatch(town{}, town{}).Rank(&aranea.Entry{URL: parse(t, u)}, nil)
		if err != nil || i > 0 && before.Compare(r) >= 0 {
			t.Errorf("%s: %+v, %v; before it %+v", u, r, err, before)
		}
		before = r
	}
}

// TestRankByParameters: of the addresses of a page, those with fewer parameters are planned first.
func TestRankByParameters(t *testing.T) {
	t.Parallel()
	var before Rank
	for i, u := range []string{"http://b.test/x", "http://b.test/x?a=1", "http://b.test/x?a=1&b"} {
		r, err := NewBatch(town{}, town{}).Rank(&aranea.Entry{URL: parse(t, u)}, nil)
		if err != nil || i > 0 && before.Compare(r) >= 0 {
			t.Errorf("%s: %+v, %v; before it %+v", u, r, err, before)
		}
		before = r
	}
}

// TestRankByLanguage: of the copies of an untranslated page, that of its language is planned first, and last
// those of other languages.
func TestRankByLanguage(t *testing.T) {
	t.Parallel()
	for _, p := range []*aranea.Page{{Lang: "en-US"}, nil} {
		var before Rank
		for i, u := range []string{"http://a.test/en/x", "http://a.test/x", "http://a.test/ko/x"} {
			r, err := NewBatch(town{}, town{}).Rank(&aranea.Entry{URL: parse(t, u), Language: "en"}, p)
			if err != nil || i > 0 && before.Compare(r) >= 0 {
				t.Errorf("%s is not planned after what comes before: %v", u, err)
			}
			before = r
		}
	}
	for _, p := range []*aranea.Page{{Lang: "en"}, {Lang: ""}, {Lang: "tlh"}} {
		r, err := NewBatch(town{}, town{}).Rank(&aranea.Entry{URL: parse(t, "http://a.test/ko/x"), Language: "ko"}, p)
		if want := p.Lang == "en"; err != nil || (r.place == translation.Other) != want {
			t.Errorf("%q: %+v, %v", p.Lang, r, err)
		}
	}
}

// linguist is a town in which pages give way that declare a language.
type linguist struct{ town }

func (linguist) GivesWay(page *aranea.Entry, _ weburl.URL) (string, error) { return page.Language, nil }

// TestLanguagesThatDiffer: if two copies declare different languages, neither gives way because of its own:
// each could be at the address of the other's.
func TestLanguagesThatDiffer(t *testing.T) {
	t.Parallel()
	fp, u := aranea.Fingerprint{1}, parse(t, "http://b.test/")
	for declared, gives := range map[string]bool{"en": true, "en-GB": true, "de": false, "": false} {
		indexed := aranea.Entry{URL: parse(t, "http://a.test/"), Indexed: true, Fingerprint: fp, Language: "en-US"}
		got, err := NewBatch(town{indexed}, linguist{}).Of(&aranea.Page{URL: u, Fingerprint: fp, Lang: declared}, u)
		if err != nil || (got.Why != "") != gives || got.Entry.Language != "en-US" {
			t.Errorf("%q: %+v, %v", declared, got, err)
		}
	}
}

// An archive is an index in which all pages have one sketch.
type archive uint64

func (x archive) Sketch(weburl.ID) uint64 { return uint64(x) }

// TestSketch: what the batch brings into the index counts, and what needs a secret takes the place of nothing.
func TestSketch(t *testing.T) {
	t.Parallel()
	b := NewBatch(town{}, town{})
	put := func(u, access string) weburl.URL {
		p := &aranea.Page{URL: parse(t, u), Sketch: 7}
		b.Add(&aranea.Outcome{Entry: aranea.Entry{URL: p.URL}, Index: aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p, Access: access}})
		return p.URL
	}
	for u, want := range map[weburl.URL]uint64{put("http://a.test/1", ""): 7, put("http://a.test/2", "staff"): 0, parse(t, "http://a.test/3"): 5} {
		if got := b.Sketch(u.ID(), archive(5)); got != want {
			t.Errorf("%s: %d, want %d", u, got, want)
		}
	}
}
