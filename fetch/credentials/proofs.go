package credentials

import (
	"slices"
	"sync"
	"time"
)

// MaxWrongProofs is the number of wrong proofs permitted within a minute, over all labels: each
// one sends requests to the site itself.
const MaxWrongProofs = 10

const proofTime = time.Minute

// Proofs counts recent wrong proofs. The zero value has counted none. It is safe for concurrent
// use.
type Proofs struct {
	mu    sync.Mutex
	wrong []time.Time
}

// May reports whether few enough proofs were wrong recently to try another one.
func (p *Proofs) May(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrong = slices.DeleteFunc(p.wrong, func(at time.Time) bool { return now.Sub(at) > proofTime })
	return len(p.wrong) < MaxWrongProofs
}

// Wrong records a wrong proof.
func (p *Proofs) Wrong(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrong = append(p.wrong, now)
}
