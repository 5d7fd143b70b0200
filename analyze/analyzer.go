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
	// MaxWordBytes is the longest folded word, in bytes.
	MaxWordBytes = 64
	// MaxDigitRunes is the longest folded word that contains a digit, in runes.
	MaxDigitRunes = 20
	// maxRawBytes is the longest word looked at, before folding.
	maxRawBytes = 4 * MaxWordBytes
	// DefaultCacheWords is the number of distinct words an Analyzer keeps.
	DefaultCacheWords = 1 << 17
)

// Word is a distinct analysed word. Equal words of one Analyzer usually share
// one Word, but a Word may be forgotten and made anew, so identity means
// equality and difference means nothing.
type Word struct {
	// Form is the folded word (or the bigram) in plain UTF-8, without accents;
	// it is never empty.
	Form string
	// Stem is StemPrefix, the language of the stemmer, and the stem; empty when
	// the stem is spelled like the form, or when no stemmer serves the word.
	Stem string
	// FormSlot and StemSlot belong to the caller, who may note its own term
	// numbers here and spare itself look-ups. They are zero in a new Word.
	FormSlot, StemSlot uint64
}

// Token is one word of a text.
type Token struct {
	Word *Word
	// Start and End are the byte span in the text. Starts ascend; spans of
	// bigrams overlap.
	Start, End uint32
	// Pos is the word position, from zero. It ascends strictly and has holes
	// where words were dropped and where a run of bigrams ends.
	Pos uint32
}

// Analyzer cuts text into tokens and remembers the words it has seen, so that
// each distinct word is folded and stemmed once. It is not safe for concurrent
// use: every worker has its own.
type Analyzer struct {
	young, old [numLangs]table // by profile
	secret     secret
	cacheWords int
	held       int
	env        *snowballstem.Env
	buf        []byte
	plain      []byte
}

// New returns an Analyzer that remembers up to about cacheWords distinct
// words (0 means DefaultCacheWords), the least recently used half being
// forgotten when it is full.
func New(cacheWords int) *Analyzer {
	if cacheWords <= 0 {
		cacheWords = DefaultCacheWords
	}
	return &Analyzer{secret: newSecret(), cacheWords: cacheWords, env: snowballstem.NewEnv("")}
}

// build makes a Word from the case-folded word in a.buf, which is spelled like
// folded.
func (a *Analyzer) build(p profile, folded string) *Word {
	if dropped(a.buf) {
		return nil
	}
	a.plain = stripAccents(a.plain[:0], a.buf)
	if len(a.plain) == 0 { // a lone mark
		return nil
	}
	w := &Word{Form: shared(folded, a.plain)}
	l := stemmerOf(p, folded)
	if l == Und {
		return w
	}
	if stem := a.stem(l, folded); string(stem[stemHead:]) != w.Form {
		w.Stem = string(stem)
	}
	return w
}

// stemHead is the length of StemPrefix and a language.
const stemHead = len(StemPrefix) + 2

// stem returns StemPrefix, a language, and the stem of a folded word by its
// stemmer, without accents. It is valid until the next call.
func (a *Analyzer) stem(l Lang, folded string) []byte {
	a.plain = append(append(a.plain[:0], StemPrefix...), l.String()...)
	a.plain = stripAccents(a.plain, []byte(stemWord(a.env, l, folded)))
	if len(a.plain) == stemHead {
		a.plain = stripAccents(a.plain, []byte(folded))
	}
	return a.plain
}

// shared returns b as a string, which is s if they are alike.
func shared(s string, b []byte) string {
	if string(b) == s {
		return s
	}
	return string(b)
}

func dropped(folded []byte) bool {
	if len(folded) == 0 || len(folded) > MaxWordBytes {
		return true
	}
	if len(folded) <= MaxDigitRunes || utf8.RuneCount(folded) <= MaxDigitRunes {
		return false
	}
	for _, c := range folded {
		if '0' <= c && c <= '9' {
			return true
		}
	}
	return false
}
