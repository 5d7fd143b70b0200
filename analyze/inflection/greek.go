package inflection

// greekEndings are those of nouns and adjectives of all genders and cases, and the commonest of
// verbs. Sigma is folded, so final sigma is an ordinary one.
var greekEndings = newEndings(`ματων ματοσ ματα ματι μα ουσ εισ εων εωσ ησ εσ ασ οσ οι ου ων αι ει α ο η ι υ ε ω`)

// Greek returns the stem of a folded Greek word without accents: the word without the ending of
// its case. It is a light stemmer, which leaves verbs mostly alone.
func Greek(word string) string { return greekEndings.cut(word, 3) }
