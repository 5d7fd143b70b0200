package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/klippa-app/go-pdfium/requests"
)

// Limits of note marks.
const (
	leastLetters = 3   // letters of the word before a mark: CO2 and H2O are not words with a mark
	mostDigits   = 3   // of a mark
	maxAsked     = 200 // places of a page that are checked
	leastRaised  = 0.3 // how far above the line a mark is, in parts of its height
	mostRaised   = 2
)

// withMarksApart puts a space before note marks: digits that directly follow a word, or a period
// after it, and are above its line. Only the position of digits at such places is queried.
func (r *Reader) withMarksApart(w *written) string {
	places := marks(w.text)
	if len(places) == 0 {
		return w.text
	}
	w.known()
	var out strings.Builder
	from, at, next := 0, 0, 0
	runeAt := func(place int) int { // places are in ascending order
		for next < len(w.runes)-1 && (at < place || w.runes[next] == gone) {
			at += max(utf8.RuneLen(w.runes[next]), 0)
			next++
		}
		return next
	}
	for _, p := range places[:min(len(places), maxAsked)] {
		letter, digit := runeAt(p.letter), runeAt(p.digit)
		if r.isRaised(w, r.character(w, letter), r.character(w, digit)) {
			out.WriteString(w.text[from:p.digit])
			out.WriteByte(' ')
			from = p.digit
		}
	}
	out.WriteString(w.text[from:])
	return out.String()
}

// A mark is a place in a text that may have a note mark: the byte offsets of the last letter
// before it and of its first digit.
type mark struct{ letter, digit int }

// marks returns the places of a text that may have note marks.
func marks(text string) []mark {
	var found []mark
	letters, last := 0, 0 // number of letters of the word, and the offset of the last one
	stopped := false      // a period followed
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsLetter(c):
			if stopped {
				letters, stopped = 0, false
			}
			letters, last = letters+1, i
		case c >= '0' && c <= '9':
			n := digits(text[i:])
			if behind, _ := utf8.DecodeRuneInString(text[i+n:]); letters >= leastLetters && n <= mostDigits && !unicode.IsLetter(behind) {
				found = append(found, mark{last, i})
			}
			letters, stopped, size = 0, false, n
		case letters > 0 && strings.ContainsRune(".,;:!?)”’\"'»", c):
			stopped = true
		default:
			letters, stopped = 0, false
		}
		i += size
	}
	return found
}

// digits returns the number of digits at the beginning of a text.
func digits(text string) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// isRaised reports whether a digit is above the line of a letter by a part of its height that is
// typical of note marks.
func (r *Reader) isRaised(w *written, letter, digit int) bool {
	line, ok := r.line(w, letter)
	own, both := r.line(w, digit)
	if !ok || !both || own <= line {
		return false
	}
	box, err := r.pdf.FPDFText_GetCharBox(&requests.FPDFText_GetCharBox{TextPage: w.ref, Index: digit})
	if err != nil {
		return false
	}
	height := box.Top - box.Bottom
	return own-line > leastRaised*height && own-line < mostRaised*height
}

// line returns the height of a character's baseline.
func (r *Reader) line(w *written, i int) (y float64, ok bool) {
	got, err := r.pdf.FPDFText_GetCharOrigin(&requests.FPDFText_GetCharOrigin{TextPage: w.ref, Index: i})
	if err != nil {
		return 0, false
	}
	return got.Y, true
}
