package analyze

import (
	"unicode"
	"unicode/utf8"
)

// Hints are what a page and its server say about its language. They are
// believed unless the text speaks clearly against them.
type Hints struct {
	HTMLLang string // the lang attribute of the document, BCP 47
}

// maxDetectBytes is how much of the sample Detect reads.
const maxDetectBytes = 3 << 10

// Detect names the language of a text: by its scripts first, within Latin and
// Cyrillic by the hints, stop words and tell-tale letters. It answers Und
// when a Latin text gives no evidence. The sample should be running text of
// at least a few sentences; at most maxDetectBytes of it are read.
func Detect(h Hints, sample []byte) Lang {
	if len(sample) > maxDetectBytes {
		sample = sample[:maxDetectBytes]
	}
	prior, _ := ParseLang(h.HTMLLang)
	c := countScripts(sample)
	latin := c[scriptLatin]
	switch {
	case c[scriptKana]*20 > c[scriptHan]+c[scriptKana] && (c[scriptHan]+c[scriptKana])*3 > latin:
		return Ja
	case c[scriptHangul]*3 > latin && c[scriptHangul] > c[scriptHan]:
		return Ko
	case c[scriptHan]*3 > latin+c[scriptCyrillic]:
		if prior == Ja && c[scriptKana] > 0 {
			return Ja
		}
		return Zh
	case c[scriptCyrillic]*2 > latin:
		return detectCyrillic(prior, sample)
	}
	return detectRest(prior, c, sample)
}

func detectRest(prior Lang, c scriptCounts, sample []byte) Lang {
	for s := scriptGreek; s < numScripts; s++ {
		if c[s]*2 <= c[scriptLatin] {
			continue
		}
		if scriptOf(prior) == s {
			return prior
		}
		return restLangs[s]
	}
	if c[scriptLatin] == 0 {
		return prior
	}
	return detectLatin(prior, sample)
}

type script uint8

const (
	scriptLatin script = iota
	scriptCyrillic
	scriptHan
	scriptKana
	scriptHangul
	scriptGreek
	scriptHebrew
	scriptArabic
	scriptDevanagari
	scriptThai
	numScripts
)

type scriptCounts [numScripts]int

// restLangs is the usual language of the scripts that need no second look.
var restLangs = [numScripts]Lang{
	scriptGreek: El, scriptHebrew: He, scriptArabic: Ar, scriptDevanagari: Hi, scriptThai: Th,
}

// scriptOf returns the script a language is written in.
func scriptOf(l Lang) script {
	switch l {
	case Ru, Uk, Be, Bg, Sr, Mk, Kk:
		return scriptCyrillic
	case Zh:
		return scriptHan
	case Ja:
		return scriptKana
	case Ko:
		return scriptHangul
	case El:
		return scriptGreek
	case He:
		return scriptHebrew
	case Ar, Fa:
		return scriptArabic
	case Hi:
		return scriptDevanagari
	case Th:
		return scriptThai
	}
	return scriptLatin
}

