package acquire

import (
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// minAbsence is the shortest time for which the absence or refusal of a file is kept.
const minAbsence = time.Hour

// maxSeconds stands for all larger numbers of seconds (RFC 9111 section 1.2.2).
const maxSeconds = 1 << 31

// seconds parses a number of seconds, which consists of any number of digits and nothing else.
func seconds(value string) (time.Duration, bool) {
	if value == "" || strings.Trim(value, "0123456789") != "" {
		return 0, false
	}
	s, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		s = maxSeconds
	}
	return time.Duration(min(s, maxSeconds)) * time.Second, true
}

// wait returns how long Retry-After asks to wait, up to a limit.
func (f *Fetch) wait(d dialect.Dialect, now time.Time) time.Duration {
	return min(RetryAfter(f.RetryAfter, now), max(d.Policy.MaxAge, 24*time.Hour))
}

// RetryAfter parses a Retry-After field (RFC 9110 section 10.2.3): seconds or a date. It returns
// 0 for an invalid value, and a negative duration for a date in the past.
func RetryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if s, ok := seconds(value); ok {
		return s
	}
	if at, ok := parseHTTPDate(value); ok {
		return at.Sub(now)
	}
	return 0
}

// parseHTTPDate parses the format of RFC 9110 section 5.6.7 and the two obsolete ones.
func parseHTTPDate(s string) (time.Time, bool) {
	for _, layout := range []string{"Mon, 02 Jan 2006 15:04:05 GMT", "Monday, 02-Jan-06 15:04:05 MST", time.ANSIC} {
		if at, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// freshness interprets Cache-Control and Expires (RFC 9309 section 2.4). Invalid values count as
// expired, but no copy is kept for less than MinAge. Of several max-age directives the first
// counts (RFC 9111 section 4.2.1); no-cache for some fields counts as no-cache.
func freshness(d dialect.Dialect, f Fetch, now time.Time) time.Duration {
	age := d.Policy.DefaultAge
	if f.Expires != "" {
		age = 0
		if at, ok := parseHTTPDate(f.Expires); ok {
			age = at.Sub(now)
		}
	}
	told := false
	for name, value := range cacheDirectives(f.CacheControl) {
		switch strings.ToLower(name) {
		case "max-age":
			if !told {
				age, _ = seconds(value)
				told = true
			}
		case "no-cache", "no-store":
			return dialect.MinAge
		}
	}
	return min(max(age, dialect.MinAge), maxAge(&d.Policy))
}

// maxAge returns the longest time for which a copy is kept. A policy that Validate refuses must
// not cause endless requests.
func maxAge(p *dialect.Policy) time.Duration { return max(p.MaxAge, dialect.MinAge) }

// cacheDirectives yields the directives of a Cache-Control field with their unquoted values (RFC
// 9111 section 5.2). A comma inside a quoted string is not a separator; an unterminated string
// extends to the end.
func cacheDirectives(field string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for field != "" {
			end := directiveEnd(field)
			name, value, _ := strings.Cut(field[:end], "=")
			if !yield(strings.TrimSpace(name), strings.Trim(value, "\" \t")) {
				return
			}
			field = field[min(end+1, len(field)):]
		}
	}
}

// directiveEnd returns the index at which the first directive of a field ends: a comma outside
// quoted strings, or the end.
func directiveEnd(field string) int {
	quoted := false
	for i := 0; i < len(field); i++ {
		switch field[i] {
		case '"':
			quoted = !quoted
		case '\\':
			if quoted {
				i++
			}
		case ',':
			if !quoted {
				return i
			}
		}
	}
	return len(field)
}
