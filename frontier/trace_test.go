package frontier

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestTraces plays the scripts in testdata/trace. A line is a command; indented lines below it
// are its output. Run with -update after an intended change.
func TestTraces(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/trace/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p := &play{t: t, kv: memstore.New(), now: t0, leases: map[int]aranea.Lease{}}
			var got strings.Builder
			for line := range strings.Lines(string(want)) {
				if strings.HasPrefix(line, "\t") {
					continue // earlier output
				}
				got.WriteString(line)
				for _, out := range p.command(strings.Fields(line)) {
					got.WriteString("\t" + out + "\n")
				}
			}
			if *update {
				if err := os.WriteFile(name, []byte(got.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			} else if got.String() != string(want) {
				t.Errorf("the trace became\n%s", got.String())
			}
		})
	}
}

// A play is a script being played.
type play struct {
	t      *testing.T
	kv     store.KV
	f      *Frontier
	opt    Options
	now    time.Time
	leases map[int]aranea.Lease
	count  int
}

func (p *play) command(args []string) []string {
	if len(args) == 0 || strings.HasPrefix(args[0], "#") {
		return nil
	}
	switch args[0] {
	case "open":
		p.open(args[1:])
	case "kill": // the process dies and is started again
		p.f = open(p.t, p.kv, p.opt)
		clear(p.leases)
	case "at":
		p.now = t0.Add(p.duration(args[1]))
	case "add":
		return p.add(args[1:])
	case "lease":
		return p.lease(args[1])
	case "entry":
		return p.entry(args[1])
	case "host":
		return p.host(args[1])
	case "troubles":
		return p.troubles()
	case "counts":
		n, hosts := p.f.Counts()
		return []string{fmt.Sprintf("%d hosts asked: %d queued, %d fetched, %d denied, %d failed, %d requests", hosts, n[aranea.CountQueued], n[aranea.CountFetched], n[aranea.CountDenied], n[aranea.CountFailed], n[aranea.CountRequests])}
	default:
		return p.outcome(args)
	}
	return nil
}

func (p *play) open(args []string) {
	for i := 0; i < len(args); i += 2 {
		switch args[i] {
		case "delay":
			p.opt.Delay = p.duration(args[i+1])
		case "per-host":
			p.opt.PerHost = p.number(args[i+1])
		default:
			p.t.Fatalf("option %q", args[i])
		}
	}
	p.f = open(p.t, p.kv, p.opt)
}

func (p *play) duration(s string) time.Duration {
	d, err := time.ParseDuration(strings.TrimPrefix(s, "+"))
	if err != nil {
		p.t.Fatal(err)
	}
	return d
}

func (p *play) number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}

// discoveries reads "URL" and "URL depth N".
func (p *play) discoveries(args []string) []aranea.Discovery {
	var out []aranea.Discovery
	for i := 0; i < len(args); i++ {
		if args[i] == "depth" {
			out[len(out)-1].Depth = uint16(p.number(args[i+1]))
			i++
			continue
		}
		out = append(out, aranea.Discovery{URL: parse(p.t, args[i]), How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	return out
}

func (p *play) add(args []string) []string {
	n, err := p.f.Add(context.Background(), p.now, p.discoveries(args))
	if err != nil {
		p.t.Fatal(err)
	}
	return []string{fmt.Sprintf("%d new", n)}
}

func (p *play) lease(max string) []string {
	ls, wake := lease(p.t, p.f, p.now, p.number(max))
	var out []string
	for _, l := range ls {
		p.count++
		p.leases[p.count] = l
		out = append(out, fmt.Sprintf("%d: %s %s, to be sent before +%s", p.count, l.Entry.Kind, l.Entry.URL, l.SendBefore.Sub(t0)))
	}
	switch {
	case len(ls) > 0:
	case wake.IsZero():
		out = append(out, "nothing waits")
	default:
		out = append(out, "nothing before +"+wake.Sub(t0).String())
	}
	return out
}

func (p *play) entry(u string) []string {
	e, ok, err := p.f.Entry(parse(p.t, u))
	if err != nil {
		p.t.Fatal(err)
	}
	if !ok {
		return []string{"not known"}
	}
	s := fmt.Sprintf("%s, %s", e.State, e.Reason)
	if !e.Due.IsZero() {
		s += ", due +" + e.Due.Sub(t0).String()
	}
	return []string{s}
}

func (p *play) host(o string) []string {
	h, ok, err := p.f.Host(parse(p.t, o+"/").Origin())
	if err != nil || !ok {
		p.t.Fatal(ok, err)
	}
	return []string{fmt.Sprintf("robots version %d, delay %s, not before +%s", h.Robots.Version, h.Delay, h.NextAllowed.Sub(t0))}
}

func (p *play) troubles() []string {
	all, err := p.f.Troubles(context.Background(), 2)
	if err != nil {
		p.t.Fatal(err)
	}
	out := []string{fmt.Sprintf("%d hosts, %d entries, %d of them barred, %s left", all.Hosts, all.Queued, all.Barred, p.f.TimeLeft(p.now))}
	for _, t := range all.List {
		s := fmt.Sprintf("%s %s (%s), %d entries such as %s", t.Origin, t.Reason, t.Detail, t.Queued, t.URL)
		if t.Wanted {
			s += ", wanted"
		}
		if !t.Until.IsZero() {
			s += ", until +" + t.Until.Sub(t0).String()
		}
		out = append(out, s)
	}
	return out
}

// outcome ends a lease: "done N URL...", "robots N delay D", "robots N to URL",
// "robots N unreachable until +D", "deny N", "late N", "retry N after D",
// "rest N until +D", "barred N".
func (p *play) outcome(args []string) []string {
	l, ok := p.leases[p.number(args[1])]
	if !ok {
		p.t.Fatalf("%v: no such lease", args)
	}
	o := done(l, p.now)
	o.Reached = p.now
	switch args[0] {
	case "done":
		o.Links = p.discoveries(args[2:])
	case "deny":
		o = aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host}
		o.Entry.State, o.Entry.Reason = aranea.StateExcluded, aranea.RobotsDenied
	case "late":
		o = aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host}
	case "barred":
		o = aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Barred: true}
		o.Events = []aranea.Event{{At: p.now, Reason: aranea.NetGuard, Detail: "a private address"}}
	case "retry":
		o.Entry = l.Entry
		o.Entry.Reason, o.Entry.Attempts, o.Entry.Due = aranea.ScheduleRetry, l.Entry.Attempts+1, p.now.Add(p.duration(args[3]))
	case "rest":
		o.Host.NextAllowed = t0.Add(p.duration(args[3]))
	case "robots":
		p.robots(&o, l, args[2:])
	default:
		p.t.Fatalf("command %q", args[0])
	}
	c, err := p.f.apply(context.Background(), p.now, []aranea.Outcome{o}, nil)
	if err != nil {
		return []string{err.Error()}
	}
	if c.added > 0 {
		return []string{fmt.Sprintf("%d new", c.added)}
	}
	return nil
}

func (p *play) robots(o *aranea.Outcome, l aranea.Lease, args []string) {
	switch args[0] {
	case "delay":
		o.Asked, o.Wished = p.duration(args[1]), true
		o.Reached = p.now
	case "to":
		o.Robots, o.Entry.URL, o.Entry.Hops = nil, parse(p.t, args[1]), l.Entry.Hops+1
	case "unreachable":
		o.Robots = &acquire.Copy{Class: acquire.ClassUnreachable, Detail: "status 503", Expires: t0.Add(p.duration(args[2]))}
	default:
		p.t.Fatalf("robots %q", args)
	}
}
