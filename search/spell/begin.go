package spell

import (
	"unicode/utf8"

	"github.com/blevesearch/vellum"
)

// A beginning accepts of what another automaton does the words that begin with the
// same bytes. It keeps the walk through a dictionary from the rest, which bounds of
// the walk do not.
type beginning struct {
	vellum.Automaton
	bytes string
}

// Its states are those of the other automaton, each as often as there are bytes and
// once more: how many of them were read.
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

// CanMatch reports whether a word may go on from a state.
func (b beginning) CanMatch(state int) bool {
	other, _ := b.split(state)
	return b.Automaton.CanMatch(other)
}

// WillAlwaysMatch reports whether all that goes on from a state is accepted.
func (b beginning) WillAlwaysMatch(state int) bool {
	other, read := b.split(state)
	return read == len(b.bytes) && b.Automaton.WillAlwaysMatch(other)
}

// Accept returns the state after a byte; 0, from which nothing goes on, if it is not
// the one that is wanted.
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

// written accepts of what another automaton does the words in whose letters no byte
// leads that leads none of the word it was made of, other than those of Latin letters:
// in an index of many languages most of a walk is else through first letters that nobody
// types for another.
type written struct {
	vellum.Automaton
	leads [256]bool
}

// Bytes that lead Latin letters beyond ASCII: U+00C0 to U+024F.
const (
	firstLatin = 0xc3
	lastLatin  = 0xc9
)

// writtenAs returns what accepts of another automaton words that are written as one is.
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

// Accept returns the state after a byte, 0 if nothing goes on from it.
func (w *written) Accept(state int, next byte) int {
	if !w.leads[next] {
		return 0
	}
	return w.Automaton.Accept(state, next)
}
