package scope

import (
	"iter"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/pattern"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of the search for patterns that match no URL. When one is reached, nothing is known of the
// patterns that are left.
const (
	maxMatched  = 1_000_000  // URLs that are read
	maxMatching = 50_000_000 // comparisons of a pattern with a URL, some 100 ns each
)

// A matcher is one pattern by itself.
type matcher struct {
	text string
	kind int // of Patterns.Kinds
	set  *pattern.Set
}

// matches reports whether the pattern matches a URL, whether or not it decides about it.
func (m *matcher) matches(u weburl.URL) bool {
	_, ok := m.set.Longest(u)
	return ok
}

// Unmatched returns the patterns that match none of the known URLs: they may be written wrongly. It
// reads the URLs until each pattern has matched one.
func (p *Patterns) Unmatched(known iter.Seq2[aranea.Entry, error]) (out Patterns, err error) {
	var left []matcher
	for kind, k := range p.Kinds() {
		for _, text := range k.List {
			one, err := pattern.Parse(text)
			if err != nil {
				return out, err
			}
			left = append(left, matcher{text, kind, pattern.NewSet([]pattern.Pattern{one})})
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
	lists := []*[]string{&out.Include, &out.Exclude, &out.IndexOnly, &out.FollowOnly}
	for i := range left {
		*lists[left[i].kind] = append(*lists[left[i].kind], left[i].text)
	}
	return out, nil
}
