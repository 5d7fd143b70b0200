package lint

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/rewrite"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// deadRules finds rules that decide nothing: in any named dialect, which are safe to drop; in
// any current one; or only in the linter's, because others need them.
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

// deadCheck distinguishes rules that a current robot may need from those that none does.
func deadCheck(x rewrite.DeadRule) Check {
	for _, name := range x.Needed {
		if !rewrite.OfThePast(name) {
			return CheckDeadHere
		}
	}
	return CheckDeadRule
}

// deadDetail describes why the rule is dead, and in which dialects it is not.
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
