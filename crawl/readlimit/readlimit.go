// Package readlimit bounds how many answers are read at once while their hosts are free for the next request.
//
// Floor: 4 (acts), inside crawl. Stability: engine. Memory: a number for each host that is read.
package readlimit

import "sync"

// maxReading is how many answers of one host are read at once while the host is free for the
// next request: a host of documents that are slow to read must not occupy the fetchers of
// others.
const maxReading = 8

// Readers counts, for hosts that are free again, the answers being read. It is safe for concurrent use.
type Readers struct {
	mu    sync.Mutex
	most  int // bound on all
	all   int
	hosts map[string]int
}

// New returns Readers of most answers in all.
func New(most int) *Readers { return &Readers{most: most, hosts: map[string]int{}} }

// Enter reports whether one more answer of a host may be read while the host is free.
func (r *Readers) Enter(host string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all >= r.most || r.hosts[host] >= maxReading {
		return false
	}
	r.all++
	r.hosts[host]++
	return true
}

// Leave ends the reading of an answer.
func (r *Readers) Leave(host string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all--
	if r.hosts[host]--; r.hosts[host] == 0 {
		delete(r.hosts, host)
	}
}
