package scope

import (
	"iter"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Unmatched are patterns that match no known URL: they may be written wrongly.
type Unmatched struct {
	Include []string `json:"include,omitempty"`
	Exclude []string `json:"exclude,omitempty"`
}

// None reports whether there are none.
func (u Unmatched) None() bool { return len(u.Include)+len(u.Exclude) == 0 }

// Limits of the search for patterns that match no URL. When one is reached, nothing is known of the
// patterns that are left.
const (
	maxMatched  = 1_000_000  // URLs that are read
	maxMatching = 50_000_000 // comparisons of a pattern with a URL, some 100 ns each
)

// A matcher is one pattern by itself.
type matcher struct {
	pattern
	include bool
	rules   *ruleset
}

// matches reports whether the pattern matches a URL, whether or not it decides about it.
func (m *matcher) matches(u weburl.URL) bool {
	if m.host != "" && m.host != u.Host() && m.host != hostPort(u.Origin()) {
		return false
	}
	_, _, ok := m.rules.longest(u.Target())
	return ok
}

// FindUnmatched returns the patterns that match none of the known URLs. It reads them until each
// pattern has matched one.
func FindUnmatched(include, exclude []string, known iter.Seq2[aranea.Entry, error]) (out Unmatched, err error) {
	var left []matcher
	for i, texts := range [][]string{include, exclude} {
		for _, text := range texts {
			p, err := parsePattern(text)
			if err != nil {
				return out, err
			}
			left = append(left, matcher{p, i == 0, newRuleset(nil, []pattern{p})})
		}
	}
	if len(left) == 0 {
		return out, nil
	}
	urls, compared := 0, 0
	for e, err := range known {
		if err != nil {
			return out, err
		}
		urls, compared = urls+1, compared+len(left)
		left = slices.DeleteFunc(left, func(m matcher) bool { return m.matches(e.URL) })
		if len(left) == 0 || urls == maxMatched || compared > maxMatching {
			return out, nil
		}
	}
	for i := range left {
		list := &out.Exclude
		if left[i].include {
			list = &out.Include
		}
		*list = append(*list, left[i].text)
	}
	return out, nil
}
