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
// The zero Keeper has read none. It is safe for concurrent use.
type Keeper struct {
	mu    sync.Mutex
	path  string
	pool  *x509.CertPool
	sum   string
	fault error
}

// Read is the function Read, except that a file that cannot be read now, but could before, counts as
// it was then. logger is told when that begins and ends.
func (k *Keeper) Read(path string, logger *slog.Logger) (*x509.CertPool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if path == "" {
		k.path, k.pool, k.sum, k.fault = "", nil, "", nil
		return nil, nil
	}
	pool, sum, err := readSum(path)
	switch {
	case err == nil:
		if k.fault != nil {
			logger.Info("the file of authorities can be read again", "file", path)
		}
		k.path, k.pool, k.sum, k.fault = path, pool, sum, nil
		return pool, nil
	case k.path != path || k.pool == nil:
		return nil, err
	case k.fault == nil || k.fault.Error() != err.Error():
		logger.Warn("the file of authorities cannot be read; its certificates count as they were read last", "error", err)
	}
	k.fault = err
	return k.pool, nil
}

// Sum identifies the certificates that were read last; "" for none.
func (k *Keeper) Sum() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.sum
}

// Fault returns why the file could not be read the last time, "" if it could.
func (k *Keeper) Fault() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fault == nil {
		return ""
	}
	return k.fault.Error()
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
