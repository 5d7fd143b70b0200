// Package golomb is the exponential Golomb code of numbers: small ones take few bits. With k low
// bits, the number plus 2^k is written without its highest bit, which is bit n: as many zeros as n
// exceeds k, a one, and the n bits below. So numbers below 2^k take k+1 bits, the next twice as many
// take k+3, and so on. Bits are packed least significant first.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure.
package golomb

import "math/bits"

// MaxBits is how many bits a number takes at most: as many as eight bytes hold from any bit on.
const MaxBits = 57

// Code returns the bits of a number with k low bits, at most 31, and how many they are. If they are
// more than MaxBits, the number cannot be written.
func Code(v uint32, k uint) (code uint64, n uint) {
	w := uint64(v) + 1<<k
	low := uint(bits.Len64(w)) - 1
	zeros := low - k
	return (w&(1<<low-1)<<1 | 1) << zeros, zeros + 1 + low
}

// Read returns the number with k low bits at the start of a word, whose first MaxBits bits count,
// and how many bits it takes; 0 bits if there is none.
func Read(word uint64, k uint) (v uint64, n uint) {
	zeros := uint(bits.TrailingZeros64(word))
	low := zeros + k
	if n = zeros + 1 + low; n > MaxBits {
		return 0, 0
	}
	return word>>(zeros+1)&(1<<low-1) + 1<<low - 1<<k, n
}
