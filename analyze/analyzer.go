package analyze

import (
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
)

// StemPrefix begins every stem, so that stems and forms can share a dictionary: no form begins
// with this byte. The two-letter code of the stemmer's language follows, then the stem.
const StemPrefix = "\x01"

// Limits of a word. Longer words are dropped but keep their position.
const (
	// maxWordBytes is the longest folded word, in bytes.
	maxWordBytes = 64
	// maxDigitRunes is the longest folded word that contains a digit, in runes.
	maxDigitRunes = 20
	// maxRawBytes is the longest word looked at before folding, in bytes.
	maxRawBytes = 4 * maxWordBytes
	// DefaultCacheWords is the number of distinct words an Analyzer keeps.
	DefaultCacheWords = 1 << 18
)

// Word is a distinct analysed word. Equal words of one Analyzer usually share one Word, but a
// Word may be forgotten and created again: the same pointer means the same word, different
// pointers mean nothing. A Word fills one cache line.
type Word struct {
	spelling [inlineBytes / 8]uint64 // the spelling it is found by
	text     string                  // the form, followed by the stem
	other    number                  // the word of which this is another spelling
	form     uint8                   // length of the form; 0 if the word is dropped
	// Notes belong to the caller, who may store numbers of its own here and save look-ups. They
	// are zero in a new Word.
	Notes [4]uint32
}

// Form returns the folded word (or the bigram) in plain UTF-8, without accents; it is
// never empty.
func (w *Word) Form() string { return w.text[:w.form] }

// Stem returns StemPrefix, the language of the stemmer, and the stem; "" when
// the stem is spelled like the form, or when no stemmer serves the word.
func (w *Word) Stem() string { return w.text[w.form:] }

// Text returns the form followed by the stem.
func (w *Word) Text() string { return w.text }

// Token is one word of a text.
type Token struct {
	Word *Word
	// Start and End are the byte span in the text. Starts ascend, except that the first word
	// inside a name starts where the name does. Spans of bigrams overlap; spans of the words
	// inside a name lie within that of the name.
	Start, End uint32
	// Part is the number of the part of a page; 0 if the text has no parts.
	Part uint32
	// Pos is the word position in the part, from zero. Positions ascend strictly, except that
	// words inside a name share its position. Dropped words and the end of a run of bigrams
	// leave gaps.
	Pos uint32
}

// Analyzer cuts text into tokens and remembers the words it has seen, so that each distinct
// word is folded and stemmed only once. It is not safe for concurrent use: every worker has its
// own.
type Analyzer struct {
	young, old *vocabulary
	secret     secret
	cacheWords int
	env        *snowballstem.Env
	buf        []byte // a folded word
	plain      []byte
	waiting    [mostWaiting]waiting
	read       uint32 // keeps the reads of ahead alive
}

// New returns an Analyzer that remembers up to about cacheWords distinct words (0 means
// DefaultCacheWords). When it is full, it forgets the less recently used half.
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
