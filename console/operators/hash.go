package operators

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits of hashes. More rounds are accepted, so that somebody may choose more, up to what a sign-in
// takes a quarter of a minute for.
const (
	leastRounds = 600_000 // as OWASP advises for PBKDF2 with HMAC-SHA-256
	mostRounds  = 10_000_000
	saltBytes   = 16
	mostSalt    = 64
)

// Limits of passwords.
const (
	leastPassword = 12   // characters
	MaxPassword   = 1024 // bytes
)

// function is the name of the hash function in the PHC string format.
const function = "pbkdf2-sha256"

// A hash is what is kept of a password.
type hash struct {
	rounds int
	salt   []byte
	key    [sha256.Size]byte
}

// CheckPassword returns why a text cannot be a new password.
func CheckPassword(password string) error {
	switch {
	case !utf8.ValidString(password):
		return errors.New("the password is not UTF-8")
	case utf8.RuneCountInString(password) < leastPassword:
		return fmt.Errorf("the password has fewer than %d characters", leastPassword)
	case len(password) > MaxPassword:
		return fmt.Errorf("the password has more than %d bytes", MaxPassword)
	}
	return nil
}

// newHash returns the hash of a password, with a salt of its own.
func newHash(password string) (hash, error) {
	h := hash{rounds: leastRounds, salt: make([]byte, saltBytes)}
	_, _ = rand.Read(h.salt) // it never fails
	key, err := h.derive(password)
	copy(h.key[:], key)
	return h, err
}

func (h *hash) derive(password string) ([]byte, error) {
	return pbkdf2.Key(sha256.New, norm.NFC.String(password), h.salt, h.rounds, sha256.Size)
}

// holds reports whether h is the hash of the password, in constant time once it is derived.
func (h *hash) holds(password string) bool {
	key, err := h.derive(password)
	return err == nil && subtle.ConstantTimeCompare(key, h.key[:]) == 1
}

// String returns the hash in the PHC string format.
func (h *hash) String() string {
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$%s$i=%d$%s$%s", function, h.rounds, enc.EncodeToString(h.salt), enc.EncodeToString(h.key[:]))
}

// parseHash reads a hash in the PHC string format.
func parseHash(text string) (h hash, err error) {
	parts := strings.Split(text, "$")
	if len(parts) != 5 || parts[0] != "" || parts[1] != function {
		return h, fmt.Errorf("the hash is not of the form $%s$i=ROUNDS$SALT$KEY", function)
	}
	rounds, ok := strings.CutPrefix(parts[2], "i=")
	h.rounds, err = strconv.Atoi(rounds)
	if !ok || err != nil || h.rounds < leastRounds || h.rounds > mostRounds {
		return h, fmt.Errorf("the rounds of the hash are not between i=%d and i=%d", leastRounds, mostRounds)
	}
	enc := base64.RawStdEncoding.Strict()
	h.salt, err = enc.DecodeString(parts[3])
	if err != nil || len(h.salt) < saltBytes || len(h.salt) > mostSalt {
		return h, fmt.Errorf("the salt of the hash is not base64 of %d to %d bytes", saltBytes, mostSalt)
	}
	key, err := enc.DecodeString(parts[4])
	if err != nil || len(key) != len(h.key) {
		return h, fmt.Errorf("the key of the hash is not base64 of %d bytes", len(h.key))
	}
	copy(h.key[:], key)
	return h, nil
}
