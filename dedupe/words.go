package dedupe

import (
	"hash/fnv"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// Words returns a number for each word of a page in order, except for words with a digit: dates,
// counts and made-up names. It returns nil for a page with more than most words.
func Words(p *aranea.Page, most int) []uint32 { return words(p.Text, most) }

// WordsOf returns the numbers of the words of a text, as Words does.
func WordsOf(text string, most int) []uint32 { return words([]byte(text), most) }

func words(text []byte, most int) []uint32 {
	var out []uint32
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if !isWord(r) {
			text = text[n:]
			continue
		}
		h, digit := fnv.New32a(), false
		for len(text) > 0 {
			if r, n = utf8.DecodeRune(text); !isWord(r) {
				break
			}
			digit = digit || unicode.IsDigit(r)
			_, _ = h.Write(utf8.AppendRune(nil, unicode.ToLower(r))) // Write of a hash never fails
			text = text[n:]
		}
		if digit {
			continue
		}
		if len(out) == most {
			return nil
		}
		out = append(out, h.Sum32())
	}
	return out
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
