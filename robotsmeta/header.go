package robotsmeta

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/internal/preference"
)

// The fields of a response that say something to robots.
const (
	fieldXRobots = iota
	fieldRobots
	fieldUsage
	fieldSignal
	fieldReservation
	fieldPolicy
	fieldLinks
	fieldRefresh
	fieldKinds
)

var fieldNames = [fieldKinds]string{
	"X-Robots-Tag", "Robots-Tag", "Content-Usage", "Content-Signal", "TDM-Reservation", "TDM-Policy", "Link", "Refresh",
}

// Fields returns the names of the fields that say something to robots.
func Fields() []string { return slices.Clone(fieldNames[:]) }

// Field adds a field of the response by its name, in any case, and one value.
// Fields that say nothing to robots are ignored, so that a caller may hand over
// all of them; values of one name come in their order. Only the fields of the
// response that brought the page count, not those of redirects before it.
func (r *Reader) Field(name, value string) {
	kind := fieldKind(name)
	if kind < 0 {
		return
	}
	r.fields[kind]++
	at := Place{Source: fieldNames[kind], Field: r.fields[kind]}
	switch kind {
	case fieldXRobots:
		r.xRobotsTag(value, at)
	case fieldRobots:
		r.robotsTag(value, at)
	case fieldUsage:
		r.usage(value, "y", "n", at)
	case fieldSignal:
		r.usage(value, "yes", "no", at)
	case fieldReservation:
		r.reservation(value, at)
	case fieldPolicy:
		r.policy(value, at)
	case fieldLinks:
		for _, l := range ParseLinks(value) {
			r.link(l.Rel, l.URL, at)
		}
	case fieldRefresh:
		r.addRefresh(value, at)
	}
}

func fieldKind(name string) int {
	for i, n := range fieldNames {
		if len(n) == len(name) && strings.EqualFold(n, name) {
			return i
		}
	}
	return -1
}

// XRobotsTag adds one value of the X-Robots-Tag field. "otherbot: noindex"
// speaks to that robot until the next name; proxies join several fields with
// commas, so a name may follow in the middle. "*" and "robots" are all robots. A
// word that is not one of ours is a name only if a directive follows its colon:
// what is behind "unavailable-after: soon" is not said to a robot of that name.
func (r *Reader) XRobotsTag(value string) { r.Field(fieldNames[fieldXRobots], value) }

func (r *Reader) xRobotsTag(value string, at Place) {
	agent, ours := "", true
	for _, part := range splitDirectives(r.unquoted(value, at)) {
		if s, ok := r.cutScopes(part, at); ok {
			agent, ours, part = s.agent, s.ours, s.rest
		}
		if ours {
			r.part(part, agent, at)
		}
	}
}

// A scoped is a directive behind robots' names.
type scoped struct {
	agent string // which of our names speaks, "" for all robots
	ours  bool
	rest  string
}

// cutScopes cuts robots' names and their colons off the front of a directive. Of
// several names one of ours counts, whatever follows; others are names only
// before a directive that is known.
func (r *Reader) cutScopes(part string, at Place) (out scoped, ok bool) {
	rest, names := part, 0
	for {
		name, after, isName := cutName(rest)
		if !isName {
			break
		}
		names++
		rest = after
		if agent, ours := r.scope(name); ours {
			out = scoped{agent: agent, ours: true}
		}
	}
	out.rest = rest
	switch {
	case names == 0:
		return out, false
	case out.ours, beginsDirective(rest):
		return out, true
	}
	if !isNumber(rest) { // which is the value of a directive of tomorrow
		r.notice(CheckUnclearName, at, part)
	}
	return out, false
}

// cutName cuts what may be a robot's name: a product token, perhaps with a
// version, that is no directive itself.
func cutName(part string) (name, rest string, ok bool) {
	name, rest, ok = strings.Cut(part, ":")
	if !ok {
		return "", "", false
	}
	name, _, _ = strings.Cut(strings.TrimSpace(name), "/")
	if !isToken(name) {
		return "", "", false
	}
	if _, directive := lookup(strings.ToLower(name)); directive {
		return "", "", false
	}
	return name, strings.TrimSpace(rest), true
}

// beginsDirective reports whether s begins with the name of a directive.
func beginsDirective(s string) bool {
	word, _ := cutAny(s, " \t:;|")
	_, ok := lookup(strings.ToLower(word))
	return ok
}

// scope says whether a name speaks to us, and by which of our names.
func (r *Reader) scope(name string) (agent string, ours bool) {
	if name == "*" || strings.EqualFold(name, "robots") {
		return "", true
	}
	return r.own(name)
}

// robotsTag reads the form that draft-illyes-repext proposes: "token=rule, rule;
// token=rule", where "*" or no token speaks to all.
func (r *Reader) robotsTag(value string, at Place) {
	for part := range strings.SplitSeq(r.unquoted(value, at), ";") {
		token, rules, ok := strings.Cut(part, "=")
		if !ok {
			token, rules = "*", part
		}
		if agent, ours := r.scope(strings.TrimSpace(token)); ours {
			r.add(rules, agent, at)
		}
	}
}

// add reads a list of directives that speaks to the agent.
func (r *Reader) add(content, agent string, at Place) {
	for _, part := range splitDirectives(r.unquoted(content, at)) {
		r.part(part, agent, at)
	}
}

// unquoted returns the first MaxContent bytes of s with whitespace for quotation
// marks, which no directive has.
func (r *Reader) unquoted(s string, at Place) string {
	s = clip(s, MaxContent)
	if !strings.ContainsFunc(s, preference.IsQuote) {
		return s
	}
	r.notice(CheckQuotes, at, "")
	return strings.Map(func(c rune) rune {
		if preference.IsQuote(c) {
			return ' '
		}
		return c
	}, s)
}

// splitDirectives splits at commas, but not inside the date of
// unavailable_after, which goes on where a part begins with a number or with a
// month and a number: no directive does.
func splitDirectives(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		part = strings.TrimSpace(part)
		if n := len(out) - 1; n >= 0 && goesOn(part) && len(out[n]) <= maxDated && isDated(out[n]) {
			out[n] += ", " + part
			continue
		}
		out = append(out, part)
	}
	return out
}

// goesOn reports whether a part may go on with a date: "25 Jun 2026", "2026",
// "June 25".
func goesOn(part string) bool {
	digit := func(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
	if digit(part) {
		return true
	}
	word, rest := cutAny(part, " ")
	return digit(strings.TrimLeft(rest, " ")) && isMonth(strings.TrimRight(word, "."))
}

// maxDated is the length in bytes beyond which a part takes no more of a date.
const maxDated = 2 * maxDate

// isDated reports whether the part is an unavailable_after, be it behind other
// words.
func isDated(part string) bool {
	const name = "unavailable_after"
	head, _, ok := cutLast(part, ":")
	for ok {
		if head = strings.TrimSpace(head); len(head) >= len(name) && strings.EqualFold(head[len(head)-len(name):], name) {
			return true
		}
		head, _, ok = cutLast(head, ":")
	}
	return false
}

// cutAny cuts s before the first byte of the set.
func cutAny(s, set string) (head, rest string) {
	if i := strings.IndexAny(s, set); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

func isToken(s string) bool {
	for _, c := range s {
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '*' {
			return false
		}
	}
	return s != ""
}