func countScripts(sample []byte) scriptCounts {
	var c scriptCounts
	for i := 0; i < len(sample); {
		b := sample[i]
		if b < utf8.RuneSelf {
			if asciiWord[b] && b > '9' {
				c[scriptLatin]++
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(sample[i:])
		i += n
		if s, ok := runeScript(r); ok {
			c[s]++
		}
	}
	return c
}

func runeScript(r rune) (script, bool) {
	switch {
	case r >= 0xC0 && r < 0x250, r >= 0x1E00 && r < 0x1F00:
		return scriptLatin, true
	case r >= 0x370 && r < 0x400, r >= 0x1F00 && r < 0x2000:
		return scriptGreek, true
	case r >= 0x400 && r < 0x530:
		return scriptCyrillic, true
	case r >= 0x590 && r < 0x600:
		return scriptHebrew, true
	case r >= 0x600 && r < 0x780:
		return scriptArabic, true
	case r >= 0x900 && r < 0x980:
		return scriptDevanagari, true
	case r >= 0xE00 && r < 0xE80:
		return scriptThai, true
	case r >= 0x3040 && r < 0x3100:
		return scriptKana, true
	case r >= 0xAC00 && r < 0xD7A4:
		return scriptHangul, true
	case r >= 0x3400 && unicode.Is(unicode.Han, r):
		return scriptHan, true
	}
	return 0, false
}

// detectCyrillic tells the Cyrillic languages apart by the letters that only
// some of them have.
func detectCyrillic(prior Lang, sample []byte) Lang {
	var letters, russian, ukrainian, belarusian, serbian, macedonian, kazakh, hard int
	for i := 0; i < len(sample); {
		r, n := utf8.DecodeRune(sample[i:])
		i += n
		if r < 0x400 || r >= 0x530 {
			continue
		}
		letters++
		switch unicode.ToLower(r) {
		case 'ы', 'э':
			russian++
		case 'ъ':
			hard++
		case 'ї', 'є', 'ґ':
			ukrainian++
		case 'ў':
			belarusian++
		case 'ђ', 'ћ':
			serbian++
		case 'ѓ', 'ќ', 'ѕ':
			macedonian++
		case 'ә', 'ғ', 'қ', 'ң', 'ө', 'ұ', 'ү', 'һ':
			kazakh++
		}
	}
	share := func(n int) bool { return n*200 > letters }
	switch {
	case share(kazakh):
		return Kk
	case share(belarusian):
		return Be
	case share(ukrainian):
		return Uk
	case share(serbian):
		return Sr
	case share(macedonian):
		return Mk
	case share(russian):
		return Ru
	case scriptOf(prior) == scriptCyrillic:
		return prior
	case share(hard):
		return Bg
	}
	return Ru
}

// latinLangs are the Latin languages with a table of stop words.
var latinLangs = [...]Lang{En, Pt, Es, Fr, De, It}

// detectLatin counts the stop words of each language. The prior wins unless
// another language has at least 5 of its words and 2 times as many.
func detectLatin(prior Lang, sample []byte) Lang {
	scores, words := countStopWords(sample)
	best, second := Und, 0
	for _, l := range latinLangs {
		switch {
		case best == Und || scores[l] > scores[best]:
			if best != Und {
				second = scores[best]
			}
			best = l
		case scores[l] > second:
			second = scores[l]
		}
	}
	score := scores[best]
	if prior != Und && scriptOf(prior) == scriptLatin {
		if score >= 5 && score*8 >= words && score >= 2*scores[prior] && score >= 2*relative(prior, scores) {
			return best
		}
		return prior
	}
	if score < 2 || score*12 < words || score*4 < second*5 {
		return Und
	}
	return best
}

// relative returns the score of the table that speaks for a language without
// a table of its own: Galician and Catalan read like their neighbours.
func relative(prior Lang, scores [numLangs]int) int {
	switch prior {
	case Gl:
		return max(scores[Pt], scores[Es])
	case Ca, Ro:
		return max(scores[Es], scores[Fr], scores[It])
	case Nl:
		return scores[De]
	}
	return 0
}

// longestStopWord bounds the words that are looked up, in bytes.
const longestStopWord = 12

// countStopWords counts, for each Latin language, the words of the sample
// that are in its table, and all words.
func countStopWords(sample []byte) (scores [numLangs]int, words int) {
	var raw, plain []byte
	for i := 0; i < len(sample); {
		start := i
		for i < len(sample) && (asciiWord[sample[i]] || sample[i] >= utf8.RuneSelf) {
			i++
		}
		if i == start {
			i++
			continue
		}
		if sample[start] <= '9' {
			continue
		}
		words++
		if i-start > longestStopWord {
			continue
		}
		plain, raw = foldSmall(plain[:0], raw[:0], sample[start:i])
		for set, l := smallLatin[string(plain)], Lang(0); set != 0; set, l = set>>1, l+1 {
			if set&1 != 0 {
				scores[l]++
			}
		}
	}
	return scores, words
}

// foldSmall appends the folded word without accents to plain; raw is scratch.
func foldSmall(plain, raw, word []byte) ([]byte, []byte) {
	for _, c := range word {
		if c >= utf8.RuneSelf {
			raw = foldCase(raw, string(word))
			return stripAccents(plain[:0], raw), raw
		}
		plain = append(plain, c|0x20) // digits have that bit already
	}
	return plain, raw
}
