package analyze

import (
	"math/bits"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze/language"
)

// maxDetectBytes is how much of the sample Detect reads.
const maxDetectBytes = 3 << 10

// fewHan are the characters below which a page without kana may be Japanese, and the
// letters below which nothing is told at a glance.
const fewHan = 30

// Detect names the language of a text: by its scripts first, within Latin,
// Cyrillic and Arabic by package language. What the page or its server declares
// (BCP 47) is believed unless the text speaks clearly against it. It answers Und
// when a Latin text gives no evidence. The sample should be running text of
// at least a few sentences; at most maxDetectBytes of it are read, and no more than
// confirm a language that is likely, Und if none is.
func Detect(declared string, likely Lang, sample []byte) Lang {
	if len(sample) > maxDetectBytes {
		sample = sample[:maxDetectBytes]
	}
	prior, _ := ParseLang(declared)
	var c scriptCounts
	c.add(sample)
	latin := c[scriptLatin]
	switch {
	case c[scriptKana]*20 > c[scriptHan]+c[scriptKana] && (c[scriptHan]+c[scriptKana])*3 > latin:
		return Ja
	case c[scriptHangul]*3 > latin && c[scriptHangul] > c[scriptHan]:
		return Ko
	case c[scriptHan]*3 > latin+c[scriptCyrillic]:
		if prior == Ja && (c[scriptKana] > 0 || c[scriptHan] < fewHan) {
			return Ja
		}
		return Zh
	case c[scriptCyrillic]*2 > latin:
		return within(language.Cyrillic, sample, prior, likely, Ru)
	}
	return detectRest(prior, likely, c, sample)
}

func detectRest(prior, likely Lang, c scriptCounts, sample []byte) Lang {
	for s := scriptGreek; s < numScripts; s++ {
		if c[s]*2 <= c[scriptLatin] {
			continue
		}
		if s == scriptArabic {
			return within(language.Arabic, sample, prior, likely, Ar)
		}
		if scriptOf(prior) == s {
			return prior
		}
		return restLangs[s]
	}
	if c[scriptLatin] == 0 {
		return prior
	}
	return within(language.Latin, sample, prior, likely, Und)
}

// Glance is Detect for a few short pieces from all over a page: it answers Und unless more
// of the text would hardly tell otherwise. What is expected, because the page declares it
// or its site mostly has it, needs less evidence; Und if nothing is.
func Glance(prior Lang, pieces [][]byte) Lang {
	told, alphabet, shared := byScript(prior, pieces)
	if shared {
		told, _ = ParseLang(language.Plain(alphabet, pieces, prior.String()))
	}
	return told
}

// scriptPlaces is at how many places of a text Common looks for its script.
const scriptPlaces = 4

// Common returns the language of a text by its script at some places and the common words
// all over it, if these are plainly more than those of any other, else Und. It needs one
// that is expected, not Und, of the same script.
func (l Lang) Common(text []byte) Lang {
	var c scriptCounts
	for k := range scriptPlaces {
		from, to := language.Place(text, k)
		c.add(text[from:to])
	}
	most, ok := c.plainly(l)
	if !ok || l == Und {
		return Und
	}
	told, alphabet, shared := c.toldBy(most, l)
	if shared && scriptOf(l) == most {
		told, _ = ParseLang(language.Common(alphabet, text, l.String()))
	}
	return told
}

// Confirmed reports whether Glance answers a language if that is expected; it is not Und.
func (l Lang) Confirmed(pieces [][]byte) bool {
	told, alphabet, shared := byScript(l, pieces)
	if shared {
		return language.Confirms(alphabet, pieces, l.String())
	}
	return told == l
}

// byScript returns the language of pieces by their script, Und if that does not tell; or the
// alphabet that several languages share.
func byScript(prior Lang, pieces [][]byte) (told Lang, alphabet language.Alphabet, shared bool) {
	var c scriptCounts
	for i := 0; i < len(pieces); i += 2 {
		c.add(pieces[i])
	}
	// Every other piece shows the script that is expected, but for that of Japanese, whose
	// pages are of several.
	most, ok := c.plainly(prior)
	if !ok || prior == Und || most != scriptOf(prior) || most == scriptKana {
		for i := 1; i < len(pieces); i += 2 {
			c.add(pieces[i])
		}
		if most, ok = c.plainly(prior); !ok {
			return Und, 0, false
		}
	}
	return c.toldBy(most, prior)
}

