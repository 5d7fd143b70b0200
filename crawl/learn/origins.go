package learn

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Own tells the Learner which origins are on sites of seeds: among copies on several sites these come
// first. Without it nothing is known of seeds.
func (l *Learner) Own(seeded func(weburl.Origin) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seeded = seeded
}

// IsOwn reports whether an origin is on the site of a seed.
func (l *Learner) IsOwn(o weburl.Origin) bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	seeded := l.seeded
	l.mu.Unlock()
	return seeded != nil && seeded(o)
}

// date notes for the records of two origins since when these are known: as long as any of the URLs is that
// the visit compared, and their home pages. A record itself begins with the first evidence, which two
// origins have at once.
func (l *Learner) date(visited *aranea.Entry, other weburl.Origin, known Known) error {
	o := visited.URL.Origin()
	if err := l.knew(o, visited.FoundAt); err != nil {
		return err
	}
	for _, u := range [...]string{string(o) + "/", string(other) + "/", string(other) + visited.URL.Target()} {
		u, err := weburl.Parse(u)
		if err != nil {
			continue // there is no such URL
		}
		e, ok, err := known(u.ID())
		if err == nil && ok {
			err = l.knew(u.Origin(), e.FoundAt)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// knew notes that an origin was known at an instant, and whether it is on the site of a seed, if there is
// a record of it.
func (l *Learner) knew(o weburl.Origin, at time.Time) error {
	r, err := l.mirrors.get(o)
	if err != nil || r == nil {
		return err
	}
	own := l.IsOwn(o)
	l.mirrors.mu.Lock()
	news := r.Seed != own || !at.IsZero() && at.Before(r.First)
	l.mirrors.mu.Unlock()
	if news {
		l.mirrors.change(o, func() { r.Seed, r.First = own, earlier(r.First, at) })
	}
	return nil
}

// earlier returns the earlier of two instants, of which the second may be missing.
func earlier(a, b time.Time) time.Time {
	if b.IsZero() || a.Before(b) {
		return a
	}
	return b
}

// isFirst returns why a page gives way to its copy on the site of a seed, "" if it does not: if its own
// site has none, and the host of the copy names no other host as the main one.
func (l *Learner) isFirst(page *aranea.Entry, winner weburl.Origin) string {
	if from := page.URL.Origin(); from.Site() == winner.Site() || l.IsOwn(from) || !l.IsOwn(winner) {
		return ""
	}
	return winner.Site() + " has a seed"
}
