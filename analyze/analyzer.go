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
	young, old [numLangs]map[string]*Word // by profile
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
	return &Analyzer{cacheWords: cacheWords, env: snowballstem.NewEnv("")}
}

// word returns the Word of a raw span, or nil when it is to be dropped.
func (a *Analyzer) word(p profile, raw []byte) *Word {
	if w, ok := a.young[p][string(raw)]; ok {
		return w
	}
	if len(raw) > maxRawBytes {
		return nil
	}
	return a.wordSlow(p, string(raw))
}

func (a *Analyzer) wordSlow(p profile, raw string) *Word {
	w, ok := a.old[p][raw]
	if !ok {
		a.buf = foldCase(a.buf[:0], raw)
		w = a.fromFolded(p, raw)
	}
	a.remember(p, raw, w)
	return w
}

// fromFolded finds or makes the Word of the folded form in a.buf.
func (a *Analyzer) fromFolded(p profile, raw string) *Word {
	if string(a.buf) != raw {
		if w, ok := a.young[p][string(a.buf)]; ok {
			return w
		}
		if w, ok := a.old[p][string(a.buf)]; ok {
			return w
		}
	}
	w := a.build(p)
	if string(a.buf) != raw && len(a.buf) > 0 {
		a.remember(p, string(a.buf), w)
	}
	return w
}

// build makes a Word from the case-folded word in a.buf.
func (a *Analyzer) build(p profile) *Word {
	if dropped(a.buf) {
		return nil
	}
	folded := string(a.buf)
	a.plain = stripAccents(a.plain[:0], a.buf)
	if len(a.plain) == 0 { // a lone mark
		return nil
	}
	w := &Word{Form: string(a.plain)}
	l := stemmerOf(p, folded)
	if stem := a.stem(l, folded); stem != w.Form {
		w.Stem = StemPrefix + l.String() + stem
	}
	return w
}

// stem returns the stem of a folded word, without accents; without a stemmer the
// form.
func (a *Analyzer) stem(l Lang, folded string) string {
	a.plain = stripAccents(a.plain[:0], []byte(stemWord(a.env, l, folded)))
	if len(a.plain) == 0 {
		a.plain = stripAccents(a.plain, []byte(folded))
	}
	return string(a.plain)
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

// remember puts a word into the cache; a full cache forgets the words not
// used since the last time it was full.
func (a *Analyzer) remember(p profile, raw string, w *Word) {
	if a.held >= a.cacheWords/2 {
		a.old, a.young, a.held = a.young, [numLangs]map[string]*Word{}, 0
	}
	if a.young[p] == nil {
		a.young[p] = make(map[string]*Word)
	}
	a.young[p][raw] = w
	a.held++
}
