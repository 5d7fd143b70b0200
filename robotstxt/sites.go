package robotstxt

import (
	"crypto/sha256"
	"strings"
	"sync"
	"time"
)

// Limits of what a Sites keeps: sites, and bytes of memory of all their rules
// by a careful guess. A new site beyond them replaces others: see Sites.Put.
const (
	MaxSites      = 100_000
	MaxSitesBytes = 256 << 20
)

// Sites holds the robots files of several sites at once and answers by URL. It
// is made with a robot's name, is fed with files by URL and freshness or with
// copies, and is asked by URL. It is safe for concurrent use. NewSites makes one;
// the zero Sites takes no files. Hosts are told apart as they are spelt: a name in
// another script and its A-label are two.
type Sites struct {
	dialect Dialect
	agents  []AgentToken
	most    int // bytes

	mu    sync.RWMutex
	known map[string]siteRules
	bytes int
}

type siteRules struct {
	access     Access
	freshUntil time.Time // zero is forever
	bytes      int
}

// NewSites returns a Sites for a robot that goes by the given names, the first
// that a file knows counts. A version, as in "SuperRobot/1.0", is dropped.
func NewSites(d Dialect, names ...string) *Sites {
	s := &Sites{dialect: d, most: MaxSitesBytes, known: map[string]siteRules{}}
	for _, n := range names {
		s.agents = append(s.agents, AgentToken(withoutVersion(n)))
	}
	return s
}

// Parse reads the robots file of the site that url lies on; url is the file's
// own address or any other of the site. The rules count until freshUntil, and
// for ever if it is zero. It reports whether url is an absolute http or https
// URL; if not, nothing happens.
func (s *Sites) Parse(url string, content []byte, freshUntil time.Time) bool {
	body := content[:min(len(content), MaxBody)]
	if len(content) > MaxBody {
		body = content[:wholeLines(content, MaxBody)]
	}
	c := Copy{Class: ClassRules, Body: body, Hash: sha256.Sum256(body), Expires: freshUntil, Truncated: len(content) > MaxBody}
	return s.Put(url, c)
}

// Put takes what Acquire made of the robots file of the site that url lies on:
// a file, the news that there is none, a refusal or an outage. It counts until
// the copy Expires, and for ever if that is zero. The bytes of the body are not
// kept by reference. It reports whether url is an absolute http or https URL; if
// not, nothing happens.
//
// If there is no room left, sites are dropped until there is: of a few, taken
// at random, each time the one that expires first. A site that was dropped is
// postponed, as one that was never read.
func (s *Sites) Put(url string, c Copy) bool {
	site, _, ok := SplitURL(url)
	if !ok || s.known == nil {
		return false
	}
	site = strings.Clone(site)
	r := siteRules{access: c.Access(s.dialect, site, s.agents...), freshUntil: c.Expires}
	r.bytes = perSite + 2*len(site) + r.access.matcher.memory()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(site)
	for len(s.known) > 0 && (len(s.known) >= MaxSites || s.bytes+r.bytes > s.most) {
		s.drop(s.victim())
	}
	s.known[site] = r
	s.bytes += r.bytes
	return true
}

// perSite is what a site takes beside its rules, in bytes.
const perSite = 1 << 10

// drop forgets a site, if it is known.
func (s *Sites) drop(site string) {
	s.bytes -= s.known[site].bytes
	delete(s.known, site)
}

// victim returns the site that expires first among a few.
func (s *Sites) victim() string {
	const look = 16
	victim, n := "", 0
	var ends time.Time
	for site, r := range s.known {
		if n == 0 || !r.freshUntil.IsZero() && (ends.IsZero() || r.freshUntil.Before(ends)) {
			victim, ends = site, r.freshUntil
		}
		if n++; n == look {
			break
		}
	}
	return victim
}

// Decide answers for a URL, as Access.Decide does. It postpones for a site whose
// file was never read or has expired, and for what is no absolute URL.
func (s *Sites) Decide(url string, now time.Time) Decision {
	d := Decision{Dialect: s.dialect.Name}
	site, target, ok := SplitURL(url)
	if !ok {
		d.Reason = ReasonBadURL
		return d
	}
	s.mu.RLock()
	r, known := s.known[site]
	s.mu.RUnlock()
	r.access.based(&d)
	switch {
	case isRobotsTxt(target):
		d.Verdict, d.Reason = Allow, ReasonRobotsTxt
		return d
	case !known:
		return d
	case !r.freshUntil.IsZero() && now.After(r.freshUntil):
		d.Reason = ReasonStale
		return d
	}
	return r.access.Decide(target)
}

// Allowed reports whether the URL may be visited now.
func (s *Sites) Allowed(url string, now time.Time) bool { return s.Decide(url, now).Verdict == Allow }

// Matcher returns the rules of the site of url, expired or not; nil if they are
// not known or it has none.
func (s *Sites) Matcher(url string) *Matcher {
	site, _, ok := SplitURL(url)
	if !ok {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.known[site].access.matcher
}

// Len returns the number of sites.
func (s *Sites) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.known)
}

// A LocationFault says why a file at some address is no robots file.
type LocationFault uint8

// The faults. The zero fault is none.
const (
	LocationOK     LocationFault = 0
	LocationBadURL LocationFault = 1 // no absolute http or https URL
	LocationCase   LocationFault = 2 // "/Robots.txt": the name has small letters only
	LocationFolder LocationFault = 3 // "/folder/robots.txt": only the root counts
	LocationName   LocationFault = 4 // another name altogether
)

var locationFaultNames = [...]string{"ok", "bad-url", "case", "folder", "name"}

// String returns the fault's code.
func (f LocationFault) String() string {
	return nameOf(locationFaultNames[:], uint8(f), "location-fault")
}

// CheckLocation says whether robots look for their file at url.
func CheckLocation(url string) LocationFault {
	_, target, ok := SplitURL(url)
	path, _, _ := strings.Cut(target, "?")
	switch {
	case !ok:
		return LocationBadURL
	case path == "/robots.txt":
		return LocationOK
	case strings.EqualFold(path, "/robots.txt"):
		return LocationCase
	case strings.HasSuffix(strings.ToLower(path), "/robots.txt"):
		return LocationFolder
	}
	return LocationName
}

// memory guesses how many bytes a matcher keeps alive: its file, the rules with
// their index, and the other lines with what they list. It is 0 for nil.
func (m *Matcher) memory() int {
	if m == nil {
		return 0
	}
	const rule, line, name, preference = 24, 200, 32, 80
	g := m.lines()
	lines := len(g.rates) + len(g.visits) + len(g.comments) + len(g.hosts) + len(g.pages) + len(g.licenses) +
		len(g.clean.lines) + len(g.clean.paths) + len(g.clean.names)
	n := len(m.text) + len(m.arena) + rule*len(m.rules)
	for i := range g.clean.lines {
		n += name * len(g.clean.lines[i].Names)
	}
	for _, t := range [...]*usageTable{&g.usage, &g.signals} {
		lines += len(t.paths) + len(t.labels)
		for i := range t.paths {
			n += preference * len(t.paths[i].prefs)
		}
	}
	return n + line*lines
}
