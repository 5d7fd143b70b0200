package robotstxt

import "strings"

// Merge joins two files to one in which each robot has one group: a part that a
// delivery network puts in front and the owner's own part, for example. Each
// file is read on its own; by RFC 9309 the result then decides for every robot
// as all its groups of both would, one behind the other. Robots with the same rules share a group, lines that say the same
// twice are written once, comments stay with the line they stand before.
func Merge(a, b *File) []byte {
	g := merger{lists: map[string]*mergedList{}}
	g.read(a)
	g.read(b)
	return g.write()
}

type merger struct {
	agents []string // folded tokens in order of appearance
	lists  map[string]*mergedList
	wide   []string // lines that belong to no group, with their comments
	once   map[string]bool
}

// A mergedList holds the lines of one robot.
type mergedList struct {
	name  string // as first written
	lines []string
	rules bool
	seen  map[string]bool
}

func (g *merger) read(f *File) {
	d := RFC9309()
	var open []*mergedList // robots of the group at hand
	agents := false
	comments := ""
	for l := range f.Lines() {
		if l.Spelled > d.Spelling {
			l.Key = KeyUnknown
		}
		switch {
		case l.Kind == LineBlank:
		case l.Kind == LineComment:
			comments += l.formatted() + "\n"
		case l.Key == KeyUserAgent:
			if !agents {
				open = nil
			}
			agents = true
			open = append(open, g.list(&d, l.Value))
			if comments != "" {
				g.addWide(comments)
			}
			comments = ""
		case open != nil && l.Key.member():
			agents = agents && !l.Key.rule()
			for _, list := range open {
				list.add(comments+l.formatted(), l.Key)
			}
			comments = ""
		case !l.Key.rule():
			g.addWide(comments + l.formatted() + "\n")
			comments = ""
		}
	}
	if comments != "" {
		g.addWide(comments)
	}
}

// addWide keeps lines that belong to no group, each once.
func (g *merger) addWide(s string) {
	if g.once == nil {
		g.once = map[string]bool{}
	}
	if !g.once[s] {
		g.once[s] = true
		g.wide = append(g.wide, s)
	}
}

// list returns the lines of the robot that a User-agent value names.
func (g *merger) list(d *Dialect, value string) *mergedList {
	name := value[:tokenLength(value)]
	if d.names(value, "*") {
		name = "*"
	}
	if name == "" {
		name = value // names nobody; kept as it is
	}
	key := strings.ToLower(name)
	if g.lists[key] == nil {
		g.lists[key] = &mergedList{name: name, seen: map[string]bool{}}
		g.agents = append(g.agents, key)
	}
	return g.lists[key]
}

func (l *mergedList) add(line string, k Key) {
	if l.seen[line] {
		return
	}
	l.seen[line] = true
	l.lines = append(l.lines, line)
	l.rules = l.rules || k.rule()
}

func (g *merger) write() []byte {
	var b strings.Builder
	for _, w := range g.wide {
		b.WriteString(w)
	}
	done := map[string]bool{}
	for i, a := range g.agents {
		if done[a] {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		list := g.lists[a]
		body := list.text()
		for _, other := range g.agents[i:] {
			if l := g.lists[other]; !done[other] && l.text() == body {
				done[other] = true
				b.WriteString("User-agent: " + l.name + "\n")
			}
		}
		b.WriteString(body)
	}
	return []byte(b.String())
}

// text returns the lines of a group. A group without rules gets an empty one,
// or it would run together with the next.
func (l *mergedList) text() string {
	s := strings.Join(l.lines, "\n")
	if s != "" {
		s += "\n"
	}
	if !l.rules {
		s += "Disallow:\n"
	}
	return s
}
