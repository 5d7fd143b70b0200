package rewrite

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Format writes a file in the usual form: keys in their usual case, one space after the colon,
// no whitespace at line ends, LF line ends, one empty line for each run of them, and an empty
// line before each group. It keeps comments, misspelled keys and lines that are not understood.
// No verdict of any named dialect changes, with two exceptions, in which robots understand more
// than before: a file in UTF-16 becomes UTF-8, so that robots that do not support UTF-16 (the
// dialects with NoUTF16: google, 1994, 1996, conner2, yandex-2003) see its rules for the first
// time, and in dialects that limit the length of lines, more of a long line is read.
//
// If the result would be longer than MaxBody, so that robots would not read all of it, Format
// returns the original bytes. That happens for large files in UTF-16, which grow by half, and
// for those just below MaxBody.
func Format(f *robotstxt.File) []byte {
	w := formatter{first: true}
	for l := range f.Lines() {
		w.line(l)
	}
	out := w.b.String()
	if syntax.StartsOddly(out) {
		out = "#\n" + out
	}
	return f.Fit(out)
}

type formatter struct {
	b         strings.Builder
	first     bool // nothing has been written yet
	empty     bool // an empty line is pending
	afterRule bool // the last line is a disallow rule in every dialect
}

func (w *formatter) line(l syntax.Line) {
	if l.Kind == syntax.LineEmpty {
		w.empty = !w.first
		return
	}
	if w.empty || w.afterRule && l.Key == syntax.KeyUserAgent && l.Spelled == syntax.SpelledRight && !l.NoColon {
		w.b.WriteByte('\n')
	}
	w.first, w.empty = false, false
	w.afterRule = l.Key == syntax.KeyDisallow && l.Spelled == syntax.SpelledRight && !l.NoColon
	w.b.WriteString(formatted(l))
	w.b.WriteByte('\n')
}

// formatted returns the line in the usual form.
func formatted(l syntax.Line) string {
	comment := strings.TrimRight(l.Comment, " \t\v\f")
	var s string
	switch {
	case l.Kind == syntax.LineComment:
		return comment
	case l.Kind == syntax.LineJunk:
		s = strings.Trim(strings.TrimSuffix(l.Raw, l.Comment), " \t\v\f")
	case l.NoColon:
		s = l.Name + " " + l.Value
	default:
		s = l.Name
		if l.Key != syntax.KeyUnknown && l.Spelled == syntax.SpelledRight {
			s = l.Key.String()
		}
		s += ":"
		if l.Value != "" {
			s += " " + l.Value
		}
	}
	if comment != "" {
		s += " " + comment
	}
	return s
}
