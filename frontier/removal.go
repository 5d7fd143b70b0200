package frontier

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// A Removal is a target that the operator took out and keeps out.
type Removal struct {
	Target Target
	Since  time.Time
}

// maxRemovals bounds the removals in force at once; each is in memory.
const maxRemovals = 100_000

// A ruleSet holds the removals in force. It is never changed, only replaced, so
// that it is read without a lock.
type ruleSet struct {
	exact    map[string]record.Instant                   // by URL
	hosts    map[string]record.Instant                   // by host name
	prefixes map[weburl.Origin]map[Target]record.Instant // by origin
}

func newRuleSet() *ruleSet {
	return &ruleSet{map[string]record.Instant{}, map[string]record.Instant{}, map[weburl.Origin]map[Target]record.Instant{}}
}

func (r *ruleSet) len() int {
	n := len(r.exact) + len(r.hosts)
	for _, p := range r.prefixes {
		n += len(p)
	}
	return n
}

func (r *ruleSet) put(t Target, at record.Instant) {
	switch {
	case t.host != "":
		r.hosts[t.host] = at
	case !t.prefix:
		r.exact[t.text] = at
	default:
		if r.prefixes[t.origin] == nil {
			r.prefixes[t.origin] = map[Target]record.Instant{}
		}
		r.prefixes[t.origin][t] = at
	}
}

// changed returns a set with t put in, or taken out if at is 0.
func (r *ruleSet) changed(t Target, at record.Instant) *ruleSet {
	n := &ruleSet{maps.Clone(r.exact), maps.Clone(r.hosts), maps.Clone(r.prefixes)}
	if p, ok := n.prefixes[t.origin]; ok {
		n.prefixes[t.origin] = maps.Clone(p)
	}
	if at != 0 {
		n.put(t, at)
		return n
	}
	delete(n.hosts, t.host)
	delete(n.exact, t.text)
	delete(n.prefixes[t.origin], t)
	return n
}

// has reports whether t itself is in the set.
func (r *ruleSet) has(t Target) bool {
	_, host := r.hosts[t.host]
	_, exact := r.exact[t.text]
	_, prefix := r.prefixes[t.origin][t]
	return host || exact && !t.prefix || prefix
}

// match returns the target in the set that names u, "" if none does.
func (r *ruleSet) match(u weburl.URL) string {
	if len(r.hosts) > 0 {
		if _, ok := r.hosts[u.Host()]; ok {
			return strings.Clone(u.Host())
		}
	}
	if _, ok := r.exact[u.String()]; ok {
		return u.String()
	}
	if len(r.prefixes) > 0 {
		for t := range r.prefixes[u.Origin()] {
			if t.Matches(u) {
				return t.text
			}
		}
	}
	return ""
}

// Removed reports whether the operator removed a URL, and by which target. It
// waits for nothing.
func (f *Frontier) Removed(u weburl.URL) (target string, removed bool) {
	target = f.rules.Load().match(u)
	return target, target != ""
}

// Removals returns the removals in force, in the order of their targets.
func (f *Frontier) Removals() []Removal {
	r := f.rules.Load()
	all := make([]Removal, 0, r.len())
	for host, at := range r.hosts {
		all = append(all, Removal{Target{text: host, host: host}, at.Time()})
	}
	for url, at := range r.exact {
		all = append(all, Removal{Target{text: url, origin: originOf(url)}, at.Time()})
	}
	for _, p := range r.prefixes {
		for t, at := range p {
			all = append(all, Removal{t, at.Time()})
		}
	}
	slices.SortFunc(all, func(a, b Removal) int { return cmp.Compare(a.Target.text, b.Target.text) })
	return all
}

// originOf returns the origin of a canonical URL.
func originOf(url string) weburl.Origin {
	authority := strings.Index(url, "://") + len("://")
	return weburl.Origin(url[:authority+strings.IndexByte(url[authority:], '/')])
}

// loadRules reads the removals in force.
func (f *Frontier) loadRules() error {
	rules := newRuleSet()
	for p, err := range f.kv.Scan([]byte{record.TableRule}, []byte{record.TableRule + 1}) {
		if err != nil {
			return fmt.Errorf("open frontier: %w", err)
		}
		r := record.NewReader(p.Value)
		at := r.At()
		if err := r.End(); err != nil {
			return record.Corrupt(p.Key, err)
		}
		t, err := ParseTarget(string(p.Key[1:]))
		if err != nil {
			return record.Corrupt(p.Key, err)
		}
		rules.put(t, max(at, 1))
	}
	f.rules.Store(rules)
	return nil
}

// setRule puts a removal in force or takes it back. It is durable when it
// returns. It reports whether that changed anything.
func (f *Frontier) setRule(ctx context.Context, now time.Time, t Target, on bool) (bool, error) {
	wait, err := f.startRule(ctx, now, t, on)
	if err != nil || wait == nil {
		return false, err
	}
	return true, f.await(wait, "remove")
}

func (f *Frontier) startRule(ctx context.Context, now time.Time, t Target, on bool) (func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	rules := f.rules.Load()
	if rules.has(t) == on {
		return nil, nil
	}
	if on && rules.len() >= maxRemovals {
		return nil, &aranea.Error{Op: "remove", Kind: aranea.Limit, Obj: t.text, Err: fmt.Errorf("%d removals are in force already", maxRemovals)}
	}
	b, at := f.kv.NewBatch(), record.Instant(0)
	if on {
		at = max(record.InstantOf(now), 1)
		w := record.NewWriter(nil)
		w.At(at)
		b.Put(record.RuleKey(t.text), w.Bytes)
	} else {
		b.Delete(record.RuleKey(t.text))
	}
	wait, err := f.startBatch(b)
	if err != nil {
		return nil, f.fail(fmt.Errorf("remove %s: %w", t.text, err))
	}
	f.rules.Store(rules.changed(t, at))
	return wait, nil
}
