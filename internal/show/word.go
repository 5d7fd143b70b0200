package show

import "strings"

// plain are the characters, besides letters and digits of ASCII, that mean nothing to
// a shell.
const plain = "-_./:@%+,="

// Word writes a text as one word of a command line: as it is, or in quotes, so that a
// shell finds nothing to carry out in it.
func Word(text string) string {
	if text != "" && strings.IndexFunc(text, special) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

func special(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(plain, r)
}
