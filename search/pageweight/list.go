// Package pageweight tells which pages an operator has given more or less weight, whatever is searched for.
//
// A list is text that is written by hand, with a pattern and a level in each line:
//
//	# a comment
//	/docs/current/                     much more
//	https://blog.example.org/archive/  less
//	*.pdf$                             less
//
// Patterns are those of what a crawl visits (package scope/pattern); of several that match a page the one with the
// longest path decides. The level says what the page gains or loses in every search, as a share of the sum of the
// rarities of the words.
//
// Floor: 4 (acts), a part of search. Stability: engine. It looks addresses of pages up in a snapshot of the index,
// and keeps the level of each page that was asked for. It scores nothing itself.
package pageweight

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/scope/pattern"
	"github.com/aranea-search/aranea/search/listfile"
	"github.com/aranea-search/aranea/weburl"
)

// A Level is how much pages count. The zero Level is that of pages which no list names.
type Level uint8

// The levels.
const (
	Normal Level = iota
	MuchLess
	Less
	More
	MuchMore
	levels
)

// names are the levels as an operator writes them.
var names = [levels]string{Normal: "normal", MuchLess: "much less", Less: "less", More: "more", MuchMore: "much more"}

// String returns the level as an operator writes it.
func (l Level) String() string { return names[l] }

// shares are what pages gain, as shares of the sum of the words' rarities. docs/ranking.md tells how they were
// chosen.
var shares = [levels]float64{MuchLess: -0.7, Less: -0.3, More: 0.3, MuchMore: 0.7}

// Share returns what a page gains, below 0 what it loses, as a share of the sum of the words' rarities.
func (l Level) Share() float64 { return shares[l] }

// A Rule is a line of a list.
type Rule struct {
	Pattern string
	Level   Level
}

// Share returns what a page gains by the rule, as Level.Share; 0 if r is nil.
func (r *Rule) Share() float64 {
	if r == nil {
		return 0
	}
	return r.Level.Share()
}

// String names the rule in explanations, "" if r is nil.
func (r *Rule) String() string {
	if r == nil {
		return ""
	}
	return "weight of the operator: " + r.Pattern + " " + r.Level.String()
}

// A Set is what a list says. The zero Set, and nil, give all pages the same weight. It is safe for concurrent use.
type Set struct {
	rules    []Rule
	list     []pattern.Pattern // those of the rules
	patterns *pattern.Set
	most     float64 // that a page gains
}

// A Source returns the list as it is now; a nil Source has none.
type Source func() *Set

// List returns the list of the source.
func (f Source) List() *Set {
	if f == nil {
		return nil
	}
	return f()
}

// Len returns the number of patterns.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return len(s.rules)
}

// Of returns the line that decides about the page with an address; nil if there is none.
func (s *Set) Of(u weburl.URL) *Rule {
	if s.Len() == 0 {
		return nil
	}
	if place, ok := s.patterns.Longest(u); ok {
		return &s.rules[place]
	}
	return nil
}

// Unfit returns the patterns that fit none of some addresses, whether or not they would decide, in the order of the
// list. The addresses are read until each pattern has fitted one.
func (s *Set) Unfit(all iter.Seq[weburl.URL]) (out []string) {
	left := slices.Clone(s.list)
	rest := s.patterns
	for u := range all {
		for place, fits := rest.Longest(u); fits; place, fits = rest.Longest(u) {
			left = slices.Delete(left, place, place+1)
			rest = pattern.NewSet(left) // once for each pattern, while all are compared with an address at once
		}
		if len(left) == 0 {
			return nil
		}
	}
	for _, p := range left {
		out = append(out, p.Text)
	}
	return out
}

// Parse reads a list, as package listfile does.
func Parse(text []byte) (*Set, error) {
	s, had := &Set{}, map[pattern.Pattern]int{}
	err := listfile.Read("read weights", text, listfile.Uncommented, func(line string, number int) error {
		words := strings.Fields(line)
		level, known := parseLevel(words[1:])
		p, err := pattern.Parse(words[0])
		same := pattern.Pattern{Host: p.Host, Path: p.Path} // whatever the scheme
		switch {
		case err != nil:
			return err
		case !known:
			return errors.New("behind the pattern it must have one of these: " + strings.Join(names[1:], ", ") + ", " + names[Normal])
		case had[same] > 0:
			return fmt.Errorf("the pattern %q has its weight in line %d already", p.Text, had[same])
		case len(s.list) == pattern.Most:
			return fmt.Errorf("it is one pattern more than the %d that are read", pattern.Most)
		}
		had[same], s.list = number, append(s.list, p)
		s.rules = append(s.rules, Rule{p.Text, level})
		s.most = max(s.most, level.Share())
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.patterns = pattern.NewSet(s.list)
	return s, nil
}

// parseLevel reads a level, in capital letters or not.
func parseLevel(words []string) (Level, bool) {
	text := strings.ToLower(strings.Join(words, " "))
	for l, name := range names {
		if text == name {
			return Level(l), true
		}
	}
	return Normal, false
}
