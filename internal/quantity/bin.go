package quantity

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// A Bin is a range whose bounds follow from a value in it alone, so that the counts of several indexes
// add up. Bins of one level do not overlap, and each lies in one of the level before (In).
//
// Numbers are in bins of a thousandfold, of a decade, of its parts 1 to 2, 2 to 5 and 5 to 10, and
// of one to three leading digits, the second and third first by halves of ten. Dates are in bins of
// centuries, decades, years, quarters and months.
type Bin struct {
	Level uint8 `json:"level"` // 0 for the widest
	Dated bool  `json:"dated,omitempty"`
	// From and To are the bounds, in units of ten to the power of Exp, or in months since the year 0.
	// The one that is nearer to 0 is in the bin, the other is not; both are 0 for the number 0.
	From int64 `json:"from"`
	To   int64 `json:"to"`
	Exp  int8  `json:"exp,omitempty"`
}

// Limits of levels and of numbers: those from 10^-maxExp to 10^maxExp are in bins.
const (
	Levels    = 8
	dateLevel = 5
	yearLevel = 2
	maxExp    = 15
	// maxDigits is how many digits a bound has at most: those that a number is read back with (float64), so
	// that 19.999999999999999 is not 20, which is in the next bin.
	maxDigits = 15
)

// yearMonths is the number of months of a year.
const yearMonths = 12

// dateWidths are the widths of bins of dates in months, by level.
var dateWidths = [dateLevel]int64{100 * yearMonths, 10 * yearMonths, yearMonths, 3, 1}

// BinsOf returns the bins of a value as Of reads it, and how many decimals the number has. A number
// of four digits is in those of its year as well. There are none for what is neither number nor date,
// and for numbers that are too large or too small.
func BinsOf(text string) (bins []Bin, decimals int) {
	text = strings.TrimSpace(text)
	if len(text) > maxBytes {
		return nil, 0
	}
	if from, _, ok := dateOf(text); ok {
		return ofMonth(int64(from.Year())*yearMonths+int64(from.Month())-1, dateLevel), 0
	}
	at, ok := numberOf(text)
	if !ok {
		return nil, 0
	}
	bins, decimals = ofNumber(at)
	if len(text) == 4 && strings.TrimFunc(text, isDigit) == "" {
		bins = append(bins, ofMonth(int64(at)*yearMonths, yearLevel+1)...)
	}
	return bins, decimals
}

// ofMonth returns the bins of a month, of so many levels.
func ofMonth(month int64, levels int) (out []Bin) {
	out = make([]Bin, 0, levels)
	for level, width := range dateWidths[:levels] {
		from := month - month%width
		out = append(out, Bin{Level: uint8(level), Dated: true, From: from, To: from + width})
	}
	return out
}

// ofNumber returns the bins of a number.
func ofNumber(at float64) (out []Bin, decimals int) {
	if at == 0 {
		for level := range uint8(Levels) {
			out = append(out, Bin{Level: level})
		}
		return out, 0
	}
	digits, exponent, _ := strings.Cut(strings.TrimPrefix(strconv.FormatFloat(at, 'e', -1, 64), "-"), "e")
	digits = strings.Replace(digits, ".", "", 1)
	e, err := strconv.Atoi(exponent)
	if err != nil || e < -maxExp || e >= maxExp {
		return nil, 0
	}
	three, err := strconv.ParseInt((digits + "00")[:3], 10, 64)
	if err != nil {
		return nil, 0
	}
	out = make([]Bin, 0, Levels)
	for level, b := range byDigits(three, e) {
		b.Level = uint8(level)
		if at < 0 {
			b.From, b.To = -b.To, -b.From
		}
		out = append(out, b)
	}
	return out, max(0, len(digits)-1-e)
}

