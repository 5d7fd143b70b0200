package fst

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
)

// A Builder builds one dictionary after another. It is used by one goroutine.
type Builder struct {
	out   []byte
	last  []byte
	path  []state // states of the last text, from the root
	count int
	total uint64 // number of the last text
	near  uint64 // address of the last written state
	known registry
}

// A state is one that is not written yet.
type state struct {
	final bool
	done  []transition // to states that are written
	// The byte of the transition to the next state of the path, if there is one.
	in   byte
	give uint64
}

// A transition leads to the state at an address.
type transition struct {
	in   byte
	give uint64 // its share of the number
	to   uint64
}

// Reasons why Insert refuses a text.
var (
	ErrOrder = errors.New("texts and their numbers do not ascend")
	ErrEmpty = errors.New("a text is empty")
)

// Addresses that stand for no written state.
const (
	endState = 0 // final and without transitions
	noState  = 1
)

// Sizes of header and trailer, and the version of the format.
const (
	headSize = 16
	footSize = 16
	version  = 1
)

// NewBuilder returns a Builder.
func NewBuilder() *Builder {
	b := &Builder{}
	b.Reset()
	return b
}

// mostKept is how much memory of one dictionary is kept for the next, in bytes.
const mostKept = 4 << 20

// Reset begins a new dictionary.
func (b *Builder) Reset() {
	if cap(b.out) > mostKept {
		b.out = nil
	}
	b.out = binary.LittleEndian.AppendUint64(b.out[:0], version)
	b.out = binary.LittleEndian.AppendUint64(b.out, 0) // the type
	b.last, b.path = b.last[:0], b.path[:0]
	b.count, b.total, b.near = 0, 0, noState
	b.known.reset()
	b.push()
}

// Insert adds a text, which must be greater than all before it, with a number, which must be
// larger too.
func (b *Builder) Insert(text []byte, number uint64) error {
	switch {
	case len(text) == 0:
		return ErrEmpty
	case b.count > 0 && (number <= b.total || bytes.Compare(text, b.last) <= 0):
		return ErrOrder
	}
	shared, given := 0, uint64(0)
	for shared < len(b.last) && shared < len(text) && b.last[shared] == text[shared] {
		given += b.path[shared].give
		shared++
	}
	b.freeze(shared)
	for i, c := range text[shared:] {
		s := &b.path[shared+i]
		if s.in, s.give = c, 0; i == 0 {
			s.give = number - given
		}
		b.push()
	}
	b.path[len(text)].final = true
	b.last, b.total = append(b.last[:0], text...), number
	b.count++
	return nil
}

// push adds a state to the path.
func (b *Builder) push() {
	if len(b.path) < cap(b.path) {
		b.path = b.path[:len(b.path)+1]
	} else {
		b.path = append(b.path, state{})
	}
	s := &b.path[len(b.path)-1]
	s.final, s.done = false, s.done[:0]
}

// freeze writes the states of the path beyond a depth.
func (b *Builder) freeze(depth int) {
	for i := len(b.path) - 1; i > depth; i-- {
		to := b.address(&b.path[i])
		s := &b.path[i-1]
		s.done = append(s.done, transition{s.in, s.give, to})
	}
	b.path = b.path[:depth+1]
}

// Finish returns the dictionary, valid until Reset.
func (b *Builder) Finish() []byte {
	b.freeze(0)
	root := b.address(&b.path[0])
	b.out = binary.LittleEndian.AppendUint64(b.out, uint64(b.count))
	b.out = binary.LittleEndian.AppendUint64(b.out, root)
	return b.out
}

// address returns the address of a state, which is written unless an equal one already is.
func (b *Builder) address(s *state) uint64 {
	if s.final && len(s.done) == 0 {
		return endState
	}
	like := b.known.find(s)
	if like != nil && like.at != 0 {
		return like.at
	}
	if len(s.done) == 1 && !s.final {
		b.one(&s.done[0])
	} else {
		b.many(s)
	}
	b.near = uint64(len(b.out) - 1)
	if like != nil {
		like.at = b.near
	}
	return b.near
}

// Bits of the last byte of a state.
const (
	isSingle = 1 << 7
	isNext   = 1 << 6 // for a single transition: the target was written immediately before
	isFinal  = 1 << 6 // for other states
)

// one writes a non-final state with a single transition.
func (b *Builder) one(t *transition) {
	last := byte(isSingle)
	if t.give == 0 && t.to == b.near {
		last |= isNext
	} else {
		b.steps(t)
	}
	if c := frequent[t.in]; c != 0 {
		b.out = append(b.out, last|c)
		return
	}
	b.out = append(b.out, t.in, last)
}

// steps writes the output and distance of a single transition, and the widths of both.
func (b *Builder) steps(t *transition) {
	start, give := uint64(len(b.out)), 0
	if t.give != 0 {
		give = width(t.give)
		b.number(t.give, give)
	}
	far := distance(start, t.to)
	n := width(far)
	b.number(far, n)
	b.out = append(b.out, byte(n<<4|give))
}

// mostHere is how many transitions the last byte of a state can express.
const mostHere = 1<<6 - 1

// frequentBytes are the bytes that the last byte of a single-transition state can express,
// numbered from 1. The format defines them.
const frequentBytes = "te/oasripcnw.hlm-du012g=:bf3y5&_4v9678k%?xCDASFIBEjPTzRNM+LOqHG"

// frequent maps bytes to their numbers in frequentBytes, 0 for others.
var frequent = func() (t [256]byte) {
	for i := range len(frequentBytes) {
		t[frequentBytes[i]] = byte(i + 1)
	}
	return t
}()

// many writes any other state, with its transitions in reverse order.
func (b *Builder) many(s *state) {
	start, far, give := uint64(len(b.out)), 0, 0
	for i := range s.done {
		t := &s.done[i]
		far = max(far, width(distance(start, t.to)))
		if t.give != 0 {
			give = max(give, width(t.give))
		}
	}
	if s.final {
		b.number(0, give) // the output of the final state itself
	}
	for i := len(s.done) - 1; i >= 0 && give > 0; i-- {
		b.number(s.done[i].give, give)
	}
	for i := len(s.done) - 1; i >= 0; i-- {
		b.number(distance(start, s.done[i].to), far)
	}
	for i := len(s.done) - 1; i >= 0; i-- {
		b.out = append(b.out, s.done[i].in)
	}
	b.out = append(b.out, byte(far<<4|give))
	last := byte(len(s.done))
	switch n := len(s.done); {
	case n == 1<<8:
		b.out = append(b.out, 1) // which has a special form
	case n == 0 || n > mostHere:
		b.out, last = append(b.out, last), 0
	}
	if s.final {
		last |= isFinal
	}
	b.out = append(b.out, last)
}

// number writes a number in n bytes.
func (b *Builder) number(v uint64, n int) {
	b.out = binary.LittleEndian.AppendUint64(b.out, v)
	b.out = b.out[:len(b.out)-8+n]
}

// width returns how many bytes a number takes.
func width(v uint64) int { return max(bits.Len64(v)+7, 8) / 8 }

// distance returns how far before a place a state is; 0 for the end state.
func distance(from, to uint64) uint64 {
	if to == endState {
		return endState
	}
	return from - to
}
