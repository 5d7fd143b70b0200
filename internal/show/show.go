// Package show makes untrusted text safe to display, in a terminal and in a page, and formats
// numbers, sizes and host names for people. It is the only place that decides which characters
// are hidden and which names may be mistaken for others, so that the command line and the
// console always agree.
//
// Text, Line and JSON escape what could deceive: nothing is lost, and users of a terminal see
// that something was there. Visible removes it, for pages that show untrusted text in a frame of
// its own.
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

// Unsafe reports whether a character could control a terminal, reorder or join the text around
// it, or be invisible. Line feed and tab are safe, and so are zero width joiners, which Persian,
// Indic scripts and emoji need.
func Unsafe(r rune) bool {
	if r == '\n' || r == '\t' {
		return false
	}
	return unicode.IsControl(r) || unicode.In(r, reordering, directional, breaking, hidden)
}

// The characters that can deceive, by effect.
var (
	// reordering has the bidirectional controls that embed, override and isolate.
	reordering = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x202A, Hi: 0x202E, Stride: 1}, {Lo: 0x2066, Hi: 0x2069, Stride: 1}}}
	// directional has the directional marks, which Hebrew and Arabic texts use between letters.
	directional = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x061C, Hi: 0x061C, Stride: 1}, {Lo: 0x200E, Hi: 0x200F, Stride: 1}}}
	// breaking has the line and paragraph separators.
	breaking = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x2028, Hi: 0x2029, Stride: 1}}}
	// hidden has characters without width and meaning for readers: fillers, the zero width
	// space, invisible operators, deprecated controls, the byte order mark, interlinear
	// annotation, and the tag characters.
	hidden = &unicode.RangeTable{
		R16: []unicode.Range16{
			{Lo: 0x115F, Hi: 0x1160, Stride: 1}, {Lo: 0x180E, Hi: 0x180E, Stride: 1}, {Lo: 0x200B, Hi: 0x200B, Stride: 1},
			{Lo: 0x2060, Hi: 0x2065, Stride: 1}, {Lo: 0x206A, Hi: 0x206F, Stride: 1}, {Lo: 0x3164, Hi: 0x3164, Stride: 1},
			{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1}, {Lo: 0xFFA0, Hi: 0xFFA0, Stride: 1}, {Lo: 0xFFF9, Hi: 0xFFFB, Stride: 1},
		},
		R32: []unicode.Range32{{Lo: 0xE0000, Hi: 0xE007F, Stride: 1}},
	}
)

// Text returns s with every unsafe character escaped as in Go source, including each byte that
// is not valid UTF-8, as \x9b, which some terminals take for a control character. Line feeds and
// tabs are kept.
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

// Prose is Line of what a page says, without characters that have neither width nor meaning for readers: pages
// set a zero width space where an icon is, or where a long name may break.
func Prose(s string) string {
	return Line(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.Is(hidden, r) }), ""))
}

// Visible returns s in one line without its unsafe characters, for pages. Directional marks are
// kept, because a page isolates the texts it shows. Invalid UTF-8 becomes U+FFFD.
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

// JSON escapes the unsafe characters of a JSON text, most of which are permitted unescaped
// inside its strings. The meaning does not change.
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

// Clip truncates s to at most most bytes, at a character boundary.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:max(most, 0)]
}

// Shorten removes the middle of a text that is longer than most characters.
func Shorten(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	tail := most / 4
	return strings.TrimSpace(string(runes[:most-tail-1])) + "…" + strings.TrimSpace(string(runes[len(runes)-tail:]))
}
