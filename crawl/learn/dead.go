package learn

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// PriorityApart is the priority of a page of a form of which nearly all are missing, if it is not named as one of many.
const PriorityApart = 1

// inCalendar is the number of URLs of one form that a page names and others do not: a week has more days.
const inCalendar = 6

// LeaveDead leaves out, of the links of a page, those at which there is no page by what was learned of their form, if
// the page names many of it, as a calendar does. What a page names beside few others may be new.
func LeaveDead(links map[weburl.URL]Advice) {
	named := map[string]int{}
	formOf := func(u weburl.URL) string { return string(u.Origin()) + trap.DeadForm(u.Target()) }
	for u, a := range links {
		if a.Dead != "" {
			named[formOf(u)]++
		}
	}
	for u, a := range links {
		if a.Dead != "" && named[formOf(u)] >= inCalendar {
			links[u] = a.leave(a.Dead)
		}
	}
}

// leave returns the advice to leave out a URL for some evidence.
func (a Advice) leave(why string) Advice {
	a.Reason, a.Detail, a.Dead = aranea.ScopeTrap, why, ""
	return a
}

// sawDead records whether there is a page at an address with numbers.
func (l *Learner) sawDead(v *Visit, now time.Time) error {
	e, missing := v.Entry, v.Status == 404 || v.Status == 410 || v.Entry.Reason == aranea.HTTPSoftMissing
	isThere := v.Status >= 200 && v.Status < 400
	if e.Kind != aranea.KindPage || e.Visits != 1 || e.How == aranea.HowProbe || !missing && !isThere || trap.DeadForm(e.URL.Target()) == "" {
		return nil
	}
	return l.inBook(e.URL.Origin(), missing, func(b *trap.Book) bool { return b.SawDead(e.URL.Target(), missing, now) })
}
