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

// ParseRevisit parses "10 days", "2 weeks", "1 month", the same in Russian, Chinese and Portuguese,
// with or without a space, or a bare number of days, up to MaxRevisit.
func ParseRevisit(content string) (time.Duration, bool) {
	s := strings.TrimSpace(clip(content, MaxContent))
	digits := 0
	for digits < len(s) && '0' <= s[digits] && s[digits] <= '9' {
		digits++
	}
	n, err := strconv.ParseUint(s[:digits], 10, 16)
	per, known := revisitUnit(strings.ToLower(strings.TrimSpace(s[digits:])))
	if err != nil || n == 0 || !known || time.Duration(n) > MaxRevisit/per {
		return 0, false
	}
	return time.Duration(n) * per, true
}

// revisitUnit returns the length of a unit of time by its name, in lower case.
func revisitUnit(name string) (time.Duration, bool) {
	const day = 24 * time.Hour
	switch name {
	case "hour", "hours", "час", "часа", "часов", "小时", "小時", "个小时", "個小時", "hora", "horas":
		return time.Hour, true
	case "", "day", "days", "день", "дня", "дней", "сутки", "суток", "天", "日", "dia", "dias":
		return day, true
	case "week", "weeks", "неделя", "неделю", "недели", "недель", "周", "週", "星期", "个星期", "個星期", "礼拜", "禮拜", "semana", "semanas":
		return 7 * day, true
	case "month", "months", "месяц", "месяца", "месяцев", "月", "个月", "個月", "mês", "mes", "meses":
		return 30 * day, true
	case "year", "years", "год", "года", "лет", "年", "ano", "anos":
		return 365 * day, true
	}
	return 0, false
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
