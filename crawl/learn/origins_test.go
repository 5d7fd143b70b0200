package learn_test

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

const (
	model = weburl.Origin("http://model.test")
	c     = weburl.Origin("http://c.test") // has copies of the pages of model
	apart = weburl.Origin("http://x.test")
)

// first is when the first evidence of c came; that of model came later.
var first = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// grouped returns a Learner to which c is the main mirror of model, as an earlier version stored it.
func grouped(t *testing.T) *learn.Learner {
	t.Helper()
	records := []*mirror.Record{{Origin: model, First: first.Add(time.Hour), Main: c}, {Origin: c, First: first, Members: []weburl.Origin{model}}}
	for n := range byte(40) {
		records[0].SawText(c, string([]byte{'/', 'a' + n}), aranea.Fingerprint{n, 1}, true)
	}
	records[0].SawHomes(c, mirror.HomesSame)
	var stored []learned.Record
	for _, r := range records {
		data, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, learned.Record{Kind: learned.Mirrors, Name: string(r.Origin), Data: data})
	}
	keeper := learned.New(memstore.New())
	if err := keeper.Put(stored, true); err != nil {
		t.Fatal(err)
	}
	l, err := learn.New(keeper)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestSeedsOfMirrors: a group that is judged again knows which of its hosts have seeds now, also those
// that no visit was about, and whatever an earlier version noted.
func TestSeedsOfMirrors(t *testing.T) {
	t.Parallel()
	l := grouped(t)
	for _, step := range []struct {
		seeds weburl.Origin // "" if nothing is known of seeds
		main  weburl.Origin
	}{{"", c}, {model, model}, {c, c}} {
		if step.seeds != "" {
			l.Own(func(o weburl.Origin) bool { return o == step.seeds })
		}
		if err := l.Separate(c, apart, first); err != nil {
			t.Fatal(err)
		}
		for _, o := range []weburl.Origin{model, c} {
			r, err := l.Mirror(o)
			if err != nil || r.Group() != step.main || r.Seed != (o == step.seeds) {
				t.Errorf("seeds %q: %+v, %v", step.seeds, r, err)
			}
		}
	}
}

// TestDates: what a visit tells of one member of a group tells since when the others are known, too.
func TestDates(t *testing.T) {
	t.Parallel()
	l, page := grouped(t), weburl.MustParse("http://x.test/p")
	visit := learn.Visit{Status: 301, Entry: &aranea.Entry{URL: page, Visits: 1, Reason: aranea.HTTPRedirect, Target: "http://c.test/p", FoundAt: first}}
	known := func(id weburl.ID) (aranea.Entry, bool, error) {
		return aranea.Entry{FoundAt: first.AddDate(-1, 0, 0)}, id == model.Root().ID(), nil
	}
	if _, err := l.Saw(&visit, known, first); err != nil {
		t.Fatal(err)
	}
	if r, err := l.Mirror(model); err != nil || !r.First.Equal(first.AddDate(-1, 0, 0)) {
		t.Errorf("%+v, %v", r, err)
	}
}
