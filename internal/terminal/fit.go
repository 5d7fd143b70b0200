package terminal

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Fitted returns a writer to out that breaks lines which are longer than a terminal is wide (Hang), in whole
// lines: what follows the last line end is not written before the next one. Where out is no terminal,
// Fitted returns it as it is, so that programs read one line for each.
func Fitted(out io.Writer) io.Writer {
	if columns := Width(out); columns > 0 {
		return &fitted{out: out, columns: columns}
	}
	return out
}

// Output returns where a command prints: JSON as it is, and text as Fitted says.
func Output(out io.Writer, asJSON bool) io.Writer {
	if asJSON {
		return out
	}
	return Fitted(out)
}

// A fitted writer breaks lines. It is for one goroutine at a time.
type fitted struct {
	out     io.Writer
	columns int
	begun   []byte // a line without its end
}

// Write writes the lines that end in text.
func (f *fitted) Write(text []byte) (int, error) {
	f.begun = append(f.begun, text...)
	end := bytes.LastIndexByte(f.begun, '\n') + 1
	if end == 0 {
		return len(text), nil
	}
	_, err := io.WriteString(f.out, Hang(string(f.begun[:end]), f.columns))
	f.begun = append(f.begun[:0], f.begun[end:]...)
	return len(text), err
}

// head is what the further parts of a line stand below the end of: its indentation with a label (Index:),
// a number in a list (12.), or a first column.
var head = regexp.MustCompile(`^ *(?:[\pL\d][^\s:]*(?: [^\s:]+){0,3}:\s+|\d+\. |\S+(?: \S+)* {2,})?`)

// Hang breaks each line of a text that is longer than so many columns, at spaces. Its further parts are
// indented as far as its first words behind a label or a number are, or as the line itself and two more, up to four.
// Words, of which URLs are some, are never broken, and neither is what stands between wider gaps than a space,
// such as a value and its number, if it takes no more than half of the room. With 0 columns the text stays as it is.
func Hang(text string, columns int) string {
	if columns <= 0 {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		rest, end := strings.CutSuffix(line, "\n")
		if cells(rest) > columns {
			rest = hangLine(rest, columns)
		}
		if out.WriteString(rest); end {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

func hangLine(line string, columns int) string {
	before := head.FindString(line)
	indent := cells(before)
	if indent == cells(before[:len(before)-len(strings.TrimLeft(before, " "))]) || columns-indent < minText {
		before = line[:len(line)-len(strings.TrimLeft(line, " "))]
		indent = min(max(len(before), min(len(before)+2, 4)), columns/2)
	}
	return flow(before, line[len(before):], indent, columns)
}

// bold is how text is made bold and plain again; it takes no columns.
var bold = strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "")

// cells returns how many columns a text takes.
func cells(text string) (n int) {
	for _, r := range bold.Replace(text) {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
		case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
