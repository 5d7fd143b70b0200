package learn

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

const (
	maxNamed = 128 // words that name a page
	// Words and parts are told apart from what else pages are noted to have said.
	saltPart, saltName = 0x9ae16a3b2f90404f, 0xc949d7c7509e6557
)

// filterNames looks up which segments are the names of pages of a folder: of the one under the visit, and of links.
type filterNames struct {
	l     *Learner
	o     weburl.Origin
	known Known
	book  *trap.Book // nil if there is none
	met   map[string]bool
	err   error
}

// has reports whether a segment was seen to be a filter of a folder, or is the name of a page of it that was visited.
func (f *filterNames) has(folder, segment, end string) bool {
	target := folder + segment + end
	is, met := f.met[target]
	if met || f.err != nil {
		return is
	}
	if f.book != nil {
		f.l.traps.mu.Lock()
		is = f.book.Filters.Has(folder, segment)
		f.l.traps.mu.Unlock()
	}
	if u, err := weburl.Parse(string(f.o) + target); !is && err == nil {
		var e aranea.Entry
		e, is, f.err = f.known(u.ID())
		is = is && e.Visits > 0 && e.Kind == aranea.KindPage && e.PageStatus() == 200
	}
	if f.met == nil {
		f.met = map[string]bool{}
	}
	f.met[target] = is
	return is
}

// SawFilters records whether the visited page, if its path is a combination of filters, says or names anything but
// further combinations. It is called after the blocks of a page for the index were labelled.
func (l *Learner) SawFilters(v *Visit, known Known, now time.Time) error {
	if l == nil || v.Entry.Kind != aranea.KindPage || v.Whole == nil || v.Entry.Visits != 1 || v.Status > 299 {
		return nil
	}
	e := v.Entry
	o := e.URL.Origin()
	b, err := l.traps.use(o)
	if err != nil {
		return err
	}
	names := filterNames{l: l, o: o, known: known, book: b}
	own := trap.CombinationOf(e.URL.Target(), names.has)
	if names.err != nil {
		return names.err
	}
	if len(own.Filters) == 0 && (b == nil || len(b.Filters) == 0) {
		return nil
	}
	seen := trap.FilterVisit{Combination: own, Says: l.says(v)}
	if len(own.Filters) == 0 {
		return nil
	}
	if seen.Led, seen.Grew, err = l.combines(v, own, &names); err != nil {
		return err
	}
	seen.Again = !l.spoken.open(o).say(trap.SumOf(own))
	return l.inBook(o, seen.Grew, func(b *trap.Book) bool { return b.SawFilters(seen, now) })
}

// says reports whether a page says something that others of its origin do not, as far as these were listened to: a
// word among those that name it, or more than one in newRuns of the runs of words of its blocks. Of a page that has few
// of these, such as a table of figures, all of its text counts, in its order.
func (l *Learner) says(v *Visit) bool {
	o := v.Entry.URL.Origin()
	t := l.spoken.open(o)
	parts, fresh, named := dedupe.Parts(v.Whole, maxRuns), 0, false
	if len(parts) < minRuns {
		parts = dedupe.Runs(v.Whole, maxRuns)
	}
	for _, n := range parts {
		if t.say(n ^ saltPart) {
			fresh++
		}
	}
	for _, n := range dedupe.NameWords(v.Whole, maxNamed) {
		named = t.say(uint64(n)*saltName) || named
	}
	l.spoken.turn(o, t)
	isCopy := v.Entry.Reason == aranea.DupExact && v.Twin.Origin() == o
	isUnwanted := v.Entry.Reason == aranea.DirectiveNoIndex
	return !isCopy && !isUnwanted && (named || fresh*newRuns > len(parts))
}

// combines reports whether a combination of filters names anything that was not known, other combinations aside, and
// whether it names combinations of more filters.
func (l *Learner) combines(v *Visit, own trap.Combination, names *filterNames) (leads, grew bool, err error) {
	l.traps.mu.Lock()
	further := names.book != nil && names.book.Filters.FurtherBring(own)
	l.traps.mu.Unlock()
	for i := range v.Links[:min(len(v.Links), linksCompared)] {
		d := &v.Links[i]
		if d.URL.Origin() != names.o || d.URL == v.Entry.URL || !d.How.IsChosen() || d.Reason != aranea.ScheduleQueued && d.Reason != aranea.ScopeTrap {
			continue
		}
		c := trap.CombinationOf(d.URL.Target(), names.has)
		isOf := c.Folder == own.Folder && len(c.Filters) > 0
		grew = grew || isOf && len(c.Filters) > len(own.Filters)
		if leads || d.Reason == aranea.ScopeTrap || isOf && (!c.Further || !further) {
			continue
		}
		_, met, err := names.known(d.URL.ID())
		if err != nil {
			return false, false, err
		}
		leads = !met
	}
	return leads, grew, names.err
}
