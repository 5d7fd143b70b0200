package learn_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestGivesWay checks which statements of a page and its host let it give way to a page with its
// text on b.test.
func TestGivesWay(t *testing.T) {
	t.Parallel()
	host := func(of, named string) mirror.Record {
		return mirror.Record{Origin: weburl.Origin("http://" + of + ".test"), Named: weburl.Origin("http://" + named + ".test")}
	}
	redirect := func(of, to string) mirror.Record {
		return mirror.Record{Origin: weburl.Origin("http://" + of + ".test"), Home: weburl.Origin("http://" + to + ".test")}
	}
	both := host("a", "b")
	both.Home = "http://c.test"
	member, apart, bars := host("b", "b"), host("a", "b"), host("b", "b")
	member.Named, member.Main = "", "http://c.test"
	apart.Apart, bars.Named, bars.Apart = []weburl.Origin{"http://b.test"}, "", []weburl.Origin{"http://a.test"}
	line := func(hosts int) (all []mirror.Record) {
		for i := range hosts - 2 {
			all = append(all, host("a"+strings.Repeat("x", i), "a"+strings.Repeat("x", i+1)))
		}
		return append(all, host("a"+strings.Repeat("x", hosts-2), "b"))
	}
	for _, tt := range []struct {
		name    string
		records []mirror.Record
		page    func(*aranea.Entry)
		why     string // part of it; "" if the page stays
	}{
		{"nothing is known", nil, nil, ""},
		{"a Host line", []mirror.Record{host("a", "b")}, nil, "the robots file of http://a.test names b.test in a Host line"},
		{"a redirect of the home page", []mirror.Record{redirect("a", "b")}, nil, "the home page of http://a.test redirects to http://b.test"},
		{"the Host line counts before the redirect", []mirror.Record{both}, nil, "Host line"},
		{"one after another", []mirror.Record{host("a", "c"), redirect("c", "b")}, nil, "names c.test in a Host line, and so on to http://b.test"},
		{"the winner only", []mirror.Record{redirect("b", "a")}, nil, ""},
		{"another host", []mirror.Record{host("a", "c")}, nil, ""},
		{"each other", []mirror.Record{host("a", "b"), redirect("b", "a")}, nil, ""},
		{"a circle", []mirror.Record{host("a", "b"), host("b", "c"), host("c", "a")}, nil, ""},
		{"a circle behind it", []mirror.Record{host("a", "b"), host("b", "c"), host("c", "b")}, nil, ""},
		{"as many as a group may have", line(mirror.MaxGroup), nil, "and so on to http://b.test"},
		{"one more", line(mirror.MaxGroup + 1), nil, ""},
		{"a mirror of another one", []mirror.Record{host("a", "b"), member}, nil, ""},
		{"separated", []mirror.Record{apart}, nil, ""},
		{"separated, the other way round", []mirror.Record{host("a", "b"), bars}, nil, ""},
		{"canonical", nil, func(e *aranea.Entry) { e.Target = "http://b.test/1" }, "http://a.test/1 calls it canonical"},
		{"canonical, another page", nil, func(e *aranea.Entry) { e.Target = "http://b.test/2" }, ""},
		{"canonical, against the Host line", []mirror.Record{host("b", "a")}, func(e *aranea.Entry) { e.Target = "http://b.test/1" }, ""},
		{"not in the index", []mirror.Record{host("a", "b")}, func(e *aranea.Entry) { e.Indexed = false }, ""},
		{"hidden", []mirror.Record{host("a", "b")}, func(e *aranea.Entry) { e.State = aranea.StateExcluded }, ""},
		{"imported", []mirror.Record{host("a", "b")}, func(e *aranea.Entry) { e.Imported = true }, ""},
		{"a newer version", nil, func(e *aranea.Entry) { e.URL, _ = weburl.Parse("http://b.test/1.0/x") }, "http://b.test/2.0/x is a newer version of it"},
		{"an older version", nil, func(e *aranea.Entry) { e.URL, _ = weburl.Parse("http://b.test/3.0/x") }, ""},
		{"a newer version on another host", nil, func(e *aranea.Entry) { e.URL, _ = weburl.Parse("http://a.test/1.0/x") }, ""},
		{"canonical, on one host", nil, func(e *aranea.Entry) { e.URL, e.Target = weburl.MustParse("http://b.test/1/3"), "http://b.test/1" }, "http://b.test/1/3 calls it canonical"},
		{"canonical, another page of the host", nil, func(e *aranea.Entry) { e.URL, e.Target = weburl.MustParse("http://b.test/1/3"), "http://b.test/2" }, ""},
		{"on one host", []mirror.Record{host("a", "b")}, func(e *aranea.Entry) { e.URL, _ = weburl.Parse("http://b.test/2") }, ""},
	} {
		keeper := learned.New(memstore.New())
		var records []learned.Record
		for i := range tt.records {
			data, err := tt.records[i].Encode()
			if err != nil {
				t.Fatal(err)
			}
			records = append(records, learned.Record{Kind: learned.Mirrors, Name: string(tt.records[i].Origin), Data: data})
		}
		if err := keeper.Put(records, true); err != nil {
			t.Fatal(err)
		}
		l, err := learn.New(keeper)
		if err != nil {
			t.Fatal(err)
		}
		e := aranea.Entry{State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true}
		e.URL, _ = weburl.Parse("http://a.test/1")
		if tt.page != nil {
			tt.page(&e)
		}
		to, _ := weburl.Parse("http://b.test/1")
		if strings.Contains(tt.name, "version") {
			to, _ = weburl.Parse("http://b.test/2.0/x")
		}
		if why, err := l.GivesWay(&e, to); err != nil || (why == "") != (tt.why == "") || !strings.Contains(why, tt.why) {
			t.Errorf("%s: %q, %v", tt.name, why, err)
		}
	}
	if why, err := (*learn.Learner)(nil).GivesWay(&aranea.Entry{}, weburl.URL{}); why != "" || err != nil {
		t.Errorf("without a learner: %q, %v", why, err)
	}
}

