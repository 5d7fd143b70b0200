package credentials

import (
	"slices"
	"sync"
	"time"
)

// MaxWrongProofs is how many proofs may be wrong within a minute, over all labels: each
// asks the site itself.
const MaxWrongProofs = 10

const proofTime = time.Minute

// Proofs counts those that were wrong lately. The zero value has seen none. It is safe for
// concurrent use.
type Proofs struct {
	mu    sync.Mutex
	wrong []time.Time
}

// May reports whether few enough proofs were wrong lately for one more to be tried.
func (p *Proofs) May(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrong = slices.DeleteFunc(p.wrong, func(at time.Time) bool { return now.Sub(at) > proofTime })
	return len(p.wrong) < MaxWrongProofs
}

// Wrong takes note of a proof that was wrong.
func (p *Proofs) Wrong(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrong = append(p.wrong, now)
}
