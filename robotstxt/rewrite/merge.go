package rewrite

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Merge joins two files to one in which each robot has one group, such as a part that a delivery
// network adds and the owner's own part. The files are parsed separately; by RFC 9309 the result
// then decides for every robot like all its groups of both, one after the other. Robots with the
// same rules share a group, duplicate lines are written once, and comments stay before the line
// they precede. If many robots share rules and also have their own, giving each one group would
// repeat the shared rules for all of them: if that exceeds MaxBody, groups stay as they are, one
// after the other, which has the same effect.
//
// If the result would be longer than MaxBody, robots would not read all of it; then text is nil
// and ok is false.
func Merge(a, b *robotstxt.File) (text []byte, ok bool) {
	g := newMerger()
	g.read(a)
	g.read(b)
	if groups, ok := g.joined(); ok {
		if out := g.write(groups); len(out) <= robotstxt.MaxBody {
			return out, true
		}
	}
	out := g.write(g.groups)
	if len(out) > robotstxt.MaxBody {
		return nil, false
	}
	return out, true
}

// Limits on giving each robot one group: bytes of the groups, and lines examined.
const (
	maxMerged     = robotstxt.MaxBody
	maxMergeLines = 5_000_000
)

// A merger stores each robot and each distinct line once, and groups as lists of their numbers.
// Its memory is linear in the size of the files.
type merger struct {
	robots []*mergedRobot
	named  map[string]*mergedRobot // by folded token
	groups []*mergedGroup
	lines  []mergedLine
	number map[string]int  // number of a line by its text
	wide   []string        // lines that belong to no group, with their comments
	once   map[string]bool // the set of wide
	steps  int             // lines examined to find robots with the same lines
}

// A mergedRobot is a robot with the numbers of its groups, ascending.
type mergedRobot struct {
	name   string // as first written
	groups []int
}

// A mergedGroup is a group of one of the files, or of the result.
type mergedGroup struct {
	robots []*mergedRobot
	lines  []int // numbers without duplicates
	size   int   // bytes of these lines
	rules  bool
}

// A mergedLine is a line with the comments before it.
type mergedLine struct {
	text string
	rule bool
	seen int // mark of the last group to which it was added
}

func newMerger() *merger {
	return &merger{named: map[string]*mergedRobot{}, number: map[string]int{}, once: map[string]bool{}}
}

func (g *merger) read(f *robotstxt.File) {
	d := dialect.RFC9309()
	var open *mergedGroup
	agents := false
	var comments []byte
	for l := range f.Lines() {
		if l.Spelled > d.Spelling {
			l.Key = syntax.KeyUnknown
		}
		switch {
		case l.Kind == syntax.LineEmpty:
			continue
		case l.Kind == syntax.LineComment:
			comments = append(append(comments, formatted(l)...), '\n')
			continue
		case l.Key == syntax.KeyUserAgent:
			if !agents {
				open = g.open()
			}
			agents = true
			g.address(&d, l.Value)
			g.addWide(string(comments))
		case open != nil && l.Key.IsMember():
			agents = agents && !l.Key.IsRule()
			g.add(open, string(comments)+formatted(l)+"\n", l.Key.IsRule(), len(g.groups))
		case l.Key.IsRule():
			continue
		default:
			g.addWide(string(comments) + formatted(l) + "\n")
		}
		comments = comments[:0]
	}
	g.addWide(string(comments))
}

// addWide adds lines that belong to no group, without duplicates.
func (g *merger) addWide(s string) {
	if s != "" && !g.once[s] {
		g.once[s] = true
		g.wide = append(g.wide, s)
	}
}

// open begins a group.
func (g *merger) open() *mergedGroup {
	out := &mergedGroup{}
	g.groups = append(g.groups, out)
	return out
}

// address adds the robot named by a User-agent value to the last group.
func (g *merger) address(d *dialect.Dialect, value string) {
	name := value[:dialect.TokenLength(value)]
	if d.Names(value, "*") {
		name = "*"
	}
	if name == "" {
		name = value // matches nobody, but is kept
	}
	key := strings.ToLower(name)
	r := g.named[key]
	if r == nil {
		r = &mergedRobot{name: name}
		g.named[key] = r
		g.robots = append(g.robots, r)
	}
	at := len(g.groups) - 1
	if n := len(r.groups); n == 0 || r.groups[n-1] != at {
		r.groups = append(r.groups, at)
		g.groups[at].robots = append(g.groups[at].robots, r)
	}
}

// add adds a line to a group unless the group has it. Each group has a mark of its own, and must
// be complete before the next one begins.
func (g *merger) add(to *mergedGroup, text string, rule bool, mark int) {
	n, known := g.number[text]
	if !known {
		n = len(g.lines)
		g.number[text] = n
		g.lines = append(g.lines, mergedLine{text: text, rule: rule})
	}
	g.take(to, n, mark)
}

func (g *merger) take(to *mergedGroup, n, mark int) {
	l := &g.lines[n]
	if l.seen == mark {
		return
	}
	l.seen = mark
	to.lines = append(to.lines, n)
	to.size += len(l.text)
	to.rules = to.rules || l.rule
}

func (g *merger) write(groups []*mergedGroup) []byte {
	var b strings.Builder
	for _, w := range g.wide {
		b.WriteString(w)
	}
	for _, group := range groups {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		for _, r := range group.robots {
			b.WriteString("User-agent: " + r.name + "\n")
		}
		for _, n := range group.lines {
			b.WriteString(g.lines[n].text)
		}
		if !group.rules {
			b.WriteString("Disallow:\n") // otherwise it would merge with the next group
		}
	}
	if syntax.StartsOddly(b.String()) {
		return []byte("#\n" + b.String())
	}
	return []byte(b.String())
}

// joined returns groups in which each robot occurs once, in the order of their first robots. It
// returns false if they would be too large.
func (g *merger) joined() ([]*mergedGroup, bool) {
	var out []*mergedGroup
	size := 0
	byGroups, byLines := map[string]*mergedGroup{}, map[string]*mergedGroup{}
	for i, r := range g.robots {
		from := numbersKey(r.groups)
		group := byGroups[from]
		if group == nil {
			var ok bool
			if group, ok = g.join(r.groups, len(g.groups)+1+i); !ok {
				return nil, false
			}
			key := g.linesKey(group)
			if same := byLines[key]; same != nil {
				group = same
			} else {
				byLines[key] = group
				out = append(out, group)
				if size += group.size; size > maxMerged {
					return nil, false
				}
			}
			byGroups[from] = group
		}
		group.robots = append(group.robots, r)
	}
	return out, true
}

// join concatenates the lines of several groups without duplicates.
func (g *merger) join(groups []int, mark int) (*mergedGroup, bool) {
	out := &mergedGroup{}
	for _, at := range groups {
		if g.steps += len(g.groups[at].lines); g.steps > maxMergeLines {
			return nil, false
		}
		for _, n := range g.groups[at].lines {
			g.take(out, n, mark)
		}
	}
	return out, true
}

// linesKey returns the same string for two groups if the same is written for both: a group
// without rules is written with an empty rule at its end.
func (g *merger) linesKey(group *mergedGroup) string {
	if n, ok := g.number["Disallow:\n"]; ok && !group.rules {
		return numbersKey(append(slices.Clip(group.lines), n))
	}
	return numbersKey(group.lines)
}

// numbersKey returns a unique string for a list of numbers.
func numbersKey(list []int) string {
	b := make([]byte, 0, 4*len(list))
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}
