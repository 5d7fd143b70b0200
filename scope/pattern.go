package scope

import (
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/pattern"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of the patterns of Options.
const (
	MaxPatterns = pattern.Most     // of Include and Exclude together
	MaxPattern  = pattern.MaxBytes // bytes of one
)

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
			if _, err := pattern.Parse(text); err != nil {
				faults = append(faults, err)
			}
		}
	}
	return faults
}

// patterns decide by the paths of URLs. They are read as the rules of a robots file are: the
// longest pattern decides, and of two with the same length one to include.
type patterns struct {
	about   subject
	list    []pattern.Pattern // those to include first
	set     *pattern.Set
	include int // how many are to include
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
	ps := &patterns{about: about, include: len(include)}
	for _, text := range slices.Concat(include, exclude) {
		p, err := pattern.Parse(text)
		if err != nil {
			return nil, err
		}
		ps.list = append(ps.list, p)
	}
	ps.set = pattern.NewSet(ps.list)
	return ps, nil
}

// excludes reports whether a pattern excludes a URL; it is not excluded because none includes it.
func (ps *patterns) excludes(u weburl.URL) bool {
	v := ps.decide(u)
	return !v.OK && v.Rule != ps.about.none()
}

// longest returns the pattern that decides about a URL, and whether it is one to include; false if none
// matches. ps may be nil.
func (ps *patterns) longest(u weburl.URL) (by pattern.Pattern, includes, found bool) {
	if ps == nil {
		return by, false, false
	}
	place, found := ps.set.Longest(u)
	if !found {
		return by, false, false
	}
	return ps.list[place], place < ps.include, true
}

// decide returns the verdict of the patterns on a URL.
func (ps *patterns) decide(u weburl.URL) Verdict {
	by, includes, found := ps.longest(u)
	switch {
	case ps == nil:
		return Verdict{OK: true}
	case !found && ps.include > 0:
		return no(ps.about.reason(), ps.about.none())
	case found && !includes:
		return no(ps.about.reason(), ps.about.out()+by.Text)
	}
	return Verdict{OK: true}
}
