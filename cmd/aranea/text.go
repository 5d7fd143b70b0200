package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// safe returns s with every character that could steer a terminal or reorder
// text made visible: control characters, escape, delete, line and paragraph
// separators, and the bidirectional controls. So is each byte that is no part of
// UTF-8, as \x9b, which some terminals take for a control character of old.
// Titles, URLs and robots files come from strangers.
func safe(s string) string {
	if !strings.ContainsFunc(s, unsafeRune) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
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
	case unicode.IsControl(r):
		return true
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x200E, r == 0x200F, r == 0x061C:
		return true
	case r == 0x2028, r == 0x2029, r == 0xFEFF:
		return true
	}
	return false
}

// writeJSON writes v as one line. Characters that could steer a terminal or
// reorder text are written as \u escapes: JSON permits them bare, but the line
// may be looked at by people.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escapeUnsafe(b.Bytes()))
	return err
}

// escapeUnsafe escapes what is unsafe in JSON text. Outside its strings nothing
// is, but for the line feed at its end.
func escapeUnsafe(text []byte) []byte {
	if !bytes.ContainsFunc(text, unsafeRune) {
		return text
	}
	out := make([]byte, 0, len(text)+32)
	for _, r := range string(text) {
		if unsafeRune(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}