// TestGivesWayByLanguage: an untranslated page on a host of another language gives way to its copy on
// the host of its language or of none, on the same site only, and never back; on one host to the same page of
// its language.
func TestGivesWayByLanguage(t *testing.T) {
	t.Parallel()
	keeper := learned.New(memstore.New())
	redirects := mirror.Record{Origin: "http://en-x.a.test", Home: "http://ko.a.test"}
	data, err := redirects.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := keeper.Put([]learned.Record{{Kind: learned.Mirrors, Name: string(redirects.Origin), Data: data}}, true); err != nil {
		t.Fatal(err)
	}
	l, err := learn.New(keeper)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range [][4]string{
		{"ko.a.test", "en.a.test", "en-US", "it is in the language of http://en.a.test/1 (en)"}, {"www.a.test", "docs.en.a.test", "en", "it is in the language of http://docs.en.a.test/1 (en)"}, {"a.test", "pt-br.a.test", "pt", "it is in the language of http://pt-br.a.test/1 (pt)"},
		{"en.a.test", "ko.a.test", "en", ""}, {"en.a.test", "en-us.a.test", "en", ""}, {"ko.a.test", "en.a.test", "ko", ""}, {"ko.a.test", "en.a.test", "", ""}, {"ko.a.test", "eng.a.test", "en", "it is not in the language of http://ko.a.test/1 (en)"}, {"eng.a.test", "ko.a.test", "en", ""},
		{"ko.a.test", "en.b.test", "en", ""}, {"ko.a.test", "en-x.a.test", "en", ""}, {"ko.a.test", "a.test", "", ""},
		{"a.test/ko", "a.test/en", "en", "it is in the language of http://a.test/en/1 (en)"}, {"a.test/en", "a.test/ko", "en", ""},
		{"a.test/docs/ko", "a.test/docs", "en", "it is not in the language of http://a.test/docs/ko/1 (en)"}, {"a.test/docs", "a.test/docs/ko", "en", ""}, {"a.test/ko", "a.test", "en", "it is not in the language of http://a.test/ko/1 (en)"},
		{"a.test/ko/x", "a.test/en/y", "en", ""}, {"ko.a.test/x", "www.a.test/en/y", "en", "it is in the language of http://www.a.test/en/y/1 (en)"},
	} {
		e := aranea.Entry{State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true, URL: weburl.MustParse("http://" + tt[0] + "/1"), Language: tt[2]}
		if why, err := l.GivesWay(&e, weburl.MustParse("http://"+tt[1]+"/1")); err != nil || why != tt[3] {
			t.Errorf("%s to %s in %q: %q, %v; want %q", tt[0], tt[1], tt[2], why, err, tt[3])
		}
	}
}

