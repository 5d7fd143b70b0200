package crawl_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// rivals are hosts of one page each, all with the same text.
type rivals struct {
	*keeper
	learner *learn.Learner
	hosts   []string
}

// newRivals returns a crawl of hosts. says is what each says of itself: "HOST -> OTHER" for a Host
// line, "HOST = OTHER" for a canonical link.
func newRivals(t *testing.T, hosts []string, says string) *rivals {
	t.Helper()
	kv := memstore.New()
	f, err := frontier.Open(t.Context(), kv, frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	learner, err := learn.New(learned.New(kv))
	if err != nil {
		t.Fatal(err)
	}
	w := &taggedWeb{pages: map[string]string{}, links: map[string]string{}}
	for _, h := range hosts {
		w.pages[home(h)] = "Same."
	}
	x := &rivals{&keeper{f: f, w: w, index: shelf{}, graph: linkgraph.New(kv, nil)}, learner, hosts}
	for said := range strings.SplitSeq(says, ", ") {
		x.say(said)
	}
	return x
}

func home(host string) string { return "http://" + host + ".test/" }

// say lets a host say something.
func (x *rivals) say(said string) {
	switch part := strings.Fields(said); {
	case len(part) == 0:
	case part[1] == "->":
		x.w.set(home(part[0])+"robots.txt", "\nUser-agent: *\nDisallow: /x\nHost: "+part[2]+".test\n")
	default:
		x.w.links[home(part[0])] = "<" + home(part[2]) + `>; rel="canonical"`
	}
}

// visit visits hosts, in one run.
func (x *rivals) visit(t *testing.T, f crawl.Frontier, hosts ...string) error {
	t.Helper()
	for _, h := range hosts {
		d := aranea.Discovery{URL: url(t, home(h)), How: aranea.HowSeed, Reason: aranea.ScheduleQueued}
		if _, err := x.f.Add(t.Context(), time.Now(), []aranea.Discovery{d}); err != nil {
			t.Fatal(err)
		}
		if _, err := x.f.Requeue(t.Context(), time.Now(), []weburl.ID{d.URL.ID()}, "asked for", false); err != nil {
			t.Fatal(err)
		}
	}
	return x.crawl(t, f)
}

func (x *rivals) crawl(t *testing.T, f crawl.Frontier) error {
	t.Helper()
	var seeds []string
	for _, h := range x.hosts {
		seeds = append(seeds, home(h))
	}
	c, err := crawl.New(f, x.w, x.index, x.graph, crawl.Options{
		Agents: []dialect.AgentToken{"Aranea"}, Scope: rulesFor(t, seeds...), Learner: x.learner,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Run(t.Context())
	return err
}

// days visits what is due, for some days.
func (x *rivals) days(t *testing.T, n int) {
	t.Helper()
	for range n {
		time.Sleep(25 * time.Hour)
		if _, err := x.f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshDue, Max: 100}, x.index.Apply); err != nil {
			t.Fatal(err)
		}
		if err := x.crawl(t, x.f); err != nil {
			t.Fatal(err)
		}
	}
}

// in returns the hosts whose page is in the index, and checks that the frontier agrees, and that
// the text belongs to one of them.
func (x *rivals) in(t *testing.T) string {
	t.Helper()
	var in []string
	for _, h := range x.hosts {
		e, _, err := x.f.EntryByID(url(t, home(h)).ID())
		if err != nil || e.Found() != x.index[home(h)] {
			t.Errorf("%s: the index has it: %t; the frontier: %s %v, %v", h, x.index[home(h)], e.Reason, e.Indexed, err)
		}
		if !e.Found() {
			continue
		}
		in = append(in, h)
		if _, holder, _, err := x.f.Twin(e.Fingerprint); err != nil || holder != home(h) {
			t.Errorf("the text of %s is held by %s, %v", h, holder, err)
		}
	}
	return strings.Join(in, " ")
}

// steady checks that no visit found a change.
func (x *rivals) steady(t *testing.T) {
	t.Helper()
	for _, h := range x.hosts {
		if e, _, err := x.f.EntryByID(url(t, home(h)).ID()); err != nil || e.Change.Changes > 0 || e.Change.Checks == 0 {
			t.Errorf("%s had one text all the time, and %d of %d visits found a change, %v", h, e.Change.Changes, e.Change.Checks, err)
		}
	}
}

// orders returns all orders of hosts.
func orders(hosts []string) (all [][]string) {
	if len(hosts) < 2 {
		return [][]string{hosts}
	}
	for i := range hosts {
		for _, rest := range orders(slices.Delete(slices.Clone(hosts), i, i+1)) {
			all = append(all, append([]string{hosts[i]}, rest...))
		}
	}
	return all
}

// TestWhichCopyIsShown (seeds 000 and 002): of several hosts with one text, the one is shown that
// the others name, whichever was visited first; otherwise the first. What a host says of itself
// counts for nothing. If hosts name each other in a circle, it depends on what is known of it when
// they are visited. Whichever is shown stays.
func TestWhichCopyIsShown(t *testing.T) {
	t.Parallel()
	const first, one = "first", "one"
	for _, tt := range []struct{ name, says, want string }{
		{"nobody says anything", "", first},
		{"a host names itself", "b -> b", first},
		{"the other names it", "a -> b", "b"},
		{"both name one", "a -> b, b -> b", "b"},
		{"each names the other", "a -> b, b -> a", first},
		{"two name the third", "a -> c, b -> c", "c"},
		{"one after another", "a -> b, b -> c", "c"},
		{"in a circle", "a -> b, b -> c, c -> a", one},
		{"a circle beside it", "a -> b, b -> a, c -> a", one},
		{"of a third that has no such page", "a -> d, b -> d", first},
		{"canonical", "a = b", "b"},
		{"canonical, in a circle", "a = b, b = c, c = a", first},
		{"canonical, against its Host line", "a = b, b -> a", first},
		{"each names the other as canonical", "a = b, b = a", first},
	} {
		hosts := []string{"a", "b"}
		if strings.Contains(tt.says, "c") {
			hosts = append(hosts, "c")
		}
		for _, order := range orders(hosts) {
			t.Run(fmt.Sprintf("%s, %v", tt.name, order), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					x := newRivals(t, hosts, tt.says)
					for _, h := range order {
						if err := x.visit(t, x.f, h); err != nil {
							t.Fatal(err)
						}
					}
					got := x.in(t)
					if want := map[string]string{first: order[0], one: got}[tt.want]; got != cmp.Or(want, tt.want) || len(got) != 1 {
						t.Errorf("%q is in the index", got)
					}
					x.days(t, 8)
					if still := x.in(t); still != got {
						t.Errorf("%s was in the index, and is %s later", got, still)
					}
					x.steady(t)
					once := newRivals(t, hosts, tt.says)
					if err := once.visit(t, once.f, order...); err != nil {
						t.Fatal(err)
					}
					if got := once.in(t); len(got) != 1 || tt.want != first && tt.want != one && got != tt.want {
						t.Errorf("after one run %q is in the index", got)
					}
				})
			})
		}
	}
}

