package robotsmeta

import (
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/internal/preference"
)

// Limits of what is read and kept from one page. The caller may pass any number of tags and
// fields. Up to MaxContent nothing hides a prohibition: the last places of a full list are
// reserved for the strictest directive of each name.
const (
	MaxContent    = 8 << 10 // bytes of one tag or field that are read
	MaxDirectives = 128     // distinct directives kept
	MaxLinks      = 16      // canonical links, licenses and policies, each
)

// Directives are the directives of a page with their places. The zero value permits everything. A
// value is safe for concurrent use once it is built.
type Directives struct {
	statements []Statement
	canonicals []Link
	licenses   []Link
	policies   []Link
	uses       []Preference
	refresh    *Refresh
	revisit    time.Duration
	noticed    []Finding
	dialect    Dialect
}

// Statements returns the directives addressed to this robot, in their order. The caller must not
// change them.
func (d Directives) Statements() []Statement { return d.statements }

// Canonicals returns the canonical links of the page, from tags and fields.
func (d Directives) Canonicals() []Link { return d.canonicals }

// Licenses returns the license links of the page, from tags and fields.
func (d Directives) Licenses() []Link { return d.licenses }

// Policies returns the addresses of the page's text and data mining policies (TDM Reservation
// Protocol).
func (d Directives) Policies() []Link { return d.policies }

// Refresh returns the first refresh of the page, or nil if there is none.
func (d Directives) Refresh() *Refresh { return d.refresh }

// Revisit returns the time after which the page asks to be visited again, or 0. It is a weak
// hint: no standard defines it, and "HTTP: The Definitive Guide" (O'Reilly, 2002, section 9.4)
// already doubts that many robots obey it.
func (d Directives) Revisit() time.Duration { return d.revisit }

// Dialect returns the dialect of the verdicts.
func (d Directives) Dialect() Dialect { return d.dialect }

// A Reader collects the directives of one page for one robot. It is not safe for concurrent use.
type Reader struct {
	agents []string
	fields [fieldKinds]int
	out    Directives
	kept   kept
}

// NewReader returns a Reader for a robot with the given names, which are compared without case.
// Directives addressed to any of them and to all robots count; directives addressed to other
// robots are ignored.
func NewReader(agents ...string) *Reader { return NewReaderFor(Strictest(), agents...) }

// NewReaderFor is NewReader with another dialect.
func NewReaderFor(d Dialect, agents ...string) *Reader {
	return &Reader{agents: agents, out: Directives{dialect: d}}
}

// Directives returns the collected directives.
func (r *Reader) Directives() Directives { return r.out }

// A Tag is a meta tag of the page.
type Tag struct {
	Name      string // the name attribute
	HTTPEquiv string // the http-equiv attribute
	Property  string // the property attribute, which has no meaning here
	Content   string // the content attribute
	Misspelt  string // the name of a misspelt content attribute, such as "contect"; see IsMisspelt
	InBody    bool   // outside the head
	Line      int    // of the tag's start in the page, from 1; 0 if unknown
	Column    int    // in bytes, from 1; 0 if unknown
}

// Meta adds a meta tag of the head by its name and content attributes. It ignores names other
// than "robots", the robot's own names and those of a few related tags.
func (r *Reader) Meta(name, content string) { r.Tag(Tag{Name: name, Content: content}) }

// Tag adds a meta tag. Unlike Meta, it records the place of the tag and its mistakes.
func (r *Reader) Tag(t Tag) {
	raw := strings.TrimSpace(t.Name)
	if strings.EqualFold(strings.TrimSpace(t.HTTPEquiv), "refresh") {
		r.addRefresh(t.Content, t.place("meta refresh"))
	}
	if raw == "" {
		r.nameless(t)
		return
	}
	name := unquote(raw)
	agent, ours := "", strings.EqualFold(name, "robots")
	if !ours {
		base, _, _ := strings.Cut(name, "/") // a version
		agent, ours = r.own(base)
	}
	at := t.place("meta " + strings.ToLower(name))
	switch {
	case ours:
		r.robots(t, raw != name, agent, at)
	case strings.EqualFold(name, "revisit-after"):
		r.revisitAfter(t.Content, at)
	case strings.EqualFold(name, "tdm-reservation"):
		r.reservation(t.Content, at)
	case strings.EqualFold(name, "tdm-policy"):
		r.policy(t.Content, at)
	case r.namesSeveral(name):
		r.notice(CheckSeveralNames, t.place("meta"), name)
	}
}

// namesSeveral reports whether a name attribute lists several robots that include one of our
// names or all robots.
func (r *Reader) namesSeveral(name string) bool {
	if len(name) > MaxContent || !strings.ContainsAny(name, listSeparators) {
		return false
	}
	words := strings.FieldsFunc(name, func(c rune) bool { return strings.ContainsRune(listSeparators, c) })
	return len(words) > 1 && slices.ContainsFunc(words, r.names)
}

// listSeparators are the separators between the names of a list.
const listSeparators = ",;| \t\r\n\f"

