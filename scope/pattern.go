package scope

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of the patterns of Options.
const (
	MaxPatterns = 2000 // of Include and Exclude together
	MaxPattern  = 200  // bytes of one
)

// A pattern is a path as in a rule of a robots file, for all hosts or for one.
type pattern struct {
	text string // as the operator wrote it
	host string // a host name, with a port if the pattern has one; "" for all hosts
	path string // begins with / or *; * stands for any characters, $ at the end for the end of the URL
}

// parsePattern parses a path (/private/, *.zip$) or a URL (https://example.org/private/) whose
// scheme does not matter.
func parsePattern(text string) (pattern, error) {
	p := pattern{text: text, path: text}
	if scheme, rest, ok := strings.Cut(text, "://"); ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) {
		authority, path, _ := strings.Cut(rest, "/")
		u, err := weburl.Parse(scheme + "://" + authority + "/")
		if err != nil || authority == "" || strings.ContainsAny(authority, "@*?#") {
			return p, fmt.Errorf("the pattern %q names no host", text)
		}
		p.host, p.path = u.Host(), "/"+path
		if strings.Contains(strings.TrimPrefix(authority[strings.LastIndexByte(authority, ']')+1:], "]"), ":") {
			p.host = hostPort(u.Origin())
		}
	}
	switch {
	case len(text) > MaxPattern:
		return p, fmt.Errorf("a pattern has %d bytes, and may have %d", len(text), MaxPattern)
	case p.path == "" || p.path[0] != '/' && p.path[0] != '*':
		return p, fmt.Errorf("the pattern %q begins with neither / nor * nor the address of a host; /old/* and https://example.org/old/* are patterns", text)
	case strings.ContainsFunc(p.path, func(r rune) bool { return r <= ' ' || r == '#' || r == 0x7f }):
		return p, fmt.Errorf("the pattern %q has a space, a # or a control character, which no URL has", text)
	}
	return p, nil
}

// hostPort returns the host and port of an origin.
func hostPort(o weburl.Origin) string { return o.Host() + ":" + strconv.Itoa(int(o.Port())) }

// Patterns are patterns of URLs, at most MaxPatterns of MaxPattern bytes for each of the two
// questions: paths as in robots files (/docs/, *.zip$), for all hosts, or after the address of one
// (https://example.org/docs/). The longest pattern that matches a URL decides.
type Patterns struct {
	// Include and Exclude say what is visited: if any is to be included, what no pattern matches
	// is out of scope. They do not apply to seeds.
	Include []string `json:"include,omitempty"`
	Exclude []string `json:"exclude,omitempty"`
	// IndexOnly and FollowOnly say in the same way what is indexed of what is visited; all else is
	// visited for its links only. They apply to seeds as well.
	IndexOnly  []string `json:"index_only,omitempty"`
	FollowOnly []string `json:"follow_only,omitempty"`
}

// A PatternKind names one of the lists of Patterns.
type PatternKind struct {
	Name string // as that of its flag
	List []string
}

// Kinds returns the lists with their names.
func (p *Patterns) Kinds() []PatternKind {
	return []PatternKind{{"include", p.Include}, {"exclude", p.Exclude}, {"index-only", p.IndexOnly}, {"follow-only", p.FollowOnly}}
}

// Visits reports whether other patterns say the same of what is visited.
func (p *Patterns) Visits(q *Patterns) bool {
	return slices.Equal(p.Include, q.Include) && slices.Equal(p.Exclude, q.Exclude)
}

// Indexes reports whether other patterns say the same of what is indexed.
func (p *Patterns) Indexes(q *Patterns) bool {
	return slices.Equal(p.IndexOnly, q.IndexOnly) && slices.Equal(p.FollowOnly, q.FollowOnly)
}

// Check returns all faults.
func (p *Patterns) Check() []error {
	var faults []error
	for _, n := range []int{len(p.Include) + len(p.Exclude), len(p.IndexOnly) + len(p.FollowOnly)} {
		if n > MaxPatterns {
			faults = append(faults, fmt.Errorf("%d patterns are more than the %d that are read", n, MaxPatterns))
		}
	}
	for _, k := range p.Kinds() {
		for _, text := range k.List {
			if _, err := parsePattern(text); err != nil {
				faults = append(faults, err)
			}
		}
	}
	return faults
}

