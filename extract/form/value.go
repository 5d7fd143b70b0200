package form

import (
	"math"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/extract/html/lexer"
)

// setValue sets the value of an input element with a type in lower case. Some types always have
// one (HTML, the value sanitization algorithm of each type).
func (c *control) setValue(z *lexer.Lexer, of string) {
	v, valued := z.Lookup("value")
	c.value, c.long = kept(v)
	switch {
	case of == "color":
		c.value, c.long = color(c.value), false
	case of == "range":
		s := rangeOf(text(z, "min"), text(z, "max"), text(z, "step"), c.value)
		c.value, c.long = s.value(c.value), false
	case !valued && (c.kind == radio || c.kind == box):
		c.value = "on"
	}
}

// color returns the value of a field for a colour: black unless it is a simple colour.
func color(v string) string {
	v = strings.ToLower(v)
	if len(v) != len("#000000") || v[0] != '#' || strings.Trim(v[1:], "0123456789abcdef") != "" {
		return "#000000"
	}
	return v
}

// A scale is what a field for a number in a range lets in. step is 0 for every number.
type scale struct{ min, max, base, step float64 }

// rangeOf returns the scale of a field with these attributes (HTML, the step attribute).
func rangeOf(low, high, step, value string) scale {
	s := scale{max: 100, step: 1}
	if v, ok := number(high); ok {
		s.max = v
	}
	if v, ok := number(value); ok {
		s.base = v
	}
	if v, ok := number(low); ok {
		s.min, s.base = v, v
	}
	if v, ok := number(step); ok && v > 0 {
		s.step = v
	}
	if strings.EqualFold(step, "any") {
		s.step = 0
	}
	return s
}

// value returns the value of the field: the middle of the range if it has none, and the nearest
// number that the range lets in (HTML, range state).
func (s scale) value(given string) string {
	v, ok := number(given)
	if !ok {
		v = max(s.min, s.min+(s.max-s.min)/2)
	}
	fits := s.nearest(max(s.min, min(v, s.max)))
	if ok && fits == v {
		return given
	}
	return written(fits)
}

// nearest returns the number of the scale that is nearest to v, the larger one of two.
func (s scale) nearest(v float64) float64 {
	steps := math.Floor((v-s.base)/s.step + 0.5)
	if s.step == 0 || math.Abs(steps) > 1e15 {
		return v
	}
	if s.max >= s.min && s.base+steps*s.step > s.max {
		steps = math.Floor((s.max - s.base) / s.step)
	}
	if s.base+steps*s.step < s.min {
		steps = math.Ceil((s.min - s.base) / s.step)
	}
	// 15 digits are what a number holds for certain: 3 steps of 0.1 are 0.3.
	near, err := strconv.ParseFloat(strconv.FormatFloat(s.base+steps*s.step, 'g', 15, 64), 64)
	if err != nil {
		return v
	}
	return near
}

// number returns a valid floating-point number (HTML, floating-point numbers).
func number(s string) (float64, bool) {
	if strings.Trim(s, "0123456789+-.eE") != "" || strings.HasPrefix(s, "+") || strings.HasSuffix(s, ".") || strings.Contains(strings.ToLower(s), ".e") {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}

// written returns a number as scripts write it (HTML, best representation of a number).
func written(v float64) string {
	if size := math.Abs(v); v == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strings.Replace(strconv.FormatFloat(v, 'e', -1, 64), "e-0", "e-", 1)
}
