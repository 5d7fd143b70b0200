// Package hosting reads the files by which owners of sites tell static web hosts what to do besides
// sending files: _redirects, as Netlify, Cloudflare Pages and GitLab Pages read it, in the part that
// these have in common, and of _headers the fields that say how a page is indexed.
//
// Floor: 3 (state and I/O), inside fetch. Stability: engine. It is pure; the files are untrusted, and
// of each MaxSize bytes are read. A line that it does not understand is left out and told, never
// guessed.
package hosting

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
)

// The names of the files, at the root of a folder.
const (
	RedirectsName = "_redirects"
	HeadersName   = "_headers"
)

// Limits of a file. What lies beyond is not read, and told.
const (
	MaxSize  = 1 << 20 // bytes
	MaxRules = 10_000
	maxLine  = 4096 // bytes
	// maxFaults is the number of lines that are told.
	maxFaults = 1000
)

// A Fault is a line that is not read.
type Fault struct {
	Line int
	Why  string
}

// String returns the fault for people.
func (f Fault) String() string {
	if f.Line == 0 { // of the whole file
		return f.Why
	}
	return fmt.Sprintf("line %d is not read: %s", f.Line, f.Why)
}

// A reader yields the lines of a file that say something, without comments.
type reader struct {
	lines  *bufio.Scanner
	line   int
	text   string // of the line, without whitespace at its end
	faults []Fault
}

func newReader(data []byte) *reader {
	r := &reader{}
	if len(data) > MaxSize {
		r.fault(0, fmt.Sprintf("the file has more than %d bytes, and the rest is not read", MaxSize))
		data = data[:MaxSize]
	}
	r.lines = bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	r.lines.Buffer(nil, MaxSize+1)
	return r
}

// next moves to the next line.
func (r *reader) next() bool {
	for r.lines.Scan() {
		r.line++
		r.text = strings.TrimRight(r.lines.Text(), " \t\r")
		switch trimmed := strings.TrimLeft(r.text, " \t"); {
		case trimmed == "", trimmed[0] == '#':
		case len(r.text) > maxLine:
			r.fault(r.line, "the line is too long")
		case strings.ContainsFunc(r.text, isControl):
			r.fault(r.line, "the line has control characters")
		default:
			return true
		}
	}
	return false
}

// isControl reports whether a character has no place in a line: it could end a field of an answer.
func isControl(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }

func (r *reader) fault(line int, why string) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, Fault{line, why})
	}
}