// TestShownCopyGoes: when the page that took the place of its copy is gone, the copy is visited
// again and comes back; when the page is there again, it takes its place again.
func TestShownCopyGoes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newRivals(t, []string{"a", "b"}, "a -> b")
		delete(x.w.pages, home("b"))
		for i, step := range []struct{ host, want string }{{"a", "a"}, {"b", "b"}, {"-b", "a"}, {"b", "b"}} {
			if host, gone := strings.CutPrefix(step.host, "-"); gone {
				delete(x.w.pages, home(host))
				step.host = host
			} else {
				x.w.set(home(step.host), "Same.")
			}
			time.Sleep(time.Hour)
			if err := x.visit(t, x.f, step.host); err != nil {
				t.Fatal(err)
			}
			if a, b := x.index[home("a")], x.index[home("b")]; a != (step.want == "a") || b != (step.want == "b") {
				t.Errorf("step %d: the index has a: %t, b: %t", i, a, b)
			}
		}
		e, _, err := x.f.EntryByID(url(t, home("a")).ID())
		if err != nil || e.Reason != aranea.DupExact || e.Change.Changes != 0 || e.Change.Checks == 0 {
			t.Errorf("%s, %d of %d visits found a change, %v", e.Reason, e.Change.Changes, e.Change.Checks, err)
		}
		trail, err := x.f.Trail(e.URL.ID())
		if !slices.ContainsFunc(trail, func(ev aranea.Event) bool {
			return ev.Reason == aranea.DupExact && strings.Contains(ev.Detail, "the robots file of http://a.test names b.test in a Host line")
		}) {
			t.Errorf("its trail does not say why it gave way: %v, %v", trail, err)
		}
	})
}

