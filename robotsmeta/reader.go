package robotsmeta

import (
	"slices"
	"strings"
	"time"
)

// Limits of what is read from one page.
const (
	MaxTags       = 64      // meta tags and header fields
	MaxContent    = 8 << 10 // bytes of one tag or field
	MaxDirectives = 128     // distinct directives kept
	MaxLinks      = 16      // canonical links, and licenses, kept
)

// A Statement is one directive with the place where it was said.
type Statement struct {
	Name   string // in lower case: "noindex", "max-snippet", ...
	Value  string // after the colon, "" if there is none
	Agent  string // the robot it speaks to, "" for all
	Source string // "meta robots", "X-Robots-Tag", ...
}

// String returns the statement as "noindex in meta robots".
func (s Statement) String() string {
	text := s.Name
	if s.Value != "" {
		text += ":" + s.Value
	}
	if s.Agent != "" {
		text += " for " + s.Agent
	}
	return text + " in " + s.Source
}

// A Link is a URL that the page names, as written.
type Link struct {
	URL    string
	Source string
}

// Directives hold what a page says. The zero value permits everything. A value
// is safe for concurrent use once it is built.
type Directives struct {
	statements []Statement
	canonicals []Link
	licenses   []Link
	uses       []use
	refresh    *Refresh
	revisit    time.Duration
	noticed    []Finding
	dialect    Dialect
}

// Statements returns the directives that speak to us, in the order in which
// they were said. The caller must not change them.
func (d Directives) Statements() []Statement { return d.statements }

// Canonicals returns the canonical links of the page, from tags and fields.
func (d Directives) Canonicals() []Link { return d.canonicals }

// Licenses returns the license links of the page, from tags and fields.
func (d Directives) Licenses() []Link { return d.licenses }

// Refresh returns the first refresh of the page, nil if there is none.
func (d Directives) Refresh() *Refresh { return d.refresh }

// Revisit returns after which time the page asks to be visited again, 0 if it
// does not. No large robot obeys it; it is a weak hint.
func (d Directives) Revisit() time.Duration { return d.revisit }

// A Reader collects the directives of one page for one robot. It must not be
// used by several goroutines at once.
type Reader struct {
	agents []string
	tags   int
	out    Directives
}

// NewReader returns a Reader for a robot that goes by the given names; names
// are compared without case. Tags for other robots are ignored.
func NewReader(agents ...string) *Reader { return NewReaderFor(Strictest(), agents...) }

// NewReaderFor is NewReader with another dialect.
func NewReaderFor(d Dialect, agents ...string) *Reader {
	return &Reader{agents: agents, out: Directives{dialect: d}}
}

// Directives returns what was collected.
func (r *Reader) Directives() Directives { return r.out }

// A Tag is a meta tag as it stands in the page.
type Tag struct {
	Name      string // the name attribute
	HTTPEquiv string // the http-equiv attribute
	Property  string // the property attribute, which means nothing here
	Content   string // the content attribute
	Misspelt  string // a content attribute by a wrong name, "contect" say
	InBody    bool   // it stands outside the head
}

// Meta adds a meta tag by its name and content attributes. Names other than
// "robots", the robot's own and those of a few related tags are ignored.
func (r *Reader) Meta(name, content string) { r.Tag(Tag{Name: name, Content: content}) }

// Tag adds a meta tag. Unlike Meta it sees what is wrong with it.
func (r *Reader) Tag(t Tag) {
	name := strings.ToLower(strings.TrimSpace(t.Name))
	if name == "" {
		r.nameless(t)
		return
	}
	agent, ours := "", name == "robots"
	if !ours {
		agent, ours = r.own(name)
	}
	source := "meta " + name
	switch {
	case ours:
		if t.InBody {
			r.notice(OutsideHead, source, "")
		}
		if t.Content == "" && t.Misspelt != "" {
			r.notice(Misspelt, source, t.Misspelt)
		}
		r.add(t.Content, agent, source)
	case name == "revisit-after":
		r.revisitAfter(t.Content, source)
	case name == "tdm-reservation":
		r.reservation(t.Content, source)
	}
}

