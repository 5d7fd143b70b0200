package scope

import (
	"errors"
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
	if scheme, rest, ok := strings.Cut(text, "://"); ok && (scheme == "http" || scheme == "https") {
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

// CheckPatterns returns the faults of patterns for Options.
func CheckPatterns(include, exclude []string) []error {
	var faults []error
	if n := len(include) + len(exclude); n > MaxPatterns {
		faults = append(faults, fmt.Errorf("%d patterns are more than the %d that are read", n, MaxPatterns))
	}
	for _, text := range slices.Concat(include, exclude) {
		if _, err := parsePattern(text); err != nil {
			faults = append(faults, err)
		}
	}
	return faults
}

// patterns decide by the paths of URLs. They are read as the rules of a robots file are: the
// longest pattern decides, and of two with the same length one to include.
type patterns struct {
	all   *ruleset
	hosts map[string]*ruleset // by host name, and by host name and port, with those for all hosts
}

// A ruleset is the patterns that count on a host.
type ruleset struct {
	rules *robotstxt.Matcher
	lines []string // the pattern behind each line of the rules
}

// noInclude is what a URL is told that no pattern includes.
const noInclude = "no pattern to include"

func newPatterns(o *Options) (*patterns, error) {
	if len(o.Include)+len(o.Exclude) == 0 {
		return nil, nil
	}
	var include, exclude []pattern
	var faults []error
	for _, text := range o.Include {
		p, err := parsePattern(text)
		include, faults = append(include, p), append(faults, err)
	}
	for _, text := range o.Exclude {
		p, err := parsePattern(text)
		exclude, faults = append(exclude, p), append(faults, err)
	}
	ps := &patterns{all: rulesOf(include, exclude, ""), hosts: map[string]*ruleset{}}
	for _, p := range slices.Concat(include, exclude) {
		if p.host != "" && ps.hosts[p.host] == nil {
			ps.hosts[p.host] = rulesOf(include, exclude, p.host)
		}
	}
	return ps, errors.Join(faults...)
}

// rulesOf returns the patterns that count on a host; those for its name count on all its ports.
func rulesOf(include, exclude []pattern, host string) *ruleset {
	s := &ruleset{lines: []string{"", ""}} // lines are counted from 1, and the first names the robot
	text := []string{"User-agent: *"}
	add := func(field string, p pattern) {
		if p.host == "" || p.host == host || strings.HasPrefix(host, p.host+":") {
			text, s.lines = append(text, field+": "+p.path), append(s.lines, p.text)
		}
	}
	for _, p := range include {
		add("Allow", p)
	}
	if len(include) > 0 {
		text, s.lines = append(text, "Disallow: /"), append(s.lines, noInclude)
	}
	for _, p := range exclude {
		add("Disallow", p)
	}
	s.rules = robotstxt.Parse([]byte(strings.Join(text, "\n"))).Compile(dialect.RFC9309(), "Aranea")
	return s
}

// decide returns the verdict of the patterns on a URL.
func (ps *patterns) decide(u weburl.URL) Verdict {
	if ps == nil {
		return Verdict{OK: true}
	}
	s := ps.all
	if len(ps.hosts) > 0 {
		if of := ps.hosts[hostPort(u.Origin())]; of != nil {
			s = of
		} else if of := ps.hosts[u.Host()]; of != nil {
			s = of
		}
	}
	d := s.rules.Decide(u.Target())
	if d.Verdict == robotstxt.Allow {
		return Verdict{OK: true}
	}
	by := s.lines[d.Line]
	if by != noInclude {
		by = "pattern to exclude " + by
	}
	return no(aranea.ScopePattern, by)
}
