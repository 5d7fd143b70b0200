package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/klippa-app/go-pdfium/requests"
	"golang.org/x/text/unicode/norm"
)

// combining returns the combining form of an accent, or 0 if a character is not an accent. In
// fonts without accented letters, the accents are separate glyphs, and TeX draws one over the
// other.
func combining(c rune) rune {
	switch c {
	case '`':
		return '\u0300'
	case '´':
		return '\u0301'
	case 'ˆ':
		return '\u0302'
	case '˜':
		return '\u0303'
	case '¯':
		return '\u0304'
	case '˘':
		return '\u0306'
	case '˙':
		return '\u0307'
	case '¨':
		return '\u0308'
	case '˚':
		return '\u030A'
	case '˝':
		return '\u030B'
	case 'ˇ':
		return '\u030C'
	case '¸':
		return '\u0327'
	case '˛':
		return '\u0328'
	}
	return 0
}

// spacing is the set of accents.
const spacing = "`´ˆ˜¯˘˙¨˚˝ˇ¸˛"

// maxAccents is how many accents of a document are processed; further ones are kept unchanged.
const maxAccents = 200_000

// compose combines the accents of a page that are drawn over or under a letter with that letter.
// An accent with a place of its own, such as an acute used as an apostrophe, is kept.
func (r *Reader) compose(d *document, w *written) {
	if !strings.ContainsAny(w.text, spacing) {
		return
	}
	w.known()
	some := false
	for i, c := range w.runes {
		mark := combining(c)
		if mark == 0 {
			continue
		}
		if d.accents--; d.accents < 0 {
			break
		}
		if at, letter := r.accented(w, i, mark); letter != 0 {
			w.runes[i], w.runes[at] = gone, letter
			some = true
		}
	}
	if some {
		w.raw, w.text = w.text, present(w.runes)
	}
}

// accented returns the letter with the accent at i and the letter's index, or 0 if there is none.
// In the text the accent is before or after its letter, and the higher accent of a capital is
// sometimes at the end of the line.
func (r *Reader) accented(w *written, i int, mark rune) (at int, letter rune) {
	neighbours := [...]int{min(i+1, len(w.runes)-1), max(i-1, 0)}
	beside, apart := false, len(w.runes) == i+1
	for _, at := range neighbours {
		beside = beside || composed(w.runes[at], mark) != 0
		apart = apart || unicode.IsSpace(w.runes[at])
	}
	if !beside && !apart {
		return 0, 0
	}
	box, err := r.pdf.FPDFText_GetCharBox(&requests.FPDFText_GetCharBox{TextPage: w.ref, Index: r.character(w, i)})
	if err != nil || box.Right <= box.Left {
		return 0, 0
	}
	middle := (box.Left + box.Right) / 2
	for _, at := range neighbours {
		if letter := composed(w.runes[at], mark); letter != 0 && r.covers(w, at, middle, box.Top) {
			return at, letter
		}
	}
	if !apart {
		return 0, 0
	}
	place, err := r.pdf.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: w.ref, Index: r.character(w, i)})
	if err != nil {
		return 0, 0
	}
	below, err := r.pdf.FPDFText_GetCharIndexAtPos(&requests.FPDFText_GetCharIndexAtPos{
		TextPage: w.ref, X: middle, Y: box.Bottom - float64(place.Rect.Top-place.Rect.Bottom)/5,
	})
	if err != nil {
		return 0, 0
	}
	at = r.rune(w, below.CharIndex)
	if at < 0 || at >= len(w.runes) {
		return 0, 0
	}
	return at, composed(w.runes[at], mark)
}

// covers reports whether an accent with this middle and top is within the box of a character in
// its line.
func (r *Reader) covers(w *written, at int, middle, top float64) bool {
	got, err := r.pdf.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: w.ref, Index: r.character(w, at)})
	if err != nil {
		return false
	}
	box := got.Rect
	height := box.Top - box.Bottom
	return float64(box.Left) < middle && middle < float64(box.Right) && float64(box.Bottom-height) < top && top < float64(box.Top+height)
}

// composed returns a letter combined with an accent, or 0 if there is no such character. A letter
// made for accents has no dot of its own.
func composed(letter, mark rune) rune {
	switch letter {
	case 'ı':
		letter = 'i'
	case 'ȷ':
		letter = 'j'
	}
	if !unicode.IsLetter(letter) {
		return 0
	}
	both := norm.NFC.String(string(letter) + string(mark))
	c, size := utf8.DecodeRuneInString(both)
	if size < len(both) {
		return 0
	}
	return c
}
