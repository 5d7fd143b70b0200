package learn

import (
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// What a page that is looked at shows of its folder: of so many of its links to pages
// of it, three in four are new.
const (
	linksLooked = 8
	newOf, in   = 3, 4
)

// sawFolder takes in what a visit showed of the folder that its page lies in. It returns
// why that may have no end, if that is known since this visit.
func (l *Learner) sawFolder(v *Visit, known Known, now time.Time) (string, error) {
	e := v.Entry
	if e.Kind != aranea.KindPage || e.Visits != 1 || v.Whole == nil {
		return "", nil
	}
	b, err := l.traps.open(e.URL.Origin())
	if err != nil {
		return "", err
	}
	l.traps.mu.Lock()
	looks := b.LooksAt(e.URL.Target())
	l.traps.mu.Unlock()
	open := map[string]bool{}
	for _, folder := range looks {
		if open[folder], err = opens(v, known, string(b.Origin)+folder); err != nil {
			return "", err
		}
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	why, news := b.SawFolder(e.URL.Target(), open, now)
	if news {
		l.traps.keep(b.Origin)
	}
	return why, nil
}

// opens reports whether a page was found by a link of a page of a folder, whose URLs
// begin with prefix, and names pages of it nearly all of which are new.
func opens(v *Visit, known Known, prefix string) (bool, error) {
	e := v.Entry
	if from, ok, err := known(e.FoundOn); e.How != aranea.HowAnchor || !ok || !strings.HasPrefix(from.URL.String(), prefix) {
		return false, err
	}
	looked, fresh := 0, 0
	met := map[weburl.ID]bool{e.URL.ID(): true}
	for i := range v.Links {
		d := &v.Links[i]
		id := d.URL.ID()
		if d.Reason != aranea.ScheduleQueued || d.How != aranea.HowAnchor || met[id] || !strings.HasPrefix(d.URL.String(), prefix) {
			continue
		}
		met[id] = true
		_, ok, err := known(id)
		if err != nil {
			return false, err
		}
		if looked++; !ok {
			fresh++
		}
		if looked == linksLooked {
			break
		}
	}
	return looked > 0 && in*fresh >= newOf*looked, nil
}