// nameless looks at a tag without a name.
func (r *Reader) nameless(t Tag) {
	equiv := strings.TrimSpace(t.HTTPEquiv)
	switch {
	case strings.EqualFold(equiv, "refresh"):
		r.addRefresh(t.Content, "meta refresh")
	case r.names(equiv):
		r.notice(WrongAttribute, "meta http-equiv", equiv)
	case r.names(strings.TrimSpace(t.Property)):
		r.notice(WrongAttribute, "meta property", t.Property)
	}
}

func (r *Reader) names(s string) bool {
	_, ours := r.own(s)
	return ours || strings.EqualFold(s, "robots")
}

// Field adds a field of the response. Fields that say nothing to robots are
// ignored.
func (r *Reader) Field(name, value string) {
	switch strings.ToLower(name) {
	case "x-robots-tag":
		r.XRobotsTag(value)
	case "robots-tag":
		r.RobotsTag(value)
	case "content-usage":
		r.usage(value, "Content-Usage")
	case "content-signal":
		r.usage(value, "Content-Signal")
	case "tdm-reservation":
		r.reservation(value, "TDM-Reservation")
	case "link":
		r.linkField(value)
	case "refresh":
		r.addRefresh(value, "Refresh")
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
			if head == "*" || strings.EqualFold(head, "robots") {
				agent, ours = "", true
			}
			part = rest
		}
		mine = append(mine, part)
	}
	flush()
}

// RobotsTag adds one value of the Robots-Tag field, the form that
// draft-illyes-repext proposes: "token=rule, rule; token=rule", where "*" or no
// token speaks to all.
func (r *Reader) RobotsTag(value string) {
	for part := range strings.SplitSeq(clipContent(value), ";") {
		token, rules, ok := strings.Cut(part, "=")
		if !ok {
			token, rules = "*", part
		}
		agent, ours := r.own(strings.TrimSpace(token))
		if ours || strings.TrimSpace(token) == "*" {
			r.add(rules, agent, "Robots-Tag")
		}
	}
}

func (r *Reader) own(name string) (string, bool) {
	for _, a := range r.agents {
		if strings.EqualFold(a, name) {
			return a, name != ""
		}
	}
	return "", false
}

// add reads a list of directives.
func (r *Reader) add(content, agent, source string) {
	if r.tags++; r.tags > MaxTags {
		return
	}
	for _, part := range splitDirectives(clipContent(content)) {
		for _, word := range r.words(part, source) {
			r.statement(word, agent, source)
		}
	}
}

// words returns part, or its words if it holds several directives without a
// comma between them.
func (r *Reader) words(part, source string) []string {
	if known(directiveName(part)) || !strings.ContainsAny(part, " ;") {
		return []string{part}
	}
	words := strings.FieldsFunc(part, func(c rune) bool { return c == ' ' || c == ';' })
	for _, w := range words {
		if !known(directiveName(w)) {
			return []string{part}
		}
	}
	r.notice(Separator, source, part)
	return words
}

func directiveName(part string) string {
	name, _, _ := strings.Cut(part, ":")
	return strings.ToLower(strings.TrimSpace(name))
}

func (r *Reader) statement(part, agent, source string) {
	_, value, _ := strings.Cut(part, ":")
	s := Statement{Name: directiveName(part), Value: strings.TrimSpace(value), Agent: agent, Source: source}
	if s.Name == "" || len(r.out.statements) >= MaxDirectives {
		return
	}
	if slices.Contains(r.out.statements, s) {
		r.notice(Duplicate, source, s.Name)
		return
	}
	r.out.statements = append(r.out.statements, s)
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
	const key = "unavailable_after:"
	for i := len(s) - len(key); i >= 0; i-- {
		if strings.EqualFold(s[i:i+len(key)], key) { // ToLower may change the length
			return !strings.ContainsAny(s[i+len(key):], "0123456789")
		}
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
