package robotstxt

import (
	"fmt"
	"slices"
	"strings"
)

// A Dropped is a rule that decides nothing which another line does not decide
// alike.
type Dropped struct {
	Line int
	Rule string
	By   int  // the line that makes it needless; 0 if what no rule matches is allowed anyway
	Dead bool // it never decides; otherwise it decides as By would
}

// String tells why the rule is not needed.
func (d Dropped) String() string {
	switch {
	case d.By == 0:
		return fmt.Sprintf("line %d: %s is allowed without it", d.Line, d.Rule)
	case d.Dead:
		return fmt.Sprintf("line %d: %s never decides: line %d is stronger and matches all that it does", d.Line, d.Rule, d.By)
	}
	return fmt.Sprintf("line %d: %s decides as line %d would", d.Line, d.Rule, d.By)
}

// Limits of what is minimised: steps of comparing patterns, pairs of rules, and
// robots that a file names. Rules beyond the first limit stay.
const (
	maxMinimiseSteps  = 50_000_000
	maxMinimiseWork   = 10_000_000
	maxMinimiseAgents = 300
)

// Minimise drops the rules that decide nothing, as the dialect reads the file,
// for whatever robot. The result decides as before on every target: whether one
// path covers another, and whether two meet, is computed exactly. Each group
// keeps one rule at least, because groups without rules run together. Files
// with too many rules, and dialects in which it depends on a robot's whole name
// which groups are merged, are left as they are.
func (f *File) Minimise(d Dialect) ([]byte, []Dropped) {
	z := newMinimiser(f, d)
	dropped := z.run()
	if len(dropped) == 0 {
		return []byte(f.Text()), nil
	}
	gone := map[int]bool{}
	for _, x := range dropped {
		gone[x.Line] = true
	}
	var b strings.Builder
	for l := range f.Lines() {
		if !gone[l.Number] {
			b.WriteString(l.Raw + l.End)
		}
	}
	return []byte(b.String()), dropped
}

// A minimiser knows every set of rules that some robot obeys.
type minimiser struct {
	file     *File
	readers  []*Matcher
	dead     map[int]bool // lines dropped so far
	inSpan   map[int]int  // line of a rule -> number of its group
	left     []int        // rules left in each group
	steps    int          // spent so far
	tooLarge bool
}

func newMinimiser(f *File, d Dialect) *minimiser {
	z := &minimiser{file: f, dead: map[int]bool{}, inSpan: map[int]int{}}
	spans := f.spans(&d)
	z.left = make([]int, len(spans))
	bySet := map[string]bool{}
	agents := f.addressed(&d, spans)
	if z.tooLarge = len(agents) > maxMinimiseAgents; z.tooLarge {
		return z
	}
	for _, a := range agents {
		c := compiler{file: f, m: &Matcher{dialect: d}, d: &d, spans: spans}
		c.choose([]AgentToken{a})
		if id := fmt.Sprint(c.chosen); len(c.chosen) > 0 && !bySet[id] {
			bySet[id] = true
			z.readers = append(z.readers, f.Compile(d, a))
		}
	}
	z.tooLarge = d.Agents != AgentByToken && d.Agents != AgentExact && !d.FirstGroup || d.Patterns == PatternsGlob
	work := 0
	for _, m := range z.readers {
		work += len(m.rules) * len(m.rules)
	}
	z.tooLarge = z.tooLarge || work > maxMinimiseWork
	for i, s := range spans {
		for _, r := range f.records[s.lo:s.hi] {
			if r.is().rule() && d.reads(r) && (r.is() == KeyDisallow || r.value() < r.valueEnd()) {
				z.inSpan[r.line()] = i
				z.left[i]++
			}
		}
	}
	return z
}

// addressed returns every robot that a file names, "*" last.
func (f *File) addressed(d *Dialect, spans []span) []AgentToken {
	var out []AgentToken
	seen := map[string]bool{}
	for _, s := range spans {
		for _, r := range f.records[s.lo:s.hi] {
			if r.is() != KeyUserAgent || !d.reads(r) {
				continue
			}
			v := d.value(f, r)
			if d.Agents == AgentByToken {
				v = v[:tokenLength(v)]
			}
			if folded := strings.ToLower(v); v != "" && v != "*" && !seen[folded] {
				seen[folded] = true
				out = append(out, AgentToken(v))
			}
		}
	}
	return append(out, "*")
}

func (z *minimiser) run() []Dropped {
	if z.tooLarge {
		return nil
	}
	var out []Dropped
	for _, shadow := range []bool{true, false} {
		for _, r := range z.file.records {
			line := r.line()
			at, ok := z.inSpan[line]
			if !ok || z.dead[line] || z.left[at] < 2 {
				continue
			}
			by, needless := z.needless(line, shadow)
			if !needless {
				continue
			}
			z.dead[line] = true
			z.left[at]--
			out = append(out, Dropped{Line: line, Rule: z.file.text[r.key():r.valueEnd()], By: by, Dead: shadow})
		}
	}
	slices.SortFunc(out, func(a, b Dropped) int { return a.Line - b.Line })
	return out
}

// needless reports whether no reader needs the rules of a line, given the lines
// that are dropped already.
func (z *minimiser) needless(line int, shadow bool) (by int, ok bool) {
	found := false
	for _, m := range z.readers {
		for i := range m.rules {
			if m.lineOf(i) != line {
				continue
			}
			found = true
			if shadow {
				by, ok = z.shadowed(m, i)
			} else {
				by, ok = z.repeated(m, i)
			}
			if !ok {
				return 0, false
			}
		}
	}
	return by, found
}

func (m *Matcher) lineOf(rank int) int { return m.rules[rank].line() }

// shadowed reports whether a stronger rule matches all that rule i does.
func (z *minimiser) shadowed(m *Matcher, i int) (by int, ok bool) {
	p := m.pattern(i)
	for j := range i {
		z.steps += len(m.pattern(j).text) + len(p.text) + 8
		if z.steps > maxMinimiseSteps {
			return 0, false
		}
		if l := m.lineOf(j); !z.dead[l] && l != m.lineOf(i) && m.pattern(j).covers(p) {
			return l, true
		}
	}
	return 0, false
}

// repeated reports whether, without rule i, its targets would be decided alike:
// by a weaker rule that matches them all, with no rule between the two that
// says the opposite of any of them.
func (z *minimiser) repeated(m *Matcher, i int) (by int, ok bool) {
	p := m.pattern(i)
	for j := i + 1; j < len(m.rules); j++ {
		l := m.lineOf(j)
		if z.steps += p.meetWork(m.pattern(j)); z.steps > maxMinimiseSteps {
			return 0, false
		}
		switch {
		case z.dead[l] || l == m.lineOf(i):
		case m.rules[j].allow() != m.rules[i].allow():
			if m.pattern(j).meets(p) {
				return 0, false
			}
		case m.pattern(j).covers(p):
			return l, true
		}
	}
	return 0, m.rules[i].allow()
}
