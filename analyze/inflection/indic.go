package inflection

import "strings"

// hindiEndings are those of nouns and adjectives, after A. Ramanathan and D. D. Rao, A lightweight
// stemmer for Hindi (2003), without those of verbs, which end many stems as well. Nasal vowels
// are folded to those with an anusvara.
var hindiEndings = newEndings(`ाइयों ाइयां ियों ियां ाओं ाएं ुओं ुएं ों ें ां ीं ा ि ी ु ू े ो`)

// Hindi returns the stem of a folded Hindi word. Both spellings of a glide at the end (नयी, नई)
// have one.
func Hindi(word string) string {
	if base, ok := strings.CutSuffix(word, "ये"); ok && base != "" {
		word = base + "ए"
	} else if base, ok := strings.CutSuffix(word, "यी"); ok && base != "" {
		word = base + "ई"
	}
	return hindiEndings.cut(word, 2)
}

// bengaliEndings are those of the plural, of the definite form and of the cases of nouns.
var bengaliEndings = newEndings(`গুলো গুলি গুলোর গুলির গুলোতে গুলিতে গুলোকে গুলিকে টি টির টিকে টিতে টা টার টাকে দের ের কে তে য়`)

// Bengali returns the stem of a folded Bengali word. A long i at the end is a short one, as in
// spelling after the reforms (বাড়ী, বাড়ি).
func Bengali(word string) string {
	stem := bengaliEndings.cut(word, 2)
	if base, ok := strings.CutSuffix(stem, "ী"); ok {
		return base + "ি"
	}
	return stem
}
