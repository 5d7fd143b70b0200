// Package show makes text that comes from strangers safe to look at, in a
// terminal and in a page, and writes numbers, sizes and host names for people.
// It is the one place that decides which characters are hidden from sight and
// which names may be taken for others, so that the command line and the console
// never disagree.
//
// Text, Line and JSON escape what could deceive: nothing is lost, and who looks
// at a terminal sees that something was there. Visible drops it, for pages that
// carry the text of others in a frame of their own.
//
// Floor: 0 (leaves). Stability: engine. It knows no URL beyond the text of one.
package show

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Unsafe reports whether a character could steer a terminal, reorder or join the
// text around it, or stand there unseen. Line feed and tab are not unsafe. Zero
// width joiners are not either: Persian, Indic scripts and emoji need them.
func Unsafe(r rune) bool {
	if r == '\n' || r == '\t' {
		return false
	}
	return unicode.IsControl(r) || unicode.In(r, reordering, directional, breaking, hidden)
}

// The characters that deceive, by what they do.
var (
	// reordering holds the bidirectional controls that embed, override, isolate.
	reordering = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x202A, Hi: 0x202E, Stride: 1}, {Lo: 0x2066, Hi: 0x2069, Stride: 1}}}
	// directional holds the marks of direction, which texts of Hebrew and Arabic
	// use between letters.
	directional = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x061C, Hi: 0x061C, Stride: 1}, {Lo: 0x200E, Hi: 0x200F, Stride: 1}}}
	// breaking holds the separators of lines and paragraphs.
	breaking = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x2028, Hi: 0x2029, Stride: 1}}}
	// hidden holds what has no width and no meaning for readers: fillers, the
	// zero width space, invisible operators, deprecated controls, the byte order
	// mark, interlinear annotation, and the tag characters.
	hidden = &unicode.RangeTable{
		R16: []unicode.Range16{
			{Lo: 0x115F, Hi: 0x1160, Stride: 1}, {Lo: 0x180E, Hi: 0x180E, Stride: 1}, {Lo: 0x200B, Hi: 0x200B, Stride: 1},
			{Lo: 0x2060, Hi: 0x2065, Stride: 1}, {Lo: 0x206A, Hi: 0x206F, Stride: 1}, {Lo: 0x3164, Hi: 0x3164, Stride: 1},
			{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1}, {Lo: 0xFFA0, Hi: 0xFFA0, Stride: 1}, {Lo: 0xFFF9, Hi: 0xFFFB, Stride: 1},
		},
		R32: []unicode.Range32{{Lo: 0xE0000, Hi: 0xE007F, Stride: 1}},
	}
)

// Text returns s with every unsafe character escaped as in Go source, and so
// each byte that is no part of UTF-8, as \x9b, which some terminals take for a
// control character. Line feeds and tabs stay.
func Text(s string) string {
	if !strings.ContainsFunc(s, Unsafe) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case Unsafe(r):
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Line is Text in one line: line feeds and tabs become spaces.
func Line(s string) string {
	return oneLine.Replace(Text(s))
}

var oneLine = strings.NewReplacer("\n", " ", "\t", " ")

// Visible returns s in one line without its unsafe characters, for pages. Marks
// of direction stay, since a page isolates the texts it shows. What is not UTF-8
// becomes U+FFFD.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', unicode.Is(breaking, r):
			return ' '
		case Unsafe(r) && !unicode.Is(directional, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// JSON escapes the unsafe characters of a JSON text, which permits most of them
// bare inside its strings. Its meaning stays.
func JSON(text []byte) []byte {
	if !bytes.ContainsFunc(text, Unsafe) {
		return text
	}
	out := make([]byte, 0, len(text)+32)
	for _, r := range string(text) {
		switch {
		case !Unsafe(r):
			out = utf8.AppendRune(out, r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// Clip cuts s at most bytes, on a character border.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:max(most, 0)]
}

// Shorten cuts the middle out of a text that is longer than most characters.
func Shorten(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	tail := most / 4
	return strings.TrimSpace(string(runes[:most-tail-1])) + "…" + strings.TrimSpace(string(runes[len(runes)-tail:]))
}
