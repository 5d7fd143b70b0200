package robotstxt

import "strings"

// maxPreferences is how many labels one line may have.
const maxPreferences = 64

// ParsePreferences reads a list of preferences as in "train-ai=n, search=y", a
// dictionary of structured fields (RFC 9651), and what people write for one:
// blanks for commas, quotation marks, blanks around "=". Labels and values are
// in lower case, each label comes once; of two values that of a refusal counts,
// else the first that says yes or no. Parameters behind ";" are dropped, unless
// they refuse something.
func ParsePreferences(value string) []Preference {
	var out []Preference
	for it := (preferenceItems{rest: plainPreferences(value)}); it.next(); {
		p := Preference{Label: it.label, Value: it.value}
		allowed, known := p.Allowed()
		if it.value == "" || it.by == ';' && (allowed || !known) {
			continue
		}
		out = keepPreference(out, p)
	}
	return out
}

// PreferenceFor returns what a list says about one use: the preference that
// refuses it, else one that grants it. "train-ai" and "ai-train" are one use. It
// returns false if the list says nothing of the use.
func PreferenceFor(list []Preference, label string) (Preference, bool) {
	var found Preference
	known := false
	for _, p := range list {
		allowed, said := p.Allowed()
		if !said || useName(p.Label) != useName(label) {
			continue
		}
		if !allowed {
			return p, true
		}
		found, known = p, true
	}
	return found, known
}

// useName returns one name for the names of one use.
func useName(label string) string {
	if label == "ai-train" {
		return "train-ai"
	}
	return label
}

// keepPreference adds p, or lets it take the place of a weaker one. A full list
// still takes the refusal to be searched, which a crawl obeys.
func keepPreference(list []Preference, p Preference) []Preference {
	allowed, known := p.Allowed()
	for i, q := range list {
		if q.Label != p.Label {
			continue
		}
		if was, knew := q.Allowed(); known && (!knew || was && !allowed) {
			list[i] = p
		}
		return list
	}
	if len(list) < maxPreferences || len(list) == maxPreferences && p.Label == "search" && known && !allowed {
		list = append(list, p)
	}
	return list
}

// plainPreferences makes a list plain: in lower case, blanks for quotation marks
// and control characters, commas for the separators of other scripts.
func plainPreferences(s string) string {
	return strings.ToLower(strings.Map(func(c rune) rune {
		switch {
		case c <= ' ' || c == 0x7F || strings.ContainsRune("\u00A0\u3000\"'`\u2018\u2019\u201A\u201C\u201D\u201E\u00AB\u00BB\u300C\u300D", c):
			return ' '
		case c == '|' || c == '\uFF0C' || c == '\u3001':
			return ','
		case c == '\uFF1B':
			return ';'
		}
		return c
	}, s))
}

// preferenceItems goes through a plain list: "label=value" or "label", with
// commas or blanks between. Behind a semicolon stands a parameter, or an item of
// somebody who writes semicolons for commas.
type preferenceItems struct {
	rest         string
	label, value string
	by           byte // before the item: a comma, a blank or a semicolon
}

// next moves to the next item.
func (it *preferenceItems) next() bool {
	it.by, it.value = ' ', ""
	for it.rest != "" && strings.IndexByte(" ,;=", it.rest[0]) >= 0 {
		if c := it.rest[0]; c == ',' || c == ';' {
			it.by = c
		}
		it.rest = it.rest[1:]
	}
	it.label, it.rest = cutBefore(it.rest, " ,;=")
	after := strings.TrimLeft(it.rest, " ")
	if !strings.HasPrefix(after, "=") {
		return it.label != ""
	}
	it.rest = strings.TrimLeft(after, " =")
	// A value behind a blank may be the label of the next item.
	value, rest := cutBefore(it.rest, " ,;=")
	apart := after[len(after)-len(it.rest)-1] == ' '
	if !apart || !strings.HasPrefix(strings.TrimLeft(rest, " "), "=") {
		it.value, it.rest = value, rest
	}
	return it.label != ""
}

// cutBefore cuts s before the first of the characters.
func cutBefore(s, chars string) (before, rest string) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}
