package listing

import (
	"crypto/sha256"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/calendar"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// findCalendar returns the pages of events that a calendar names; nil if an event has no page, so
// that the calendar is to be read itself, or if none is of its site.
func findCalendar(f *aranea.Fetched) *List {
	addresses, all := calendar.Pages(f.Body)
	if !all {
		return nil
	}
	l := readCalendar(f, addresses)
	if !l.namesOwn(f.URL.Origin().Site()) {
		return nil
	}
	return l
}

// readCalendar lists the pages of events. The calendar itself is none.
func readCalendar(f *aranea.Fetched, addresses []string) *List {
	sum := sha256.Sum256(f.Body)
	l := &List{Print: aranea.Fingerprint(sum[:len(aranea.Fingerprint{})]), IsCalendar: true, places: map[weburl.ID]int{}}
	for _, address := range addresses {
		if len(l.Pages) == MaxListed {
			l.Ended = sitemap.ErrLimit
			break
		}
		switch u, err := f.URL.Resolve(address); {
		case err != nil:
			l.Faults.add(&sitemap.Fault{What: "this is no URL", Text: err.Error()})
		case u != f.URL:
			l.page(u, &sitemap.Entry{Priority: usualPriority}, false)
		}
	}
	l.places = nil
	return l
}
