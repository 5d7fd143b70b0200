package webtest_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/internal/webtest"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store/memstore"
)

var (
	oneSeed = flag.Uint64("webtest.seed", 0, "simulate the web of this seed alone, and print all that happens")
	seeds   = flag.Uint64("webtest.seeds", 12, "simulate the webs of so many seeds, from 1 on")
)

// stamp formats an instant of the simulated month.
func stamp(t time.Time) string { return t.UTC().Format("01-02 15:04:05.000") }

func line(x *webtest.Exchange, acked bool) string {
	mark := ""
	if !x.Whole {
		mark += ", broke off"
	}
	if !acked {
		mark += ", not acknowledged"
	}
	if x.Answer.Why != "" {
		mark += ", " + x.Answer.Why
	}
	return fmt.Sprintf("%s life %d %s %s%s %d %q%s", stamp(x.At), x.Life, x.Method, x.Host, x.Target, x.Answer.Status, x.Answer.Title, mark)
}

// simulate runs one seed and returns the robot in its final state.
func simulate(t *testing.T, seed uint64, o webtest.Options, live func(r *robot)) *robot {
	var r *robot
	synctest.Test(t, func(t *testing.T) {
		o.Seed = seed
		rnd := rand.New(rand.NewPCG(seed, 0x5eed))
		r = newRobot(t, webtest.New(time.Now(), o), rnd)
		live(r)
		r.examine()
	})
	return r
}

// wait returns when a write is durable.
func (r *robot) wait() {
	if r.noWait {
		return
	}
	rnd := rand.New(rand.NewPCG(r.disks, uint64(time.Now().UnixNano())))
	time.Sleep(time.Duration(rnd.Int64N(int64(3 * time.Millisecond))))
}

// batch returns the maximum number of visits per commit; 0 means the default.
func (r *robot) batch() int {
	if r.noWait {
		return 1
	}
	return 0
}

// tell fails the test if there were faults, and prints how to reproduce them.
func (r *robot) tell(t *testing.T, seed uint64) {
	t.Helper()
	if *oneSeed != 0 {
		slices.Sort(r.trace)
		t.Logf("what happened:\n%s", strings.Join(r.trace, "\n"))
	}
	if len(r.faults) > 0 {
		t.Errorf("seed %d; to see all that happened: go test ./internal/webtest -run '^%s$' -webtest.seed=%d\n%s", seed, strings.Split(t.Name(), "/")[0], seed, strings.Join(r.faults, "\n"))
	}
}

// each runs a test for the seeds selected by flags.
func each(t *testing.T, f func(t *testing.T, seed uint64)) {
	t.Parallel()
	if *oneSeed != 0 {
		f(t, *oneSeed)
		return
	}
	for seed := uint64(1); seed <= *seeds; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			f(t, seed)
		})
	}
}

// TestCalm checks that one crawl finds everything on a web without trouble.
func TestCalm(t *testing.T) {
	each(t, func(t *testing.T, seed uint64) {
		r := simulate(t, seed, webtest.Options{Sites: 3, Pages: 20, Span: 24 * time.Hour}, func(r *robot) {
			r.live(12*time.Hour, -1)
		})
		r.tell(t, seed)
	})
}

// TestAilingPages checks that single pages that always answer 503 do not prevent visits of other
// pages of their host.
func TestAilingPages(t *testing.T) {
	each(t, func(t *testing.T, seed uint64) {
		r := simulate(t, seed, webtest.Options{Sites: 2, Pages: 150, Span: 24 * time.Hour, Faults: webtest.Ailing}, func(r *robot) {
			r.live(time.Hour, -1)
		})
		came := map[string]bool{}
		for _, x := range r.web.Record() {
			came[x.Answer.Title] = true
		}
		for _, s := range r.web.Sites() {
			for title := range r.web.Must(s) {
				if !came[title] {
					r.fault("%q was never asked for", title)
				}
			}
		}
		r.tell(t, seed)
	})
}

// month is the duration of the tests with many lives.
const month = 30 * 24 * time.Hour

// liveAMonth runs the robot every few hours for a month, and kills it at random writes.
func (r *robot) liveAMonth() {
	r.scope, r.depth = scope.Site, 25
	for end := time.Now().Add(month); time.Now().Before(end); {
		r.drawOrder()
		if r.live(24*time.Hour, r.killAt()) {
			time.Sleep(time.Duration(r.rnd.IntN(4)) * time.Second / 2)
			continue
		}
		time.Sleep(time.Duration(1+r.rnd.IntN(30)) * time.Hour)
	}
	r.live(24*time.Hour, -1)
}

// drawOrder draws the order of the next life if the seed changes it; otherwise it stays.
func (r *robot) drawOrder() {
	if r.reorders {
		r.order = schedule.Order(r.rnd.IntN(len(schedule.Orders())))
	}
}

// killAt draws the write at which the next life ends, -1 for none.
func (r *robot) killAt() int {
	switch r.rnd.IntN(12) {
	case 0:
		return r.rnd.IntN(20) // while it opens its data
	case 1, 2, 3, 4:
		return 15 + r.rnd.IntN(8<<r.rnd.IntN(8))
	}
	return -1
}

