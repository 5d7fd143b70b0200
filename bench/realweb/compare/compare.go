// Package compare holds the log of a server against the set that the checker
// computed: what a robot missed, took without being allowed to, took twice, or
// took too fast.
//
// It reads logs of package server and sets of package checker. It judges what
// the server saw, never what a crawler says of itself.
package compare

import (
	"bufio"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/bench/realweb/checker"
)

// maxSamples is how many URLs or gaps of one kind a report lists.
const maxSamples = 10

// A robot may ask a host for names that it has made up, to see how the host answers
// for pages that it does not have: at most maxMadeUp, whose last part begins with
// madeUp (docs/traps.md). Whether a robots file closes one is not looked at here.
const (
	madeUp    = "0aranea"
	maxMadeUp = 16
)

// A Request is one line of the access log.
type Request struct {
	At     int64 // ns since 1970
	Host   string
	URL    string // canonical
	Status int
}

// Options say what counts as a violation.
type Options struct {
	Agent      string                   // prefix of the user agent that is judged
	Delay      time.Duration            // between two requests to one host
	HostDelay  map[string]time.Duration // for hosts with another one
	Slack      time.Duration            // taken off each delay before judging
	MaxRepeats int                      // requests beyond one per URL, over all URLs
	MaxRobots  int                      // requests for one host's robots file; 0 is not judged
	AllClasses bool                     // text and other files must be complete too
}

// A Tally is one class of URLs: how many there are and how many were fetched.
type Tally struct{ Want, Got int }

// A Gap is the time between two requests that follow one another on a host.
type Gap struct {
	Host          string
	Gap           time.Duration
	First, Second string
}

// A Report is the outcome. The lists hold at most ten samples each, counts are
// complete.
type Report struct {
	Requests   int // by the agent that is judged
	Others     int // by other agents
	Classes    map[checker.Class]*Tally
	Missing    int
	MissingURL []string
	Extra      int // URLs that no allowed page leads to
	ExtraURL   []string
	MadeUp     int // URLs that the robot made up, at most maxMadeUp of a host
	MadeUpURL  []string
	Denied     int // URLs that robots.txt closes
	DeniedURL  []string
	Repeats    int // requests beyond one per URL, robots files apart
	RepeatURL  []string
	RobotsMax  int // requests for one host's robots file, the largest number
	RobotsHost string
	MinGap     Gap
	Short      int // gaps below the delay
	ShortGaps  []Gap
	Failures   []string // violations in words
}

// ReadLog reads the requests of agents with a prefix and counts those of
// others.
func ReadLog(r io.Reader, agent string) (requests []Request, others int, err error) {
	const fields = 7
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		f := strings.SplitN(sc.Text(), "\t", fields)
		if len(f) != fields {
			return nil, 0, fmt.Errorf("read log: line %d has %d fields, want %d", n, len(f), fields)
		}
		if !strings.HasPrefix(f[6], agent) {
			others++
			continue
		}
		at, err1 := strconv.ParseInt(f[0], 10, 64)
		status, err2 := strconv.Atoi(f[4])
		if err1 != nil || err2 != nil {
			return nil, 0, fmt.Errorf("read log: line %d: arrival or status is not a number", n)
		}
		u := "http://" + f[1] + f[3]
		if b, ok := checker.NewBase(u); ok {
			u = b.String()
		}
		requests = append(requests, Request{At: at, Host: f[1], URL: u, Status: status})
	}
	if err := sc.Err(); err != nil {
		return nil, 0, fmt.Errorf("read log: %w", err)
	}
	return requests, others, nil
}

// Compare judges requests against a set.
func Compare(requests []Request, items []checker.Item, o Options) Report {
	rep := Report{Requests: len(requests), Classes: map[checker.Class]*Tally{}}
	times := map[string]int{}
	robots := map[string]int{}
	got := map[string]bool{}
	for _, q := range requests {
		if strings.HasSuffix(q.URL, "/robots.txt") && q.URL == "http://"+q.Host+"/robots.txt" {
			robots[q.Host]++
			continue
		}
		times[q.URL]++
		if q.Status != 0 {
			got[q.URL] = true
		}
	}
	rep.sets(items, got, times, o)
	for _, u := range sortedKeys(times) {
		if n := times[u] - 1; n > 0 {
			rep.Repeats += n
			rep.RepeatURL = sample(rep.RepeatURL, fmt.Sprintf("%s (%d times)", u, n+1))
		}
	}
	for _, h := range sortedKeys(robots) {
		if robots[h] > rep.RobotsMax {
			rep.RobotsMax, rep.RobotsHost = robots[h], h
		}
	}
	rep.gaps(requests, o)
	rep.judge(o)
	return rep
}

