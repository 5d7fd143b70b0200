package webtest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"time"
)

// Options determine the web to generate.
type Options struct {
	Seed   uint64
	Sites  int           // number of sites, not counting mirrors
	Pages  int           // maximum number of pages per site
	Span   time.Duration // how long pages change; troubles end after two thirds of it
	Faults Fault         // kinds of trouble that may occur
}

// A Web is a number of sites and their machines. It is safe for concurrent use.
type Web struct {
	opt   Options
	start time.Time
	sites map[string]*Site // by host name
	hosts []string         // their names, in the order of generation
	spell map[netip.Addr][]Spell

	mu     sync.Mutex
	record []Exchange
	forbid []string // addresses that were dialed but must not be
}

// New generates a web that begins at an instant.
func New(start time.Time, o Options) *Web {
	w := &Web{
		opt: o, start: start, sites: map[string]*Site{}, spell: map[netip.Addr][]Spell{},
	}
	for i := range o.Sites {
		w.grow(i)
	}
	return w
}

// chance returns a random source that depends on the seed of the web and the words.
func (w *Web) chance(words ...any) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintln(h, words...)
	return rand.New(rand.NewPCG(w.opt.Seed, h.Sum64()))
}

// add registers a site under its name.
func (w *Web) add(s *Site) {
	w.sites[s.Host] = s
	w.hosts = append(w.hosts, s.Host)
}

// Seeds returns the home page of every site.
func (w *Web) Seeds() []string {
	var out []string
	for _, host := range w.hosts {
		out = append(out, "http://"+host+"/")
	}
	return out
}

// Sites returns all sites in the order of generation.
func (w *Web) Sites() []*Site {
	var out []*Site
	for _, host := range w.hosts {
		out = append(out, w.sites[host])
	}
	return out
}

// Notices reports whether notices of changes are sent.
func (w *Web) Notices() bool { return w.opt.Faults.has(Noticed) }

// Site returns the site of a host name, or nil if there is none.
func (w *Web) Site(host string) *Site { return w.sites[host] }

// Record returns the requests that have reached the web, in order.
func (w *Web) Record() []Exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.record)
}

// Len returns the number of requests that have reached the web.
func (w *Web) Len() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.record)
}

// At returns the i-th request that reached the web.
func (w *Web) At(i int) Exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.record[i]
}

// Forbidden returns the addresses that were dialed but belong to no site.
func (w *Web) Forbidden() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.forbid)
}

// An Exchange is one request that reached the web, and its outcome.
type Exchange struct {
	At      time.Time // when it arrived
	Host    string    // the requested name, with the port if that is not 80
	Address netip.Addr
	Method  string
	Target  string // path and query
	Header  http.Header
	Form    url.Values // the submitted form
	Life    int        // number of its Uplink
	Answer  Answer
	Whole   bool      // the answer was received completely
	Ended   time.Time // when that was; zero if it was not
}

// arrive records a request and returns its index in the record.
func (w *Web) arrive(x Exchange) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.record = append(w.record, x)
	return len(w.record) - 1
}

// answered records that an answer was received completely.
func (w *Web) answered(place int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.record[place].Whole, w.record[place].Ended = true, time.Now()
}

func (w *Web) trespass(address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.forbid = append(w.forbid, address)
}
