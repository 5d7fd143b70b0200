package lint

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/rewrite"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// deadRules finds rules that decide nothing: to no named dialect, which are
// safe to drop; to none of today's; or to the linter's only, as others need
// them.
func (z *linter) deadRules() {
	found, limit := rewrite.DeadRules(z.file, z.d)
	for _, x := range found {
		l := z.lineAt(x.Line)
		z.add(deadCheck(x), l, l.Column-1, l.ValueAt+len(l.Value), deadDetail(x), deadFix(x, l))
	}
	if limit != "" {
		z.add(CheckUnchecked, syntax.Line{}, 0, 0, "dead-rule: "+limit, nil)
	}
}

// deadCheck tells rules that a robot of today may need from those that none does.
func deadCheck(x rewrite.DeadRule) Check {
	for _, name := range x.Needed {
		if !rewrite.OfThePast(name) {
			return CheckDeadHere
		}
	}
	return CheckDeadRule
}

// deadDetail says why the rule is dead, and to whom it is not.
func deadDetail(x rewrite.DeadRule) string {
	s := x.String()
	needed := strings.Join(x.Needed, ", ")
	switch {
	case deadCheck(x) == CheckDeadHere:
		return s + "; so to " + strings.Join(x.To, ", ") + ", but " + needed + " may need it"
	case needed != "":
		return s + "; only robots of the past may need it: " + needed
	}
	return s
}

// deadFix drops the line of a rule that nobody needs.
func deadFix(x rewrite.DeadRule, l syntax.Line) *Fix {
	if len(x.Needed) > 0 {
		return nil
	}
	return replaceLine(l, EffectNone)
}
