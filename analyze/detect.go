package analyze

import (
	"math/bits"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze/language"
)

// maxDetectBytes is how much of the sample Detect reads.
const maxDetectBytes = 3 << 10

// fewHan is both the number of Han characters below which a page without kana may still be
// Japanese, and the number of letters below which a glance tells nothing.
const fewHan = 30

// Detect names the language of a text: first by its scripts, then within the Latin, Cyrillic
// and Arabic scripts by package language. The declared language (BCP 47) is believed unless the
// text clearly contradicts it. The result is Und if a Latin text gives no evidence. The sample
// should be running text of at least a few sentences. At most maxDetectBytes of it are read,
// and no more than needed to confirm likely, the language that is expected (Und if none is).
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

// detectRest is Detect for other scripts, the one with the most letters, and for Latin text.
func detectRest(prior, likely Lang, c scriptCounts, sample []byte) Lang {
	most := scriptGreek
	for s := scriptGreek; s < numScripts; s++ {
		if c[s] > c[most] {
			most = s
		}
	}
	switch {
	case c[most]*2 > c[scriptLatin]:
		if most == scriptArabic {
			return within(language.Arabic, sample, prior, likely, Ar)
		}
		if scriptOf(prior) == most {
			return prior
		}
		return restLangs[most]
	case c[scriptLatin] == 0:
		return prior
	}
	return within(language.Latin, sample, prior, likely, Und)
}

// Glance is Detect for a few short pieces from all over a page. It returns Und unless more text
// would be unlikely to change the answer. A language that is expected (prior: declared by the
// page or usual on its site, Und if none) needs less evidence.
func Glance(prior Lang, pieces [][]byte) Lang {
	told, alphabet, shared := byScript(prior, pieces)
	if shared {
		told, _ = ParseLang(language.Plain(alphabet, pieces, prior.String()))
	}
	return told
}

// Common looks at this many places of a text for its script, and at this many bytes in each.
const (
	scriptPlaces = 4
	scriptRead   = 24
)

// Common returns the language of a text by its script and by its common words, if these clearly
// outnumber those of every other language; otherwise Und. The language l, if it is not Und, is
// expected and needs fewer of them.
func (l Lang) Common(text []byte) Lang {
	var words language.Words
	ahead := scriptOf(l).shared()
	if ahead {
		words.Look(sharedAlphabet(l), text)
	}
	var c scriptCounts
	for k := range scriptPlaces {
		from, to := language.Place(text, k)
		c.add(text[from:min(to, from+scriptRead)])
	}
	most, ok := c.plainly(l)
	if !ok {
		return Und
	}
	told, alphabet, shared := c.toldBy(most, l)
	if !shared {
		return told
	}
	if !ahead || alphabet != sharedAlphabet(l) {
		words = language.Words{}
		words.Look(alphabet, text)
	}
	told, _ = ParseLang(words.Language(l.String()))
	return told
}

// Confirmed reports whether Glance returns l when l is expected. l is not Und.
func (l Lang) Confirmed(pieces [][]byte) bool {
	told, alphabet, shared := byScript(l, pieces)
	if shared {
		return language.Confirms(alphabet, pieces, l.String())
	}
	return told == l
}

