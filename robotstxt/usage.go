package robotstxt

import "strings"

// A Preference is what an owner says about one use of a page.
type Preference struct {
	Label string // "search", "train-ai", "ai-train", "ai-input", "use"
	Value string // "y", "n", "yes", "no", or a word
	Line  int
}

// Allowed reports what the preference says: yes, no, or neither.
func (p Preference) Allowed() (allowed, known bool) {
	switch p.Value {
	case "y", "yes":
		return true, true
	case "n", "no":
		return false, true
	}
	return false, false
}

// A usageRule is a Content-Usage or Content-Signal line.
type usageRule struct {
	pattern pattern // of the path, "" for every target
	length  int
	all     bool
	prefs   []Preference
}

// newUsageRule reads "[path] label=value, label=value"; there is a path if and
// only if the value begins with "/" (AIPREF attachment, section on robots.txt).
func newUsageRule(value string, d *Dialect, line int) usageRule {
	r := usageRule{all: true}
	if strings.HasPrefix(value, "/") {
		path, rest := value, ""
		if i := strings.IndexAny(value, " \t"); i >= 0 {
			path, rest = value[:i], value[i+1:]
		}
		if len(path) <= MaxRule {
			r.pattern, r.length = newPattern(path, d, false)
			r.all = false
		}
		value = rest
	}
	r.prefs = ParsePreferences(value)
	for i := range r.prefs {
		r.prefs[i].Line = line
	}
	return r
}

// maxPreferences is how many labels one line may have.
const maxPreferences = 64

// ParsePreferences reads a list of preferences as in "train-ai=n, search=y", in
// the form of a dictionary of structured fields: the last value of a label
// counts, parameters behind ";" are dropped, labels are in lower case. Commas
// may be missing, as in Content-Signal lines that separate by blanks.
func ParsePreferences(value string) []Preference {
	var out []Preference
	for _, item := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		item, _, _ = strings.Cut(item, ";")
		label, v, ok := strings.Cut(item, "=")
		if !ok || label == "" || len(out) >= maxPreferences {
			continue
		}
		p := Preference{Label: strings.ToLower(label), Value: strings.ToLower(strings.Trim(v, `"`))}
		out = setPreference(out, p)
	}
	return out
}

func setPreference(list []Preference, p Preference) []Preference {
	for i := range list {
		if list[i].Label == p.Label {
			list[i] = p
			return list
		}
	}
	return append(list, p)
}

// Usage returns the Content-Usage preferences of the group for a target: of the
// lines with the longest path that matches, the most restrictive value of each
// label. A target that may not be visited has none.
func (m *Matcher) Usage(target string) []Preference { return m.preferences(m.lines().usage, target) }

// Signals returns the Content-Signal preferences of the group for a target, by
// the same rules. An absent label neither grants nor restricts.
func (m *Matcher) Signals(target string) []Preference {
	return m.preferences(m.lines().signals, target)
}

func (m *Matcher) preferences(rules []usageRule, target string) []Preference {
	if len(rules) == 0 || m.Decide(target).Verdict != Allow {
		return nil
	}
	form := string(m.comparable(nil, target))
	longest := -1
	for i := range rules {
		if r := &rules[i]; r.all || r.pattern.match(form) {
			longest = max(longest, r.length)
		}
	}
	var out []Preference
	for i := range rules {
		r := &rules[i]
		if r.length != longest || !r.all && !r.pattern.match(form) {
			continue
		}
		for _, p := range r.prefs {
			out = restrict(out, p)
		}
	}
	return out
}

// restrict adds p; of two values for one label the restricting one stays.
func restrict(list []Preference, p Preference) []Preference {
	for _, q := range list {
		if q.Label != p.Label {
			continue
		}
		if allowed, known := p.Allowed(); !known || allowed {
			return list
		}
	}
	return setPreference(list, p)
}
