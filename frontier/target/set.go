package target

import (
	"iter"
	"maps"
	"strings"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// A Set stores targets, each with an instant. Once it is shared it is not changed, only
// replaced, so that it is read without a lock.
type Set struct {
	exact    map[string]record.Instant                   // by URL
	hosts    map[string]record.Instant                   // by host name
	prefixes map[weburl.Origin]map[Target]record.Instant // by origin
}

// NewSet returns an empty set.
func NewSet() *Set {
	return &Set{map[string]record.Instant{}, map[string]record.Instant{}, map[weburl.Origin]map[Target]record.Instant{}}
}

// Len returns the number of targets.
func (r *Set) Len() int {
	n := len(r.exact) + len(r.hosts)
	for _, p := range r.prefixes {
		n += len(p)
	}
	return n
}

// Put adds a target. It must not be called once the set is shared.
func (r *Set) Put(t Target, at record.Instant) {
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

// Changed returns a copy of the set with t added, or removed if at is 0.
func (r *Set) Changed(t Target, at record.Instant) *Set {
	n := &Set{maps.Clone(r.exact), maps.Clone(r.hosts), maps.Clone(r.prefixes)}
	if p, ok := n.prefixes[t.origin]; ok {
		n.prefixes[t.origin] = maps.Clone(p)
	}
	if at != 0 {
		n.Put(t, at)
		return n
	}
	delete(n.hosts, t.host)
	delete(n.exact, t.text)
	delete(n.prefixes[t.origin], t)
	return n
}

// Has reports whether t itself is in the set.
func (r *Set) Has(t Target) bool {
	_, host := r.hosts[t.host]
	_, exact := r.exact[t.text]
	_, prefix := r.prefixes[t.origin][t]
	return host || exact && !t.prefix || prefix
}

// Match returns the target in the set that names u, "" if none does.
func (r *Set) Match(u weburl.URL) string {
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

// All yields the targets with their instants, in no particular order.
func (r *Set) All() iter.Seq2[Target, record.Instant] {
	return func(yield func(Target, record.Instant) bool) {
		for host, at := range r.hosts {
			if !yield(Target{text: host, host: host}, at) {
				return
			}
		}
		for url, at := range r.exact {
			if !yield(Target{text: url, origin: originOf(url)}, at) {
				return
			}
		}
		for _, p := range r.prefixes {
			for t, at := range p {
				if !yield(t, at) {
					return
				}
			}
		}
	}
}

// originOf returns the origin of a canonical URL.
func originOf(url string) weburl.Origin {
	authority := strings.Index(url, "://") + len("://")
	return weburl.Origin(url[:authority+strings.IndexByte(url[authority:], '/')])
}
