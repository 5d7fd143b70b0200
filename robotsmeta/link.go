package robotsmeta

import (
	"strings"
)

// Rel is a set of link relations that concern robots.
type Rel uint16

// The relations.
const (
	RelNoFollow  Rel = 1   // the link is not a recommendation
	RelUGC       Rel = 2   // written by a visitor of the site
	RelSponsored Rel = 4   // it was paid for
	RelCanonical Rel = 8   // the preferred address of the page
	RelAlternate Rel = 16  // the page in another form or language
	RelLicense   Rel = 32  // the license of the page
	RelNext      Rel = 64  // the next page
	RelPrev      Rel = 128 // the previous page
	RelSitemap   Rel = 256 // a list of the pages of the site
)

var relNames = [...]string{"nofollow", "ugc", "sponsored", "canonical", "alternate", "license", "next", "prev", "sitemap"}

// ParseRel parses a rel attribute: words in any case, separated by whitespace. "previous" is
// "prev". Words that do not concern robots are ignored.
func ParseRel(rel string) Rel {
	var out Rel
	for word := range strings.FieldsSeq(rel) {
		for i, name := range relNames {
			if len(word) == len(name) && strings.EqualFold(word, name) {
				out |= 1 << i
			}
		}
		if strings.EqualFold(word, "previous") {
			out |= RelPrev
		}
	}
	return out
}

// NoFollow reports whether the link should not be followed. Google treats all three relations as
// hints; a robot without better knowledge obeys them.
func (r Rel) NoFollow() bool { return r&(RelNoFollow|RelUGC|RelSponsored) != 0 }

// String lists the relations separated by spaces.
func (r Rel) String() string {
	var out []string
	for i, name := range relNames {
		if r&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, " ")
}

// NoFollowRel reports whether a rel attribute says that the link should not be followed:
// nofollow, ugc or sponsored.
func NoFollowRel(rel string) bool { return ParseRel(rel).NoFollow() }

// A LinkTag is a link element of the page.
type LinkTag struct {
	Rel    string // the rel attribute
	Href   string // the href attribute
	InBody bool   // outside the head
	Line   int    // of the tag's start in the page, from 1; 0 if unknown
	Column int    // in bytes, from 1; 0 if unknown
}

// Link adds a link element. A canonical or license link outside the head is ignored, because
// anybody who may write into the page could add it.
func (r *Reader) Link(t LinkTag) {
	rel := ParseRel(t.Rel)
	at := Place{Source: "link", Line: t.Line, Column: t.Column}
	if t.InBody {
		if rel&(RelCanonical|RelLicense) != 0 {
			r.notice(CheckOutsideHead, at, rel.String())
		}
		return
	}
	r.link(rel, t.Href, at)
}

func (r *Reader) link(rel Rel, href string, at Place) {
	l := Link{URL: strings.TrimSpace(clip(href, MaxContent)), Place: at}
	if rel&RelCanonical != 0 {
		keep(&r.out.canonicals, l)
	}
	if rel&RelLicense != 0 {
		keep(&r.out.licenses, l)
	}
}

// keep adds a link to a bounded list.
func keep(list *[]Link, l Link) {
	if l.URL != "" && len(*list) < MaxLinks {
		*list = append(*list, l)
	}
}

// A FieldLink is one link of a Link field.
type FieldLink struct {
	URL  string // as written, relative to the page
	Rel  Rel
	Lang string // the hreflang parameter, "" if there is none
	Type string // the media type in the type parameter, "" if there is none
}

// ParseLinks parses a Link field (RFC 8288 section 3): "<url>; rel=canonical, ...". Commas and
// semicolons inside angle brackets and quotes do not separate. The first rel parameter of a link
// counts. A link with an anchor parameter is about another page and is omitted. Invalid links are
// skipped.
func ParseLinks(value string) []FieldLink {
	value = clip(value, MaxContent)
	var out []FieldLink
	for {
		value = strings.TrimLeft(value, " \t,")
		if value == "" {
			return out
		}
		if value[0] != '<' {
			_, value = cutUnquoted(value, ',')
			continue
		}
		href, rest, ok := strings.Cut(value[1:], ">")
		if !ok {
			return out
		}
		var params string
		params, value = cutUnquoted(rest, ',')
		if l, ours := fieldLink(strings.TrimSpace(href), params); ours {
			out = append(out, l)
		}
	}
}

// fieldLink parses the parameters of one link and reports whether the link starts at this page.
func fieldLink(href, params string) (FieldLink, bool) {
	l := FieldLink{URL: href}
	seen := false
	for params != "" {
		var p string
		p, params = cutUnquoted(params, ';')
		name, v, _ := strings.Cut(p, "=")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "anchor":
			return l, false
		case "rel":
			if !seen {
				l.Rel, seen = ParseRel(unescape(v)), true
			}
		case "hreflang":
			if l.Lang == "" {
				l.Lang = unescape(v)
			}
		case "type":
			if l.Type == "" {
				l.Type = unescape(v)
			}
		}
	}
	return l, true
}

// cutUnquoted cuts s at the first sep outside quotes.
func cutUnquoted(s string, sep byte) (before, after string) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == sep && !quoted:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// unescape parses the value of a parameter, which is a token or a quoted string.
func unescape(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || s[0] != '"' {
		return s
	}
	var b strings.Builder
	for i := 1; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
