package fst

import "math/bits"

// A registry remembers where some of the states with one or two transitions were written. A
// newer state replaces an older one in the same bucket.
type registry struct {
	buckets []bucket
}

// A bucket holds one state and its address, 0 if it is not written yet.
type bucket struct {
	key key
	at  uint64
}

// A key identifies a state.
type key struct {
	heads uint64 // the bytes of its transitions, their number, and whether it is final
	gives uint64 // their outputs
	// Their targets. Keys are compared field by field, without being assembled first.
	first, second uint64
}

// mostKeyed is the number of transitions that fit into a key.
const mostKeyed = 2

// registryBits is the logarithm of the registry's size: large enough for the endings of words.
const registryBits = 12

func (r *registry) reset() {
	if r.buckets == nil {
		r.buckets = make([]bucket, 1<<registryBits)
	}
	clear(r.buckets)
}

// find returns the bucket of a state, nil for a state that is not registered. The address is 0
// if the state is new.
func (r *registry) find(s *state) *bucket {
	k, ok := keyOf(s)
	if !ok {
		return nil
	}
	b := &r.buckets[k.hash()>>(64-registryBits)]
	if b.key != k {
		*b = bucket{key: k}
	}
	return b
}

// keyOf returns the key of a state, if it has one: at most two transitions, whose outputs are
// below 1<<32.
func keyOf(s *state) (k key, ok bool) {
	if len(s.done) > mostKeyed {
		return k, false
	}
	k.heads = uint64(len(s.done))
	if s.final {
		k.heads |= isFinal
	}
	for i := range s.done {
		t := &s.done[i]
		if t.give >= 1<<32 {
			return k, false
		}
		k.heads = k.heads<<8 | uint64(t.in)
		k.gives = k.gives<<32 | t.give
		if i == 0 {
			k.first = t.to
		} else {
			k.second = t.to
		}
	}
	return k, true
}

// Odd factors whose products differ in their high bits.
const (
	factor1 = 0x9E3779B97F4A7C15
	factor2 = 0xC2B2AE3D27D4EB4F
)

func (k *key) hash() uint64 {
	h := (k.heads ^ bits.RotateLeft64(k.gives, 20)) * factor1
	h ^= bits.RotateLeft64((k.first^bits.RotateLeft64(k.second, 32))*factor2, 31)
	return h * factor1
}
