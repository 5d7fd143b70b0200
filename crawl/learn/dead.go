package learn

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
)

// sawDead records whether there is a page at an address with numbers.
func (l *Learner) sawDead(v *Visit, now time.Time) error {
	e, missing := v.Entry, v.Status == 404 || v.Status == 410 || v.Entry.Reason == aranea.HTTPSoftMissing
	isThere := v.Status >= 200 && v.Status < 400
	if e.Kind != aranea.KindPage || e.Visits != 1 || e.How == aranea.HowProbe || !missing && !isThere || trap.DeadForm(e.URL.Target()) == "" {
		return nil
	}
	return l.inBook(e.URL.Origin(), missing, func(b *trap.Book) bool { return b.SawDead(e.URL.Target(), missing, now) })
}
