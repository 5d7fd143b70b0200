package show

import "strings"

// plain are the characters besides ASCII letters and digits that have no meaning to a shell.
const plain = "-_./:@%+,="

// Word formats a text as one word of a command line, quoted if necessary, so that a shell
// executes nothing in it.
func Word(text string) string {
	if text != "" && strings.IndexFunc(text, special) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

func special(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(plain, r)
}
