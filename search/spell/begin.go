package spell

import (
	"unicode/utf8"

	"github.com/blevesearch/vellum"
)

// A beginning accepts the words that another automaton accepts and that begin with certain
// bytes. It confines the walk through a dictionary where the bounds of the walk cannot.
type beginning struct {
	vellum.Automaton
	bytes string
}

// Its states are pairs: a state of the other automaton, and how many of the bytes were read.
func (b beginning) split(state int) (other, read int) {
	return state / (len(b.bytes) + 1), state % (len(b.bytes) + 1)
}

// Start is the state before the first byte.
func (b beginning) Start() int { return b.Automaton.Start() * (len(b.bytes) + 1) }

// IsMatch reports whether a word may end in a state.
func (b beginning) IsMatch(state int) bool {
	other, read := b.split(state)
	return read == len(b.bytes) && b.Automaton.IsMatch(other)
}

// CanMatch reports whether a word may continue from a state.
func (b beginning) CanMatch(state int) bool {
	other, _ := b.split(state)
	return b.Automaton.CanMatch(other)
}

// WillAlwaysMatch reports whether every continuation from a state is accepted.
func (b beginning) WillAlwaysMatch(state int) bool {
	other, read := b.split(state)
	return read == len(b.bytes) && b.Automaton.WillAlwaysMatch(other)
}

// Accept returns the state after a byte; 0, the dead state, if it is not the one wanted.
func (b beginning) Accept(state int, next byte) int {
	other, read := b.split(state)
	if read < len(b.bytes) {
		if b.bytes[read] != next {
			return 0
		}
		read++
	}
	return b.Automaton.Accept(other, next)*(len(b.bytes)+1) + read
}

// written accepts the words that another automaton accepts and whose characters begin with
// bytes that also begin characters of a given word, or are Latin. In an index of many
// languages, most of a walk would otherwise go through characters that nobody types by mistake.
type written struct {
	vellum.Automaton
	leads [256]bool
}

// First bytes of Latin letters beyond ASCII: U+00C0 to U+024F.
const (
	firstLatin = 0xc3
	lastLatin  = 0xc9
)

// writtenAs restricts another automaton to words written like a given one.
func writtenAs(word string, a vellum.Automaton) *written {
	w := &written{Automaton: a}
	for b := range w.leads {
		w.leads[b] = !utf8.RuneStart(byte(b)) || b < utf8.RuneSelf || firstLatin <= b && b <= lastLatin
	}
	for i := range word {
		w.leads[word[i]] = true
	}
	return w
}

// Accept returns the state after a byte, 0 for the dead state.
func (w *written) Accept(state int, next byte) int {
	if !w.leads[next] {
		return 0
	}
	return w.Automaton.Accept(state, next)
}
