package learn

import (
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// What a page that is looked at shows of its folder: of so many of its links to pages
// of it, three in four are new.
const (
	linksLooked = 8
	newOf, in   = 3, 4
)

// sawFolder takes in what a visit showed of the folder that its page lies in. It returns
// the folder if that is told, or told no longer, since this visit.
func (l *Learner) sawFolder(v *Visit, known Known, now time.Time) (*trap.Folder, error) {
	e := v.Entry
	if e.Kind != aranea.KindPage || e.Visits != 1 || v.Whole == nil {
		return nil, nil
	}
	b, err := l.traps.open(e.URL.Origin())
	if err != nil {
		return nil, err
	}
	l.traps.mu.Lock()
	looks := b.LooksAt(e.URL.Target())
	l.traps.mu.Unlock()
	for i := range looks {
		if err := opens(v, known, b.Origin, &looks[i]); err != nil {
			return nil, err
		}
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	told, news := b.SawFolder(e.URL.Target(), looks, now)
	if news {
		l.traps.keep(b.Origin)
		if b.Pending {
			l.mark(b.Origin)
		}
	}
	return told, nil
}

// opens says of a page whether it was found by a link of a page of a folder, and names
// pages of it nearly all of which are new. Of a bounded folder those count that are left
// out, and how the page was found does not: it was not by a link of one.
func opens(v *Visit, known Known, o weburl.Origin, at *trap.Sight) error {
	e, prefix := v.Entry, string(o)+at.Path
	from, ok, err := known(e.FoundOn)
	if err != nil {
		return err
	}
	at.Inside = ok && e.How == aranea.HowAnchor && strings.HasPrefix(from.URL.String(), prefix)
	if !at.Inside && !at.Bounded {
		return nil
	}
	looked, fresh := 0, 0
	met := map[weburl.ID]bool{e.URL.ID(): true}
	for i := range v.Links {
		d := &v.Links[i]
		id := d.URL.ID()
		if d.Reason != aranea.ScheduleQueued && (d.Reason != aranea.ScopeTrap || !at.Bounded) || d.How != aranea.HowAnchor || met[id] || !strings.HasPrefix(d.URL.String(), prefix) {
			continue
		}
		met[id] = true
		_, ok, err := known(id)
		if err != nil {
			return err
		}
		if looked++; !ok {
			fresh++
		}
		if looked == linksLooked || in*(fresh+linksLooked-looked) < newOf*linksLooked { // too few can be new
			break
		}
	}
	at.Opens = looked > 0 && in*fresh >= newOf*looked
	return nil
}
