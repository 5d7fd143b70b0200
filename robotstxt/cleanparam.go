package robotstxt

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
)

// Limits of what Clean-param lines are believed. They hold the work for a
// target, which a robot cleans with each URL, far below a millisecond.
const (
	// MaxCleanNames is how many names a matcher keeps, those of each path
	// counted apart: the first of the file. Of 2,000 public sites the one that
	// names most names 330.
	MaxCleanNames = 1000
	// MaxCleanWild is how many wildcards there may be in all paths together; a
	// path with more than are left is dropped.
	MaxCleanWild = 256
)

// A cleanTable holds the Clean-param lines of a file.
type cleanTable struct {
	lines []field.CleanParam
	paths []cleanPath    // each once
	names map[string]int // the place of each name, in the order of the file
	wild  int            // wildcards in paths
	forms int            // wildcards in their query forms

	pathAt map[string]int  // by pattern, until the table is finished
	pairs  map[[2]int]bool // paths and names that go together, until then
}

// A cleanPath is the names that all lines with one path give.
type cleanPath struct {
	pattern pattern.Path // a literal "" holds for every target
	names   []int
}

// add takes up a line with those of its names that are new for its path, as
// long as the limits are kept.
func (t *cleanTable) add(c field.CleanParam, d *dialect.Dialect) {
	if t.names == nil {
		t.names, t.pathAt, t.pairs = map[string]int{}, map[string]int{}, map[[2]int]bool{}
	}
	at, ok := t.path(c.Path, d)
	if !ok {
		return
	}
	fresh := c.Names[:0]
	for _, name := range c.Names {
		if t.pair(at, name) {
			fresh = append(fresh, name)
		}
	}
	if c.Names = fresh; len(fresh) > 0 {
		t.lines = append(t.lines, c)
	}
}

// path returns the place of a path, and false if there is no more room.
func (t *cleanTable) path(path string, d *dialect.Dialect) (int, bool) {
	var p pattern.Path
	if path != "" {
		p, _ = pattern.NewPath(path, d)
	}
	at, ok := t.pathAt[p.Key()]
	if !ok {
		if len(t.pairs) >= MaxCleanNames || t.wild+p.Stars() > MaxCleanWild {
			return 0, false
		}
		t.wild += p.Stars()
		t.forms = p.KeepForms(t.forms, MaxCleanWild)
		at = len(t.paths)
		t.pathAt[p.Key()] = at
		t.paths = append(t.paths, cleanPath{pattern: p})
	}
	return at, true
}

// pair notes a name for a path, and returns false if it was known or there is
// no more room.
func (t *cleanTable) pair(path int, name string) bool {
	id, ok := t.names[name]
	if !ok {
		id = len(t.names)
	}
	pair := [2]int{path, id}
	if t.pairs[pair] || len(t.pairs) >= MaxCleanNames {
		return false
	}
	t.names[name], t.pairs[pair] = id, true
	t.paths[path].names = append(t.paths[path].names, id)
	return true
}

// finish forgets what only add needs.
func (t *cleanTable) finish() { t.pathAt, t.pairs = nil, nil }

// CleanParams returns the Clean-param lines of the file, without names that were
// given for the same path before; they hold wherever they stand. The caller must
// not change them.
func (m *Matcher) CleanParams() []field.CleanParam { return m.lines().clean.lines }

// Clean returns the target without the query parameters that Clean-param lines
// name. The order of the others stays. It returns target itself if there is
// nothing to drop. MaxCleanNames and MaxCleanWild bound what is believed.
func (m *Matcher) Clean(target string) string {
	t := &m.lines().clean
	path, query, ok := strings.Cut(target, "?")
	if !ok || len(t.lines) == 0 {
		return target
	}
	var drop [MaxCleanNames]bool
	form := string(m.comparable(nil, target))
	for i := range t.paths {
		if p := &t.paths[i]; p.pattern.Match(form) {
			for _, id := range p.names {
				drop[id] = true
			}
		}
	}
	var kept []string
	dropped := false
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if id, ok := t.names[name]; ok && drop[id] {
			dropped = true
			continue
		}
		kept = append(kept, part)
	}
	switch {
	case !dropped:
		return target
	case len(kept) == 0:
		return path
	}
	return path + "?" + strings.Join(kept, "&")
}
