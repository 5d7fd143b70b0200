// Package pattern tells which URLs the patterns of an operator mean: /docs/, *.pdf$,
// https://example.org/old/*.
//
// Floor: 2 (pure), inside scope. Stability: engine. It does not know what becomes of these URLs.
package pattern

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of patterns.
const (
	MaxBytes = 200  // of one
	Most     = 2000 // that are read together
)

// A Pattern is a path as in a rule of a robots file, for all hosts or for one.
type Pattern struct {
	Text string // as the operator wrote it
	Host string // a host name, with a port if the pattern has one; "" for all hosts
	Path string // begins with / or *; * stands for any characters, $ at the end for the end of the URL
}

// Parse reads a path (/private/, *.zip$) or a URL (https://example.org/private/) whose scheme does not
// matter. An error says what is wrong with it.
func Parse(text string) (Pattern, error) {
	p := Pattern{Text: text, Path: text}
	if scheme, rest, ok := strings.Cut(text, "://"); ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) {
		authority, path, _ := strings.Cut(rest, "/")
		u, err := weburl.Parse(scheme + "://" + authority + "/")
		if err != nil || authority == "" || strings.ContainsAny(authority, "@*?#") {
			return p, fmt.Errorf("the pattern %q names no host", text)
		}
		p.Host, p.Path = u.Host(), "/"+path
		if hasPort(authority) {
			p.Host = hostPort(u.Origin())
		}
	}
	switch {
	case len(text) > MaxBytes:
		return p, fmt.Errorf("a pattern has %d bytes, and may have %d", len(text), MaxBytes)
	case p.Path == "" || p.Path[0] != '/' && p.Path[0] != '*':
		return p, fmt.Errorf("the pattern %q begins with neither / nor * nor the address of a host; /old/* and https://example.org/old/* are patterns", text)
	case strings.ContainsFunc(p.Path, func(r rune) bool { return r <= ' ' || r == '#' || r == 0x7f }):
		return p, fmt.Errorf("the pattern %q has a space, a # or a control character, which no URL has", text)
	}
	return p, nil
}

// HasSegment reports whether a segment of a path, as URLs write it, is one of the pattern's as well: as a whole, but
// that * or $ may follow.
func (p Pattern) HasSegment(segment string) bool {
	name := unescaped(segment)
	for s := range strings.SplitSeq(p.Path, "/") {
		if unescaped(strings.TrimRight(s, "*$")) == name {
			return true
		}
	}
	return false
}

// unescaped returns a segment as people read it; one that cannot be read so stays as it is.
func unescaped(segment string) string {
	if text, err := url.PathUnescape(segment); err == nil {
		return text
	}
	return segment
}

// hasPort reports whether a host name, or an address in brackets, has a port behind it.
func hasPort(authority string) bool {
	return strings.Contains(authority[strings.LastIndexByte(authority, ']')+1:], ":")
}

// hostPort returns the host and port of an origin.
func hostPort(o weburl.Origin) string { return o.Host() + ":" + strconv.Itoa(int(o.Port())) }

// A Set finds the pattern that decides about a URL. It is read as the rules of a robots file are: the
// longest path counts, and of several with the same length the first in the list. The zero Set has no
// patterns. It is safe for concurrent use.
type Set struct {
	all   *rules
	hosts map[string]*rules // by host name, and by host name and port
	ports bool              // there are some with a port
}

// rules are the patterns for all hosts, or for one, with the places that they have in the list.
type rules struct {
	paths  *robotstxt.Matcher
	places []int // by the line of the path
	sizes  []int // likewise, of the path
}

// NewSet returns the set of a list.
func NewSet(list []Pattern) *Set {
	of := map[string][]int{} // places by host
	for i, p := range list {
		of[p.Host] = append(of[p.Host], i)
	}
	s := &Set{hosts: map[string]*rules{}}
	for host, places := range of {
		s.hosts[host] = newRules(list, places)
		s.ports = s.ports || hasPort(host)
	}
	s.all = s.hosts[""]
	delete(s.hosts, "")
	return s
}

func newRules(list []Pattern, places []int) *rules {
	r := &rules{places: make([]int, 2), sizes: make([]int, 2)} // lines are counted from 1, and the first names the robot
	text := []string{"User-agent: *"}
	for _, i := range places {
		path := list[i].Path
		text = append(text, "Allow: "+path)
		r.places, r.sizes = append(r.places, i), append(r.sizes, len(path))
	}
	r.paths = robotstxt.Parse([]byte(strings.Join(text, "\n"))).Compile(dialect.RFC9309(), "Aranea")
	return r
}

// Longest returns the place in the list of the pattern that decides about a URL; false if none matches.
// s may be nil.
func (s *Set) Longest(u weburl.URL) (place int, ok bool) {
	if s == nil {
		return 0, false
	}
	sets := [...]*rules{s.all, nil, nil}
	if len(s.hosts) > 0 {
		sets[1] = s.hosts[u.Host()]
	}
	if s.ports {
		sets[2] = s.hosts[hostPort(u.Origin())]
	}
	size := 0
	for _, r := range sets {
		if r == nil {
			continue
		}
		line := r.paths.Decide(u.Target()).Line
		if n := r.sizes[line]; line > 0 && (n > size || n == size && r.places[line] < place) {
			place, size, ok = r.places[line], n, true
		}
	}
	return place, ok
}
