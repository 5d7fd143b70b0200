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
	dialect dialect.Dialect
	agents  []dialect.AgentToken
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
func NewSites(d dialect.Dialect, names ...string) *Sites {
	s := &Sites{dialect: d, most: MaxSitesBytes, known: map[string]siteRules{}}
	for _, n := range names {
		s.agents = append(s.agents, dialect.AgentToken(dialect.WithoutVersion(n)))
	}
	return s
}

// Parse reads the robots file of the site that url lies on; url is the file's
// own address or any other of the site. The rules count until freshUntil, and
// for ever if it is zero. It reports whether url is an absolute http or https
// URL; if not, nothing happens.
func (s *Sites) Parse(url string, content []byte, freshUntil time.Time) bool {
	body := content[:min(len(content), robotstxt.MaxBody)]
	if len(content) > robotstxt.MaxBody {
		body = content[:syntax.WholeLines(content, robotstxt.MaxBody)]
	}
	c := Copy{Class: ClassRules, Body: body, Hash: sha256.Sum256(body), Expires: freshUntil, Truncated: len(content) > robotstxt.MaxBody}
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
	site, _, ok := robotstxt.SplitURL(url)
	if !ok || s.known == nil {
		return false
	}
	site = strings.Clone(site)
	r := siteRules{access: c.Access(s.dialect, site, s.agents...), freshUntil: c.Expires}
	r.bytes = perSite + 2*len(site) + 4*len(c.Body) // rules take less than their text does, and little else is kept
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
