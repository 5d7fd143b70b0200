package credentials

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Prints identify the secrets of a file in order to compare them with those of a later one. Each
// is the first printBytes of a keyed digest of the whole secret: short, so that it can rule a
// guess out but never confirm one. A changed secret is taken for the old one once in 65,536
// times for each secret of the old file.
type Prints struct {
	Key string   `json:"key,omitempty"` // random, in hexadecimal
	Of  []string `json:"of,omitempty"`  // one for each secret, in hexadecimal
}

// Lengths in bytes.
const (
	printBytes = 2
	printKey   = 16
)

// Prints returns the prints of the secrets with the key of earlier prints, or with a new one if
// there were none. A vault without secrets has none.
func (v *Vault) Prints(earlier Prints) Prints {
	if v == nil || len(v.secrets) == 0 {
		return Prints{}
	}
	p := Prints{Key: earlier.Key}
	if p.Key == "" {
		key := make([]byte, printKey)
		_, _ = rand.Read(key) // it never fails
		p.Key = hex.EncodeToString(key)
	}
	for _, s := range v.secrets {
		p.Of = append(p.Of, s.print(p.Key))
	}
	return p
}

// print returns the print of a secret with a key.
func (s *secret) print(key string) string {
	h := hmac.New(sha256.New, []byte(key))
	h.Write(s.sum[:])
	return hex.EncodeToString(h.Sum(nil)[:printBytes])
}

// digestOf returns a digest of everything that a secret consists of.
func digestOf(e *entry, files []byte) [sha256.Size]byte {
	all, _ := json.Marshal(e) //nolint:gosec // it is digested and goes nowhere; of texts alone, it never fails
	return sha256.Sum256(fmt.Appendf(all, "\n%s", files))
}

// Since returns a function that reports whether a visited page may be answered differently
// because a secret for it was added or changed since earlier; nil if none was.
func (v *Vault) Since(earlier Prints) (opens func(*aranea.Entry) bool) {
	var fresh []*secret
	if v != nil {
		for _, s := range v.secrets {
			if !slices.Contains(earlier.Of, s.print(earlier.Key)) {
				fresh = append(fresh, s)
			}
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	return func(e *aranea.Entry) bool {
		s := v.of(e.URL)
		return s != nil && slices.Contains(fresh, s) && s.wasShut(e)
	}
}

// wasShut reports whether a visit found a page closed to strangers: refused, or replaced by the
// login.
func (s *secret) wasShut(e *aranea.Entry) bool {
	switch e.Reason {
	case aranea.HTTPForbidden:
		return e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden
	case aranea.HTTPClient: // nginx answers so where it misses a certificate
		return s.kind == certificate && e.Status == http.StatusBadRequest
	case aranea.HTTPLogin, aranea.IndexLogin:
		return true
	case aranea.HTTPRedirect:
		target, err := weburl.Parse(e.Target)
		return err == nil && s.kind == form && target.Origin() == s.login.Origin() && target.Path() == s.login.Path()
	}
	return false
}
