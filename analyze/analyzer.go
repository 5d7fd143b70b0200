package analyze

import (
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
)

// ExactPrefix stands before every exact term, so that it can share a
// dictionary with the stems: no stem begins with this byte.
const ExactPrefix = "\x01"

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
	// Term is the stem (or the bigram, or the folded word) in plain UTF-8; it
	// is never empty.
	Term string
	// Exact is ExactPrefix and the folded word; empty when it equals Term.
	Exact string
	// Slot belongs to the caller, who may note its own term numbers here and
	// spare itself a look-up. It is zero in a new Word.
	Slot uint64
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
	young, old [numProfiles]map[string]*Word
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
	a := &Analyzer{cacheWords: cacheWords, env: snowballstem.NewEnv("")}
	for p := range a.young {
		a.young[p] = make(map[string]*Word)
	}
	return a
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
	stem := a.stem(p, folded)
	w := &Word{Term: stem}
	if stem == folded {
		w.Term = string(a.plain)
		return w
	}
	exact := ExactPrefix + string(a.plain)
	a.plain = stripAccents(a.plain[:0], []byte(stem))
	if w.Term = string(a.plain); w.Term == "" {
		w.Term = exact[len(ExactPrefix):]
	}
	if w.Term != exact[len(ExactPrefix):] {
		w.Exact = exact
	}
	return w
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
		a.old = a.young
		for q := range a.young {
			a.young[q] = make(map[string]*Word)
		}
		a.held = 0
	}
	a.young[p][raw] = w
	a.held++
}

// stem returns the Snowball stem the profile gives to the word, or the word.
func (a *Analyzer) stem(p profile, folded string) string {
	return stemWord(a.env, p, folded)
}

func stemWord(env *snowballstem.Env, p profile, folded string) string {
	latin, cyrillic := alphabets(folded)
	var run func(*snowballstem.Env) bool
	switch {
	case cyrillic && p != profileCyril:
		run = russian.Stem
	case cyrillic || !latin || p == profileLatin:
		return folded
	case p == profilePt:
		run = portuguese.Stem
	default:
		run = english.Stem
	}
	env.SetCurrent(folded)
	run(env)
	if s := env.Current(); s != "" {
		return s
	}
	return folded
}

// alphabets tells which of the two stemmed alphabets a word uses.
func alphabets(folded string) (latin, cyrillic bool) {
	for i := 0; i < len(folded); i++ {
		switch c := folded[i]; {
		case 'a' <= c && c <= 'z', c >= 0xC3 && c <= 0xC9:
			latin = true
		case c >= 0xD0 && c <= 0xD3:
			cyrillic = true
		}
	}
	return latin, cyrillic
}
