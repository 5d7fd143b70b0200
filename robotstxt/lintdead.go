package robotstxt

import (
	"slices"
	"strings"
)

// A deadRule is a rule that decides nothing to the robots of some dialects. Any
// of the lines that are dead to a dialect may go or stay without a change to it.
type deadRule struct {
	Dropped
	to     []string // the dialects to which it is dead
	needed []string // the others, which may need it
}

// ofThePast are the dialects of robots that have stopped visiting, or of
// standards that no search engine keeps to any more.
var ofThePast = [...]string{"1994", "1996", "conner2", "yandex-2003", "slurp"}

// todays returns the dialects of today's search engines, the default first.
func todays() []Dialect {
	return slices.DeleteFunc(Dialects(), func(d Dialect) bool { return slices.Contains(ofThePast[:], d.Name) })
}

// deadRules finds rules that decide nothing: to no named dialect, which are
// safe to drop; to none of today's; or to the linter's only, as others need
// them.
func (z *linter) deadRules() {
	found, limit := z.file.deadRules(z.d)
	for _, x := range found {
		l := z.lineAt(x.Line)
		z.add(x.check(), l, l.Column-1, l.value+len(l.Value), x.detail(), x.fix(l))
	}
	if limit != "" {
		z.add(CheckUnchecked, Line{}, 0, 0, "dead-rule: "+limit, nil)
	}
}

func (f *File) deadRules(d Dialect) (out []deadRule, limit string) {
	all := f.visibleRules(Dialects(), nil)
	safe := all.run()
	today := f.visibleRules(todays(), all.dead)
	now := today.run()
	own := f.visibleRules([]Dialect{d}, today.dead)
	here := own.run()
	for _, x := range safe {
		out = append(out, deadRule{Dropped: x, to: names(Dialects())})
	}
	rest := append(claims(now, names(todays())), claims(here, []string{d.Name})...)
	for _, r := range all.readings {
		asked, at := all, r
		if i := slices.IndexFunc(today.readings, func(t *reading) bool { return t.dialect.Name == r.dialect.Name }); i >= 0 {
			asked, at = today, today.readings[i]
		}
		asked.ask(at, rest)
	}
	if limit = own.limit; limit == "" {
		limit = today.limit
	}
	return append(out, rest...), limit
}

// visibleRules returns a minimiser as lint wants it. gone are lines that are
// dropped from the start.
func (f *File) visibleRules(dialects []Dialect, gone map[int]bool) *minimiser {
	for i := range dialects {
		dialects[i].NoUTF16, dialects[i].MaxBytes = false, 0 // a mended file is read
	}
	z := newMinimiser(f, dialects...)
	z.visible = true
	for line := range gone {
		z.drop(line)
	}
	return z
}

// ask finds out to which rules a dialect is indifferent, of those that are not
// known to be dead to it. Of rules too many to read nothing is known.
func (z *minimiser) ask(r *reading, rules []deadRule) {
	name := r.dialect.Name
	var lines []int
	for _, x := range rules {
		if !slices.Contains(x.to, name) {
			lines = append(lines, x.Line)
		}
	}
	dead := map[int]bool{}
	if z.rules <= maxMinimiseRules {
		dead = z.unneeded(r, lines)
	}
	for i, x := range rules {
		switch {
		case slices.Contains(x.to, name):
		case dead[x.Line]:
			rules[i].to = append(slices.Clip(x.to), name)
		default:
			rules[i].needed = append(x.needed, name)
		}
	}
}

func claims(found []Dropped, to []string) []deadRule {
	out := make([]deadRule, len(found))
	for i, x := range found {
		out[i] = deadRule{Dropped: x, to: to}
	}
	return out
}

func names(dialects []Dialect) []string {
	out := make([]string, len(dialects))
	for i, d := range dialects {
		out[i] = d.Name
	}
	return out
}

// check tells rules that a robot of today may need from those that none does.
func (x deadRule) check() Check {
	for _, name := range x.needed {
		if !slices.Contains(ofThePast[:], name) {
			return CheckDeadHere
		}
	}
	return CheckDeadRule
}

// detail says why the rule is dead, and to whom it is not.
func (x deadRule) detail() string {
	s := x.String()
	needed := strings.Join(x.needed, ", ")
	switch {
	case x.check() == CheckDeadHere:
		return s + "; so to " + strings.Join(x.to, ", ") + ", but " + needed + " may need it"
	case needed != "":
		return s + "; only robots of the past may need it: " + needed
	}
	return s
}

// fix drops the line of a rule that nobody needs.
func (x deadRule) fix(l Line) *Fix {
	if len(x.needed) > 0 {
		return nil
	}
	return replaceLine(l, EffectNone)
}
