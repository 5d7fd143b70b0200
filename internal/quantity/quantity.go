// Package quantity reads the numbers and dates that the values of facets are, and ranges of them.
//
// A value is a number only if there is one way to read it: 1,299 is a price above a thousand in
// London and below two in Berlin, and therefore no number here. See Of for what is sure.
//
// Floor: 0 (leaves). Stability: engine. It is pure. It compares no units and no currencies, and
// reads digits of ASCII only.
package quantity

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"
)

// A Quantity is a number, or a date as its year with the part of it that has passed: numbers of four
// digits and dates are on one scale, so that 2024 is the beginning of 2024-01.
type Quantity struct {
	At    float64 // finite
	Dated bool    // it is a date; a year alone is a number
}

// maxBytes is the longest text that is read.
const maxBytes = 100

// Of returns the number or the date that a text is, in any case; false if it is neither, or may be
// several.
//
// Numbers have a minus or plus before them or none, a point or a comma before their decimals, and
// groups of three digits with commas, points, spaces or apostrophes between them: -5, 19.90, 19,90,
// 1,299.00, 1.299,00, 1 299, 1'299.00, 1,299,000. A comma before exactly three digits may be either and is not read
// (1,299); a point there is that of decimals, as in code (1.299), but not in an amount of money.
// The symbol, the code (ISO 4217) or a common short name of a currency may stand before or behind:
// $19.90, US$ 19.90, 19,90 €, EUR 19.90, 19,90 zł.
//
// Dates are those of ISO 8601 with a month: 2024-05, 2024-05-31, 2024-05-31T12:30, with seconds,
// parts of them, and the zone; without one they are in UTC.
func Of(text string) (Quantity, bool) {
	if text = strings.TrimSpace(text); text == "" || len(text) > maxBytes {
		return Quantity{}, false
	}
	if from, _, ok := dateOf(text); ok {
		return Quantity{At: yearOf(from), Dated: true}, true
	}
	at, ok := numberOf(text)
	return Quantity{At: at}, ok
}

// dates are the forms of dates, with the time that each names.
var dates = [...]struct {
	form string
	end  func(time.Time) time.Time
}{
	{"2006-01", func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }},
	{time.DateOnly, func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }},
	{"2006-01-02T15:04", minute}, {"2006-01-02T15:04Z07:00", minute},
	{"2006-01-02T15:04:05", second}, {time.RFC3339, second}, {"2006-01-02T15:04:05Z0700", second},
}

func minute(t time.Time) time.Time { return t.Add(time.Minute) }
func second(t time.Time) time.Time { return t.Add(time.Second) }

// dateOf returns the first instant of a date with a month, and the first one after it.
func dateOf(text string) (from, to time.Time, ok bool) {
	if len(text) < len("2006-01") || text[4] != '-' {
		return from, to, false
	}
	text = strings.ToUpper(text)
	if len(text) > len(time.DateOnly) && text[len(time.DateOnly)] == ' ' {
		text = strings.Replace(text, " ", "T", 1)
	}
	for _, d := range dates {
		if t, err := time.Parse(d.form, text); err == nil {
			return t.UTC(), d.end(t.UTC()), true
		}
	}
	return from, to, false
}

// yearOf returns the year of an instant with the part of it that has passed.
func yearOf(t time.Time) float64 {
	begin := time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	end := begin.AddDate(1, 0, 0)
	return float64(t.Year()) + float64(t.Sub(begin))/float64(end.Sub(begin))
}

// numberOf reads a number or an amount of money.
func numberOf(text string) (float64, bool) {
	text, negative := unsigned(text)
	text, money, ok := withoutCurrency(text)
	if !ok {
		return 0, false
	}
	if !negative && money {
		text, negative = unsigned(text) // € -5
	}
	digits, ok := decimal(text, money)
	if !ok {
		return 0, false
	}
	at, err := strconv.ParseFloat(digits, 64)
	if negative && at != 0 {
		at = -at
	}
	return at, err == nil
}

// unsigned cuts the minus or plus before a number.
func unsigned(text string) (rest string, negative bool) {
	for _, minus := range [...]string{"-", "−"} {
		if rest, ok := strings.CutPrefix(text, minus); ok {
			return strings.TrimLeftFunc(rest, unicode.IsSpace), true
		}
	}
	return strings.TrimPrefix(text, "+"), false
}

// shortNames are names of currencies that prices are written with, besides symbols and codes, in lower
// case.
var shortNames = map[string]bool{
	"kr": true, "kr.": true, "zł": true, "kč": true, "ft": true, "lei": true, "лв": true, "лв.": true,
	"руб": true, "руб.": true, "р.": true, "грн": true, "грн.": true, "rs": true, "rs.": true, "fr.": true, "tl": true,
}

