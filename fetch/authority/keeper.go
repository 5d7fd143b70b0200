package authority

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"log/slog"
	"slices"
	"sync"
)

// A Keeper keeps the certificates of a file as they were last read, also while the file is replaced.
// The zero Keeper has read none. It is safe for concurrent use; of reads at the same time, the last
// to end counts.
type Keeper struct {
	mu   sync.Mutex // never held while a file is read
	last last
}

// last is what reads have led to.
type last struct {
	path  string
	pool  *x509.CertPool
	sum   string
	fault error // of the last read, if the file could be read before
}

// Read is the function Read, except that a file that cannot be read now, but could before, counts as
// it was then. logger is told when that begins and ends.
func (k *Keeper) Read(path string, logger *slog.Logger) (*x509.CertPool, error) {
	var now last
	if path != "" {
		now.path = path
		now.pool, now.sum, now.fault = readSum(path)
	}
	before, usable := k.keep(now)
	if now.fault == nil {
		if before.path == path && before.fault != nil {
			logger.Info("the file of authorities can be read again", "file", path)
		}
		return now.pool, nil
	}
	if !usable {
		return nil, now.fault
	}
	if before.fault == nil || before.fault.Error() != now.fault.Error() {
		logger.Warn("the file of authorities cannot be read; its certificates count as they were read last", "error", now.fault)
	}
	return before.pool, nil
}

// keep stores what a read has led to, and returns what was stored before, and whether the
// certificates of that still count if the file cannot be read.
func (k *Keeper) keep(now last) (before last, usable bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	before = k.last
	usable = before.path == now.path && before.pool != nil
	switch {
	case now.fault == nil:
		k.last = now
	case usable:
		k.last.fault = now.fault
	}
	return before, usable
}

// Sum identifies the certificates that were read last; "" for none.
func (k *Keeper) Sum() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.last.sum
}

// Fault returns why the file could not be read the last time, "" if it could.
func (k *Keeper) Fault() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last.fault == nil {
		return ""
	}
	return k.last.fault.Error()
}

// sumOf identifies certificates, in any order.
func sumOf(certs []*x509.Certificate) string {
	all := make([]string, 0, len(certs))
	for _, c := range certs {
		one := sha256.Sum256(c.Raw)
		all = append(all, string(one[:]))
	}
	slices.Sort(all)
	h := sha256.New()
	for _, one := range slices.Compact(all) {
		h.Write([]byte(one))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
