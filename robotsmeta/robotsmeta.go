// Package robotsmeta reads what a page says to robots about itself: the robots
// meta tag and the X-Robots-Tag response field, for all robots or for one by
// name. It merges them to one value that says of each directive where it was
// said.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only and
// does not parse HTML: the caller hands over names and contents. Directives that
// only speak of other uses of a page (archives, previews, translation) are kept
// by name.
package robotsmeta

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of what is read from one page.
const (
	MaxTags       = 64      // meta tags and header fields
	MaxContent    = 8 << 10 // bytes of one tag or field
	MaxDirectives = 128     // distinct directives kept
)

// A Statement is one directive with the place where it was said.
type Statement struct {
	Name   string // in lower case: "noindex", "max-snippet", ...
	Value  string // after the colon, "" if there is none
	Agent  string // the robot it speaks to, "" for all
	Source string // "meta robots", "X-Robots-Tag", ...
}

// Directives hold what a page says. The zero value permits everything. A value
// is safe for concurrent use once it is built.
type Directives struct {
	statements []Statement
}

// Statements returns the directives that speak to us, in the order in which
// they were said. The caller must not change them.
func (d Directives) Statements() []Statement { return d.statements }

// A Reader collects the directives of one page for one robot.
type Reader struct {
	agents []string
	tags   int
	out    Directives
}

// NewReader returns a Reader for a robot that goes by the given names; names
// are compared without case. Tags for other robots are ignored.
func NewReader(agents ...string) *Reader { return &Reader{agents: agents} }

// Meta adds a meta tag by its name and content attributes. Names other than
// "robots" and the robot's own are ignored.
func (r *Reader) Meta(name, content string) {
	name = strings.TrimSpace(name)
	agent, ok := "", strings.EqualFold(name, "robots")
	if !ok {
		agent, ok = r.own(name)
	}
	if ok {
		r.add(content, agent, "meta "+strings.ToLower(name))
	}
}

// XRobotsTag adds one value of the X-Robots-Tag field. "otherbot: noindex"
// speaks to that robot until the next name; proxies join several fields with
// commas, so a name may follow in the middle.
func (r *Reader) XRobotsTag(value string) {
	agent, ours := "", true
	var mine []string
	flush := func() {
		if ours && len(mine) > 0 {
			r.add(strings.Join(mine, ","), agent, "X-Robots-Tag")
		}
		mine = nil
	}
	for _, part := range splitDirectives(clipContent(value)) {
		head, rest, colon := strings.Cut(part, ":")
		if head = strings.TrimSpace(head); colon && !valued(head) && isToken(head) {
			flush()
			agent, ours = r.own(head)
			part = rest
		}
		mine = append(mine, part)
	}
	flush()
}

// Directives returns what was collected.
func (r *Reader) Directives() Directives { return r.out }

func (r *Reader) own(name string) (string, bool) {
	for _, a := range r.agents {
		if strings.EqualFold(a, name) {
			return a, true
		}
	}
	return "", false
}

func (r *Reader) add(content, agent, source string) {
	if r.tags++; r.tags > MaxTags {
		return
	}
	for _, part := range splitDirectives(clipContent(content)) {
		name, value, _ := strings.Cut(part, ":")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" || len(r.out.statements) >= MaxDirectives {
			continue
		}
		s := Statement{Name: name, Value: strings.TrimSpace(value), Agent: agent, Source: source}
		if !slices.Contains(r.out.statements, s) {
			r.out.statements = append(r.out.statements, s)
		}
	}
}

func clipContent(s string) string {
	if len(s) > MaxContent {
		return s[:MaxContent]
	}
	return s
}

// splitDirectives splits at commas, but not inside the date of
// unavailable_after, which may hold one after the day's name.
func splitDirectives(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if n := len(out) - 1; n >= 0 && openDate(out[n]) {
			out[n] += "," + part
			continue
		}
		out = append(out, strings.TrimSpace(part))
	}
	return out
}

// openDate reports whether s is an unavailable_after whose date has only a
// day's name so far.
func openDate(s string) bool {
	_, value, ok := strings.Cut(strings.ToLower(s), "unavailable_after:")
	return ok && !strings.ContainsAny(value, "0123456789")
}

// valued reports whether the name is a directive that takes a value, so that
// the colon after it does not end a robot's name.
func valued(name string) bool {
	switch strings.ToLower(name) {
	case "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after":
		return true
	}
	return false
}

func isToken(s string) bool {
	for _, c := range s {
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '*' {
			return false
		}
	}
	return s != ""
}

// A Verdict answers one question about a page.
type Verdict struct {
	Allowed bool
	Source  string // with !Allowed: the directive and where it was said
}

var allowed = Verdict{Allowed: true}

// deny returns the first statement with one of the names as a no.
func (d Directives) deny(names ...string) Verdict {
	for _, s := range d.statements {
		if slices.Contains(names, s.Name) {
			return Verdict{Source: s.String()}
		}
	}
	return allowed
}

// String returns the statement as "noindex in meta robots".
func (s Statement) String() string {
	text := s.Name
	if s.Value != "" {
		text += ":" + s.Value
	}
	if s.Agent != "" {
		return fmt.Sprintf("%s for %s in %s", text, s.Agent, s.Source)
	}
	return text + " in " + s.Source
}

// Index says whether the page may be in an index. Of directives that
// contradict each other the stricter counts. A page is out after the date of
// unavailable_after.
func (d Directives) Index(now time.Time) Verdict {
	if v := d.deny("noindex", "none"); !v.Allowed {
		return v
	}
	for _, s := range d.statements {
		if s.Name == "unavailable_after" {
			if at, ok := parseDate(s.Value); ok && now.After(at) {
				return Verdict{Source: s.String()}
			}
		}
	}
	return allowed
}

// Follow says whether links of the page may be followed.
func (d Directives) Follow(time.Time) Verdict { return d.deny("nofollow", "none") }

// Snippet says whether text of the page may be shown. max-snippet:0, nosnippet,
// noarchive and nocache forbid it.
func (d Directives) Snippet(time.Time) Verdict {
	for _, s := range d.statements {
		if s.Name == "max-snippet" {
			if n, err := strconv.Atoi(s.Value); err == nil && n == 0 {
				return Verdict{Source: s.String()}
			}
		}
	}
	return d.deny("nosnippet", "noarchive", "nocache")
}

// parseDate reads the date formats of unavailable_after: RFC 822, RFC 850 and
// ISO 8601.
func parseDate(s string) (time.Time, bool) {
	for _, layout := range []string{
		time.RFC1123, time.RFC1123Z, time.RFC850, time.RFC822, time.RFC822Z, time.RFC3339, "2006-01-02",
		"02 Jan 2006 15:04:05 MST", "2006-01-02T15:04:05", "02-Jan-2006 15:04:05 MST",
	} {
		if at, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// NoFollowRel reports whether a rel attribute asks that the link be not
// followed: nofollow, ugc or sponsored.
func NoFollowRel(rel string) bool {
	for token := range strings.FieldsSeq(rel) {
		if strings.EqualFold(token, "nofollow") || strings.EqualFold(token, "ugc") || strings.EqualFold(token, "sponsored") {
			return true
		}
	}
	return false
}
