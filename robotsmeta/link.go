package robotsmeta

import (
	"strconv"
	"strings"
	"time"
)

// Rel is a set of link relations that speak to robots.
type Rel uint8

// The relations.
const (
	RelNoFollow  Rel = 1 << iota // the link is no recommendation
	RelUGC                       // a visitor of the site wrote it
	RelSponsored                 // it was paid for
	RelCanonical                 // the address the page wants to be known by
	RelAlternate                 // the page in another form or language
	RelLicense                   // the license of the page
)

var relNames = [...]string{"nofollow", "ugc", "sponsored", "canonical", "alternate", "license"}

// ParseRel reads a rel attribute: words in any case with blanks between them.
func ParseRel(rel string) Rel {
	var out Rel
	for word := range strings.FieldsSeq(rel) {
		for i, name := range relNames {
			if strings.EqualFold(word, name) {
				out |= 1 << i
			}
		}
	}
	return out
}

// NoFollow reports whether the link asks not to be followed.
func (r Rel) NoFollow() bool { return r&(RelNoFollow|RelUGC|RelSponsored) != 0 }

// String lists the relations with blanks.
func (r Rel) String() string {
	var out []string
	for i, name := range relNames {
		if r&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, " ")
}

// NoFollowRel reports whether a rel attribute asks that the link be not
// followed: nofollow, ugc or sponsored.
func NoFollowRel(rel string) bool { return ParseRel(rel).NoFollow() }

// Link adds a link tag of the head by its rel and href attributes.
func (r *Reader) Link(rel, href string) { r.link(ParseRel(rel), href, "link tag") }

func (r *Reader) link(rel Rel, href, source string) {
	l := Link{URL: strings.TrimSpace(clipContent(href)), Source: source}
	if l.URL == "" {
		return
	}
	if rel&RelCanonical != 0 && len(r.out.canonicals) < MaxLinks {
		r.out.canonicals = append(r.out.canonicals, l)
	}
	if rel&RelLicense != 0 && len(r.out.licenses) < MaxLinks {
		r.out.licenses = append(r.out.licenses, l)
	}
}

// linkField reads a Link field (RFC 8288): "<url>; rel=canonical, ...". Commas
// inside the angle brackets and inside quotes do not separate.
func (r *Reader) linkField(value string) {
	value = clipContent(value)
	for {
		_, rest, ok := strings.Cut(value, "<")
		if !ok {
			return
		}
		href, params, ok := strings.Cut(rest, ">")
		if !ok {
			return
		}
		params, value = cutParams(params)
		for p := range strings.SplitSeq(params, ";") {
			name, v, _ := strings.Cut(p, "=")
			if strings.EqualFold(strings.TrimSpace(name), "rel") {
				r.link(ParseRel(strings.Trim(strings.TrimSpace(v), `"`)), href, "Link")
			}
		}
	}
}

// cutParams cuts the parameters of one link off, up to a comma outside quotes.
func cutParams(s string) (params, rest string) {
	quoted := false
	for i := range len(s) {
		switch s[i] {
		case '"':
			quoted = !quoted
		case ',':
			if !quoted {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

// A Refresh sends the visitor to another page after a while.
type Refresh struct {
	After  time.Duration
	URL    string // "" for the page itself
	Source string
}

// Permanent reports whether search engines take the refresh for a permanent
// redirect: one that acts at once and leads elsewhere.
func (r Refresh) Permanent() bool { return r.After == 0 && r.URL != "" }

// maxRefresh bounds the seconds of a refresh.
const maxRefresh = 365 * 24 * 60 * 60

// ParseRefresh reads "5; url=page.html" as browsers do: a number, then blanks,
// a semicolon or comma, then the address with or without "url=" and quotes.
func ParseRefresh(content string) (Refresh, bool) {
	s := strings.TrimSpace(clipContent(content))
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	digits := s[:n]
	for n < len(s) && (s[n] == '.' || '0' <= s[n] && s[n] <= '9') {
		n++ // a fraction is read and dropped
	}
	if n == 0 {
		return Refresh{}, false
	}
	sec, err := strconv.Atoi("0" + digits)
	if err != nil || sec > maxRefresh {
		return Refresh{}, false
	}
	rest := s[n:]
	if rest != "" && !strings.ContainsAny(rest[:1], ";, \t\r\n\f") {
		return Refresh{}, false
	}
	rest = strings.TrimLeft(strings.TrimSpace(rest), ";,")
	rest = strings.TrimSpace(rest)
	if len(rest) >= 3 && strings.EqualFold(rest[:3], "url") {
		if after := strings.TrimSpace(rest[3:]); strings.HasPrefix(after, "=") {
			rest = strings.TrimSpace(after[1:])
		}
	}
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		rest, _, _ = strings.Cut(rest[1:], rest[:1])
	}
	return Refresh{After: time.Duration(sec) * time.Second, URL: rest}, true
}

func (r *Reader) addRefresh(content, source string) {
	if f, ok := ParseRefresh(content); ok && r.out.refresh == nil {
		f.Source = source
		r.out.refresh = &f
	}
}

// ParseRevisit reads "10 days", "2 weeks", "1 month", or a bare number of days.
func ParseRevisit(content string) (time.Duration, bool) {
	const day = 24 * time.Hour
	number, unit, _ := strings.Cut(strings.TrimSpace(clipContent(content)), " ")
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || n == 0 {
		return 0, false
	}
	per := day
	switch strings.TrimSuffix(strings.ToLower(strings.TrimSpace(unit)), "s") {
	case "", "day":
	case "hour":
		per = time.Hour
	case "week":
		per = 7 * day
	case "month":
		per = 30 * day
	case "year":
		per = 365 * day
	default:
		return 0, false
	}
	return time.Duration(n) * per, true
}

func (r *Reader) revisitAfter(content, source string) {
	d, ok := ParseRevisit(content)
	if !ok {
		r.notice(BadValue, source, content)
		return
	}
	if r.out.revisit == 0 {
		r.out.revisit = d
	}
}