// Reads reports whether Tag uses a meta tag with these attributes, so that a caller need not
// prepare other tags.
func (r *Reader) Reads(name, equiv, property string) bool {
	name, equiv = strings.TrimSpace(name), strings.TrimSpace(equiv)
	if strings.EqualFold(equiv, "refresh") {
		return true
	}
	if name == "" {
		return r.names(equiv) || isRobotsField(equiv) || r.names(strings.TrimSpace(property))
	}
	name = unquote(name)
	base, _, _ := strings.Cut(name, "/")
	return r.names(base) || strings.EqualFold(name, "revisit-after") || strings.EqualFold(name, "tdm-reservation") || strings.EqualFold(name, "tdm-policy") ||
		r.namesSeveral(name)
}

// robots reads a robots tag that is addressed to us.
func (r *Reader) robots(t Tag, quoted bool, agent string, at Place) {
	if t.InBody {
		r.notice(CheckOutsideHead, at, "")
		if r.out.dialect.HeadOnly {
			return
		}
	}
	if t.Content == "" && t.Misspelt != "" {
		r.notice(CheckMisspelt, at, t.Misspelt)
		return
	}
	if quoted {
		r.notice(CheckQuotes, at, "")
	}
	r.add(strings.TrimSpace(t.Content), agent, at)
}

func (t *Tag) place(source string) Place {
	return Place{Source: source, Line: t.Line, Column: t.Column}
}

// nameless checks a tag without a name.
func (r *Reader) nameless(t Tag) {
	equiv, property := strings.TrimSpace(t.HTTPEquiv), strings.TrimSpace(t.Property)
	switch {
	case r.names(equiv), isRobotsField(equiv):
		r.notice(CheckWrongAttribute, t.place("meta http-equiv"), equiv)
	case r.names(property):
		r.notice(CheckWrongAttribute, t.place("meta property"), property)
	}
}

// isRobotsField reports whether an http-equiv attribute has the name of a field of directives.
// HTML does not define such values, and robots ignore them.
func isRobotsField(equiv string) bool {
	return strings.EqualFold(equiv, fieldNames[fieldXRobots]) || strings.EqualFold(equiv, fieldNames[fieldRobots])
}

func (r *Reader) names(s string) bool {
	_, ours := r.own(s)
	return ours || strings.EqualFold(s, "robots")
}

// own reports whether a name is one of ours, and returns it in our spelling.
func (r *Reader) own(name string) (string, bool) {
	for _, a := range r.agents {
		if strings.EqualFold(a, name) {
			return a, name != ""
		}
	}
	return "", false
}

// IsMisspelt reports whether the name of an attribute stands for "content". That is a name with
// the same length, or one letter more or less, and at most one wrong letter, such as "contect",
// which an article of 2004 printed and people copied; or "value", as in forms.
func IsMisspelt(attribute string) bool {
	s := strings.ToLower(attribute)
	return s == "value" || s != "content" && isSlip(s, "content")
}

// isSlip reports whether s differs from a word by one wrong, missing or additional letter, or by
// two swapped neighbours.
func isSlip(s, right string) bool {
	if len(s) < len(right)-1 || len(s) > len(right)+1 {
		return false
	}
	head := 0
	for head < len(s) && head < len(right) && s[head] == right[head] {
		head++
	}
	tail := 0
	for tail < len(s)-head && tail < len(right)-head && s[len(s)-1-tail] == right[len(right)-1-tail] {
		tail++
	}
	// Two swapped letters are one mistake too.
	if len(s) == len(right) && head+tail == len(right)-2 {
		return s[head] == right[head+1] && s[head+1] == right[head]
	}
	return max(len(s), len(right))-head-tail <= 1
}

// unquote removes typographic quotation marks at both ends. Word processors substitute them for
// straight ones, and in a page they become part of the value.
func unquote(s string) string {
	if s == "" || s[0] < 0x80 && s[len(s)-1] < 0x80 {
		return s
	}
	return strings.TrimSpace(strings.TrimFunc(s, func(c rune) bool { return c >= 0x80 && preference.IsQuote(c) }))
}

// part reads one item of a list: a directive, or several directives without commas between them.
func (r *Reader) part(part, agent string, at Place) {
	if s := statementOf(part); s.Name == "" || s.wellFormed() {
		r.state(s, agent, at)
		return
	}
	words := separate(part)
	if len(words) < 2 {
		r.state(statementOf(part), agent, at)
		return
	}
	r.notice(CheckSeparator, at, part)
	for _, s := range words {
		r.state(s, agent, at)
	}
}

// statementOf parses "name" or "name: value".
func statementOf(part string) Statement {
	name, value, _ := strings.Cut(part, ":")
	return Statement{Name: strings.ToLower(strings.TrimSpace(name)), Value: strings.TrimSpace(value)}
}

func (s Statement) wellFormed() bool {
	k, known := lookup(s.Name)
	return known && k.Value.fits(s.Value)
}

// separate splits an item at whitespace, semicolons, bars, and commas of other scripts. It
// returns nil unless every piece is a known directive.
func separate(part string) []Statement {
	words := strings.FieldsFunc(part, func(c rune) bool {
		return c <= ' ' || c == ';' || c == '|' || c == '，' || c == '、' || c == '；' || c == '\u00A0' || c == '\u3000'
	})
	var out []Statement
	for i := 0; i < len(words); i++ {
		w := words[i]
		if strings.HasSuffix(w, ":") && i+1 < len(words) {
			i++
			w += words[i]
		}
		s := statementOf(w)
		if _, known := lookup(s.Name); !known {
			return nil
		}
		out = append(out, s)
	}
	return out
}
