package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
)

// closedRecheck is how soon a robots file is read again that closes a whole origin
// of which pages are in the index. That may be an accident (seed 004: such a file
// lights a yellow lamp), so it is read again after twice as long each time, and in
// the end as any other.
const closedRecheck = time.Hour

// recheckClosed shortens the life of a copy that closes a whole origin, if
// documents of that are in the index, and returns the words about it for the
// trail. before is the copy that was in force until now.
func recheckClosed(opt *Options, h *aranea.Host, before, now *acquire.Copy, m *robotstxt.Matcher) string {
	if h.Counts[aranea.CountIndexed]+h.Counts[aranea.CountHidden] == 0 || !closesAll(m) {
		return ""
	}
	wait := closedRecheck
	if closesAll(before.RulesFor(opt.Dialect, string(h.Origin), opt.Agents...)) {
		wait = max(wait, 2*before.Expires.Sub(before.CheckedAt))
	}
	at := now.CheckedAt.Add(wait)
	if !at.Before(now.Expires) {
		return ""
	}
	now.Expires = at
	return "; it closes all pages, so it is read again at " + at.UTC().Format(time.RFC3339)
}

// closesAll reports whether rules close every page: the home page and one of a name
// that nobody has, and nothing is open.
func closesAll(m *robotstxt.Matcher) bool {
	if m == nil || m.Allowed("/") || m.Allowed("/0aranea/0aranea") {
		return false
	}
	for i := range m.Len() {
		if m.Rule(i).Allow {
			return false
		}
	}
	return true
}
