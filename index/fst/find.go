package fst

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// ErrDamaged says that a dictionary is not what a Builder wrote.
var ErrDamaged = errors.New("a state is damaged")

// Find returns the number of a text in a dictionary, and whether the dictionary has the text.
// Unlike vellum's reader, it does not decode states that it only passes.
func Find(dict, text []byte) (number uint64, ok bool, err error) {
	end := len(dict) - footSize
	if end < headSize {
		return 0, false, ErrDamaged
	}
	at := binary.LittleEndian.Uint64(dict[end+8:])
	for _, c := range text {
		if at == endState {
			return 0, false, nil
		}
		if at < headSize || at >= uint64(end) {
			return 0, false, ErrDamaged
		}
		to, give, ok := step(dict, int(at), c)
		if !ok {
			return 0, false, ErrDamaged
		}
		if to == noState {
			return 0, false, nil
		}
		at, number = to, number+give
	}
	if at == endState {
		return number, true, nil
	}
	if at < headSize || at >= uint64(end) {
		return 0, false, ErrDamaged
	}
	give, ok, sane := finish(dict, int(at))
	if !sane {
		return 0, false, ErrDamaged
	}
	return number + give, ok, nil
}

// step follows the transition for a byte from the state at an address, and returns what it adds
// to the number; the address is noState if there is none. sane is false if the state is damaged.
func step(dict []byte, at int, c byte) (to, give uint64, sane bool) {
	last := dict[at]
	if last&isSingle == 0 {
		return stepSeveral(dict, at, c)
	}
	in := frequentBytes[(last&mostHere-1)%mostHere]
	if last&mostHere == 0 {
		at--
		in = dict[at]
	}
	if in != c {
		return noState, 0, true
	}
	if last&isNext != 0 {
		return uint64(at - 1), 0, true
	}
	at--
	far, out := int(dict[at]>>4), int(dict[at]&15)
	if at -= far + out; at < 0 {
		return 0, 0, false
	}
	to, sane = target(at, number(dict, at+out, far))
	return to, number(dict, at, out), sane
}

// stepSeveral is step for a state that may have several transitions.
func stepSeveral(dict []byte, at int, c byte) (to, give uint64, sane bool) {
	s, sane := several(dict, at)
	if !sane {
		return 0, 0, false
	}
	i := bytes.IndexByte(dict[s.keys:s.keys+s.n], c)
	if i < 0 {
		return noState, 0, true
	}
	to, sane = target(s.start, number(dict, s.dests+i*s.far, s.far))
	return to, number(dict, s.outs+i*s.out, s.out), sane
}

// finish returns what the state at an address adds to the number of a text that ends there, and
// whether one does. sane is false if the state is damaged.
func finish(dict []byte, at int) (give uint64, final, sane bool) {
	if last := dict[at]; last&isSingle != 0 || last&isFinal == 0 {
		return 0, false, true
	}
	s, sane := several(dict, at)
	if !sane {
		return 0, false, false
	}
	return number(dict, s.start, s.out), true, true
}

// A places value tells where the parts of a state lie that is not a single transition.
type places struct {
	n, far, out              int // number of transitions, bytes of a distance, bytes of an output
	start, outs, dests, keys int // of the state, and of its parts
}

// several returns the places of the state at an address; false if it is damaged.
func several(dict []byte, at int) (s places, sane bool) {
	last := dict[at]
	if s.n = int(last & mostHere); s.n == 0 {
		at--
		if s.n = int(dict[at]); s.n == 1 {
			s.n = 1 << 8
		}
	}
	at--
	s.far, s.out = int(dict[at]>>4), int(dict[at]&15)
	s.keys = at - s.n
	s.dests = s.keys - s.n*s.far
	s.outs = s.dests - s.n*s.out
	if s.start = s.outs; last&isFinal != 0 {
		s.start -= s.out
	}
	return s, s.start >= 0
}

// target returns the address of a state that is some bytes before another, which begins at
// start; false if there is none.
func target(start int, far uint64) (uint64, bool) {
	if far == 0 {
		return endState, true
	}
	return uint64(start) - far, far+headSize <= uint64(start)
}

// number reads a number of n bytes, at most eight. After all states there are at least as many.
func number(dict []byte, at, n int) uint64 {
	return binary.LittleEndian.Uint64(dict[at:]) & (1<<(8*n) - 1)
}