// sets fills in what is missing, denied and extra.
func (rep *Report) sets(items []checker.Item, got map[string]bool, times map[string]int, o Options) {
	known := make(map[string]bool, len(items))
	for _, it := range items {
		known[it.URL] = true
		t := rep.Classes[it.Class]
		if t == nil {
			t = &Tally{}
			rep.Classes[it.Class] = t
		}
		t.Want++
		switch {
		case it.Class == checker.Denied && times[it.URL] > 0:
			t.Got++
			rep.Denied++
			rep.DeniedURL = sample(rep.DeniedURL, it.URL)
		case it.Class != checker.Denied && got[it.URL]:
			t.Got++
		case it.Class == checker.HTML || o.AllClasses && (it.Class == checker.Text || it.Class == checker.Other):
			rep.Missing++
			rep.MissingURL = sample(rep.MissingURL, it.URL+" (found on "+it.Found+")")
		}
	}
	asked := map[string]int{} // made-up names, by host
	for _, u := range sortedKeys(times) {
		host, path, _ := strings.Cut(strings.TrimPrefix(u, "http://"), "/")
		switch {
		case known[u]:
		case strings.HasPrefix(path[strings.LastIndexByte(path, '/')+1:], madeUp) && asked[host] < maxMadeUp:
			asked[host]++
			rep.MadeUp++
			rep.MadeUpURL = sample(rep.MadeUpURL, u)
		default:
			rep.Extra++
			rep.ExtraURL = sample(rep.ExtraURL, u)
		}
	}
}

// gaps looks at the arrivals host by host, robots files among them.
func (rep *Report) gaps(requests []Request, o Options) {
	byHost := map[string][]Request{}
	for _, q := range requests {
		byHost[q.Host] = append(byHost[q.Host], q)
	}
	for _, h := range sortedKeys(byHost) {
		list := byHost[h]
		sort.SliceStable(list, func(i, j int) bool { return list[i].At < list[j].At })
		delay, ok := o.HostDelay[h]
		if !ok {
			delay = o.Delay
		}
		for i := 1; i < len(list); i++ {
			g := Gap{Host: h, Gap: time.Duration(list[i].At - list[i-1].At), First: list[i-1].URL, Second: list[i].URL}
			if rep.MinGap.Host == "" || g.Gap < rep.MinGap.Gap {
				rep.MinGap = g
			}
			if g.Gap < delay-o.Slack {
				rep.Short++
				rep.ShortGaps = append(rep.ShortGaps, g)
			}
		}
	}
	sort.SliceStable(rep.ShortGaps, func(i, j int) bool { return rep.ShortGaps[i].Gap < rep.ShortGaps[j].Gap })
	if len(rep.ShortGaps) > maxSamples {
		rep.ShortGaps = rep.ShortGaps[:maxSamples]
	}
}

func (rep *Report) judge(o Options) {
	fail := func(bad bool, format string, args ...any) {
		if bad {
			rep.Failures = append(rep.Failures, fmt.Sprintf(format, args...))
		}
	}
	fail(rep.Requests == 0, "no request by an agent that begins with %q", o.Agent)
	fail(rep.Missing > 0, "%d reachable URLs were not fetched", rep.Missing)
	fail(rep.Extra > 0, "%d URLs were requested that no allowed page leads to", rep.Extra)
	fail(rep.Denied > 0, "%d URLs were requested that robots.txt closes", rep.Denied)
	fail(rep.Repeats > o.MaxRepeats, "%d repeated requests, at most %d allowed", rep.Repeats, o.MaxRepeats)
	fail(o.MaxRobots > 0 && rep.RobotsMax > o.MaxRobots, "%d requests for the robots file of %s, at most %d allowed", rep.RobotsMax, rep.RobotsHost, o.MaxRobots)
	fail(rep.Short > 0, "%d requests came before the delay was over, the shortest gap is %v", rep.Short, rep.MinGap.Gap)
}

func sample(list []string, s string) []string {
	if len(list) < maxSamples {
		return append(list, s)
	}
	return list
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
