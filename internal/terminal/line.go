// Package terminal shows progress: one line that rewrites itself on a terminal, or plain lines
// elsewhere, with an estimate of the remaining time only if it is meaningful.
//
// Floor: 0 (leaves). Stability: engine. It does not know what makes progress.
package terminal

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"
	"golang.org/x/text/width"
)

// A Line is one line of output that is rewritten repeatedly. It is for one goroutine at a time.
type Line struct {
	out     io.Writer
	columns func() int // current width of the terminal; nil if it is not a terminal
}

// NewLine returns a Line on a file. TERM shows whether a terminal can rewrite a line.
func NewLine(out *os.File, termName string) *Line {
	l := &Line{out: out}
	if term.IsTerminal(int(out.Fd())) && termName != "dumb" {
		l.columns = func() int { return columns(out) }
	}
	return l
}

// Rewrites reports whether the line rewrites itself; otherwise each text is a separate line.
func (l *Line) Rewrites() bool { return l.columns != nil }

// Show replaces the previous text.
func (l *Line) Show(text string) {
	if l.columns == nil {
		fmt.Fprintln(l.out, text)
		return
	}
	// The line must not wrap, even if the terminal has just become narrower.
	fmt.Fprintf(l.out, "\r\x1b[?7l%s\x1b[K\x1b[?7h", Cut(text, l.columns()-1))
}

// fieldGap separates two fields.
const fieldGap = "  "

// ShowFields replaces the previous text by the fields for which the terminal has room. Only
// tail, which may be empty, is truncated.
func (l *Line) ShowFields(fields []string, tail string) {
	if l.columns != nil {
		l.Show(Fit(fields, tail, l.columns()-1))
		return
	}
	if tail != "" {
		fields = append(slices.Clip(fields), tail)
	}
	l.Show(strings.Join(fields, fieldGap))
}

// minTail is the least number of columns for which a tail is shown.
const minTail = 16

// Fit joins the fields that fit in a number of columns, from the first on, and as much of tail
// as fits in the rest.
func Fit(fields []string, tail string, columns int) string {
	line := ""
	for _, f := range fields {
		if line != "" {
			f = line + fieldGap + f
		}
		if Cut(f, columns) == f {
			line = f
		}
	}
	if with := Cut(line+fieldGap+tail, columns); tail != "" && (with == line+fieldGap+tail || len(with)-len(line) >= len(fieldGap)+minTail) {
		return with
	}
	return line
}

// Clear removes the text, so that other output starts on its own line.
func (l *Line) Clear() {
	if l.columns != nil {
		fmt.Fprint(l.out, "\r\x1b[K")
	}
}

// columns returns the width of a terminal. It is queried for each text, because users change it.
func columns(out *os.File) int {
	if w, _, err := term.GetSize(int(out.Fd())); err == nil && w > 0 {
		return w
	}
	return 80
}

// Cut truncates a line to a number of columns. East Asian characters take two.
func Cut(s string, columns int) string {
	for i, r := range s {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			columns--
		}
		if columns--; columns < 0 {
			return s[:i]
		}
	}
	return s
}

// Clock formats d as m:ss or h:mm:ss.
func Clock(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
