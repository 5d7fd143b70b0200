package webtest_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/internal/webtest"
	"github.com/aranea-search/aranea/scope"
)

var (
	oneSeed = flag.Uint64("webtest.seed", 0, "simulate the web of this seed alone, and print all that happens")
	seeds   = flag.Uint64("webtest.seeds", 12, "simulate the webs of so many seeds, from 1 on")
)

// stamp writes an instant of the simulated month.
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
	return fmt.Sprintf("%s life %d GET %s%s %d %q%s", stamp(x.At), x.Life, x.Host, x.Target, x.Answer.Status, x.Answer.Title, mark)
}

// simulate runs one seed and returns the robot as it is in the end.
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

// disk returns when a write is durable.
func (r *robot) disk() {
	r.mu.Lock()
	wait := time.Duration(r.rnd.IntN(3000)) * time.Microsecond
	r.mu.Unlock()
	time.Sleep(wait)
}

// tell fails the test if something was wrong, with the way to see it again.
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

// each runs a test for the seeds that the flags ask for.
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

// TestCalm: on a web where all goes well, one crawl finds all.
func TestCalm(t *testing.T) {
	each(t, func(t *testing.T, seed uint64) {
		r := simulate(t, seed, webtest.Options{Sites: 3, Pages: 20, Span: 24 * time.Hour}, func(r *robot) {
			r.live(12*time.Hour, -1)
		})
		r.tell(t, seed)
	})
}

// TestMonth: the robot looks every few hours for what is due, on a web where
// everything happens, and is killed at any write.
func TestMonth(t *testing.T) {
	each(t, func(t *testing.T, seed uint64) {
		month := 30 * 24 * time.Hour
		o := webtest.Options{Sites: 6, Pages: 16, Span: month, Faults: webtest.Everything}
		r := simulate(t, seed, o, func(r *robot) {
			r.scope, r.depth = scope.Site, 25
			for end := time.Now().Add(month); time.Now().Before(end); {
				if r.live(24*time.Hour, r.killAt()) {
					time.Sleep(time.Duration(r.rnd.IntN(4)) * time.Second / 2)
					continue
				}
				time.Sleep(time.Duration(1+r.rnd.IntN(30)) * time.Hour)
			}
			r.live(24*time.Hour, -1)
		})
		r.tell(t, seed)
	})
}

// killAt draws the write at which the next life ends, -1 for none.
func (r *robot) killAt() int {
	if r.rnd.IntN(3) > 0 {
		return -1
	}
	return r.rnd.IntN(8 << r.rnd.IntN(8))
}
