package hosting

import (
	"errors"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// Names of what a pattern takes from a path.
const (
	splat       = "splat" // what an asterisk at the end stands for
	placeholder = ':'
)

// maxSegments is the number of segments of a pattern that are read.
const maxSegments = 100

// A pattern selects paths: each segment is a text or a placeholder, and a last asterisk stands for
// any rest. Paths are compared in the form of package weburl, without a last slash, as Netlify and
// GitLab do.
type pattern struct {
	segments []string
	rest     bool // it ends with an asterisk
}

// A capture is what a part of a pattern stands for in one path.
type capture struct{ name, text string }

// parsePattern reads a pattern, which begins with a slash.
func parsePattern(text string) (pattern, error) {
	switch {
	case strings.Contains(text, "://"):
		return pattern{}, errors.New("it is a rule for a host; a source is a path that begins with /")
	case !strings.HasPrefix(text, "/"):
		return pattern{}, errors.New("a source is a path that begins with /")
	case strings.ContainsAny(text, "?#"):
		return pattern{}, errors.New("a source has neither a query nor a fragment")
	}
	u, err := weburl.Parse("http://host.invalid" + text)
	if err != nil {
		return pattern{}, err
	}
	var p pattern
	path, rest := strings.CutSuffix(u.Path(), "/*")
	p.rest, p.segments = rest, split(path)
	if len(p.segments) > maxSegments {
		return p, errors.New("the path has too many segments")
	}
	named := map[string]bool{}
	for _, s := range p.segments {
		name, isPlace := strings.CutPrefix(s, string(placeholder))
		switch {
		case strings.Contains(s, "*"):
			return p, errors.New("an asterisk is read only as the last segment of a path")
		case !isPlace:
		case nameLen(name) != len(name) || name == "" || name == splat || named[name]:
			return p, errors.New("a placeholder is a segment of its own, with a name of letters and digits that occurs once")
		}
		named[name] = named[name] || isPlace
	}
	return p, nil
}

// split returns the segments of a path without those that a slash at an end makes.
func split(path string) []string {
	path = strings.Trim(path, "/")
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// nameLen returns the length of the name of a placeholder at the beginning of a text.
func nameLen(text string) int {
	for i := range len(text) {
		c := text[i]
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return i
		}
	}
	return len(text)
}

// match compares a pattern with a path of the given segments, and returns what its parts stand for.
func (p *pattern) match(path string, given []string) (parts []capture, ok bool) {
	if len(given) < len(p.segments) || len(given) > len(p.segments) && !p.rest {
		return nil, false
	}
	for i, s := range p.segments {
		switch {
		case strings.HasPrefix(s, string(placeholder)) && given[i] != "":
			parts = append(parts, capture{s[1:], given[i]})
		case s != given[i]:
			return nil, false
		}
	}
	if p.rest {
		text := strings.Join(given[len(p.segments):], "/")
		if text != "" && strings.HasSuffix(path, "/") {
			text += "/"
		}
		parts = append(parts, capture{splat, text})
	}
	return parts, true
}

// fill puts what parts stand for in the place of their names. Other names stay as they are.
func fill(target string, parts []capture) string {
	if len(parts) == 0 || !strings.Contains(target, string(placeholder)) {
		return target
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(target, string(placeholder))
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name := after[:nameLen(after)]
		text := string(placeholder) + name
		for _, p := range parts {
			if p.name == name && name != "" {
				text = p.text
			}
		}
		b.WriteString(text)
		target = after[len(name):]
	}
}
