package rewrite

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// A Dropped is a rule that is not needed, because another line decides its targets in the same
// way.
type Dropped struct {
	Line int
	Rule string
	By   int  // the line that makes it unnecessary; 0 if that is the default of allowing what no rule matches
	Dead bool // it never decides; otherwise it decides like By
	Same bool // By is a duplicate of the rule
}

// String explains why the rule is not needed.
func (d Dropped) String() string {
	switch {
	case d.By == 0:
		return fmt.Sprintf("line %d: %s is allowed without it", d.Line, d.Rule)
	case d.Same:
		return fmt.Sprintf("line %d: %s repeats line %d", d.Line, d.Rule, d.By)
	case d.Dead:
		return fmt.Sprintf("line %d: %s never decides: line %d is stronger and matches all that it does", d.Line, d.Rule, d.By)
	}
	return fmt.Sprintf("line %d: %s decides as line %d would", d.Line, d.Rule, d.By)
}

// Limits on minimizing: steps of comparing patterns, and rules over all views of a file.
const (
	maxMinimiseSteps = 50_000_000
	maxMinimiseRules = 600_000
)

// Minimised is a file without the rules that decide nothing.
type Minimised struct {
	Text    []byte
	Dropped []Dropped // by line
	// Unchecked is the reason why some rules were not examined, and so are kept whether they are
	// needed or not: the file is too large, or in the dialect the groups that a robot obeys
	// depend on its full name. It is "" if all were examined. If the result would be longer than
	// MaxBody, as for a large file in UTF-16, Text is the original file.
	Unchecked string
}

// Minimise drops the rules that decide nothing for any robot, in one or several dialects. The
// result decides as before on every target: whether one path covers another, and whether two
// overlap, is computed exactly. Each group keeps at least one rule, because groups without rules
// merge with the next one.
func Minimise(f *robotstxt.File, dialects ...dialect.Dialect) Minimised {
	z := newMinimiser(f, dialects...)
	dropped := z.run()
	text := f.Text()
	if len(dropped) > 0 {
		text = without(f, z.dead)
	}
	if len(text) > robotstxt.MaxBody {
		return Minimised{Text: f.Bytes(), Unchecked: "in UTF-8 the file would be longer than robots read"}
	}
	return Minimised{Text: []byte(text), Dropped: dropped, Unchecked: z.limit}
}

// without returns the text without some lines.
func without(f *robotstxt.File, lines map[int]bool) string {
	var b strings.Builder
	for l := range f.Lines() {
		if !lines[l.Number] {
			syntax.WriteLines(&b, l.Raw+l.End)
		}
	}
	return b.String()
}

// A minimiser knows every set of rules that some robot obeys.
type minimiser struct {
	file   *robotstxt.File
	views  []*view
	places map[int][]place // line -> the rules made from it
	dead   map[int]bool    // lines dropped so far
	steps  int             // steps spent so far
	rules  int             // rules in all sets
	limit  string          // why some rules were not examined, "" if all were
	// visible is set for lint. Then a rule is dropped only because of another line, not because
	// its path matches nothing. And each dropped rule is unnecessary in the original file, not
	// only if others are dropped too: dropped rules still count as saying the opposite. So any
	// subset of the dropped lines may be removed: the line that made one unnecessary is kept, or
	// is itself unnecessary because of a line that serves for both.
	visible bool
}

// A view is the file in one dialect.
type view struct {
	dialect dialect.Dialect
	inSpan  map[int]int // line of a rule, obeyed or not -> index of its group
	left    []int       // rules left in each group, which end its list of agents
	barred  bool        // which groups are combined cannot be determined
}

// A place is the position of a rule in one of the sets that some robot obeys.
type place struct {
	in   *view
	set  *ruleSet
	rank int
}

func newMinimiser(f *robotstxt.File, dialects ...dialect.Dialect) *minimiser {
	z := &minimiser{file: f, dead: map[int]bool{}, places: map[int][]place{}}
	known := map[[sha256.Size]byte]*ruleSet{}
	for i := range dialects {
		z.views = append(z.views, z.read(&dialects[i], known))
	}
	return z
}

// read finds the sets of rules in one dialect. It shares those that another dialect has too.
func (z *minimiser) read(d *dialect.Dialect, known map[[sha256.Size]byte]*ruleSet) *view {
	f := z.file
	r := &view{dialect: *d, inSpan: map[int]int{}}
	chooser := f.Chooser(*d)
	spans := chooser.Spans()
	r.left = make([]int, len(spans))
	for i, s := range spans {
		for _, rec := range f.Syntax().Records[s.Lo:s.Hi] {
			// An allow line ends the list of agents even if it is not obeyed.
			if rec.Key().IsRule() && d.Recognises(rec) && (rec.Key() == syntax.KeyDisallow || rec.ValueAt() < rec.ValueEnd()) {
				r.inSpan[rec.Line()] = i
				r.left[i]++
			}
		}
	}
	for _, chosen := range z.obeyed(r, chooser) {
		m := chooser.Compile(robotstxt.Choice{Groups: chosen})
		if z.rules += m.Len() + 1; z.rules > maxMinimiseRules {
			z.limit = "too many rules"
			break
		}
		s := sharedSet(m, known)
		for i := range s.m.Len() {
			line := s.m.Rule(i).Line
			z.places[line] = append(z.places[line], place{in: r, set: s, rank: i})
		}
	}
	return r
}