// withoutCurrency cuts the currency before or behind a number. ok is false if something else stands
// there, or both do.
func withoutCurrency(text string) (number string, money, ok bool) {
	first := strings.IndexFunc(text, isDigit)
	if first < 0 {
		return "", false, false
	}
	last := strings.LastIndexFunc(text, isDigit) + 1
	before, behind := text[:first], text[last:]
	if strings.HasSuffix(before, "-") || strings.HasSuffix(before, "−") {
		_, n := utf8.DecodeLastRuneInString(before)
		before, first = before[:len(before)-n], first-n
	}
	before, behind = strings.TrimSpace(before), strings.TrimSpace(behind)
	switch {
	case before == "" && behind == "":
		return text, false, true
	case before != "" && behind != "":
		return "", false, false
	}
	return text[first:last], true, isCurrency(before + behind)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// isCurrency reports whether a text names a currency: by a symbol, before which a country may stand (US$),
// a code or a short name.
func isCurrency(text string) bool {
	text = strings.ToLower(text)
	if symbol, n := utf8.DecodeLastRuneInString(text); unicode.Is(unicode.Sc, symbol) {
		country := text[:len(text)-n]
		return len(country) < 4 && strings.Trim(country, "abcdefghijklmnopqrstuvwxyz") == ""
	}
	if shortNames[text] {
		return true
	}
	_, err := currency.ParseISO(text)
	return err == nil
}

// decimal returns the digits of a number with a point before the decimals, without groups.
func decimal(text string, money bool) (string, bool) {
	whole, decimals, separated := text, "", false
	if at := strings.LastIndexAny(text, ".,"); at >= 0 && strings.Count(text, text[at:at+1]) == 1 {
		whole, decimals, separated = text[:at], text[at+1:], true
		grouped := strings.IndexFunc(whole, func(r rune) bool { return !isDigit(r) }) >= 0
		if sure := grouped || len(decimals) != 3 || text[at] == '.' && !money || whole == "0"; !sure {
			return "", false
		}
	}
	whole, ok := ungrouped(whole)
	if !ok || separated && decimals == "" || strings.TrimFunc(decimals, isDigit) != "" {
		return "", false
	}
	switch {
	case !separated:
		return whole, true
	case len(whole)+len(".")+len(decimals) == len(text) && text[len(whole)] == '.':
		return text, true // most are written so
	}
	return whole + "." + decimals, true
}

// ungrouped returns digits without what separates groups of three, which is the same everywhere.
func ungrouped(text string) (string, bool) {
	at := strings.IndexFunc(text, func(r rune) bool { return !isDigit(r) })
	if at < 0 {
		return text, text != ""
	}
	r, n := utf8.DecodeRuneInString(text[at:])
	if !strings.ContainsRune(",.'’ \u00a0\u202f\u2009", r) {
		return "", false
	}
	groups := strings.Split(text, text[at:at+n])
	for i, g := range groups {
		if strings.TrimFunc(g, isDigit) != "" || len(g) > 3 || g == "" || i > 0 && len(g) != 3 {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

// A Range is a range of numbers, or of dates, with both bounds in it. The zero value has only the
// number 0 in it.
type Range struct {
	from, to float64 // of numbers, both in it
	end      float64 // of dates: the first instant behind it
}

// Between separates the bounds of a range.
const Between = ".."

// RangeOf reads a range: 10..20, 10.., ..20, 2024-01..2024-06, 2024... A bound is written as a
// value is (Of); a date stands for all of its time, a number of four digits also for a year. It
// returns false for what is no range, also if the bounds are in the wrong order, or a number and a
// date.
func RangeOf(text string) (Range, bool) {
	first, last, ok := strings.Cut(text, Between)
	first, last = strings.TrimSpace(first), strings.TrimSpace(last)
	if !ok || first == "" && last == "" {
		return Range{}, false
	}
	from, ok := bound(first, math.Inf(-1))
	if !ok {
		return Range{}, false
	}
	to, ok := bound(last, math.Inf(1))
	r := Range{from.from, to.to, to.end}
	switch {
	case !ok:
		return Range{}, false
	case first == "" || last == "" || from.number && to.number:
		return r, r.from <= r.to
	}
	return r, from.year && to.year && r.from < r.end
}

// A limit is a bound of a range.
type limit struct {
	Range
	number, year bool // what it may be; a year is both
}

// bound reads a bound; open is that of an empty text.
func bound(text string, open float64) (limit, bool) {
	if text == "" {
		return limit{Range: Range{open, open, open}}, true
	}
	if from, to, ok := dateOf(text); ok {
		end := yearOf(to)
		return limit{Range{yearOf(from), math.Nextafter(end, math.Inf(-1)), end}, false, true}, true
	}
	at, ok := numberOf(text)
	if len(text) == 4 && strings.TrimFunc(text, isDigit) == "" {
		return limit{Range{at, at, at + 1}, true, true}, ok
	}
	return limit{Range{at, at, math.Nextafter(at, math.Inf(1))}, true, false}, ok
}

// Has reports whether a number or a date is in the range.
func (r Range) Has(q Quantity) bool {
	if q.Dated {
		return q.At >= r.from && q.At < r.end
	}
	return q.At >= r.from && q.At <= r.to
}
