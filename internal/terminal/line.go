// Package terminal shows progress to people: one line that rewrites itself on a
// terminal and plain lines elsewhere, with a speed and an outlook that say
// something only if they mean something.
//
// Floor: 0 (leaves). Stability: engine. It knows nothing of what makes progress.
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

// A Line is one line of output that is written again and again. It is used by
// one goroutine at a time.
type Line struct {
	out     io.Writer
	columns func() int // of the terminal at this moment; nil if it is none
}

// NewLine returns a Line on a file. TERM says whether a terminal can rewrite a
// line.
func NewLine(out *os.File, termName string) *Line {
	l := &Line{out: out}
	if term.IsTerminal(int(out.Fd())) && termName != "dumb" {
		l.columns = func() int { return columns(out) }
	}
	return l
}

// Rewrites reports whether the line rewrites itself; else each text is a line of
// its own.
func (l *Line) Rewrites() bool { return l.columns != nil }

// Show writes a text in place of the one before.
func (l *Line) Show(text string) {
	if l.columns == nil {
		fmt.Fprintln(l.out, text)
		return
	}
	// The line must not wrap, even if the terminal became narrower just now.
	fmt.Fprintf(l.out, "\r\x1b[?7l%s\x1b[K\x1b[?7h", Cut(text, l.columns()-1))
}

// fieldGap stands between two fields.
const fieldGap = "  "

// ShowFields writes fields in place of the text before, those that the terminal has
// room for: none is cut but tail, which may be empty.
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

// minTail is the fewest columns that are worth to begin a tail in.
const minTail = 16

// Fit joins the fields that a number of columns has room for, those in front first,
// and as much of tail as the rest takes.
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

// Clear takes the text away, so that other output starts on a line of its own.
func (l *Line) Clear() {
	if l.columns != nil {
		fmt.Fprint(l.out, "\r\x1b[K")
	}
}

// columns returns the width of a terminal. It is asked for each text, since
// people change it.
func columns(out *os.File) int {
	if w, _, err := term.GetSize(int(out.Fd())); err == nil && w > 0 {
		return w
	}
	return 80
}

// Cut cuts a line at a number of columns. East Asian characters take two.
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

// Clock prints d as m:ss or h:mm:ss.
func Clock(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
