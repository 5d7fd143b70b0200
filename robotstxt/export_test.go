package robotstxt

import "github.com/aranea-search/aranea/robotstxt/internal/address"

// NoRule is the rank that stands for no rule.
const NoRule = noRule

// Scan tries all rules in order.
func (m *Matcher) Scan(target string) int {
	if address.IsRobotsTxt(target) || m.blanket != ReasonUnknown || !m.has {
		return noRule
	}
	form := string(m.comparable(nil, target))
	for i := range m.rules {
		if m.pattern(i).Match(form) {
			return i
		}
	}
	return noRule
}
