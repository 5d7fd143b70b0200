package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// A written is the text of a page as returned by the library.
type written struct {
	ref        references.FPDF_TEXTPAGE
	text       string
	characters int    // as counted by the library
	runes      []rune // of the text, nil until they are needed
	raw        string // the text before accents were combined with letters, "" if none were
}

// gone replaces a rune that became part of another one.
const gone = -1

// known computes the runes of the text.
func (w *written) known() {
	if w.runes == nil {
		w.runes = []rune(w.text)
	}
}

// cut is the character in the text for a hyphen at the end of a line, and for a character that
// the font does not map.
const cut = '\uFFFE'

// text returns the text of a page. It is requested at once, because a call for each character
// takes longer than finding all of them. Leading characters that look like a byte order mark
// would change the byte order of the result, so they are left out of the request.
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

// present returns the text of runes without the removed ones.
func present(runes []rune) string {
	if !slices.Contains(runes, gone) {
		return string(runes)
	}
	return string(slices.DeleteFunc(slices.Clone(runes), func(c rune) bool { return c == gone }))
}

// character returns the library's index of the character for a rune of the text; negative if it
// is not known. The library also counts characters without text.
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

// rune returns the index of the rune for a character of the library; negative if there is none.
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

// between returns the text from one character to another. ok is false if one of them has no text.
func (r *Reader) between(w *written, from, to int) (words string, ok bool) {
	w.known()
	from, to = r.rune(w, from), r.rune(w, to)
	if from < 0 || to < from || to-from > maxAnchor || to >= len(w.runes) {
		return "", false
	}
	return present(w.runes[from : to+1]), true
}

// joinedIn converts text that the library returns for a place of the page to the form of the
// page's text: without the characters that the library omits there, and with combined accents.
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