// toldBy is byScript for letters of which most are of one script.
func (c *scriptCounts) toldBy(most script, prior Lang) (told Lang, alphabet language.Alphabet, shared bool) {
	switch {
	case most == scriptLatin || most == scriptCyrillic || most == scriptArabic:
		return Und, sharedAlphabet(restLangs[most]), true
	case most != scriptKana && scriptOf(prior) == most:
		return prior, 0, false
	case most != scriptKana:
		return restLangs[most], 0, false
	case c[scriptKana] == 0:
		return Zh, 0, false
	case c[scriptKana]*5 > c[scriptHan]+c[scriptKana]:
		return Ja, 0, false
	}
	return Und, 0, false
}

// plainly returns the script that the language of short pieces has, that of Japanese for
// Chinese too, and reports whether there is enough of it and little else.
func (c scriptCounts) plainly(prior Lang) (most script, ok bool) {
	c[scriptHan], c[scriptKana] = 0, c[scriptHan]+c[scriptKana] // of one language
	all := 0
	for s, n := range c {
		if all += n; n > c[most] {
			most = script(s)
		}
	}
	// Latin names are usual among other letters, and not the other way round.
	rest, own := all-c[most], scriptOf(prior)
	if own == scriptHan {
		own = scriptKana
	}
	few := fewHan
	// Of the script that is expected a third is enough, as it is for Detect.
	if own != scriptLatin && c[own]*3 > all {
		most, rest = own, 0
	}
	if prior != Und && own == most {
		few = fewHan / 2
	}
	return most, c[most] >= few && rest*2 <= c[most] && (most != scriptLatin || rest*32 <= c[most])
}

// within tells the languages of an alphabet apart. What the text does not tell is
// prior if that has the alphabet, else rest.
func within(a language.Alphabet, sample []byte, prior, likely, rest Lang) Lang {
	expect := ""
	if prior != Und && sharedAlphabet(prior) == a {
		rest, expect = prior, prior.String()
	}
	if told, ok := ParseLang(language.Guess(a, sample, expect, likely.String())); ok {
		return told
	}
	return rest
}

func sharedAlphabet(l Lang) language.Alphabet {
	switch scriptOf(l) {
	case scriptCyrillic:
		return language.Cyrillic
	case scriptArabic:
		return language.Arabic
	}
	return language.Latin
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

// restLangs is the usual language of scripts.
var restLangs = [numScripts]Lang{
	scriptCyrillic: Ru, scriptHangul: Ko, scriptGreek: El, scriptHebrew: He,
	scriptArabic: Ar, scriptDevanagari: Hi, scriptThai: Th,
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

// add counts the letters of a text by their scripts.
func (c *scriptCounts) add(text []byte) {
	for i := 0; i < len(text); {
		lead := text[i]
		if lead < utf8.RuneSelf {
			x := load(text, i)
			n := min(bits.TrailingZeros64(x&highs)/8, len(text)-i) // bytes of ASCII
			c[scriptLatin] += bits.OnesCount64(letterBytes(x) & (1<<(8*n) - 1))
			i += n
			continue
		}
		if of := leads[lead-utf8.RuneSelf]; of.size > 0 {
			c[of.script]++
			i += int(of.size)
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		i += n
		if s, ok := runeScript(r); ok {
			c[s]++
		}
	}
}

// leads holds the first bytes, less utf8.RuneSelf, of characters that are all letters of
// one script, with the size of these characters.
var leads = [utf8.RuneSelf]struct {
	script script
	size   uint8
}{
	0x43: {scriptLatin, 2}, 0x44: {scriptLatin, 2}, 0x45: {scriptLatin, 2}, 0x46: {scriptLatin, 2}, 0x47: {scriptLatin, 2}, 0x48: {scriptLatin, 2},
	0x4E: {scriptGreek, 2}, 0x4F: {scriptGreek, 2},
	0x50: {scriptCyrillic, 2}, 0x51: {scriptCyrillic, 2}, 0x52: {scriptCyrillic, 2}, 0x53: {scriptCyrillic, 2},
	0x57: {scriptHebrew, 2},
	0x58: {scriptArabic, 2}, 0x59: {scriptArabic, 2}, 0x5A: {scriptArabic, 2}, 0x5B: {scriptArabic, 2}, 0x5C: {scriptArabic, 2}, 0x5D: {scriptArabic, 2},
	0x65: {scriptHan, 3}, 0x66: {scriptHan, 3}, 0x67: {scriptHan, 3}, 0x68: {scriptHan, 3}, 0x69: {scriptHan, 3},
	0x6B: {scriptHangul, 3}, 0x6C: {scriptHangul, 3},
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
