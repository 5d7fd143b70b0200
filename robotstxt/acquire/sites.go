package acquire

import (
	"crypto/sha256"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/address"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Limits of a Sites: number of sites, and a conservative estimate of the memory for their rules
// in bytes. Beyond them, a new site replaces others; see Sites.Put.
const (
	MaxSites      = 100_000
	MaxSitesBytes = 256 << 20
)

// Sites holds the robots files of several sites and decides by URL. It is created with a robot's
// name, and is given files by URL and freshness, or copies. It is safe for concurrent use. Use
// NewSites to create one; the zero Sites accepts no files. Hosts are distinguished as they are
// written: an internationalized name and its A-label are different.
type Sites struct {
	dialect dialect.Dialect
	agents  []dialect.AgentToken
	most    int // bytes

	mu    sync.RWMutex
	known map[string]siteRules
	bytes int
}

type siteRules struct {
	access     Access
	freshUntil time.Time // zero means forever
	bytes      int
}

// NewSites returns a Sites for a robot with the given names, of which the first that a file
// knows counts. A version, as in "SuperRobot/1.0", is dropped.
func NewSites(d dialect.Dialect, names ...string) *Sites {
	s := &Sites{dialect: d, most: MaxSitesBytes, known: map[string]siteRules{}}
	for _, n := range names {
		s.agents = append(s.agents, dialect.AgentToken(dialect.WithoutVersion(n)))
	}
	return s
}

// Parse adds the robots file of the site of url, which is the address of the file or any other
// URL of the site. The rules apply until freshUntil, or forever if it is zero. It reports
// whether url is an absolute http or https URL; otherwise it does nothing.
func (s *Sites) Parse(url string, content []byte, freshUntil time.Time) bool {
	body := content[:min(len(content), robotstxt.MaxBody)]
	if len(content) > robotstxt.MaxBody {
		body = content[:syntax.WholeLines(content, robotstxt.MaxBody)]
	}
	c := Copy{Class: ClassRules, Body: body, Hash: sha256.Sum256(body), Expires: freshUntil, Truncated: len(content) > robotstxt.MaxBody}
	return s.Put(url, c)
}

// Put adds the copy of the robots file of the site of url, as returned by Next: a file, its
// absence, a refusal or an outage. It applies until the copy Expires, or forever if that is
// zero. Put does not retain the body. It reports whether url is an absolute http or https URL;
// otherwise it does nothing.
//
// At a limit, sites are dropped until there is room: repeatedly the one that expires first among
// a few random ones. A dropped site is postponed like an unknown one.
func (s *Sites) Put(url string, c Copy) bool {
	site, _, ok := robotstxt.SplitURL(url)
	if !ok || s.known == nil {
		return false
	}
	site = strings.Clone(site)
	r := siteRules{access: c.Access(s.dialect, site, s.agents...), freshUntil: c.Expires}
	r.bytes = perSite + 2*len(site) + 4*len(c.Body) // rules take less memory than their text, and little else is kept
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

// perSite is the memory for a site besides its rules, in bytes.
const perSite = 1 << 10

// drop removes a site if it is known.
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

// Decide decides about a URL like Access.Decide. It postpones for a site whose file is unknown
// or has expired, and for anything that is not an absolute URL.
func (s *Sites) Decide(url string, now time.Time) Decision {
	d := Decision{Decision: robotstxt.Decision{Dialect: s.dialect.Name}}
	site, target, ok := robotstxt.SplitURL(url)
	if !ok {
		d.Reason = robotstxt.ReasonBadURL
		return d
	}
	s.mu.RLock()
	r, known := s.known[site]
	s.mu.RUnlock()
	d.Basis = r.access.blanket.Basis
	switch {
	case address.IsRobotsTxt(target):
		d.Verdict, d.Reason = robotstxt.Allow, robotstxt.ReasonRobotsTxt
		return d
	case !known:
		return d
	case !r.freshUntil.IsZero() && now.After(r.freshUntil):
		d.Reason = robotstxt.ReasonStale
		return d
	}
	return r.access.Decide(target)
}

// Allowed reports whether the URL may be visited now.
func (s *Sites) Allowed(url string, now time.Time) bool {
	return s.Decide(url, now).Verdict == robotstxt.Allow
}

// Len returns the number of sites.
func (s *Sites) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.known)
}
