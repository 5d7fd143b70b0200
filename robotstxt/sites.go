package robotstxt

import (
	"strings"
	"sync"
	"time"
)

// MaxSites is how many sites a Sites keeps; a new one beyond that replaces one
// whose file has expired, or any other.
const MaxSites = 100_000

// Sites holds the robots files of several sites at once and answers by URL. It
// is made with a robot's name, is fed with files by URL and freshness, and is
// asked by URL. It is safe for concurrent use.
type Sites struct {
	dialect Dialect
	agents  []AgentToken

	mu    sync.RWMutex
	known map[string]siteRules
}

type siteRules struct {
	matcher    *Matcher
	freshUntil time.Time // zero is forever
}

// NewSites returns a Sites for a robot that goes by the given names, the first
// that a file knows counts. A version, as in "SuperRobot/1.0", is dropped.
func NewSites(d Dialect, names ...string) *Sites {
	s := &Sites{dialect: d, known: map[string]siteRules{}}
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
	site, _, ok := SplitURL(url)
	if !ok {
		return false
	}
	m := Parse(content).CompileFor(s.dialect, site, s.agents...)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.known[site]; !there && len(s.known) >= MaxSites {
		s.drop(freshUntil)
	}
	s.known[site] = siteRules{m, freshUntil}
	return true
}

// drop makes room for one site: an expired one if the first few hold one.
func (s *Sites) drop(now time.Time) {
	const look = 16
	victim, n := "", 0
	for site, r := range s.known {
		victim = site
		if n++; n > look || !r.freshUntil.IsZero() && r.freshUntil.Before(now) {
			break
		}
	}
	delete(s.known, victim)
}

// Decide answers for a URL. It postpones for a site whose file was never read
// or has expired, and for what is no absolute URL.
func (s *Sites) Decide(url string, now time.Time) Decision {
	d := Decision{Dialect: s.dialect.Name}
	site, target, ok := SplitURL(url)
	if !ok {
		d.Reason = ReasonBadURL
		return d
	}
	if isRobotsTxt(target) {
		d.Verdict, d.Reason = Allow, ReasonRobotsTxt
		return d
	}
	s.mu.RLock()
	r, known := s.known[site]
	s.mu.RUnlock()
	switch {
	case !known:
		return d
	case !r.freshUntil.IsZero() && now.After(r.freshUntil):
		d.Reason = ReasonStale
		return d
	}
	return r.matcher.Decide(target)
}

// Allowed reports whether the URL may be visited now.
func (s *Sites) Allowed(url string, now time.Time) bool { return s.Decide(url, now).Verdict == Allow }

// Matcher returns the rules of the site of url, nil if they are not known.
func (s *Sites) Matcher(url string) *Matcher {
	site, _, ok := SplitURL(url)
	if !ok {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.known[site].matcher
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
