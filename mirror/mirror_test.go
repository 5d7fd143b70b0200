package mirror_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

func TestSisters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b weburl.Origin
		want bool
	}{
		{"http://a.test", "https://a.test", true},
		{"http://www.a.test", "https://a.test", true},
		{"http://a.test:8080", "http://www.a.test:8080", true},
		{"http://a.test", "http://a.test:8080", false},
		{"http://a.test", "http://b.test", false},
		{"http://a.test", "http://a.test", false},
		{"http://docs.a.test", "http://a.test", false},
	} {
		if got := mirror.Sisters(tt.a, tt.b); got != tt.want {
			t.Errorf("%s and %s: %t", tt.a, tt.b, got)
		}
	}
}

// alike returns records of origins with the same texts, each compared with the previous one.
func alike(origins ...weburl.Origin) []*mirror.Record {
	var all []*mirror.Record
	for i, o := range origins {
		r := &mirror.Record{Origin: o, First: time.Date(2026, 11, 1+i, 0, 0, 0, 0, time.UTC)}
		if i > 0 {
			for n := range byte(40) {
				r.SawText(origins[i-1], string([]byte{'/', 'a' + n}), aranea.Fingerprint{n, 1}, true)
			}
			r.SawHomes(origins[i-1], mirror.HomesSame)
		}
		all = append(all, r)
	}
	return all
}

func TestMainMirror(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		all  []*mirror.Record
		say  func(all []*mirror.Record)
		want weburl.Origin
		rule string
	}{
		{"https", alike("http://a.test", "https://a.test"), nil, "https://a.test", "it is served by https"},
		{"the shorter name", alike("http://www.a.test", "http://a.test"), nil, "http://a.test", "its name is shorter"},
		{"a Host line", alike("http://www.a.test", "http://a.test"), func(all []*mirror.Record) { all[1].SawHost("http://www.a.test") }, "http://www.a.test", "the Host lines of other mirrors name it"},
		{"a Host line for itself is no vote", alike("http://www.a.test", "http://a.test"), func(all []*mirror.Record) { all[0].SawHost("http://www.a.test") }, "http://a.test", "its name is shorter"},
		{"a redirect of the home page", alike("http://www.a.test", "http://a.test"), func(all []*mirror.Record) { all[1].SawRedirect("http://www.a.test", "/", true) }, "http://www.a.test", "the home pages of other mirrors redirect to it"},
		{"hosts of the stranger point to the copy", alike("http://model.test", "http://x.c.test", "http://y.c.test", "https://c.test"), func(all []*mirror.Record) {
			for _, r := range all[1:3] {
				r.SawHost("https://c.test")
				r.SawRedirect("https://c.test", "/", true)
			}
		}, "http://model.test", "it was known before the others"},
		{"other sites point to the copy", alike("http://model.test", "http://x.test", "http://y.test", "https://c.test"), func(all []*mirror.Record) {
			for _, r := range all[1:3] {
				r.SawHost("https://c.test")
			}
		}, "http://model.test", "it was known before the others"},
		{"the seed before what was known", alike("http://c.test", "http://www.model.test"), func(all []*mirror.Record) { all[1].Seed = true }, "http://www.model.test", "its site has a seed"},
		{"a seed that moved", alike("http://old.test", "http://www.old.test", "http://new.test"), func(all []*mirror.Record) {
			all[0].Seed, all[1].Seed = true, true
			all[0].SawHost("http://new.test")
		}, "http://new.test", "the Host lines of other mirrors name it"},
		{"two that name each other", alike("http://long.test", "http://a.test"), func(all []*mirror.Record) {
			all[0].SawHost("http://a.test")
			all[1].SawHost("http://long.test")
		}, "http://long.test", "it was known before the others"},
		{"two that name each other, beside a copy that names none", alike("http://long.test", "http://a.test", "https://c.test"), func(all []*mirror.Record) {
			all[0].SawHost("http://a.test")
			all[1].SawHost("http://long.test")
		}, "http://long.test", "it was known before the others"},
		{"a site that moved, beside a copy known before its new name", alike("http://old.test", "https://c.test", "http://new.test"), func(all []*mirror.Record) { all[0].SawHost("http://new.test") }, "http://new.test", "it was known before the others"},
		{"a seed that moved, beside a copy known before both", alike("https://c.test", "http://old.test", "http://new.test"), func(all []*mirror.Record) {
			all[1].Seed = true
			all[1].SawRedirect("http://new.test", "/", true)
		}, "http://new.test", "its site has a seed"},
		{"another host of the site that it moved to", alike("http://old.test", "http://www.new.test", "https://new.test"), func(all []*mirror.Record) { all[0].SawHost("http://www.new.test") }, "https://new.test", "other mirrors name its site"},
		{"the model before the copy", alike("http://model.test", "https://c.test"), nil, "http://model.test", "it was known before the others"},
		{"the operator", alike("https://a.test", "http://a.test"), func(all []*mirror.Record) { all[0].Glued = "http://a.test" }, "http://a.test", "the operator chose it"},
	} {
		if tt.say != nil {
			tt.say(tt.all)
		}
		groups := mirror.Groups(tt.all)
		if len(groups) != 1 || groups[0].Main != tt.want || groups[0].Rule != tt.rule || len(groups[0].Members) != len(tt.all)-1 || groups[0].Members[0].Why == "" {
			t.Errorf("%s: %+v", tt.name, groups)
		}
	}
}

