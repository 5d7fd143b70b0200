// Package renewal says how a request for a robots file ended, and what follows if the file was
// read again: whether it may decide differently from the copy before, and when it is read again
// because it closes a whole origin, which may be an accident.
//
// Floor: 4 (acts), inside crawl. Stability: engine. It is pure.
package renewal

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
)

// OtherRules reports whether a new robots copy may decide differently from the one before. While
// the file is unavailable for a temporary reason the previous copy stays in force, so nothing is
// redecided.
func OtherRules(before, now *acquire.Copy) bool {
	if before.CheckedAt.IsZero() || now.Class == acquire.ClassUnreachable || !now.DownSince.IsZero() {
		return false
	}
	class := before.Class
	if !before.DownSince.IsZero() {
		class = before.Good
	}
	return class != now.Class || before.Hash != now.Hash
}

// closedRecheck is the delay after which a robots file is read again that closes a whole origin
// with indexed pages. That may be an accident (seed 004: such a file lights a yellow lamp), so
// it is read again at doubling intervals, up to the ordinary one.
const closedRecheck = time.Hour

// Recheck shortens the lifetime of a copy that closes a whole origin with documents in the
// index, and returns the text about it for the trail. before is the copy that was in force until
// now; rules compiles a copy for the robot.
func Recheck(h *aranea.Host, before, now *acquire.Copy, rules func(*acquire.Copy) *robotstxt.Matcher) string {
	if h.Counts[aranea.CountIndexed]+h.Counts[aranea.CountHidden] == 0 || !closesAll(rules(now)) {
		return ""
	}
	wait := closedRecheck
	if closesAll(rules(before)) {
		wait = max(wait, 2*before.Expires.Sub(before.CheckedAt))
	}
	at := now.CheckedAt.Add(wait)
	if !at.Before(now.Expires) {
		return ""
	}
	now.Expires = at
	return "; it closes all pages, so it is read again at " + at.UTC().Format(time.RFC3339)
}

// closesAll reports whether rules close every page: the home page and a path that no site has
// are closed, and there is no Allow rule.
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
