package frontier

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
)

// classes is the number of classes of the pages of fill. Each is further behind the previous one
// than the lead of a run.
const classes = 4

// fill adds three pages and one of the next class for each of a number of hosts, whose classes
// differ, in turn: neighbours in the queue are of different hosts. It returns the class of each
// page.
func fill(t *testing.T, f *Frontier, hosts int, class func(n int, d *aranea.Discovery)) map[string]int {
	t.Helper()
	of := map[string]int{}
	for p := range 4 {
		for h := range hosts {
			d := aranea.Discovery{URL: parse(t, fmt.Sprintf("http://h%d.test/%d", h, p)), Reason: aranea.ScheduleQueued}
			n := h*7%classes + p/3
			class(n, &d)
			of[d.URL.String()] = n
			if _, err := f.Add(context.Background(), t0, []aranea.Discovery{d}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return of
}

// TestTurnsOverOpenings: with most origins dormant, and however often the frontier is reopened,
// pages come in the order of the crawl.
func TestTurnsOverOpenings(t *testing.T) {
	t.Parallel()
	for order, class := range map[schedule.Order]func(int, *aranea.Discovery){
		schedule.BreadthFirst: func(n int, d *aranea.Discovery) { d.Depth = uint16(n) },
		schedule.DepthFirst:   func(n int, d *aranea.Discovery) { d.Depth = uint16(classes - n) },
		schedule.BestFirst:    func(n int, d *aranea.Discovery) { d.Depth, d.Priority = uint16(n), int8(60-30*n) },
	} {
		for _, every := range []int{1, 7, 50} {
			t.Run(fmt.Sprintf("%s opened every %d leases", order, every), func(t *testing.T) {
				kv, opt := memstore.New(), Options{Delay: time.Second, Order: order, Memory: memoryFor(6)}
				f := open(t, kv, opt)
				lease(t, f, t0, 0) // so that it knows the time
				visitInOrder(t, fill(t, f, 48, class), func(n int) *Frontier {
					if n%every == 0 {
						f = open(t, kv, opt)
						f.windows.Max = 0 // they are dropped and read again
					}
					return f
				})
			})
		}
	}
}

// visitInOrder visits the remaining pages and checks that each is of the least class that a free
// host has. opened returns the frontier for each lease.
func visitInOrder(t *testing.T, left map[string]int, opened func(n int) *Frontier) {
	t.Helper()
	const rest = 7 * time.Second // after which a host is free whose request was made by a killed process
	now, last := t0, map[string]time.Time{}
	for n := 0; len(left) > 0; n++ {
		f := opened(n)
		now = now.Add(time.Second)
		ls, _ := lease(t, f, now, 1)
		for _, l := range ls {
			u := l.Entry.URL
			c, page := left[u.String()]
			for other, least := range left {
				if page && least < c && now.Sub(last[parse(t, other).Host()]) > rest {
					t.Fatalf("%s of class %d is leased before %s of class %d", u, c, other, least)
				}
			}
			delete(left, u.String())
			last[u.Host()] = now
			commit(t, f, now, done(l, now))
		}
		if n > 3000 {
			t.Fatalf("%d pages are left", len(left))
		}
	}
}

// TestNewOriginsWaitSinceTheyWereFound: an origin that was never requested has waited since it
// was found, also after a restart.
func TestNewOriginsWaitSinceTheyWereFound(t *testing.T) {
	t.Parallel()
	kv, opt := memstore.New(), Options{Delay: time.Second, Memory: memoryFor(1)}
	f := open(t, kv, opt)
	seed(t, f, "http://asked.test/1")
	commit(t, f, t0, done(one(t, f, t0, "http://asked.test/robots.txt"), t0))
	for n := range 20 {
		seedAt(t, f, t0, fmt.Sprintf("http://new%d.test/", n))
	}
	later := t0.Add(time.Minute)
	f = open(t, kv, opt)
	for range 20 {
		ls, _ := lease(t, f, later, 1)
		if len(ls) != 1 || ls[0].Entry.Kind != aranea.KindRobots {
			t.Fatalf("leased %+v, which is free for less long", ls)
		}
	}
}

// TestOldOriginsComeFirst: an origin stored by a version that did not store the position of its
// first page is requested as if that were no links away.
func TestOldOriginsComeFirst(t *testing.T) {
	t.Parallel()
	kv, opt := memstore.New(), Options{Delay: time.Second, Memory: memoryFor(1)}
	f := open(t, kv, opt)
	lease(t, f, t0, 0)
	fill(t, f, 8, func(n int, d *aranea.Discovery) { d.Depth = uint16(n + 1) })
	if told := queues(t, kv); told != 8 {
		t.Errorf("%d origins say what comes first", told)
	}
	var key []byte // of the last one of the last class, which is not in memory
	var old record.Origin
	for p, err := range kv.Scan([]byte{record.TableOrigin}, []byte{record.TableOrigin + 1}) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := record.DecodeOrigin(p.Key, p.Value)
		if err != nil {
			t.Fatal(err)
		}
		if r.First.Rank == classes {
			key, old = bytes.Clone(p.Key), r
		}
	}
	b := kv.NewBatch()
	old.First, old.Since = record.Position{}, 0
	b.Put(key, old.Encode(nil))
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	f = open(t, kv, opt)
	if ls, _ := lease(t, f, t0.Add(time.Second), 1); len(ls) != 1 || ls[0].Entry.URL.Origin() != old.Origin {
		t.Errorf("leased %+v, want %s first", ls, old.Origin)
	}
}
