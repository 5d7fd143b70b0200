package robotsmeta

import (
	"strconv"
	"strings"
	"time"
)

// A Refresh sends the visitor to another page after a delay.
type Refresh struct {
	After time.Duration
	URL   string // as written; "" for the page itself
	Place Place
}

// Permanent reports whether search engines treat the refresh as a permanent redirect: one without
// a delay that leads to another page. With a delay it is a temporary redirect, and the page is
// kept (Google, Yandex).
func (r Refresh) Permanent() bool { return r.After == 0 && r.URL != "" }

// maxRefresh is the maximum number of seconds of a refresh.
const maxRefresh = 365 * 24 * 60 * 60

// refreshSpace is the whitespace of HTML.
const refreshSpace = " \t\r\n\f"

// ParseRefresh parses "5; url=page.html" like browsers (HTML, shared declarative refresh steps):
// a number whose fraction is dropped, then a semicolon, a comma or a space, then the address with
// or without "url=" and quotes.
func ParseRefresh(content string) (Refresh, bool) {
	s := strings.TrimLeft(clip(content, MaxContent), refreshSpace)
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	digits := s[:n]
	for n < len(s) && (s[n] == '.' || '0' <= s[n] && s[n] <= '9') {
		n++
	}
	if n == 0 {
		return Refresh{}, false
	}
	sec, err := strconv.Atoi("0" + digits)
	if err != nil || sec > maxRefresh {
		return Refresh{}, false
	}
	rest := s[n:]
	if rest != "" && !strings.ContainsAny(rest[:1], ";,"+refreshSpace) {
		return Refresh{}, false
	}
	rest = strings.TrimLeft(rest, refreshSpace)
	if rest != "" && (rest[0] == ';' || rest[0] == ',') {
		rest = rest[1:]
	}
	return Refresh{After: time.Duration(sec) * time.Second, URL: refreshURL(strings.TrimLeft(rest, refreshSpace))}, true
}

// refreshURL parses the address after the number.
func refreshURL(s string) string {
	if len(s) >= 3 && strings.EqualFold(s[:3], "url") {
		if after := strings.TrimLeft(s[3:], refreshSpace); strings.HasPrefix(after, "=") {
			s = strings.TrimLeft(after[1:], refreshSpace)
		}
	}
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		s, _, _ = strings.Cut(s[1:], s[:1])
	}
	return strings.Trim(s, refreshSpace)
}

func (r *Reader) addRefresh(content string, at Place) {
	f, ok := ParseRefresh(content)
	switch {
	case !ok:
		r.notice(CheckBadValue, at, content)
	case r.out.refresh == nil:
		f.Place = at
		r.out.refresh = &f
	}
}

// MaxRevisit is the longest interval that ParseRevisit accepts.
const MaxRevisit = 100 * 365 * 24 * time.Hour

// ParseRevisit parses "10 days", "2 weeks", "1 month", or a bare number of days, up to
// MaxRevisit.
func ParseRevisit(content string) (time.Duration, bool) {
	const day = 24 * time.Hour
	s := strings.TrimSpace(clip(content, MaxContent))
	digits := 0
	for digits < len(s) && '0' <= s[digits] && s[digits] <= '9' {
		digits++
	}
	n, err := strconv.ParseUint(s[:digits], 10, 16)
	if err != nil || n == 0 {
		return 0, false
	}
	per := day
	switch strings.TrimSuffix(strings.ToLower(strings.TrimSpace(s[digits:])), "s") {
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
	if time.Duration(n) > MaxRevisit/per {
		return 0, false
	}
	return time.Duration(n) * per, true
}

func (r *Reader) revisitAfter(content string, at Place) {
	d, ok := ParseRevisit(content)
	if !ok {
		r.notice(CheckBadValue, at, content)
		return
	}
	if r.out.revisit == 0 {
		r.out.revisit = d
	}
}