// TestBehind checks how many hosts are named one after another.
func TestBehind(t *testing.T) {
	t.Parallel()
	l, err := learn.New(learned.New(memstore.New()))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for _, said := range [][2]weburl.Origin{{"http://a.test", "http://b.test"}, {"http://b.test", "http://c.test"}, {"http://d.test", "http://e.test"}, {"http://e.test", "http://d.test"}} {
		v := &learn.Visit{Entry: &aranea.Entry{URL: said[0].RobotsURL()}, IsRobots: true, Host: said[1]}
		if _, err := l.Saw(v, func(weburl.ID) (aranea.Entry, bool, error) { return aranea.Entry{}, false, nil }, now); err != nil {
			t.Fatal(err)
		}
	}
	for o, want := range map[weburl.Origin]int{"http://a.test": 2, "http://b.test": 1, "http://c.test": 0, "http://d.test": 0, "http://e.test": 0, "http://x.test": 0} {
		if n, err := l.Behind(o); err != nil || n != want {
			t.Errorf("%s: %d, %v; want %d", o, n, err, want)
		}
		named, err := l.Named(o)
		if err != nil || (named == "") != (o == "http://c.test" || o == "http://x.test") {
			t.Errorf("%s names %q, %v", o, named, err)
		}
	}
}

// TestGivesWayWithoutParameters: a page gives way to its copy at the same address without some of the
// parameters, unless the operator named it.
func TestGivesWayWithoutParameters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		page, to string
		how      aranea.How
		want     bool
	}{
		{"/topic?r=9", "/topic", aranea.HowAnchor, true},
		{"/topic?id=5&r=9", "/topic?id=5", aranea.HowAnchor, true},
		{"/topic?r=9&id=5", "/topic?id=5", aranea.HowAnchor, true},
		{"/topic?r=9", "/topic", aranea.HowSeed, false},
		{"/topic", "/topic?r=9", aranea.HowAnchor, false},
		{"/topic?r=9", "/topic?r=8", aranea.HowAnchor, false},
		{"/topic?r=9&id=5", "/topic?id=6", aranea.HowAnchor, false},
		{"/topic?r=9&id=5", "/topic?id=5&r=9", aranea.HowAnchor, false},
		{"/topic?r=9", "/", aranea.HowAnchor, false},
	} {
		l, err := learn.New(learned.New(memstore.New()))
		if err != nil {
			t.Fatal(err)
		}
		e := aranea.Entry{URL: weburl.MustParse("http://a.test" + tt.page), How: tt.how, State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true}
		why, err := l.GivesWay(&e, weburl.MustParse("http://a.test"+tt.to))
		if got := why == "http://a.test"+tt.to+" has fewer parameters"; err != nil || got != tt.want || !got && why != "" {
			t.Errorf("%+v: %q, %v", tt, why, err)
		}
	}
}

// TestGivesWayToSeed: a page gives way to its copy on the site of a seed if its own site has none, whatever
// it or its host says, and unless the host of the copy names another host as the main one.
func TestGivesWayToSeed(t *testing.T) {
	t.Parallel()
	keeper := learned.New(memstore.New())
	moved := mirror.Record{Origin: "http://old.seed.test", Named: "http://new.test"}
	data, err := moved.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := keeper.Put([]learned.Record{{Kind: learned.Mirrors, Name: string(moved.Origin), Data: data}}, true); err != nil {
		t.Fatal(err)
	}
	l, err := learn.New(keeper)
	if err != nil {
		t.Fatal(err)
	}
	if l.IsOwn("http://seed.test") || (*learn.Learner)(nil).IsOwn("http://seed.test") {
		t.Error("there are seeds before any were told")
	}
	l.Own(func(o weburl.Origin) bool { return strings.HasSuffix(o.Site(), "seed.test") })
	for _, tt := range [][3]string{
		{"evil.test", "www.seed.test", "seed.test has a seed"},
		{"www.seed.test", "evil.test", ""},
		{"www.seed.test", "other-seed.test", ""},
		{"evil.test", "new.test", ""},
		{"evil.test", "old.seed.test", ""},
	} {
		e := aranea.Entry{URL: weburl.MustParse("http://" + tt[0] + "/1"), State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true}
		if why, err := l.GivesWay(&e, weburl.MustParse("http://"+tt[1]+"/1")); err != nil || why != tt[2] {
			t.Errorf("%s to %s: %q, %v; want %q", tt[0], tt[1], why, err, tt[2])
		}
	}
}
