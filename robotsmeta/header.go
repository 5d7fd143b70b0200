package robotsmeta

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/internal/preference"
)

// The response fields for robots.
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

// Fields returns the names of the response fields for robots.
func Fields() []string { return slices.Clone(fieldNames[:]) }

// Field adds one value of a response field; the name may have any case. It ignores fields that do
// not concern robots, so a caller may pass all fields; values of one name must be in their order.
// Only the fields of the response with the page count, not those of earlier redirects.
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

// XRobotsTag adds one value of the X-Robots-Tag field. "otherbot: noindex" addresses that robot
// until the next name; proxies join several fields with commas, so a name may follow in the
// middle. "*" and "robots" mean all robots. An unknown word is a robot's name only if a directive
// follows its colon: what follows "unavailable-after: soon" is not addressed to a robot of that
// name.
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

// A scoped is a directive with the robots' names before it.
type scoped struct {
	agent string // the name of ours that is addressed, "" for all robots
	ours  bool
	rest  string
}

// cutScopes removes robots' names and their colons from the front of a directive. One of our
// names counts whatever follows; other words are names only before a known directive.
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
	if !isNumber(rest) { // it may be the value of a future directive
		r.notice(CheckUnclearName, at, part)
	}
	return out, false
}

// cutName removes a possible robot's name: a product token, perhaps with a version, that is not a
// directive.
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

// scope reports whether a name addresses us, and returns which of our names it is.
func (r *Reader) scope(name string) (agent string, ours bool) {
	if name == "*" || strings.EqualFold(name, "robots") {
		return "", true
	}
	return r.own(name)
}

// robotsTag reads the format proposed by draft-illyes-repext: "token=rule, rule; token=rule",
// where "*" or no token addresses all robots.
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

// add reads a list of directives addressed to the agent.
func (r *Reader) add(content, agent string, at Place) {
	for _, part := range splitDirectives(r.unquoted(content, at)) {
		r.part(part, agent, at)
	}
}

// unquoted returns the first MaxContent bytes of s, with quotation marks replaced by whitespace;
// no directive contains them.
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

// splitDirectives splits at commas, but not inside the date of unavailable_after. The date
// continues if a part begins with a number, or with a month and a number, because no directive
// does.
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

// goesOn reports whether a part may continue a date: "25 Jun 2026", "2026", "June 25".
func goesOn(part string) bool {
	digit := func(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
	if digit(part) {
		return true
	}
	word, rest := cutAny(part, " ")
	return digit(strings.TrimLeft(rest, " ")) && isMonth(strings.TrimRight(word, "."))
}

// maxDated is the length in bytes after which a part is not extended by more of a date.
const maxDated = 2 * maxDate

// isDated reports whether the part is an unavailable_after, possibly after other words.
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
