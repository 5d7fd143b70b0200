// Package listfile reads the lists that operators write by hand for searches, such as words that mean
// the same: text, a rule in each line.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure, and does not know what a rule says.
package listfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// Limits of a list.
const (
	MaxBytes  = 4 << 20
	maxFaults = 10 // that are told
)

// Read passes each line of a list to add, with its number from 1, without the comment that comment
// cuts off; lines of whitespace are left out. op is what is being done, for errors. An error of kind
// Limit says that the list is too long, one of kind Invalid names the lines for which add returned an
// error, the first maxFaults of them, and says if there are lines behind these.
func Read(op string, text []byte, comment func(line string) string, add func(line string, number int) error) error {
	if len(text) > MaxBytes {
		return &aranea.Error{Op: op, Kind: aranea.Limit, Err: fmt.Errorf("the list has %d bytes, and may have %d", len(text), MaxBytes)}
	}
	lines := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	lines.Buffer(nil, MaxBytes+1)
	var faults []error
	for n := 1; lines.Scan(); n++ {
		if len(faults) == maxFaults {
			faults = append(faults, fmt.Errorf("line %d and those behind it were not looked at", n))
			break
		}
		line := comment(lines.Text())
		var err error
		switch {
		case strings.TrimSpace(line) == "":
		case !utf8.ValidString(line):
			err = errors.New("it is not UTF-8")
		default:
			err = add(line, n)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", n, err))
		}
	}
	if len(faults) > 0 {
		return &aranea.Error{Op: op, Kind: aranea.Invalid, Err: errors.Join(faults...)}
	}
	return lines.Err()
}

// Uncommented cuts a comment off a line with addresses, which may have a # in them: it begins at the start of the
// line or after whitespace.
func Uncommented(line string) string {
	for at := range len(line) {
		if line[at] == '#' && (at == 0 || line[at-1] == ' ' || line[at-1] == '\t') {
			return line[:at]
		}
	}
	return line
}

// Parts passes what stands between the commas of a list, trimmed and with one space between words, without
// what is empty.
func Parts(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for part := range strings.FieldsFuncSeq(list, IsComma) {
			if part = strings.Join(strings.Fields(part), " "); part != "" && !yield(part) {
				return
			}
		}
	}
}

// IsComma reports whether a character separates the words of a list: a comma, also one of those that
// keyboards have for Chinese, Japanese and Arabic.
func IsComma(r rune) bool {
	switch r {
	case ',', '\uFF0C', '\u3001', '\uFF64', '\u060C':
		return true
	}
	return false
}
