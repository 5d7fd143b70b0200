package scope

import (
	"fmt"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// TestPartition: what another partition visits is left out, seeds included, but only if it would be
// visited without partitions; nothing of it is checked.
func TestPartition(t *testing.T) {
	t.Parallel()
	seeds := []weburl.URL{parse(t, "https://www.example.org/"), parse(t, "http://192.0.2.7/")}
	of := partition.Of(seeds[0].Origin(), 4)
	if of == partition.Of(seeds[1].Origin(), 4) {
		t.Fatal("the seeds are of one partition, and show nothing")
	}
	for n := 1; n <= 4; n++ {
		for _, mode := range []Mode{Host, Site, Prefix, Any, List} {
			r, err := New(Options{Mode: mode, Seeds: seeds, Unread: []string{"zip"}, Links: true, Partition: partition.Partition{Number: n, Of: 4}})
			if err != nil {
				t.Fatal(err)
			}
			want := aranea.ScopePartition
			if n == of {
				want = aranea.ReasonNone
			}
			rule := ""
			if n != of {
				rule = fmt.Sprintf("partition %d of 4 visits it", of)
			}
			for _, how := range []aranea.How{aranea.HowSeed, aranea.HowAnchor} {
				if v := r.Decide(seeds[0], 0, how); v.OK != (n == of) || v.Reason != want || v.Rule != rule {
					t.Errorf("%s, partition %d: %s: %+v", mode, n, how, v)
				}
			}
			if r.Reaches(seeds[0]) != (n == of) || r.Holds(seeds[0].Origin()) != (n == of && mode != List) {
				t.Errorf("%s, partition %d: reaches %t, holds %t", mode, n, r.Reaches(seeds[0]), r.Holds(seeds[0].Origin()))
			}
			file := parse(t, "https://www.example.org/a.zip")
			v := r.Decide(file, 1, aranea.HowAnchor)
			if v.Reason == aranea.ScopePartition {
				t.Errorf("%s, partition %d: a file that nobody visits: %+v", mode, n, v)
			}
			if got := r.Checks(file, 1, aranea.HowAnchor, v); got != (n == of) {
				t.Errorf("%s, partition %d: a file that nobody visits is checked: %t", mode, n, got)
			}
			if !r.Leads(seeds[0], parse(t, "https://example.org/")) {
				t.Errorf("%s: the scope does not follow a seed", mode)
			}
			if wider := r.With(parse(t, "https://example.org/")); wider.Decide(parse(t, "https://example.org/"), 0, aranea.HowRedirect).OK != (n == of) {
				t.Errorf("%s, partition %d: what a seed has moved to is visited: %t", mode, n, n != of)
			}
		}
	}
	if _, err := New(Options{Mode: Any, Partition: partition.Partition{Number: 1}}); err == nil {
		t.Error("a partition that is none is taken")
	}
}

// TestElsewhere: what is said of an origin is the same however many others were asked about before, by
// several at once, and little of that is kept.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	p := partition.Partition{Number: 2, Of: 4}
	r, err := New(Options{Mode: Any, Partition: p})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for n := range 3 * knownOrigins {
				for range 2 {
					o := weburl.Origin(fmt.Sprintf("https://www.site%d.example", n))
					if got, want := r.Elsewhere(o), p.Elsewhere(o); got != want || (want == "") != p.Holds(o) {
						t.Errorf("%s: %q, want %q", o, got, want)
					}
				}
			}
		})
	}
	all.Wait()
	if (Rules{}).Elsewhere("http://a.test") != "" {
		t.Error("the whole web is divided")
	}
}

func BenchmarkDecidePartition(b *testing.B) {
	own, foreign := parse(b, "http://docs.example.org/guide/chapter/section/page.html?x=1&y=2"), parse(b, "http://www.example.co.uk/a.html")
	of := partition.Of(own.Origin(), 16)
	rules, err := New(Options{Mode: Any, Partition: partition.Partition{Number: of, Of: 16}})
	if err != nil {
		b.Fatal(err)
	}
	for name, u := range map[string]weburl.URL{"own": own, "foreign": foreign} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if rules.Decide(u, 3, aranea.HowAnchor).OK != (name == "own") {
					b.Fatal("wrong")
				}
			}
		})
	}
}