// TestMainHostIsNamedLater: a Host line that the owner adds later has its effect when both pages
// are visited again, although both answer that they are not modified, and when the operator
// separates the two, the line has none.
func TestMainHostIsNamedLater(t *testing.T) {
	t.Parallel()
	for _, apart := range []bool{false, true} {
		for _, order := range orders([]string{"a", "b"}) {
			synctest.Test(t, func(t *testing.T) {
				x := newRivals(t, []string{"a", "b"}, "")
				for _, h := range []string{"a", "b"} {
					if err := x.visit(t, x.f, h); err != nil {
						t.Fatal(err)
					}
				}
				want := "b"
				if apart {
					want = "a"
					if err := x.learner.Separate("http://a.test", "http://b.test", time.Now()); err != nil {
						t.Fatal(err)
					}
				}
				x.say("a -> b")
				for day := range 2 {
					time.Sleep(25 * time.Hour) // robots files are read again
					if err := x.visit(t, x.f, order...); err != nil {
						t.Fatal(err)
					}
					if got := x.in(t); got != want {
						t.Errorf("separated: %t, day %d: %q is in the index", apart, day, got)
					}
				}
				x.steady(t)
			})
		}
	}
}

// TestMainPageComesLater: a page that appears on the host that another page names takes its place,
// also if both are visited at once, and the other one has not changed.
func TestMainPageComesLater(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"a -> b", "a = b"} {
		for _, order := range orders([]string{"a", "b"}) {
			synctest.Test(t, func(t *testing.T) {
				x := newRivals(t, []string{"a", "b"}, says)
				delete(x.w.pages, home("b"))
				if err := x.visit(t, x.f, "a", "b"); err != nil {
					t.Fatal(err)
				}
				if got := x.in(t); got != "a" {
					t.Errorf("%s: %q is in the index at first", says, got)
				}
				x.w.set(home("b"), "Same.")
				time.Sleep(time.Hour)
				if err := x.visit(t, x.f, order...); err != nil {
					t.Fatal(err)
				}
				if got := x.in(t); got != "b" {
					t.Errorf("%s: %q is in the index", says, got)
				}
			})
		}
	}
}

// A dyingInPlace frontier fails before it commits that a page takes the place of another one.
type dyingInPlace struct{ *frontier.Frontier }

func (d dyingInPlace) Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) ([]aranea.LeaseID, error) {
	if slices.ContainsFunc(outcomes, func(o aranea.Outcome) bool { return o.Displaced != nil }) {
		return nil, errDying
	}
	return d.Frontier.Commit(ctx, now, outcomes)
}

// TestKilledWhileCopyGivesWay: a process that is killed after the index has the new page instead
// of its copy, and before the frontier knows, loses neither: after the next visits one of them is
// in the index, also if the new page is gone by then.
func TestKilledWhileCopyGivesWay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		gone bool
		want string
	}{{false, "b"}, {true, "a"}} {
		synctest.Test(t, func(t *testing.T) {
			x := newRivals(t, []string{"a", "b"}, "a -> b")
			if err := x.visit(t, dyingInPlace{x.f}, "a"); !errors.Is(err, errDying) { // b is visited for comparison
				t.Fatalf("the killed run: %v", err)
			}
			if got := slices.Sorted(maps.Keys(x.index)); !slices.Equal(got, []string{home("b")}) {
				t.Fatalf("the index has %v", got)
			}
			time.Sleep(time.Hour) // its leases have ended
			if tt.gone {
				delete(x.w.pages, home("b"))
			}
			x.days(t, 3)
			if got := x.in(t); got != tt.want {
				t.Errorf("gone: %t: %q is in the index", tt.gone, got)
			}
		})
	}
}
