package analyze

import (
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
)

// StemPrefix stands before every stem, so that stems can share a dictionary
// with the forms: no form begins with this byte. Two letters, the code of the
// stem's language, follow, and then the stem.
const StemPrefix = "\x01"

// Limits of a word; longer ones are dropped but keep their position.
const (
	// maxWordBytes is the longest folded word, in bytes.
	maxWordBytes = 64
	// maxDigitRunes is the longest folded word that contains a digit, in runes.
	maxDigitRunes = 20
	// maxRawBytes is the longest word looked at, before folding.
	maxRawBytes = 4 * maxWordBytes
	// DefaultCacheWords is the number of distinct words an Analyzer keeps.
	DefaultCacheWords = 1 << 18
)

// Word is a distinct analysed word. Equal words of one Analyzer usually share
// one Word, but a Word may be forgotten and made anew, so identity means
// equality and difference means nothing. It takes one line of a cache.
type Word struct {
	spelling [inlineBytes / 8]uint64 // under which it is found
	text     string                  // the form, then the stem
	other    number                  // the word of which this is but another spelling
	form     uint8                   // the length of the form; 0 for a word that is dropped
	// Notes belong to the caller, who may note its own numbers here and spare itself
	// look-ups. They are zero in a new Word.
	Notes [4]uint32
}

// Form returns the folded word (or the bigram) in plain UTF-8, without accents; it is
// never empty.
func (w *Word) Form() string { return w.text[:w.form] }

// Stem returns StemPrefix, the language of the stemmer, and the stem; "" when
// the stem is spelled like the form, or when no stemmer serves the word.
func (w *Word) Stem() string { return w.text[w.form:] }

// Text returns the form and, behind it, the stem.
func (w *Word) Text() string { return w.text }

// Token is one word of a text.
type Token struct {
	Word *Word
	// Start and End are the byte span in the text. Starts ascend but for the first word in a name; spans of
	// bigrams overlap, and those of the words in a name lie in that of the name.
	Start, End uint32
	// Part is the number of the part of a page; 0 for a whole text.
	Part uint32
	// Pos is the word position in the part, from zero. It ascends, strictly but for the words
	// in a name, and has holes where words were dropped and where a run of bigrams ends.
	Pos uint32
}

// Analyzer cuts text into tokens and remembers the words it has seen, so that
// each distinct word is folded and stemmed once. It is not safe for concurrent
// use: every worker has its own.
type Analyzer struct {
	young, old *vocabulary
	secret     secret
	cacheWords int
	env        *snowballstem.Env
	buf        []byte // a folded word
	plain      []byte
	waiting    [mostWaiting]waiting
	read       uint32 // of what was asked for ahead, so that it is
}

// New returns an Analyzer that remembers up to about cacheWords distinct
// words (0 means DefaultCacheWords), the least recently used half being
// forgotten when it is full.
func New(cacheWords int) *Analyzer {
	if cacheWords <= 0 {
		cacheWords = DefaultCacheWords
	}
	return &Analyzer{young: newVocabulary(), old: newVocabulary(), secret: newSecret(), cacheWords: cacheWords, env: snowballstem.NewEnv("")}
}

// build makes a Word from the folded word in a.buf.
func (a *Analyzer) build(p profile) (w Word) {
	if dropped(a.buf) {
		return w
	}
	a.plain = stripAccents(a.plain[:0], a.buf)
	form := len(a.plain)
	if form == 0 { // a lone mark
		return w
	}
	if l := stemmerOf(p, a.buf); l != Und && (l != En || !isEnglishStem(a.buf)) {
		a.plain = a.appendStem(a.plain, l, string(a.buf))
		if stem := a.plain[form:]; string(stem[stemHead:]) == string(a.plain[:form]) {
			a.plain = a.plain[:form]
		}
	}
	return Word{text: a.young.string(a.plain), form: uint8(form)}
}

// stemHead is the length of StemPrefix and a language.
const stemHead = len(StemPrefix) + 2

// appendStem appends StemPrefix, a language, and the stem of a folded word by its
// stemmer, without accents.
func (a *Analyzer) appendStem(dst []byte, l Lang, folded string) []byte {
	dst = append(append(dst, StemPrefix...), l.String()...)
	head := len(dst)
	dst = stripAccents(dst, []byte(stemWord(a.env, l, folded)))
	if len(dst) == head {
		dst = stripAccents(dst, []byte(folded))
	}
	return dst
}

func dropped(folded []byte) bool {
	if len(folded) == 0 || len(folded) > maxWordBytes {
		return true
	}
	if len(folded) <= maxDigitRunes || utf8.RuneCount(folded) <= maxDigitRunes {
		return false
	}
	for _, c := range folded {
		if '0' <= c && c <= '9' {
			return true
		}
	}
	return false
}
