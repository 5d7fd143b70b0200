// Package numberformat tells which cells of a workbook are dates or times, and writes
// them so that they are found: 2021-03-04 13:05:07. Cells of Excel keep them as numbers of
// days; that these are dates, their number format alone says (ECMA-376 part 1, 18.8.30 and
// 18.17.4; [MS-XLS] 2.4.126). Those of OpenDocument keep them as ISO 8601 has them, and a
// style says what of that is shown.
//
// Floor: 2 (pure). Stability: engine. It writes no other numbers as their formats have
// them, and no names of months.
package numberformat

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A Format is what a number format shows of a date or a time. The zero Format shows a
// number.
type Format uint16

const (
	year Format = 1 << iota
	month
	day
	hour
	minute
	second
	allHours   // hours that do not begin again after a day
	allMinutes // minutes that do not begin again after an hour
	allSeconds
)

const (
	date  = year | month | day
	clock = hour | minute
)

// builtin returns the format of a number that needs no code (ECMA-376 part 1, 18.8.30).
// Those from 27 on are of East Asian programs.
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

// maxCode is how many bytes of a format's code are read.
const maxCode = 1024

// Parse returns the format of a code, such as "d. mmm yyyy" or "[h]:mm". Of several
// sections it is that of the first, which is for positive numbers.
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
	last byte // the letter before, 0 for none
	isM  bool // an m was read that is a month, unless seconds follow
}

// settle says what the m before is, if there is one.
func (p *parser) settle(is Format) {
	if p.isM {
		p.f |= is
	}
	p.isM = false
}

// token reads what the code begins with. It reports false if the format is of a number.
func (p *parser) token() bool {
	switch c := p.code[0]; c {
	case '"':
		_, p.code, _ = strings.Cut(p.code[1:], `"`)
	case '\\', '_', '*': // the next character stands for itself
		p.skip(2)
	case '[':
		inner, rest, _ := strings.Cut(p.code[1:], "]")
		p.code = rest
		p.elapsed(strings.ToLower(inner))
	case '#', '?', '@':
		return false
	case '0': // parts of a second
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

// elapsed takes what stands in brackets: hours, minutes or seconds of a length of time,
// or else a colour, a language or a condition.
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

// letter takes a letter and those that are the same behind it.
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
	case 'y', 'e', 'b': // e and b count years from other beginnings
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

// Instants that a number of days may be.
const (
	firstDay = 1
	leapDay  = 60      // of 1900, which had none: 1900-02-29
	lastDay  = 2958465 // 9999-12-31, from 1900 on
	from1904 = 1462    // days from the one beginning to the other
	perDay   = 24 * 60 * 60
	perHour  = 60 * 60
	roundsTo = 1000 // parts of a second
)

// write writes a number of days since the last day of 1899 as the format has it:
// 2021-03-04, 2021-03, 13:05, 37:05:07 for a length of time. ok is false for what is no
// date, which stays a number.
func (f Format) write(days float64) (text string, ok bool) {
	if f == 0 || !(days >= 0 && days < lastDay+1) {
		return "", false
	}
	total := int(math.Round(days*perDay*roundsTo)) / roundsTo // so that 13:05 is not 13:04:59.999
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

// dateOf writes a day, as far as the format shows it.
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

// clockOf writes a time of a day or a length of time: total seconds, of which the last
// day has rest.
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
