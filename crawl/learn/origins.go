package learn

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
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

// date notes since when origins are known that may become one group: as long as the URL is that the visit
// compared with another origin, and their home pages. A record itself begins with the first evidence, which
// two origins have at once.
func (l *Learner) date(visited *aranea.Entry, other weburl.Origin, known Known, now time.Time) error {
	o := visited.URL.Origin()
	if err := l.knew(o, visited.FoundAt); err != nil {
		return err
	}
	records, err := l.family([]weburl.Origin{o, other}, now)
	if err != nil {
		return err
	}
	urls := []weburl.URL{}
	if u, err := weburl.Parse(string(other) + visited.URL.Target()); err == nil { // otherwise there is no such URL
		urls = append(urls, u)
	}
	for _, r := range records {
		urls = append(urls, r.Origin.Root())
	}
	for _, u := range urls {
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

// knew notes that an origin was known at an instant, if there is a record of it.
func (l *Learner) knew(o weburl.Origin, at time.Time) error {
	r, err := l.mirrors.get(o)
	if err != nil || r == nil {
		return err
	}
	l.mirrors.mu.Lock()
	news := !at.IsZero() && at.Before(r.First)
	l.mirrors.mu.Unlock()
	if news {
		l.mirrors.change(o, func() { r.First = earlier(r.First, at) })
	}
	return nil
}

// markSeeds notes which records are of sites with seeds, as far as these are known: seeds come and go, and
// versions before did not note them.
func (l *Learner) markSeeds(records []*mirror.Record) {
	l.mu.Lock()
	seeded := l.seeded
	l.mu.Unlock()
	if seeded == nil {
		return
	}
	for _, r := range records {
		own := seeded(r.Origin)
		l.mirrors.mu.Lock()
		news := r.Seed != own
		l.mirrors.mu.Unlock()
		if news {
			l.mirrors.change(r.Origin, func() { r.Seed = own })
		}
	}
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
