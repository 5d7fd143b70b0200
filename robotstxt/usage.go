package robotstxt

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/aranea-search/aranea/internal/preference"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
)

// Limits on accepted Content-Usage and Content-Signal lines, for each of the two keys. They keep
// the work for a target, which a robot does for each URL, far below a millisecond on any file.
const (
	// MaxUsageLabels is how many labels a matcher keeps: the first ones of the file. The last
	// five places are reserved for search, train-ai, ai-train, ai-input and tdm if they refuse.
	MaxUsageLabels = 64
	// MaxUsageWild is how many wildcards all paths together may have. A path with more than are
	// left is dropped. MaxExtensionLines limits the number of different paths.
	MaxUsageWild = 256
)

// A usageRule is a Content-Usage or Content-Signal line.
type usageRule struct {
	pattern pattern.Path // "" matches every target
	length  int
	all     bool
	tooLong bool // the path is longer than MaxRule
	prefs   []field.Preference
}

// newUsageRule parses "[path] label=value, label=value"; there is a path if and only if the
// value begins with "/" (AIPREF attachment, section on robots.txt).
func newUsageRule(value string, d *dialect.Dialect, line int) usageRule {
	path, prefs := field.ParseUsage(value)
	r := usageRule{all: path == "", tooLong: len(path) > MaxRule, prefs: prefs}
	if path != "" && !r.tooLong {
		r.pattern, r.length = pattern.NewPath(path, d)
	}
	for i := range r.prefs {
		r.prefs[i].Line = line
	}
	return r
}

// A usageTable holds the Content-Usage or the Content-Signal lines of a group; those with the
// same path are combined.
type usageTable struct {
	paths  []usagePath // longest first, once the table is finished
	labels []string    // in the order of the file
	wild   int         // number of wildcards in paths
	forms  int         // number of wildcards in their query forms

	pathAt  map[string]int // index by length and pattern, until the table is finished
	labelAt map[string]int
}

// A usagePath holds the preferences from all lines with one path.
type usagePath struct {
	pattern pattern.Path
	length  int
	all     bool
	prefs   []usagePref // without duplicate labels
}

// A usagePref is a Preference with its label as an index into usageTable.labels.
type usagePref struct {
	label int
	value string
	line  int
}

// add adds a line, within the limits.
func (t *usageTable) add(value string, d *dialect.Dialect, line int) {
	r := newUsageRule(value, d, line)
	if r.tooLong {
		return
	}
	if t.pathAt == nil {
		t.pathAt, t.labelAt = map[string]int{}, map[string]int{}
	}
	key := strconv.Itoa(r.length) + " " + r.pattern.Key() // "/x" and "/x*" differ in precedence
	at, ok := t.pathAt[key]
	if !ok {
		stars := r.pattern.Stars()
		if len(t.paths) >= MaxExtensionLines || t.wild+stars > MaxUsageWild {
			return
		}
		t.wild += stars
		t.forms = r.pattern.KeepForms(t.forms, MaxUsageWild)
		at = len(t.paths)
		t.pathAt[key] = at
		t.paths = append(t.paths, usagePath{pattern: r.pattern, length: r.length, all: r.all})
	}
	for _, p := range r.prefs {
		if label, ok := t.label(p); ok {
			t.paths[at].add(usagePref{label: label, value: p.Value, line: p.Line})
		}
	}
}

// label returns the index of a preference's label, or false at a limit.
func (t *usageTable) label(p field.Preference) (int, bool) {
	at, ok := t.labelAt[p.Label]
	if !ok {
		if at = len(t.labels); !field.HasRoom(at, MaxUsageLabels, p.Label, p.Meaning()) {
			return 0, false
		}
		t.labelAt[p.Label] = at
		t.labels = append(t.labels, p.Label)
	}
	return at, true
}

func (p *usagePath) add(pref usagePref) {
	for i := range p.prefs {
		if q := &p.prefs[i]; q.label == pref.label {
			if pref.beats(*q) {
				*q = pref
			}
			return
		}
	}
	p.prefs = append(p.prefs, pref)
}

// beats reports whether p wins over q with the same label: the stronger value wins, or the first
// one if they are equally strong.
func (p usagePref) beats(q usagePref) bool {
	if a, b := preference.MeaningOf(p.value), preference.MeaningOf(q.value); a != b {
		return a > b
	}
	return p.line < q.line
}

// finish sorts the paths and drops what only add needs.
func (t *usageTable) finish() {
	slices.SortStableFunc(t.paths, func(a, b usagePath) int { return cmp.Compare(b.length, a.length) })
	t.pathAt, t.labelAt = nil, nil
}

// find returns the preferences for a target in comparable form.
func (t *usageTable) find(form string) []field.Preference {
	var said [MaxUsageLabels]usagePref // line 0 for none
	order := make([]int, 0, len(t.labels))
	longest := -1
	for i := range t.paths {
		p := &t.paths[i]
		if p.length < longest {
			break
		}
		if !p.all && !p.pattern.Match(form) {
			continue
		}
		longest = p.length
		for _, pref := range p.prefs {
			switch have := &said[pref.label]; {
			case have.line == 0:
				order = append(order, pref.label)
				*have = pref
			case pref.beats(*have):
				*have = pref
			}
		}
	}
	var out []field.Preference
	for _, label := range order {
		out = append(out, field.Preference{Label: t.labels[label], Value: said[label].value, Line: said[label].line})
	}
	return out
}

// Usage returns the Content-Usage preferences of the group for a target: from the lines with the
// longest path that matches, the most restrictive value of each label. A target that may not be
// visited has none. MaxUsageLabels and MaxUsageWild limit the lines that are used.
func (m *Matcher) Usage(target string) []field.Preference {
	return m.preferences(&m.lines().usage, target)
}

// Signals returns the Content-Signal preferences of the group for a target, by the same rules. A
// missing label neither grants nor restricts.
func (m *Matcher) Signals(target string) []field.Preference {
	return m.preferences(&m.lines().signals, target)
}

func (m *Matcher) preferences(t *usageTable, target string) []field.Preference {
	if len(t.paths) == 0 || m.Decide(target).Verdict != Allow {
		return nil
	}
	return t.find(string(m.comparable(nil, target)))
}
