package spell

import (
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/blevesearch/vellum"
)

// longestFuzzy is the maximal number of characters of a word: one bit for each, and one past
// the last, must fit into a number.
const longestFuzzy = 62

// A fuzzy automaton accepts the words within an edit distance of a word: characters replaced,
// missing, added, or swapped with a neighbour, none of them edited twice (optimal string
// alignment). It simulates the nondeterministic automaton of the word bit by bit (Wu and Manber
// 1992) and creates only the states that a walk through a dictionary reaches. These are few;
// creating all states takes longer than the walk. It is used by one goroutine.
type fuzzy struct {
	ascii  [utf8.RuneSelf]uint8 // numbers of characters; 0 for those not in the word
	others map[rune]uint8
	places []uint64 // by character, the bit set of its places in the word
	length int
	edits  int
	states []configuration
	ids    map[configuration]int
	next   []int32 // by state and character, the next state, or unknown if not computed yet
}

// Guard line: fuzzy is an automaton.
var _ vellum.Automaton = (*fuzzy)(nil)

// A configuration is a state. Bit i of at[e] says that the input so far matches i characters of
// the word with e edits. Bit i of swap[e] says that the next two characters are being swapped
// there: the second one was read, and the first must follow.
type configuration struct {
	at      [maxEdits + 1]uint64
	swap    [maxEdits]uint64
	pending uint32 // the bytes so far of an incomplete character, the first one highest
}

// Numbers of the first two states.
const (
	deadState = iota // from which nothing is accepted
	startState
)

const unknown = -1

// newFuzzy returns the automaton for at most edits edits, which is at most maxEdits. The word
// has at most longestFuzzy characters.
func newFuzzy(word string, edits int) *fuzzy {
	f := &fuzzy{edits: edits, others: map[rune]uint8{}, places: make([]uint64, 1, len(word)+1), ids: map[configuration]int{}}
	for _, r := range word {
		n := f.character(r)
		if n == 0 {
			n = uint8(len(f.places))
			f.places = append(f.places, 0)
			if r < utf8.RuneSelf {
				f.ascii[r] = n
			} else {
				f.others[r] = n
			}
		}
		f.places[n] |= 1 << f.length
		f.length++
	}
	var start configuration
	start.at[0] = 1
	for e := 1; e <= edits; e++ {
		start.at[e] = start.at[e-1] | start.at[e-1]<<1
	}
	f.number(configuration{}) // deadState
	f.number(f.within(start))
	return f
}

// character returns the number of a character.
func (f *fuzzy) character(r rune) uint8 {
	if 0 <= r && r < utf8.RuneSelf {
		return f.ascii[r]
	}
	return f.others[r]
}

// within clears the bits beyond the end of the word.
func (f *fuzzy) within(c configuration) configuration {
	all := uint64(1)<<(f.length+1) - 1
	for e := range c.at {
		c.at[e] &= all
	}
	for e := range c.swap {
		c.swap[e] &= all
	}
	return c
}

// number returns the state of a configuration.
func (f *fuzzy) number(c configuration) int {
	id, ok := f.ids[c]
	if !ok {
		id = len(f.states)
		f.states = append(f.states, c)
		f.next = append(f.next, slices.Repeat([]int32{unknown}, len(f.places))...)
		f.ids[c] = id
	}
	return id
}

// Start is the state before the first byte.
func (f *fuzzy) Start() int { return startState }

// IsMatch reports whether a word may end in a state.
func (f *fuzzy) IsMatch(state int) bool {
	c := &f.states[state]
	if c.pending != 0 {
		return false
	}
	end := uint64(0)
	for _, at := range c.at {
		end |= at
	}
	return end>>f.length&1 != 0
}

// CanMatch reports whether a word may continue from a state.
func (f *fuzzy) CanMatch(state int) bool { return state != deadState }

// WillAlwaysMatch reports whether every continuation from a state is accepted: never.
func (f *fuzzy) WillAlwaysMatch(int) bool { return false }

// Accept returns the state after a byte.
func (f *fuzzy) Accept(state int, b byte) int {
	pending := f.states[state].pending
	if b < utf8.RuneSelf && pending == 0 {
		return f.read(state, f.ascii[b])
	}
	if state == deadState || pending>>24 != 0 {
		return deadState
	}
	pending = pending<<8 | uint32(b)
	var char [utf8.UTFMax]byte
	n := (bits.Len32(pending) + 7) / 8
	for i := range n {
		char[i] = byte(pending >> (8 * (n - 1 - i)))
	}
	c := f.states[state]
	if c.pending = pending; !utf8.FullRune(char[:n]) {
		return f.number(c)
	}
	r, size := utf8.DecodeRune(char[:n])
	if r == utf8.RuneError || size < n {
		return deadState // no word contains invalid characters
	}
	c.pending = 0
	return f.read(f.number(c), f.character(r))
}

// read returns the state after a character; no character is incomplete.
func (f *fuzzy) read(state int, character uint8) int {
	at := state*len(f.places) + int(character)
	if f.next[at] == unknown {
		f.next[at] = int32(f.number(f.step(f.states[state], f.places[character])))
	}
	return int(f.next[at])
}

// step reads a character, given its places in the word.
func (f *fuzzy) step(c configuration, places uint64) configuration {
	var next configuration
	next.at[0] = (c.at[0] & places) << 1
	for e := 1; e <= f.edits; e++ {
		read := (c.at[e]&places)<<1 | (c.swap[e-1]&places)<<2 // a match, or the end of a swap
		added, replaced, missing := c.at[e-1], c.at[e-1]<<1, next.at[e-1]<<1
		next.at[e] = read | added | replaced | missing
		next.swap[e-1] = c.at[e-1] & (places >> 1)
	}
	return f.within(next)
}
