package learn

import (
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// A page opens its folder if at least newOf of every in examined links to pages of the folder
// are new. linksLooked links are examined.
const (
	linksLooked = 8
	newOf, in   = 3, 4
)

// sawFolder records what a visit showed of the folder of its page. It returns the folder if this
// visit made it reported, or no longer reported.
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
		l.keepTraps(b)
	}
	return told, nil
}

// opens sets whether a page was found by a link on a page of the same folder, and whether nearly
// all pages of the folder that it links to are new. For a bounded folder, links that were left
// out count, and how the page was found does not matter: it was not by a link of the folder.
func opens(v *Visit, known Known, o weburl.Origin, at *trap.Sight) error {
	e, prefix := v.Entry, string(o)+at.Path
	from, ok, err := known(e.FoundOn)
	if err != nil {
		return err
	}
	at.Inside = ok && e.How.IsChosen() && strings.HasPrefix(from.URL.String(), prefix)
	if !at.Inside && !at.Bounded {
		return nil
	}
	looked, fresh := 0, 0
	met := map[weburl.ID]bool{e.URL.ID(): true}
	for i := range v.Links {
		d := &v.Links[i]
		id := d.URL.ID()
		if d.Reason != aranea.ScheduleQueued && (d.Reason != aranea.ScopeTrap || !at.Bounded) || !d.How.IsChosen() || met[id] || !strings.HasPrefix(d.URL.String(), prefix) {
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
