// Package numberformat decides which cells of a workbook are dates or times, and writes them in
// a form that searches find: 2021-03-04 13:05:07. Excel stores them as numbers of days, and only
// the number format of a cell says that it is a date (ECMA-376 part 1, 18.8.30 and 18.17.4;
// [MS-XLS] 2.4.126). OpenDocument stores them in ISO 8601, and a style says which parts are
// shown.
//
// Floor: 2 (pure). Stability: engine. It formats no other numbers and writes no names of months.
package numberformat

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A Format is the set of the parts of a date or time that a number format shows. The zero Format
// shows a number.
type Format uint16

const (
	year Format = 1 << iota
	month
	day
	hour
	minute
	second
	allHours   // hours that do not wrap after a day
	allMinutes // minutes that do not wrap after an hour
	allSeconds
)

const (
	date  = year | month | day
	clock = hour | minute
)

// builtin returns the format with an ID that needs no code (ECMA-376 part 1, 18.8.30). IDs from
// 27 on are used by East Asian programs.
func builtin(id int) Format {
	switch {
	case id >= 14 && id <= 16, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 54, id == 57, id == 58:
		return date
	case id == 17:
		return year | month
	case id == 18, id == 20, id == 32, id == 34:
		return clock
	case id == 19, id == 21, id == 33, id == 35:
		return clock | second
	case id == 22:
		return date | clock
	case id == 45, id == 47:
		return minute | second
	case id == 46:
		return allHours | minute | second
	}
	return 0
}

// maxCode is how many bytes of the code of a format are read.
const maxCode = 1024

// Parse returns the format of a code, such as "d. mmm yyyy" or "[h]:mm". Only the first section
// of a code counts, which is for positive numbers.
func Parse(code string) Format {
	p := parser{code: code[:min(len(code), maxCode)]}
	for p.code != "" && p.code[0] != ';' {
		if !p.token() {
			return 0
		}
	}
	p.settle(month)
	return p.f
}

// A parser reads a code.
type parser struct {
	code string
	f    Format
	last byte // the previous letter, 0 for none
	isM  bool // an m was read, which is a month unless seconds follow
}

// settle decides the meaning of the preceding m, if there is one.
func (p *parser) settle(is Format) {
	if p.isM {
		p.f |= is
	}
	p.isM = false
}

// token reads the next token of the code. It reports false if the format is for numbers.
func (p *parser) token() bool {
	switch c := p.code[0]; c {
	case '"':
		_, p.code, _ = strings.Cut(p.code[1:], `"`)
	case '\\', '_', '*': // the next character is literal
		p.skip(2)
	case '[':
		inner, rest, _ := strings.Cut(p.code[1:], "]")
		p.code = rest
		p.elapsed(strings.ToLower(inner))
	case '#', '?', '@':
		return false
	case '0': // fractions of a second
		p.skip(1)
		return p.last == 's'
	default:
		if len(p.code) >= 7 && strings.EqualFold(p.code[:7], "General") {
			return false
		}
		if len(p.code) >= 5 && strings.EqualFold(p.code[:5], "AM/PM") {
			p.skip(5)
			return true
		}
		p.letter(c | 0x20)
	}
	return true
}

func (p *parser) skip(n int) { p.code = p.code[min(n, len(p.code)):] }

// elapsed reads the content of brackets: hours, minutes or seconds of a duration, or else a
// color, a language or a condition, which are ignored.
func (p *parser) elapsed(inner string) {
	if inner == "" || strings.Trim(inner, inner[:1]) != "" {
		return
	}
	switch inner[0] {
	case 'h':
		p.f |= allHours
	case 'm':
		p.f |= allMinutes
	case 's':
		p.f |= allSeconds
	default:
		return
	}
	p.last = inner[0]
}

// letter reads a letter and its repetitions.
func (p *parser) letter(c byte) {
	n := 1
	for n < len(p.code) && p.code[n]|0x20 == c {
		n++
	}
	p.skip(n)
	if c == 'a' && n >= 3 { // a day of the week
		c = 'd'
	}
	switch c {
	case 'y', 'e', 'b': // e and b count years of other eras
		p.settle(month)
		p.f |= year
	case 'd':
		p.settle(month)
		p.f |= day
	case 'h':
		p.settle(month)
		p.f |= hour
	case 's':
		p.settle(minute)
		p.f |= second
	case 'm':
		p.settle(month)
		p.isM = p.last != 'h'
		if !p.isM {
			p.f |= minute
		}
	default:
		return
	}
	p.last = c
}

// Limits and units of a number of days.
const (
	firstDay = 1
	leapDay  = 60      // 1900-02-29, which did not exist
	lastDay  = 2958465 // 9999-12-31, from 1900 on
	from1904 = 1462    // days between the two epochs
	perDay   = 24 * 60 * 60
	perHour  = 60 * 60
	roundsTo = 1000 // fractions of a second
)

// write writes a number of days since 1899-12-31 as the format shows it: 2021-03-04, 2021-03,
// 13:05, or 37:05:07 for a duration. ok is false if the number is not a date and stays a number.
func (f Format) write(days float64) (text string, ok bool) {
	if f == 0 || !(days >= 0 && days < lastDay+1) {
		return "", false
	}
	total := int(math.Round(days*perDay*roundsTo)) / roundsTo // rounded so that 13:05 does not become 13:04:59.999
	whole, rest := total/perDay, total%perDay
	var parts []string
	if f&date != 0 && (whole >= firstDay || f&^date == 0) {
		if whole < firstDay || whole > lastDay {
			return "", false
		}
		parts = append(parts, f.dateOf(whole))
	}
	if t := f.clockOf(total, rest); t != "" {
		parts = append(parts, t)
	}
	return strings.Join(parts, " "), len(parts) > 0
}

// dateOf writes those parts of a day that the format shows.
func (f Format) dateOf(n int) string {
	const feigned = "1900-02-29"
	text := feigned
	if n != leapDay {
		if n > leapDay {
			n--
		}
		text = time.Date(1899, time.December, 31+n, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	switch {
	case f&day != 0:
		return text
	case f&month != 0:
		return text[:len("2021-03")]
	}
	return text[:len("2021")]
}

// clockOf writes a time of day or a duration of total seconds; rest is the seconds since
// midnight.
func (f Format) clockOf(total, rest int) string {
	hours, minutes, seconds := rest/perHour, rest%perHour/60, rest%60
	switch {
	case f&allSeconds != 0:
		return fmt.Sprint(total)
	case f&allMinutes != 0:
		if f&second == 0 {
			return fmt.Sprint(total / 60)
		}
		return fmt.Sprintf("%02d:%02d", total/60, seconds)
	case f&allHours != 0:
		hours = total / perHour
	case f&(hour|minute) == minute:
		return fmt.Sprintf("%02d:%02d", minutes, seconds)
	case f&hour == 0:
		return ""
	}
	if f&second != 0 {
		return fmt.Sprintf("%02d:%02d:%02d", hours, minutes, seconds)
	}
	return fmt.Sprintf("%02d:%02d", hours, minutes)
}
