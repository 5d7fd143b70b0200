package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// A written page is what the library has of its text.
type written struct {
	ref        references.FPDF_TEXTPAGE
	text       string
	characters int    // as the library counts them
	runes      []rune // of the text, nil until they are asked for
	raw        string // the text before accents were joined with letters, "" if none were
}

// gone stands in the place of a rune that became a part of another one.
const gone = -1

// known makes the runes of the text known.
func (w *written) known() {
	if w.runes == nil {
		w.runes = []rune(w.text)
	}
}

// cut is what the text has for a hyphen at the end of a line, and for a character that the
// font says nothing of.
const cut = '\uFFFE'

// text returns the text of a page. It is asked for at once: a call for each character
// costs more than finding them all. What begins like a byte order mark would be read in
// the order that this says, and so is left out of what is asked for.
func (r *Reader) text(w *written) (string, error) {
	marks := 0
	for marks < w.characters {
		got, err := r.pdf.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: w.ref, Index: marks})
		if err != nil {
			break
		}
		if c := rune(got.Unicode); c != 0 && c != cut && c != '\uFEFF' {
			break
		}
		marks++
	}
	if marks == w.characters {
		return "", nil
	}
	got, err := r.pdf.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: w.ref, StartIndex: marks, Count: w.characters - marks})
	if err != nil {
		return "", err
	}
	return strings.Repeat(string(cut), marks) + got.Text, nil
}

// present returns the text of runes without those that are gone.
func present(runes []rune) string {
	if !slices.Contains(runes, gone) {
		return string(runes)
	}
	return string(slices.DeleteFunc(slices.Clone(runes), func(c rune) bool { return c == gone }))
}

// character returns which character of the library a rune of the text is; less than 0 if
// that is not known. The library also counts characters that have no text.
func (r *Reader) character(w *written, i int) int {
	if len(w.runes) == w.characters {
		return i
	}
	got, err := r.pdf.FPDFText_GetCharIndexFromTextIndex(&requests.FPDFText_GetCharIndexFromTextIndex{TextPage: w.ref, NTextIndex: i})
	if err != nil {
		return -1
	}
	return got.CharIndex
}

// rune returns which rune of the text a character of the library is; less than 0 if it
// is none.
func (r *Reader) rune(w *written, i int) int {
	if i < 0 || len(w.runes) == w.characters {
		return i
	}
	got, err := r.pdf.FPDFText_GetTextIndexFromCharIndex(&requests.FPDFText_GetTextIndexFromCharIndex{TextPage: w.ref, NCharIndex: i})
	if err != nil {
		return -1
	}
	return got.TextIndex
}

// between returns the text from one character to another. It is not known where
// these have no text.
func (r *Reader) between(w *written, from, to int) (words string, ok bool) {
	w.known()
	from, to = r.rune(w, from), r.rune(w, to)
	if from < 0 || to < from || to-from > maxAnchor || to >= len(w.runes) {
		return "", false
	}
	return present(w.runes[from : to+1]), true
}

// joinedIn returns what the library has of a place of the page as the text has it: without
// characters that it leaves out there, and with the accents that were joined with letters.
func (w *written) joinedIn(words string) string {
	words = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && !unicode.IsSpace(c) {
			return -1
		}
		return c
	}, words)
	if w.raw == "" || !strings.ContainsAny(words, spacing) {
		return words
	}
	at := strings.Index(w.raw, words)
	if at < 0 {
		return words
	}
	from := utf8.RuneCountInString(w.raw[:at])
	return present(w.runes[from : from+utf8.RuneCountInString(words)])
}
