package terminal

import (
	"io"
	"os"
	"regexp"
	"strings"

	"golang.org/x/term"
)

// minText is the number of columns that a text needs beside what stands before it. Where fewer are
// left, it goes on below.
const minText = 24

// Width returns the number of columns of the terminal that out writes to, or 0 if it is none.
func Width(out io.Writer) int {
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	return columns(f)
}

// item is a line of a list in two parts with at least two spaces between them: a flag, or a command,
// and what it does.
var item = regexp.MustCompile(`^( +\S(?:.*?\S)? {2,})(\S.*)$`)

// Wrap breaks the lines of a text that are longer than the columns of a terminal, at spaces. A
// paragraph without indentation is filled anew, the second part of an item continues below
// itself. All other lines with indentation are examples, which stay as they are, because a reader
// copies them.
//
// columns is the width, from 1 on; with 0, the text stays as it is.
func Wrap(text string, columns int) string {
	if columns <= 0 {
		return text
	}
	var out strings.Builder
	for i, part := range strings.Split(text, "\n\n") {
		if i > 0 {
			out.WriteString("\n\n")
		}
		out.WriteString(wrapPart(part, columns))
	}
	return out.String()
}

// wrapPart wraps what stands between two empty lines.
func wrapPart(part string, columns int) string {
	lines := strings.Split(part, "\n")
	long, prose := false, true
	for _, l := range lines {
		long = long || cells(l) > columns
		prose = prose && !strings.HasPrefix(l, " ") && !strings.Contains(l, "  ")
	}
	if !long {
		return part
	}
	if prose {
		rest := part[len(strings.TrimRight(part, "\n")):]
		return fill("", strings.Join(lines, " "), 0, columns) + rest
	}
	for i, l := range lines {
		if m := item.FindStringSubmatch(l); m != nil && cells(l) > columns {
			lines[i] = fill(m[1], m[2], cells(m[1]), columns)
		}
	}
	return strings.Join(lines, "\n")
}

// fill puts the words of a text behind what stands before it, and into further lines below it.
func fill(before, text string, indent, columns int) string {
	if columns-indent < minText && before != "" {
		before, indent = strings.TrimRight(before, " "), min(8, columns/4)
		before += "\n" + strings.Repeat(" ", indent)
	}
	return flow(before, strings.Join(strings.Fields(text), " "), indent, columns)
}

// flow puts a text behind what stands before it, and the words for which the line has no room into further
// lines with an indentation. Gaps between words of one line stay as they are.
func flow(before, text string, indent, columns int) string {
	var out strings.Builder
	out.WriteString(before)
	at, first := cells(before[strings.LastIndexByte(before, '\n')+1:]), true
	for rest := text; rest != ""; {
		word := strings.TrimLeft(rest, " ")
		gap := len(rest) - len(word)
		end := strings.IndexByte(word, ' ')
		if end < 0 {
			end = len(word)
		}
		part, _, _ := strings.Cut(word, "  ")
		word, rest = word[:end], word[end:]
		n := cells(word)
		whole := n
		if in := cells(part); gap > 1 && in <= (columns-indent)/2 {
			whole = in
		}
		switch {
		case !first && at+gap+whole > columns:
			out.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent + n
		default:
			out.WriteString(strings.Repeat(" ", gap))
			at += gap + n
		}
		out.WriteString(word)
		first = false
	}
	return out.String()
}
