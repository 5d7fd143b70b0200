package robotstxt

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
)

// Limits on accepted Clean-param lines. They keep the work for a target, which a robot cleans
// for each URL, far below a millisecond.
const (
	// MaxCleanNames is how many names a matcher keeps, counted separately for each path: the
	// first ones of the file. Of 2,000 public sites, the one with the most names has 330.
	MaxCleanNames = 1000
	// MaxCleanWild is how many wildcards all paths together may have. A path with more than are
	// left is dropped.
	MaxCleanWild = 256
)

// A cleanTable holds the Clean-param lines of a file.
type cleanTable struct {
	lines []field.CleanParam
	paths []cleanPath    // without duplicates
	names map[string]int // the index of each name, in the order of the file
	wild  int            // number of wildcards in paths
	forms int            // number of wildcards in their query forms

	pathAt map[string]int  // index by pattern, until the table is finished
	pairs  map[[2]int]bool // pairs of path and name, until the table is finished
}

// A cleanPath holds the names from all lines with one path.
type cleanPath struct {
	pattern pattern.Path // a literal "" matches every target
	names   []int
}

// add adds a line with those of its names that are new for its path, within the limits.
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

// path returns the index of a path, or false at a limit.
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

// pair records a name for a path. It returns false if the pair was known, or at a limit.
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

// finish drops what only add needs.
func (t *cleanTable) finish() { t.pathAt, t.pairs = nil, nil }

// CleanParams returns the Clean-param lines of the file, without names that were given for the
// same path before. They apply wherever they are in the file. The caller must not modify them.
func (m *Matcher) CleanParams() []field.CleanParam { return m.lines().clean.lines }

// Clean returns the target without the query parameters that Clean-param lines name. It keeps
// the order of the others, and returns target itself if there is nothing to drop. MaxCleanNames
// and MaxCleanWild limit the lines that are used.
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
