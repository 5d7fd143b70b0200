package analyze

// isHebrew reports whether a rune is a Hebrew letter.
func isHebrew(r rune) bool { return r >= 0x05D0 && r <= 0x05EA }
