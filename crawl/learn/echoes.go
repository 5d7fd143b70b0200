package learn

import (
	"encoding/binary"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/trap"
)

// sawEcho records whether the visited page has the text of others with its last segment in other folders, and
// leads to more of them.
func (l *Learner) sawEcho(v *Visit, now time.Time) error {
	e := v.Entry
	isCopy := e.Reason == aranea.DupExact && v.Twin.Origin() == e.URL.Origin()
	if e.Kind != aranea.KindPage || e.Visits != 1 || v.Whole == nil || !e.Indexed && !isCopy {
		return nil
	}
	seen := trap.Echo{Target: e.URL.Target(), Text: binary.BigEndian.Uint64(v.Whole.Fingerprint[:]), Sketch: v.Whole.Sketch}
	for i := range v.Links {
		d := &v.Links[i]
		if isLed := d.Reason == aranea.ScheduleQueued || d.Reason == aranea.ScopeTrap; isLed && d.URL.Origin() == e.URL.Origin() && d.How.IsChosen() && trap.Recurs(seen.Target, d.URL.Target()) {
			seen.Recurs = true
			break
		}
	}
	return l.inBook(e.URL.Origin(), seen.Recurs, func(b *trap.Book) bool { return b.SawEcho(seen, dedupe.Near, now) })
}
