package robotstxt

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Internal API: what packages that check and rewrite files need in addition. It may change
// together with them.

// Syntax returns the parsed lines of the file.
func (f *File) Syntax() *syntax.File { return &f.syn }

// Fit returns a new text for the file, or the original bytes if robots would not read all of the
// text.
func (f *File) Fit(text string) []byte {
	if len(text) > MaxBody {
		return f.Bytes()
	}
	return []byte(text)
}

// A Rule is one compiled access rule.
type Rule struct {
	Line  int
	Allow bool
	Path  pattern.Pattern
}

// Rule returns the rule with a rank from 0, the strongest, to Len-1.
func (m *Matcher) Rule(rank int) Rule {
	r := m.rules[rank]
	return Rule{Line: r.line(), Allow: r.allow(), Path: m.pattern(rank)}
}

// A Choice is the groups that one robot obeys, and the name by which they were found.
type Choice struct {
	Agent  string
	Groups []dialect.Span // none if no group applies to the robot
}

// A Chooser finds the groups for many robots in one file and one dialect. It is not safe for
// concurrent use.
type Chooser struct {
	file   *File
	d      *dialect.Dialect
	spans  []dialect.Span
	byName map[string][]dialect.Span // by folded name; nil if robots can match several names
}

// Chooser returns the chooser for a dialect.
func (f *File) Chooser(d dialect.Dialect) *Chooser {
	v := &Chooser{file: f, d: &d, spans: d.Spans(f.syn.Records)}
	if d.Agents == dialect.AgentByToken || d.Agents == dialect.AgentExact {
		_, v.byName = v.ByName()
	}
	return v
}

// Spans returns all groups of the file.
func (v *Chooser) Spans() []dialect.Span { return v.spans }

// SearchWork returns the cost of finding the groups of a robot, which is compared with the names
// of all groups, or 0 if no search is needed.
func (v *Chooser) SearchWork(agent dialect.AgentToken) int {
	if v.byName != nil {
		return 0
	}
	return len(v.spans) + len(v.file.syn.Text)/64 + len(v.file.syn.Records)*len(agent)/64
}

// Choose finds the groups of a robot.
func (v *Chooser) Choose(agent dialect.AgentToken) Choice {
	c := v.compiler()
	if v.byName == nil {
		c.choose([]dialect.AgentToken{agent})
		return Choice{Agent: c.m.agent, Groups: c.chosen}
	}
	for _, a := range v.d.Chain([]dialect.AgentToken{agent}...) {
		if chosen := v.byName[foldName(string(a))]; len(chosen) > 0 {
			c.use(a, chosen)
			break
		}
	}
	return Choice{Agent: c.m.agent, Groups: c.chosen}
}

func (v *Chooser) compiler() *compiler {
	return &compiler{file: v.file, m: v.file.matcher(v.d), d: v.d, spans: v.spans}
}

// Compile returns a matcher for chosen groups that decides like one from File.Compile. It only
// reads access rules.
func (v *Chooser) Compile(choice Choice) *Matcher {
	c := v.compiler()
	if c.m.blanket = v.file.unread(v.d); c.m.blanket != ReasonUnknown {
		return c.m
	}
	for _, s := range choice.Groups {
		c.glob = v.d.Patterns == dialect.PatternsGlob && c.version2(s)
		for _, r := range v.file.syn.Records[s.Lo:s.Hi] {
			if r.Key().IsRule() && v.d.Reads(r) {
				c.rule(r, r.Key() == syntax.KeyAllow)
			}
		}
	}
	c.order()
	if len(choice.Groups) > 0 {
		c.m.agent, c.m.has = choice.Agent, true
		c.m.groupLine = int32(v.file.syn.Records[choice.Groups[0].Lo].Line())
	}
	c.m.buildIndex()
	return c.m
}

// ByName returns the folded names of the robots in the file, in order, with the groups of each.
// It is for dialects in which a robot matches one name.
func (v *Chooser) ByName() (names []string, groups map[string][]dialect.Span) {
	groups = map[string][]dialect.Span{}
	for _, s := range v.spans {
		for _, r := range v.file.syn.Records[s.Lo:s.Hi] {
			if r.Key() != syntax.KeyUserAgent || !v.d.Reads(r) {
				continue
			}
			name := v.d.Value(&v.file.syn, r)
			switch {
			case v.d.Names(name, "*"):
				name = "*"
			case v.d.Agents == dialect.AgentByToken:
				name = name[:dialect.TokenLength(name)]
			}
			name = foldName(name)
			own, known := groups[name]
			if !known {
				names = append(names, name)
			}
			if n := len(own); n == 0 || own[n-1] != s {
				groups[name] = append(own, s)
			}
		}
	}
	return names, groups
}

// foldName returns the same string for names that differ only in case.
func foldName(name string) string { return strings.ToLower(strings.ToUpper(name)) }

// Addressed returns every robot that the file names, "*" last.
func (v *Chooser) Addressed() []dialect.AgentToken {
	var out []dialect.AgentToken
	seen := map[string]bool{}
	for _, s := range v.spans {
		for _, r := range v.file.syn.Records[s.Lo:s.Hi] {
			if r.Key() != syntax.KeyUserAgent || !v.d.Reads(r) {
				continue
			}
			name := v.d.Value(&v.file.syn, r)
			if v.d.Agents == dialect.AgentByToken {
				name = name[:dialect.TokenLength(name)]
			}
			if folded := strings.ToLower(name); name != "" && name != "*" && !seen[folded] {
				seen[folded] = true
				out = append(out, dialect.AgentToken(name))
			}
		}
	}
	return append(out, "*")
}
