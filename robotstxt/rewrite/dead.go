package rewrite

import (
	"slices"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// A DeadRule is a rule that decides nothing for robots with some dialects. Any subset of the
// lines that are dead in a dialect may be removed without changing a decision.
type DeadRule struct {
	Dropped
	To     []string // the dialects in which it is dead
	Needed []string // the other dialects, which may need it
}

// ofThePast are the dialects of robots that have stopped visiting, or of standards that no
// search engine follows any more.
var ofThePast = [...]string{"1994", "1996", "conner2", "yandex-2003", "slurp"}

// todays returns the dialects of current search engines, the default first.
func todays() []dialect.Dialect {
	return slices.DeleteFunc(dialect.All(), func(d dialect.Dialect) bool { return OfThePast(d.Name) })
}

// OfThePast reports whether a dialect is that of robots that have stopped visiting, or of
// standards that no search engine follows any more.
func OfThePast(dialect string) bool { return slices.Contains(ofThePast[:], dialect) }

// DeadRules finds the rules that decide nothing in any named dialect, for any current search
// engine, or in d. limit is the reason why some rules were not examined, or "" if all were.
func DeadRules(f *robotstxt.File, d dialect.Dialect) (out []DeadRule, limit string) {
	all := visibleRules(f, dialect.All(), nil)
	safe := all.run()
	today := visibleRules(f, todays(), all.dead)
	now := today.run()
	own := visibleRules(f, []dialect.Dialect{d}, today.dead)
	here := own.run()
	for _, x := range safe {
		out = append(out, DeadRule{Dropped: x, To: names(dialect.All())})
	}
	rest := append(claims(now, names(todays())), claims(here, []string{d.Name})...)
	for _, r := range all.views {
		asked, at := all, r
		if i := slices.IndexFunc(today.views, func(t *view) bool { return t.dialect.Name == r.dialect.Name }); i >= 0 {
			asked, at = today, today.views[i]
		}
		asked.ask(at, rest)
	}
	if limit = own.limit; limit == "" {
		limit = today.limit
	}
	return append(out, rest...), limit
}

// visibleRules returns a minimizer for lint. gone are lines that are dropped from the start.
func visibleRules(f *robotstxt.File, dialects []dialect.Dialect, gone map[int]bool) *minimiser {
	for i := range dialects {
		dialects[i].NoUTF16, dialects[i].MaxBytes = false, 0 // a repaired file is read
	}
	z := newMinimiser(f, dialects...)
	z.visible = true
	for line := range gone {
		z.drop(line)
	}
	return z
}

// ask finds out which rules a dialect does not need, of those that are not known to be dead in
// it. If there are too many rules to examine, it finds none.
func (z *minimiser) ask(r *view, rules []DeadRule) {
	name := r.dialect.Name
	var lines []int
	for _, x := range rules {
		if !slices.Contains(x.To, name) {
			lines = append(lines, x.Line)
		}
	}
	dead := map[int]bool{}
	if z.rules <= maxMinimiseRules {
		dead = z.unneeded(r, lines)
	}
	for i, x := range rules {
		switch {
		case slices.Contains(x.To, name):
		case dead[x.Line]:
			rules[i].To = append(slices.Clip(x.To), name)
		default:
			rules[i].Needed = append(x.Needed, name)
		}
	}
}

func claims(found []Dropped, to []string) []DeadRule {
	out := make([]DeadRule, len(found))
	for i, x := range found {
		out[i] = DeadRule{Dropped: x, To: to}
	}
	return out
}

func names(dialects []dialect.Dialect) []string {
	out := make([]string, len(dialects))
	for i, d := range dialects {
		out[i] = d.Name
	}
	return out
}
