package learn

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// linksCompared is the number of links of a page that are looked at: of one that gave way to its
// canonical URL, or of one that says nothing new.
const linksCompared = 512

// namesMore reports whether a page that gave way to another one names anything else that was not known, apart
// from what is like itself.
func namesMore(v *Visit, known Known, to weburl.URL, alike func(target string) bool) (bool, error) {
	for i := range v.Links[:min(len(v.Links), linksCompared)] {
		d := &v.Links[i]
		if d.Reason != aranea.ScheduleQueued || !d.How.IsChosen() || d.URL == to || d.URL.Origin() != to.Origin() || alike(d.URL.Target()) {
			continue
		}
		if _, met, err := known(d.URL.ID()); err != nil || !met {
			return !met, err
		}
	}
	return false, nil
}

// keepTraps stores a book that has changed, and has the known pages of its origin examined again if a
// verdict was revoked. The caller holds the lock of the books.
func (l *Learner) keepTraps(b *trap.Book) {
	l.traps.keep(b.Origin)
	if b.Pending {
		l.mark(b.Origin)
	}
}

// inBook records something in the book of an origin, if there is one, or in a new one if it opens one. saw reports
// whether that is to be stored.
func (l *Learner) inBook(o weburl.Origin, opens bool, saw func(*trap.Book) bool) error {
	find := l.traps.use
	if opens {
		find = l.traps.open
	}
	b, err := find(o)
	if err != nil || b == nil {
		return err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if saw(b) {
		l.keepTraps(b)
	}
	return nil
}
