package main

import (
	"strconv"
	"strings"
	"unicode"
)

// safe returns s with every character that could steer a terminal or reorder
// text made visible: control characters, escape, delete, line and paragraph
// separators, and the bidirectional controls. Titles and URLs come from
// strangers.
func safe(s string) string {
	if !strings.ContainsFunc(s, unsafeRune) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case unsafeRune(r):
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// safeLine is safe for one line: line feeds and tabs become spaces.
func safeLine(s string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(safe(s))
}

func unsafeRune(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case unicode.IsControl(r), r == unicode.ReplacementChar:
		return r != unicode.ReplacementChar
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x200E, r == 0x200F, r == 0x061C:
		return true
	case r == 0x2028, r == 0x2029, r == 0xFEFF:
		return true
	}
	return false
}
