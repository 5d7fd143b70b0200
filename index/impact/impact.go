// Package impact is the numbers of one byte that say how much a term counts in a document: steps of
// the logarithm of its weighted frequency.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure, and knows no lists.
package impact

import "math"

// Version is stored in every segment. Impacts of different versions cannot be compared, so the index
// must be built anew when it changes.
const Version = 3

// scale maps weighted frequencies to bytes: 8 steps for every doubling of 1+16w, so that
// neighbouring values differ by 9 percent.
const scale = 8

// Quantise returns the impact byte of a weighted frequency.
func Quantise(w float64) uint8 { return Of(float32(max(w, 0))) }

// Of is Quantise of a frequency that is not negative.
func Of(w float32) uint8 {
	x := math.Float32bits(1 + 16*w)
	i := int(x>>(23-logBits)) - 127<<logBits
	return steps[min(max(i, 0), len(steps)-1)]
}

// Fine is a weighted frequency w with eleven bits of the mantissa of 1+16w, precise enough to
// be added up before it becomes an impact. It is at most MaxFine, which leaves a bit to others.
type Fine uint16

// MaxFine is the largest Fine: a weighted frequency of 4,096, or more.
const MaxFine Fine = math.MaxUint16 >> 1

// fineBits is the number of mantissa bits of a Fine.
const fineBits = 11

// FineOf returns the Fine of a weighted frequency.
func FineOf(w float64) Fine {
	x := math.Float32bits(1+16*float32(max(w, 0)))>>(23-fineBits) - 127<<fineBits
	return Fine(min(x, uint32(MaxFine)))
}

// Impact returns the impact of the frequency, as Quantise does.
func (f Fine) Impact() uint8 { return steps[min(int(f>>(fineBits-logBits)), len(steps)-1)] }

// Weight returns the middle of the range of frequencies that a Fine stands for.
func (f Fine) Weight() float32 {
	x := uint32(f)<<(23-fineBits) + 127<<23 | 1<<(22-fineBits)
	return (math.Float32frombits(x) - 1) / 16
}

// logBits is the number of mantissa bits that select the step.
const logBits = 7

// steps maps exponent and leading mantissa bits of 1+16w to the impact.
var steps = func() (t [31 << logBits]uint8) {
	for i := range t {
		x := math.Ldexp(1+(float64(i&(1<<logBits-1))+0.5)/(1<<logBits), i>>logBits)
		t[i] = uint8(min(max(math.Round(math.Log2(x)*scale), 1), 255))
	}
	return t
}()

// weights maps bytes back to weighted frequencies.
var weights = func() (t [256]float32) {
	for i := range t {
		t[i] = float32((math.Exp2(float64(i)/scale) - 1) / 16)
	}
	return t
}()

// Weight returns the weighted frequency that an impact byte stands for.
func Weight(impact uint8) float32 { return weights[impact] }
