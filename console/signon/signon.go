// Package signon believes a proxy that has signed somebody in and says so in header fields: who that is,
// which pages of secrets that person may find, and whether it is an operator.
//
// Floor: 6 (faces), a part of console. Stability: engine; the form of the file is stable. It does not know
// how the proxy signs people in, nor what is searched.
package signon

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/internal/show"
)

// Limits of what a proxy may say.
const (
	maxName   = 256     // bytes of the name of a user or a group
	maxField  = 8 << 10 // bytes of the list of groups
	maxGroups = 1000
)

// absent is what Apache writes where a variable has no value.
const absent = "(null)"

// ErrIgnored says that fields which name somebody are not believed: the request is one of nobody.
var ErrIgnored = errors.New("it counts as the request of nobody")

// A Set is what the file says. It does not change, and is safe for concurrent use.
type Set struct {
	from         []netip.Prefix
	user, groups string // names of header fields
	separator    string
	keyField     string // "" if the proxy needs no key
	key          [sha256.Size]byte
	everybody    []string
	ofUsers      map[string]rights
	ofGroups     map[string]rights
	signIn       string
	signOut      string
}

// rights are those of a user or of a group.
type rights struct {
	labels   []string
	operator bool
}

// A User is who makes a request. The zero value is nobody.
type User struct {
	Name     string
	Labels   []string // of the secrets whose pages the user may find, in order
	Operator bool
}

// Len returns for how many users and groups the file says anything.
func (s *Set) Len() int { return len(s.ofUsers) + len(s.ofGroups) }

// From returns the addresses from which a proxy is believed, for people.
func (s *Set) From() string {
	var out []string
	for _, p := range s.from {
		if p.IsSingleIP() {
			out = append(out, p.Addr().String())
		} else {
			out = append(out, p.String())
		}
	}
	return strings.Join(out, ", ")
}

// Operates reports whether the file names operators.
func (s *Set) Operates() bool {
	for _, table := range []map[string]rights{s.ofUsers, s.ofGroups} {
		for _, r := range table {
			if r.operator {
				return true
			}
		}
	}
	return false
}

// Of returns who makes a request. An error that is ErrIgnored says why fields which name somebody do not
// count; any other one says why the request is open to doubt and must be refused: a client may have sent a
// field beside that of the proxy. No error has a value of a field.
func (s *Set) Of(r *http.Request) (User, error) {
	said := s.said(r.Header)
	if said == "" {
		return User{}, nil
	}
	switch peer := peerOf(r); {
	case !slices.ContainsFunc(s.from, func(p netip.Prefix) bool { return p.Contains(peer) }):
		return User{}, fmt.Errorf("the header field %s is from %s, which the sign-on file does not name: %w", said, peer, ErrIgnored)
	case !s.hasKey(r.Header):
		return User{}, fmt.Errorf("the header field %s is from %s, without the key: %w", said, peer, ErrIgnored)
	}
	if err := s.doubt(r.Header); err != nil {
		return User{}, err
	}
	name, err := nameOf(r.Header.Get(s.user))
	if err != nil {
		return User{}, fmt.Errorf("%s: %w", s.user, err)
	}
	groups, err := s.groupsOf(r.Header.Get(s.groups))
	if err != nil {
		return User{}, fmt.Errorf("%s: %w", s.groups, err)
	}
	if name == "" { // the proxy lets strangers pass, and groups alone are nobody
		return User{}, nil
	}
	return s.with(name, groups), nil
}

// with returns a user with the rights of all groups.
func (s *Set) with(name string, groups []string) User {
	u := User{Name: name, Labels: slices.Clone(s.everybody)}
	add := func(r rights) {
		u.Labels, u.Operator = append(u.Labels, r.labels...), u.Operator || r.operator
	}
	add(s.ofUsers[name])
	for _, g := range groups {
		add(s.ofGroups[g])
	}
	slices.Sort(u.Labels)
	u.Labels = slices.Compact(u.Labels)
	return u
}

// said returns the name of a field in a head that names somebody, or could be taken for one, "" for none.
func (s *Set) said(h http.Header) string {
	for name := range h {
		if plain := strings.ReplaceAll(name, "_", "-"); strings.EqualFold(plain, s.user) || strings.EqualFold(plain, s.groups) {
			return name
		}
	}
	return ""
}

// doubt returns why it cannot be told which fields are the proxy's: one came twice, or in a form that
// servers take for the same (RFC 3875, section 4.1.18, has a name for both), and that proxies pass on.
func (s *Set) doubt(h http.Header) error {
	for name, values := range h {
		switch plain := strings.ReplaceAll(name, "_", "-"); {
		case !strings.EqualFold(plain, s.user) && !strings.EqualFold(plain, s.groups):
		case name != s.user && name != s.groups:
			return fmt.Errorf("there is a header field %s, which is not that of the proxy", name)
		case len(values) > 1:
			return fmt.Errorf("there are %d header fields %s", len(values), name)
		}
	}
	return nil
}

// hasKey reports whether a head has the key once, in a time that does not depend on what it has.
func (s *Set) hasKey(h http.Header) bool {
	if s.keyField == "" {
		return true
	}
	sum := sha256.Sum256([]byte(h.Get(s.keyField)))
	return subtle.ConstantTimeCompare(sum[:], s.key[:]) == 1 && len(h.Values(s.keyField)) == 1
}

// groupsOf reads the list of groups.
func (s *Set) groupsOf(text string) ([]string, error) {
	if len(text) > maxField {
		return nil, fmt.Errorf("it has %d bytes, over %d", len(text), maxField)
	}
	parts := strings.Split(text, s.separator)
	if len(parts) > maxGroups {
		return nil, fmt.Errorf("it has %d names, over %d", len(parts), maxGroups)
	}
	var out []string
	for _, part := range parts {
		name, err := nameOf(part)
		if err != nil {
			return nil, err
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out, nil
}

// nameOf returns the name of a user or a group, "" for none.
func nameOf(text string) (string, error) {
	text = strings.Trim(text, " \t")
	if text == absent {
		return "", nil
	}
	return text, checkName(text)
}

// checkName returns why a text is no name.
func checkName(text string) error {
	switch {
	case len(text) > maxName:
		return fmt.Errorf("a name has %d bytes, over %d", len(text), maxName)
	case !utf8.ValidString(text):
		return errors.New("a name is not UTF-8")
	case strings.ContainsFunc(text, show.Unsafe), strings.ContainsAny(text, "\r\n\t"):
		return errors.New("a name holds characters that cannot be seen")
	}
	return nil
}

// peerOf returns the address that a request comes from, whatever its head says of others.
func peerOf(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}
