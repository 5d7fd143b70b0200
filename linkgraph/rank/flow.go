package rank

import (
	"context"
	"encoding/binary"
	"math"
)

// The damping factors: how much of a rank is passed on along links.
const (
	along    = 0.85 // to another site
	alongOwn = 0.5  // to a page of the same site
)

// A flow ends when a round moves at most the fraction enough of all rank, or after maxRounds.
const (
	maxRounds = 50
	enough    = 1e-4
)

// The links of all pages are in a file. For each page it has the page's number, how many links
// it has, how many of them lead to known pages, and the numbers of these, each times two, plus
// one for a page of another site. All are 4 bytes.
const foreignBit = 1

// appendLinks appends the links of a page in this form.
func appendLinks(b []byte, from uint32, all int, to []uint32) []byte {
	b = binary.LittleEndian.AppendUint32(b, from)
	b = binary.LittleEndian.AppendUint32(b, uint32(all))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(to)))
	for _, t := range to {
		b = binary.LittleEndian.AppendUint32(b, t)
	}
	return b
}

// flow passes ranks along the links of a file until they converge. base(i) is what node i gets
// without any link. Invalid numbers in the file are ignored.
func flow(ctx context.Context, links []byte, base func(i int) float32, nodes int) ([]float32, error) {
	now, next := make([]float32, nodes), make([]float32, nodes)
	for i := range now {
		now[i] = base(i)
	}
	for range maxRounds {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		for i := range next {
			next[i] = base(i)
		}
		round(links, now, next)
		moved, sum := 0.0, 0.0
		for i := range next {
			moved += math.Abs(float64(next[i] - now[i]))
			sum += float64(next[i])
		}
		if now, next = next, now; moved <= enough*sum {
			break
		}
	}
	return now, nil
}

// round lets each node pass on its current rank along its links.
func round(links []byte, now, next []float32) {
	const head = 12
	for len(links) >= head {
		from, all, n := word(links), word(links[4:]), word(links[8:])
		links = links[head:]
		if uint64(len(links)) < 4*uint64(n) || uint64(from) >= uint64(len(now)) || all < n {
			return
		}
		share := now[from] / float32(max(all, 1))
		own, far := share*alongOwn, share*along
		for i := range n {
			t := word(links[4*i:])
			to, gets := t>>1, own
			if t&foreignBit != 0 {
				gets = far
			}
			if uint64(to) < uint64(len(next)) {
				next[to] += gets
			}
		}
		links = links[4*n:]
	}
}

func word(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
