package question

import "strings"

// Definitions returns what asks what something is, in languages with spaces.
func Definitions() []string { return strings.Split(definitions, ",") }
