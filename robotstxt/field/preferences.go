package field

import (
	"strings"

	"github.com/aranea-search/aranea/internal/preference"
)

// MaxPreferences is how many labels one line may have. The last places are reserved for refusals
// of known uses.
const MaxPreferences = 64

// ParsePreferences parses a list of preferences as in "train-ai=n, search=y", a dictionary of
// structured fields (RFC 9651), and common variations: whitespace or semicolons instead of
// commas, quotation marks, whitespace around "=". Labels and values are in lower case, without
// duplicate labels; of two values a refusal counts, or else the first that says yes or no.
// Parameters after ";" are dropped, unless they refuse something. Package robotsmeta parses
// response fields by the same grammar.
func ParsePreferences(value string) []Preference {
	var out []Preference
	for it := range preference.Items(value) {
		if it.Value != "" && !it.Parameter() {
			out = keepPreference(out, Preference{Label: it.Label, Value: it.Value})
		}
	}
	return out
}

// PreferenceFor returns what a list says about one use: the first preference that refuses it, or
// else the first that grants it. "train-ai" and "ai-train" are the same use. It returns false if
// the list does not mention the use.
func PreferenceFor(list []Preference, label string) (Preference, bool) {
	var found Preference
	strongest, use := preference.Unknown, preference.Use(label)
	for _, p := range list {
		if m := p.Meaning(); m > strongest && preference.Use(p.Label) == use {
			found, strongest = p, m
		}
	}
	return found, strongest != preference.Unknown
}

// keepPreference adds p, or replaces a weaker one with it.
func keepPreference(list []Preference, p Preference) []Preference {
	for i, q := range list {
		if q.Label != p.Label {
			continue
		}
		if p.Meaning() > q.Meaning() {
			list[i] = p
		}
		return list
	}
	if HasRoom(len(list), MaxPreferences, p.Label, p.Meaning()) {
		list = append(list, p)
	}
	return list
}

// HasRoom reports whether n labels, of at most max, leave room for another one. The last places
// are reserved for refusals of known uses, so that many unknown words do not hide them.
func HasRoom(n, max int, label string, m preference.Meaning) bool {
	return n < max-preference.KnownLabels || n < max && m == preference.Refused && preference.Known(label)
}

// A Preference is what an owner says about one use of a page.
type Preference struct {
	Label string // "search", "train-ai", "ai-train", "ai-input", "use"
	Value string // "y", "n", "yes", "no", or a word
	Line  int
}

// Allowed returns whether the use is allowed, and whether the preference says yes or no at all.
func (p Preference) Allowed() (allowed, known bool) {
	m := p.Meaning()
	return m == preference.Allowed, m != preference.Unknown
}

// Meaning returns the meaning of the value.
func (p Preference) Meaning() preference.Meaning { return preference.MeaningOf(p.Value) }

// ParseUsage parses "[path] label=value, label=value" of a Content-Usage or Content-Signal line:
// there is a path if and only if the value begins with "/" (AIPREF attachment, section on
// robots.txt); otherwise path is "".
func ParseUsage(value string) (path string, prefs []Preference) {
	if strings.HasPrefix(value, "/") {
		path, value = value, ""
		if i := strings.IndexAny(path, " \t"); i >= 0 {
			path, value = path[:i], path[i+1:]
		}
	}
	return path, ParsePreferences(value)
}
