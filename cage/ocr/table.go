package ocr

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// sure is how sure the program is on average of the words of a paragraph that is kept, of 100: what
// it sees in photos and drawings is below.
const sure = 60

// Columns of the table that the program prints, a line for each word and each part of the page.
const (
	columnLevel      = 0
	columnPage       = 1
	columnBlock      = 2
	columnParagraph  = 3
	columnLine       = 4
	columnConfidence = 10
	columnText       = 11
	columns          = 12
	levelWord        = "5"
)

// write adds the paragraphs of a table to a document, each as a block of text.
func write(b *content.Builder, table string) {
	var p paragraph
	for row := range strings.SplitSeq(table, "\n") {
		f := strings.SplitN(row, "\t", columns)
		if len(f) < columns || f[columnLevel] != levelWord {
			continue
		}
		word := strings.TrimSpace(f[columnText])
		confidence, err := strconv.ParseFloat(f[columnConfidence], 64)
		if err != nil || confidence < 0 || word == "" {
			continue
		}
		in := [...]string{f[columnPage], f[columnBlock], f[columnParagraph]}
		if in != p.in && !p.goesOn(word) {
			p.write(b)
			p = paragraph{}
		}
		p.add(place{in, f[columnLine]}, word, confidence)
	}
	p.write(b)
}

// A place is that of a word: page, block and paragraph, and the line in it.
type place struct {
	in   [3]string
	line string
}

// A paragraph is one of the table, or several if a word goes on in the next one.
type paragraph struct {
	place

	text    []byte
	letters int
	sum     float64 // of the confidence in each letter
}

// add adds a word. One that goes on in the next line is joined.
func (p *paragraph) add(at place, word string, confidence float64) {
	switch {
	case len(p.text) == 0:
	case at != p.place && p.goesOn(word):
		p.text = p.text[:len(p.text)-1]
	case !p.isTight(word):
		p.text = append(p.text, ' ')
	}
	p.place, p.text = at, append(p.text, word...)
	n := utf8.RuneCountInString(word)
	p.letters += n
	p.sum += confidence * float64(n)
}

// goesOn reports whether the paragraph ends in the middle of a word, which the next one may go on.
func (p *paragraph) goesOn(next string) bool {
	text, broken := bytes.CutSuffix(p.text, []byte("-"))
	before, _ := utf8.DecodeLastRune(text)
	first, _ := utf8.DecodeRuneInString(next)
	return broken && unicode.IsLetter(before) && unicode.IsLower(first)
}

// isTight reports whether no space comes before the next word: of a script without spaces, the
// program tells each character as a word.
func (p *paragraph) isTight(next string) bool {
	last, _ := utf8.DecodeLastRune(p.text)
	first, _ := utf8.DecodeRuneInString(next)
	return isDense(last) && isDense(first)
}

// isDense reports whether a character is of a script without spaces between words.
func isDense(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// write adds the paragraph, unless the program is not sure of it.
func (p *paragraph) write(b *content.Builder) {
	if p.letters == 0 || p.sum/float64(p.letters) < sure || !strings.ContainsFunc(string(p.text), isWritten) {
		return
	}
	b.Block(aranea.ElementText)
	b.Write(string(p.text))
	b.End()
}

// isWritten reports whether a character is part of words: borders and stains look like punctuation.
func isWritten(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