// byDigits returns the bins, without levels, of a number above 0 by its three leading digits, with ten to
// the power of e for the first.
func byDigits(three int64, e int) [Levels]Bin {
	one, two := three/100, three/10
	thousandfold := e - ((e%3)+3)%3
	from, to := int64(5), int64(10)
	switch {
	case one < 2:
		from, to = 1, 2
	case one < 5:
		from, to = 2, 5
	}
	return [Levels]Bin{
		{From: 1, To: 1000, Exp: int8(thousandfold)}, {From: 1, To: 10, Exp: int8(e)}, {From: from, To: to, Exp: int8(e)}, {From: one, To: one + 1, Exp: int8(e)},
		{From: two - two%5, To: two - two%5 + 5, Exp: int8(e - 1)}, {From: two, To: two + 1, Exp: int8(e - 1)},
		{From: three - three%5, To: three - three%5 + 5, Exp: int8(e - 2)}, {From: three, To: three + 1, Exp: int8(e - 2)},
	}
}

// In reports whether a bin lies in another, which may be the same but for its level.
func (b Bin) In(wide Bin) bool {
	return b.Dated == wide.Dated && b.at(b.From) >= wide.at(wide.From) && b.at(b.To) <= wide.at(wide.To)
}

// Compare returns a negative number if a bin begins before another, a positive one if behind it.
func (b Bin) Compare(other Bin) int { return cmp.Compare(b.at(b.From), other.at(other.From)) }

// at returns a bound. Powers of ten are exact up to 10^22, so equal bounds are equal numbers.
func (b Bin) at(bound int64) float64 {
	switch {
	case b.Dated:
		return float64(bound)
	case b.Exp < 0:
		return float64(bound) / math.Pow10(-int(b.Exp))
	}
	return float64(bound) * math.Pow10(int(b.Exp))
}

// scaled returns a bound times ten to the power of places, rounded up.
func (b Bin) scaled(bound int64, places int) *big.Int {
	n := big.NewInt(bound)
	if b.Dated {
		return n
	}
	up := int(b.Exp) + places
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(up, -up))), nil)
	if up >= 0 {
		return n.Mul(n, power)
	}
	return n.Neg(n.Div(n.Neg(n), power)) // Div rounds down
}

// Text returns the range (RangeOf) that has the values of the bin in it, if these have so many
// decimals at most, and none of others: 10..19.99. It returns false for a bin between such values.
func (b Bin) Text(decimals int) (string, bool) {
	if b.Dated {
		return monthText(b.From, b.To-b.From) + Between + monthText(b.To-1, b.To-b.From), true
	}
	near, far := b.From, b.To
	if b.From < 0 {
		near, far = -b.To, -b.From
	}
	decimals = max(0, min(decimals, maxDigits-int(b.Exp)-len(strconv.FormatInt(far-1, 10))))
	from, to := b.scaled(near, decimals), b.scaled(far, decimals)
	if near != far {
		to.Sub(to, big.NewInt(1)) // the far bound is not in it
	}
	if b.From < 0 {
		from, to = to.Neg(to), from.Neg(from)
	}
	return decimalText(from, decimals) + Between + decimalText(to, decimals), from.Cmp(to) <= 0
}

// monthText writes a bound of dates, as a year if the range is of whole years.
func monthText(month, width int64) string {
	year := strconv.FormatInt(month/yearMonths, 10)
	year = strings.Repeat("0", max(0, 4-len(year))) + year
	if width%yearMonths == 0 {
		return year
	}
	m := strconv.FormatInt(month%yearMonths+1, 10)
	return year + "-" + strings.Repeat("0", max(0, 2-len(m))) + m
}

// decimalText writes a whole number with a point before its last decimals, without zeros behind them.
func decimalText(n *big.Int, decimals int) string {
	digits, below := strings.CutPrefix(n.String(), "-")
	digits = strings.Repeat("0", max(0, decimals+1-len(digits))) + digits
	whole, rest := digits[:len(digits)-decimals], strings.TrimRight(digits[len(digits)-decimals:], "0")
	if below {
		whole = "-" + whole
	}
	if rest == "" {
		return whole
	}
	return whole + "." + rest
}