// byScript returns the language of pieces if their script decides it, otherwise Und; or the
// alphabet, if several languages share it.
func byScript(prior Lang, pieces [][]byte) (told Lang, alphabet language.Alphabet, shared bool) {
	var c scriptCounts
	for i := 0; i < len(pieces); i += 2 {
		c.add(pieces[i])
	}
	// Every other piece must show the expected script. Japanese is exempt, since its pages mix
	// scripts.
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

// toldBy is byScript for letters that are mostly of one script.
func (c *scriptCounts) toldBy(most script, prior Lang) (told Lang, alphabet language.Alphabet, shared bool) {
	switch {
	case most.shared():
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

// plainly returns the script of the language of short pieces (Japanese also for Chinese), and
// reports whether there is enough of it and little of any other.
func (c scriptCounts) plainly(prior Lang) (most script, ok bool) {
	c[scriptHan], c[scriptKana] = 0, c[scriptHan]+c[scriptKana] // both belong to Japanese
	all := 0
	for s, n := range c {
		if all += n; n > c[most] {
			most = script(s)
		}
	}
	// Latin names are usual among other letters, but not the other way round.
	rest, own := all-c[most], scriptOf(prior)
	if own == scriptHan {
		own = scriptKana
	}
	few := fewHan
	// A third is enough for the expected script, as in Detect.
	if own != scriptLatin && c[own]*3 > all {
		most, rest = own, 0
	}
	if prior != Und && own == most {
		few = fewHan / 2
	}
	return most, c[most] >= few && rest*2 <= c[most] && (most != scriptLatin || rest*32 <= c[most])
}

// within tells the languages of an alphabet apart. If the text does not decide, the result is
// prior if it uses that alphabet, otherwise rest.
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
	scriptBengali
	scriptGurmukhi
	scriptGujarati
	scriptTamil
	scriptTelugu
	scriptKannada
	scriptMalayalam
	scriptArmenian
	scriptGeorgian
	numScripts
)

// shared reports whether several languages are written in a script and have to be told apart.
func (s script) shared() bool { return s == scriptLatin || s == scriptCyrillic || s == scriptArabic }

type scriptCounts [numScripts]int

// restLangs are the languages assumed for a script when nothing else decides.
var restLangs = [numScripts]Lang{
	scriptCyrillic: Ru, scriptHangul: Ko, scriptGreek: El, scriptHebrew: He,
	scriptArabic: Ar, scriptDevanagari: Hi, scriptThai: Th,
	scriptBengali: Bn, scriptGurmukhi: Pa, scriptGujarati: Gu, scriptTamil: Ta, scriptTelugu: Te,
	scriptKannada: Kn, scriptMalayalam: Ml, scriptArmenian: Hy, scriptGeorgian: Ka,
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
	if Bn <= l && l < numLangs {
		return scriptBengali + script(l-Bn)
	}
	return scriptLatin
}

// add counts the letters of a text by script.
func (c *scriptCounts) add(text []byte) {
	for i := 0; i < len(text); i += 8 {
		x := load(text, i)
		c[scriptLatin] += bits.OnesCount64(letterBytes(x))
		for first := x & (x << 1) & highs; first != 0; first &= first - 1 { // first bytes of characters
			at := bits.TrailingZeros64(first) &^ 7
			of := leads[x>>at&(numLeads-1)]
			if of == numScripts {
				r, _ := utf8.DecodeRune(text[i+at/8:])
				of = runeScript(r)
			}
			if of < numScripts {
				c[of]++
			}
		}
	}
}

// numLeads is the number of possible first bytes of characters beyond ASCII, from 0xC0 on.
const numLeads = 0x40

// leads maps the first byte of a character, less 0xC0, to its script; numScripts if characters
// of several scripts, or of none, begin with that byte.
var leads = func() (of [numLeads]script) {
	for i := range of {
		of[i] = numScripts
	}
	for _, r := range []struct {
		first, last byte
		script
	}{
		{0xC3, 0xC8, scriptLatin}, {0xCE, 0xCF, scriptGreek}, {0xD0, 0xD3, scriptCyrillic}, {0xD7, 0xD7, scriptHebrew},
		{0xD8, 0xDD, scriptArabic}, {0xE5, 0xE9, scriptHan}, {0xEB, 0xEC, scriptHangul},
	} {
		for c := r.first; c <= r.last; c++ {
			of[c-0xC0] = r.script
		}
	}
	return of
}()

// indicScripts are the scripts of the blocks of Unicode from that of Bengali on, 128 characters
// each. Oriya, the fourth, has no language that can be named.
var indicScripts = [...]script{
	scriptBengali, scriptGurmukhi, scriptGujarati, numScripts, scriptTamil, scriptTelugu, scriptKannada, scriptMalayalam,
}

// runeScript returns the script of a letter, numScripts if it does not tell a language.
func runeScript(r rune) script {
	switch {
	case r >= 0x3040 && r < 0x3100:
		return scriptKana
	case r >= 0x4E00 && r < 0xA000: // most of the Han block of Unicode
		return scriptHan
	case r >= 0xC0 && r < 0x250, r >= 0x1E00 && r < 0x1F00:
		return scriptLatin
	case r >= 0x370 && r < 0x400, r >= 0x1F00 && r < 0x2000:
		return scriptGreek
	case r >= 0x400 && r < 0x530:
		return scriptCyrillic
	case r >= 0x590 && r < 0x600:
		return scriptHebrew
	case r >= 0x600 && r < 0x780:
		return scriptArabic
	case r >= 0x900 && r < 0x980:
		return scriptDevanagari
	case r >= 0x980 && r < 0xD80:
		return indicScripts[(r-0x980)/0x80]
	case r >= 0xE00 && r < 0xE80:
		return scriptThai
	case r >= 0x530 && r < 0x590:
		return scriptArmenian
	case r >= 0x10A0 && r < 0x1100, r >= 0x1C90 && r < 0x1CC0:
		return scriptGeorgian
	case r >= 0xAC00 && r < 0xD7A4:
		return scriptHangul
	case r >= 0x3400 && unicode.Is(unicode.Han, r):
		return scriptHan
	}
	return numScripts
}
