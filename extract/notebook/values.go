package notebook

import (
	"encoding/json"
	"strings"
)

// lenient is a text, which notebooks write as a string or as an array of its lines. Any other value is
// none: one wrong value does not cost the others.
type lenient string

// UnmarshalJSON reads a string or an array of strings.
func (t *lenient) UnmarshalJSON(b []byte) error {
	var lines []string
	switch {
	case len(b) > 0 && b[0] == '"':
		return json.Unmarshal(b, (*string)(t))
	case len(b) > 0 && b[0] == '[' && json.Unmarshal(b, &lines) == nil:
		*t = lenient(strings.Join(lines, ""))
	}
	return nil
}

// level is the level of a heading, 1 if it is not told.
type level int

// UnmarshalJSON reads a number.
func (l *level) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, (*int)(l)) != nil {
		*l = 1
	}
	return nil
}

// withoutColors removes the sequences by which programs color what they print in a terminal (ECMA-48,
// 5.4): ESC [, parameters, and a letter.
func withoutColors(s string) string {
	before, rest, found := strings.Cut(s, "\x1b[")
	if !found {
		return s
	}
	var out strings.Builder
	for found {
		out.WriteString(before)
		i := 0
		for i < len(rest) && ' ' <= rest[i] && rest[i] < '@' {
			i++
		}
		rest = rest[min(i+1, len(rest)):]
		before, rest, found = strings.Cut(rest, "\x1b[")
	}
	out.WriteString(before)
	return out.String()
}