// TestHomePages checks that hosts without a pointer between them join only if they have the same
// home page, and hosts that each name a language only because of redirects.
func TestHomePages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		all   []*mirror.Record
		homes mirror.Homes
		glued bool
	}{
		{"hosts of one site", alike("http://old.a.test", "http://docs.a.test"), mirror.HomesSame, true},
		{"with a home page each", alike("http://old.a.test", "http://docs.a.test"), mirror.HomesDiffer, false},
		{"with home pages that nobody read", alike("http://old.a.test", "http://docs.a.test"), "", false},
		{"strangers with a home page each", alike("http://a.test", "http://b.test"), mirror.HomesDiffer, false},
		{"sisters with a home page each", alike("http://a.test", "http://www.a.test"), mirror.HomesDiffer, true},
		{"languages", alike("http://de.a.test", "http://pt-br.a.test"), mirror.HomesSame, false},
		{"one language", alike("http://de.a.test", "http://www.a.test"), mirror.HomesSame, true},
		{"countries", alike("http://a.de", "http://a.fr"), mirror.HomesSame, true},
		{"no languages", alike("http://v1.a.test", "http://v2.a.test"), mirror.HomesSame, true},
	} {
		tt.all[1].SawHomes(tt.all[0].Origin, tt.homes)
		if got := len(mirror.Groups(tt.all)) == 1; got != tt.glued {
			t.Errorf("%s: glued %t", tt.name, got)
		}
	}
}

// TestSamples checks that pages are requested for comparing two hosts only while the result could
// join them.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b  weburl.Origin
		homes mirror.Homes
		named bool
		want  int
	}{
		{"http://old.a.test", "http://docs.a.test", "", false, 1},
		{"http://old.a.test", "http://docs.a.test", mirror.HomesSame, false, 1},
		{"http://old.a.test", "http://docs.a.test", mirror.HomesDiffer, false, 0},
		{"http://old.a.test", "http://docs.a.test", mirror.HomesDiffer, true, 1},
		{"http://a.test", "http://www.a.test", mirror.HomesDiffer, false, 1},
		{"http://de.a.test", "http://en.a.test", mirror.HomesSame, false, 0},
	} {
		r := &mirror.Record{Origin: tt.a}
		r.SawText(tt.b, "/x", aranea.Fingerprint{1}, true)
		r.SawHomes(tt.b, tt.homes)
		if tt.named {
			r.SawHost(tt.b)
		}
		if got := len(r.Samples()); got != tt.want {
			t.Errorf("%s and %s, homes %q, named %t: %d samples", tt.a, tt.b, tt.homes, tt.named, got)
		}
	}
}

// TestMirrorsOfMirrors checks that a chain is one group unless the operator separated two of its
// members, and that no group exceeds its limit.
func TestMirrorsOfMirrors(t *testing.T) {
	t.Parallel()
	chain := alike("http://a.test", "http://www.a.test", "https://a.test")
	if g := mirror.Groups(chain); len(g) != 1 || len(g[0].Members) != 2 {
		t.Errorf("chain: %+v", g)
	}
	chain[0].Apart = []weburl.Origin{"https://a.test"}
	if g := mirror.Groups(chain); len(g) != 1 || len(g[0].Members) != 1 {
		t.Errorf("chain with a separation: %+v", g)
	}
	var many []weburl.Origin
	for i := range 40 {
		many = append(many, weburl.Origin("http://a"+string(rune('a'+i%26))+string(rune('a'+i/26))+".test"))
	}
	for _, g := range mirror.Groups(alike(many...)) {
		if len(g.Members) >= mirror.MaxGroup {
			t.Errorf("a group of %d", len(g.Members)+1)
		}
	}
}

// TestStatements checks what is told of the statements of a host, and which of them counts: the
// Host line before the redirect of the home page.
func TestStatements(t *testing.T) {
	t.Parallel()
	r := &mirror.Record{Origin: "http://a.test"}
	if to, how := r.Points(); len(r.Statements()) > 0 || to != "" || how != "" {
		t.Errorf("without any: %+v, %q, %q", r.Statements(), to, how)
	}
	r.SawRedirect("http://b.test", "/", true)
	if to, how := r.Points(); to != "http://b.test" || how != "the home page of http://a.test redirects to http://b.test" {
		t.Errorf("a redirect: %q, %q", to, how)
	}
	r.SawHost("http://c.test")
	if to, how := r.Points(); to != "http://c.test" || how != "the robots file of http://a.test names c.test in a Host line" {
		t.Errorf("a Host line: %q, %q", to, how)
	}
	want := []mirror.Statement{
		{Name: "Host line", Text: "the robots file of http://a.test names http://c.test as the main mirror"},
		{Name: "Home page", Text: "that of http://a.test redirects to http://b.test"},
	}
	if got := r.Statements(); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestOthersAreBounded checks that an origin is compared with only a few others, and that new
// names do not displace evidence.
func TestOthersAreBounded(t *testing.T) {
	t.Parallel()
	r := &mirror.Record{Origin: "http://a.test"}
	r.SawText("http://www.a.test", "/", aranea.Fingerprint{1}, true)
	for i := range 100 {
		r.SawCanonical(weburl.Origin("http://" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + ".test"))
	}
	if len(r.Others) != mirror.MaxOthers || r.Other("http://www.a.test") == nil {
		t.Errorf("%d others: %+v", len(r.Others), r.Others)
	}
}

func FuzzDecode(f *testing.F) {
	for _, r := range alike("http://a.test", "http://www.a.test") {
		data, err := r.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := mirror.Decode(data)
		if err != nil {
			return
		}
		again, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := mirror.Decode(again); err != nil || !reflect.DeepEqual(back.Others, r.Others) || !slices.Equal(back.Apart, r.Apart) {
			t.Fatalf("%+v became %+v, %v", r, back, err)
		}
	})
}
