package rulebook

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// RateAhead is how far delays look ahead: a lease that is out when the hours of a Request-rate
// begin may still be sent for that long.
const RateAhead = 10 * time.Second

// Delay returns the delay that a file asks for after a request at now: the longest of those
// in force now, soon after, and when the delay is over.
func Delay(m *robotstxt.Matcher, now time.Time) time.Duration {
	p := max(m.Delay(now), m.Delay(now.Add(RateAhead)))
	return max(p, m.Delay(now.Add(p)))
}

// Refusal returns the Content-Usage or Content-Signal line that forbids the use of a
// target for search, "" if there is none.
func Refusal(m *robotstxt.Matcher, target string) string {
	for _, said := range []struct {
		key   syntax.Key
		prefs []field.Preference
	}{{syntax.KeyContentUsage, m.Usage(target)}, {syntax.KeyContentSignal, m.Signals(target)}} {
		p, known := field.PreferenceFor(said.prefs, "search")
		if allowed, _ := p.Allowed(); known && !allowed {
			return fmt.Sprintf("robots.txt line %d: %s: search=%s", p.Line, said.key, p.Value)
		}
	}
	return ""
}