// obeyed returns the lists of groups that some robot obeys together.
func (z *minimiser) obeyed(r *view, chooser *robotstxt.Chooser) [][]dialect.Span {
	f, d := z.file, &r.dialect
	if d.NoUTF16 && f.Syntax().Encoding >= syntax.EncodingUTF16LE || d.MaxBytes > 0 && (f.Syntax().Truncated || len(f.Syntax().Source) > d.MaxBytes) {
		return nil // no robot obeys any group
	}
	if r.barred = d.Patterns == dialect.PatternsGlob && f.Syntax().Has(syntax.KeyRobotVersion); r.barred {
		return z.bar()
	}
	var out [][]dialect.Span
	if d.Agents != dialect.AgentByToken && d.Agents != dialect.AgentExact {
		// Any group may be the first whose name occurs in an agent's name. If all groups with
		// such a name count, the union closes what each of them closes separately.
		union := d.Precedence == dialect.AnyDisallow && d.NoAllow && !d.EmptyAllowsAll
		if r.barred = !d.FirstGroup && !union; r.barred {
			return z.bar()
		}
		for _, s := range chooser.Spans() {
			out = append(out, []dialect.Span{s})
		}
		return out
	}
	seen := map[string]bool{}
	names, groups := chooser.ByName()
	for _, name := range names {
		chosen := groups[name]
		if d.FirstGroup {
			chosen = chosen[:1]
		}
		if id := spansKey(chosen); !seen[id] {
			seen[id] = true
			out = append(out, chosen)
		}
	}
	return out
}

// spansKey returns a unique string for a list of groups.
func spansKey(spans []dialect.Span) string {
	b := make([]byte, 0, 4*len(spans))
	for _, s := range spans {
		b = binary.LittleEndian.AppendUint32(b, uint32(s.Lo))
	}
	return string(b)
}

func (z *minimiser) bar() [][]dialect.Span {
	z.limit = "which groups count depends on the whole name of a robot, or on its version"
	return nil
}

// run drops all unnecessary rules: first those that never decide, then those that decide like
// another one.
func (z *minimiser) run() []Dropped {
	if z.rules > maxMinimiseRules || slices.ContainsFunc(z.views, func(r *view) bool { return r.barred }) {
		return nil
	}
	var out []Dropped
	for _, shadow := range []bool{true, false} {
		for _, r := range z.file.Syntax().Records {
			line := r.Line()
			if !r.Key().IsRule() || z.dead[line] || z.visible && !z.pathLike(r) {
				continue
			}
			if z.steps > maxMinimiseSteps {
				break
			}
			x, needless := z.needless(line, shadow)
			if !needless {
				continue
			}
			z.drop(line)
			x.Line, x.Rule, x.Same = line, z.file.Syntax().Text[r.KeyAt():r.ValueEnd()], sameRule(z.file, r, x.By)
			out = append(out, x)
		}
	}
	if z.steps > maxMinimiseSteps {
		z.limit = "too many rules"
	}
	slices.SortFunc(out, func(a, b Dropped) int { return a.Line - b.Line })
	return out
}

// drop records that a line is removed.
func (z *minimiser) drop(line int) {
	z.dead[line] = true
	for _, r := range z.views {
		if at, ok := r.inSpan[line]; ok {
			r.left[at]--
		}
	}
}

// needless reports whether no view needs the rules of a line, given the lines that are already
// dropped. The reason it returns is from the first view with the line.
func (z *minimiser) needless(line int, shadow bool) (Dropped, bool) {
	for _, r := range z.views {
		if z.steps++; r.lastOf(line) {
			return Dropped{}, false
		}
	}
	return z.needlessIn(z.places[line], shadow)
}

// unneeded returns those lines that one view does not need, all of them together and in addition
// to those already dropped. A view without a rule from a line does not need the line.
func (z *minimiser) unneeded(r *view, lines []int) map[int]bool {
	own, left := *z, *r
	own.dead, own.views, left.left = maps.Clone(z.dead), []*view{&left}, slices.Clone(r.left)
	out := map[int]bool{}
	for _, line := range lines {
		if r.barred || left.lastOf(line) {
			continue
		}
		places := slices.DeleteFunc(slices.Clone(z.places[line]), func(p place) bool { return p.in != r })
		if _, ok := own.needlessIn(places, false); !ok && len(places) > 0 {
			continue
		}
		own.drop(line)
		out[line] = true
	}
	z.steps = own.steps
	return out
}

// sameRule reports whether a line has the same rule as a record.
func sameRule(f *robotstxt.File, r syntax.Record, line int) bool {
	i := sort.Search(len(f.Syntax().Records), func(i int) bool { return f.Syntax().Records[i].Line() >= line })
	if i == len(f.Syntax().Records) || f.Syntax().Records[i].Line() != line {
		return false
	}
	o := f.Syntax().Records[i]
	return o.Key() == r.Key() && f.Syntax().Text[o.ValueAt():o.ValueEnd()] == f.Syntax().Text[r.ValueAt():r.ValueEnd()]
}

// lastOf reports whether a line is the last remaining rule of its group.
func (r *view) lastOf(line int) bool {
	at, in := r.inSpan[line]
	return in && r.left[at] < 2
}

// needlessIn reports whether the rule of a line is unnecessary at all its places, and the reason
// at the first one.
func (z *minimiser) needlessIn(places []place, shadow bool) (out Dropped, ok bool) {
	for i, p := range places {
		z.steps++
		by, ok := z.shadowed(p.set, p.rank)
		dead := ok
		if !ok && !shadow {
			by, ok = z.repeated(p.set, p.rank)
		}
		if !ok || z.visible && by == 0 {
			return Dropped{}, false
		}
		if i == 0 {
			out = Dropped{By: by, Dead: dead}
		}
	}
	return out, len(places) > 0
}

// pathLike reports whether the value of a line begins like a path.
func (z *minimiser) pathLike(r syntax.Record) bool {
	return r.ValueAt() < r.ValueEnd() && (z.file.Syntax().Text[r.ValueAt()] == '/' || z.file.Syntax().Text[r.ValueAt()] == '*')
}