// patterns decide by the paths of URLs. They are read as the rules of a robots file are: the
// longest pattern decides, and of two with the same length one to include.
type patterns struct {
	about    subject
	all      *ruleset
	hosts    map[string]*ruleset // by host name, and by host name and port
	includes bool                // there is a pattern to include
}

// A ruleset is the patterns for all hosts, or for one.
type ruleset struct {
	rules    *robotstxt.Matcher
	patterns []pattern // behind each line of the rules
}

// A subject is what patterns decide about.
type subject uint8

const (
	visiting subject = iota // what is visited at all
	indexing                // what is indexed of that
)

// reason returns the reason of what patterns leave out.
func (s subject) reason() aranea.Reason {
	if s == indexing {
		return aranea.ScopeNoIndex
	}
	return aranea.ScopePattern
}

// none returns what is told of a URL that no pattern includes.
func (s subject) none() string {
	if s == indexing {
		return "no pattern to index"
	}
	return "no pattern to include"
}

// out returns what is told before the pattern that leaves a URL out.
func (s subject) out() string {
	if s == indexing {
		return "pattern to follow only "
	}
	return "pattern to exclude "
}

// newPatterns returns nil if there are none.
func newPatterns(about subject, include, exclude []string) (*patterns, error) {
	if len(include)+len(exclude) == 0 {
		return nil, nil
	}
	of := map[string]*[2][]pattern{"": {}} // to include and to exclude, by host
	for i, texts := range [][]string{include, exclude} {
		for _, text := range texts {
			p, err := parsePattern(text)
			if err != nil {
				return nil, err
			}
			if of[p.host] == nil {
				of[p.host] = new([2][]pattern)
			}
			of[p.host][i] = append(of[p.host][i], p)
		}
	}
	ps := &patterns{about: about, hosts: map[string]*ruleset{}, includes: len(include) > 0}
	for host, both := range of {
		ps.hosts[host] = newRuleset(both[0], both[1])
	}
	ps.all = ps.hosts[""]
	delete(ps.hosts, "")
	return ps, nil
}

func newRuleset(include, exclude []pattern) *ruleset {
	s := &ruleset{patterns: make([]pattern, 2)} // lines are counted from 1, and the first names the robot
	text := []string{"User-agent: *"}
	for _, p := range include {
		text, s.patterns = append(text, "Allow: "+p.path), append(s.patterns, p)
	}
	for _, p := range exclude {
		text, s.patterns = append(text, "Disallow: "+p.path), append(s.patterns, p)
	}
	s.rules = robotstxt.Parse([]byte(strings.Join(text, "\n"))).Compile(dialect.RFC9309(), "Aranea")
	return s
}

// longest returns the pattern that decides about a path, and whether it is one to include; false if
// none matches. s may be nil.
func (s *ruleset) longest(target string) (p pattern, includes, ok bool) {
	if s == nil {
		return p, false, false
	}
	d := s.rules.Decide(target)
	if d.Line == 0 {
		return p, false, false
	}
	return s.patterns[d.Line], d.Verdict == robotstxt.Allow, true
}

// excludes reports whether a pattern excludes a URL; it is not excluded because none includes it.
func (ps *patterns) excludes(u weburl.URL) bool {
	v := ps.decide(u)
	return !v.OK && v.Rule != ps.about.none()
}

// longest returns the pattern that decides about a URL, and whether it is one to include; false if none
// matches. ps may be nil.
func (ps *patterns) longest(u weburl.URL) (by pattern, includes, found bool) {
	if ps == nil {
		return by, false, false
	}
	sets := [...]*ruleset{ps.all, nil, nil}
	if len(ps.hosts) > 0 {
		sets[1], sets[2] = ps.hosts[u.Host()], ps.hosts[hostPort(u.Origin())]
	}
	for _, s := range sets {
		p, in, ok := s.longest(u.Target())
		if ok && (!found || len(p.path) > len(by.path) || len(p.path) == len(by.path) && in) {
			by, includes, found = p, in, true
		}
	}
	return by, includes, found
}

// decide returns the verdict of the patterns on a URL.
func (ps *patterns) decide(u weburl.URL) Verdict {
	by, includes, found := ps.longest(u)
	switch {
	case ps == nil:
		return Verdict{OK: true}
	case !found && ps.includes:
		return no(ps.about.reason(), ps.about.none())
	case found && !includes:
		return no(ps.about.reason(), ps.about.out()+by.text)
	}
	return Verdict{OK: true}
}