// TestMonth simulates a month on a web with all kinds of trouble, in which the robot must
// recognize mirrors, infinite spaces and missing pages answered as if they existed. Every fifth
// robot has no delay. Every third records links; every third draws a new order for each of its
// lives.
func TestMonth(t *testing.T) {
	var mu sync.Mutex
	told, happened := map[aranea.Reason]bool{}, map[string]bool{}
	t.Cleanup(func() {
		for _, v := range []aranea.Reason{aranea.MirrorMoved, aranea.ScopeTrap, aranea.HTTPSoftMissing} {
			if !told[v] && *oneSeed == 0 && *seeds >= 12 {
				t.Errorf("no web of any seed led to %s", v)
			}
		}
		for _, what := range []string{"closed pages found", "logged in again", "a page was named", "a change was named", "a wrong key was asked for"} {
			if !happened[what] && *oneSeed == 0 && *seeds >= 12 {
				t.Errorf("no robot of any seed came to this: %s", what)
			}
		}
		if !happened["a closed page was named"] && *oneSeed == 0 && *seeds >= 60 {
			t.Error("no robot of many seeds was told of a change of a closed page")
		}
	})
	each(t, func(t *testing.T, seed uint64) {
		o := webtest.Options{Sites: 4, Pages: 12, Span: month, Faults: webtest.Everything}
		r := simulate(t, seed, o, func(r *robot) {
			if seed%5 == 4 { // the operator's own hosts, with as many concurrent requests as they can handle
				r.delay, r.pace, r.atOnce = 0, 0, 4
			}
			switch seed % 3 {
			case 0:
				r.order = schedule.BestFirst
			case 1:
				r.reorders = true
			}
			r.liveAMonth()
		})
		r.tell(t, seed)
		mu.Lock()
		defer mu.Unlock()
		maps.Copy(told, r.verdicts)
		maps.Copy(happened, r.happened)
	})
}

// TestClock sets the clock of the machine between and within lives, by seconds or by months,
// forwards and back. Then neither a delay nor the rest that a host asked for is promised across
// the end of a life; each life comes to its end, and everything else holds.
func TestClock(t *testing.T) {
	each(t, func(t *testing.T, seed uint64) {
		rnd := rand.New(rand.NewPCG(seed, 0xc10c))
		o := webtest.Options{Seed: seed, Sites: 3, Pages: 10, Span: month, Faults: webtest.Changing | webtest.Moving | webtest.Throttling}
		var r *robot
		for range 8 { // the clock of each bubble begins again
			synctest.Test(t, func(t *testing.T) {
				if r == nil {
					r = newRobot(t, webtest.New(time.Now(), o), rnd)
					r.jumps = true
				}
				r.t = t
				time.Sleep(time.Duration(rnd.Int64N(int64(time.Second << rnd.IntN(23)))))
				r.clock.draw(rnd)
				r.live(24*time.Hour, r.killAt())
			})
		}
		r.examine()
		r.tell(t, seed)
	})
}

// TestReplay checks that a seed gives the same requests at the same instants each time. Writes
// are durable at once, and each visit is committed separately, because visits that end at the
// same instant may be one write or several, and a batch waits for visits in progress. Dripping
// answers arrive at whole milliseconds and checks of notices run concurrently, so that events at
// the same instant may change their order; these are excluded. Every second robot records links.
func TestReplay(t *testing.T) {
	t.Parallel()
	o := webtest.Options{Sites: 4, Pages: 12, Span: 24 * time.Hour, Faults: webtest.Everything &^ (webtest.Dripping | webtest.Noticed)}
	requests := 0
	for seed := range uint64(4) {
		day := func(r *robot) {
			r.noWait = true
			if seed%2 == 1 {
				r.order = schedule.BestFirst
			}
			r.live(12*time.Hour, -1)
		}
		first := simulate(t, seed, o, day).requests()
		again := simulate(t, seed, o, day).requests()
		if requests += len(first); !slices.Equal(first, again) {
			t.Errorf("seed %d: %d requests, then %d others:\n%s\n\n%s", seed, len(first), len(again), strings.Join(first, "\n"), strings.Join(again, "\n"))
		}
	}
	if requests < 40 {
		t.Errorf("%d requests in all", requests)
	}
}

// requests returns the record of the web ordered by instant.
func (r *robot) requests() []string {
	var out []string
	for _, x := range r.web.Record() {
		out = append(out, line(&x, true))
	}
	slices.Sort(out)
	return out
}

// TestChecker checks that broken promises of a robot are detected.
func TestChecker(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	for name, c := range map[string]struct {
		live func(r *robot)
		want string
	}{
		"delay": {func(r *robot) {
			r.pace = r.delay / 4
			r.live(day, -1)
		}, "at least 1s were due"},
		"address": {func(r *robot) {
			r.pace = r.delay / 4
			r.live(day, -1)
		}, "FAULT 93.185.0."},
		"robots file": {func(r *robot) {
			r.agent = "stranger"
			r.live(day, -1)
		}, "closes ["},
		"outcomes": {func(r *robot) {
			r.live(day, -1)
			r.disk = &inMemory{memstore.New(), nil}
			r.live(day, -1)
		}, "was acknowledged and is lost"},
		"documents": {func(r *robot) {
			r.live(day, -1)
			r.files = disktest.New()
			r.live(day, -1)
		}, "must be in the index and is not"},
		"pages": {func(r *robot) {
			r.depth = 1
			r.live(day, -1)
		}, "of a stable site is in the index 0 times"},
		"end": {func(r *robot) { r.live(5*time.Second, -1) }, "did not come to its end"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(30) {
				r := simulate(t, seed, webtest.Options{Sites: 3, Pages: 20, Span: day, Faults: webtest.Sharing}, c.live)
				if strings.Contains(strings.Join(r.faults, "\n"), c.want) {
					return
				}
			}
			t.Errorf("30 seeds, and nobody saw that %q", c.want)
		})
	}
}
