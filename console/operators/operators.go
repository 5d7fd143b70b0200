// Package operators reads and writes the file of those who may sign in to the pages for operators:
// a name and the hash of a password in each line.
//
// Floor: 6 (faces), a part of console. Stability: engine; the form of the file is stable. It does
// not know who has signed in.
//
// The file is text in UTF-8. A line has a name, whitespace, and a hash in the PHC string format; a
// line that begins with # is a comment:
//
//	anna $pbkdf2-sha256$i=600000$X1bsG2sD8hYzVw1b6J0Hdg$…
//
// The parts of a hash are the function (PBKDF2 of RFC 8018 with HMAC-SHA-256), its rounds, the salt
// and the key, the last two in base64 (RFC 4648, section 4) without padding. Passwords are hashed in
// their Unicode normal form C.
package operators

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/search/listfile"
)

// Limits of a file.
const (
	maxOperators = 1000
	maxName      = 64 // bytes of a name
)

// A Set is who may sign in. It does not change, and is safe for concurrent use.
type Set struct {
	hashes map[string]hash // by name
	// nobody is the hash that passwords for other names are compared with, so that the time which
	// that takes does not tell the names.
	nobody hash
}

// Nobody returns a Set that lets nobody in.
func Nobody() *Set {
	return &Set{nobody: hash{rounds: leastRounds, salt: make([]byte, saltBytes)}}
}

// Parse reads a file. An error of kind Limit says that it is too long, one of kind Invalid names the
// lines that are wrong. A file without an operator is valid: nobody may sign in.
func Parse(text []byte) (*Set, error) {
	s := Nobody()
	s.hashes = map[string]hash{}
	err := listfile.Read("read operators", text, uncommented, func(line string, _ int) error {
		name, h, err := parseLine(line)
		switch _, twice := s.hashes[name]; {
		case err != nil:
			return err
		case twice:
			return fmt.Errorf("%q has a line already", name)
		case len(s.hashes) == maxOperators:
			return fmt.Errorf("there are more than %d operators", maxOperators)
		}
		s.hashes[name] = h
		s.nobody.rounds = max(s.nobody.rounds, h.rounds)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// uncommented returns a line, or nothing if it is a comment.
func uncommented(line string) string {
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return ""
	}
	return line
}

func parseLine(line string) (string, hash, error) {
	fields := strings.Fields(line)
	if len(fields) != 2 {
		return "", hash{}, errors.New("it is not a name and a hash; aranea operators writes such lines")
	}
	if err := CheckName(fields[0]); err != nil {
		return "", hash{}, err
	}
	h, err := parseHash(fields[1])
	return fields[0], h, err
}

// CheckName returns why a text is not the name of an operator: letters and digits of any script, and
// . _ @ + -, at most 64 bytes.
func CheckName(name string) error {
	odd := func(c rune) bool {
		return !unicode.In(c, unicode.Letter, unicode.Mark, unicode.Digit) && !strings.ContainsRune("._@+-", c)
	}
	switch {
	case name == "":
		return errors.New("the name is empty")
	case len(name) > maxName:
		return fmt.Errorf("the name has %d bytes, over %d", len(name), maxName)
	case !utf8.ValidString(name), strings.ContainsFunc(name, odd):
		return fmt.Errorf("%q is no name of letters, digits, and the characters . _ @ + -", name)
	}
	return nil
}

// Len returns how many operators there are.
func (s *Set) Len() int { return len(s.hashes) }

// Verify reports whether the password is that of the name. It takes as long for a name that does not
// exist, about a second at most with the rounds of New.
func (s *Set) Verify(name, password string) bool {
	h, known := s.hashes[name]
	if !known {
		h = s.nobody
	}
	return h.holds(password) && known
}

// Mark returns a text that changes when the password of an operator does, "" if the name does not
// exist. It is no secret, but not for other people.
func (s *Set) Mark(name string) string {
	h, known := s.hashes[name]
	if !known {
		return ""
	}
	return h.String()
}
