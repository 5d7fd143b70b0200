package signon

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/internal/faults"
)

// Limits of a file.
const (
	maxTable = 5000 // users, or groups
	leastKey = 32   // bytes
	mostKey  = 512
)

// What counts if the file does not say it.
const (
	defaultUser      = "Remote-User"
	defaultGroups    = "Remote-Groups"
	defaultSeparator = ","
	defaultKeyField  = "X-Proxy-Key"
)

// taken are fields that clients or other parts of a request use; what they hold names nobody.
var taken = []string{
	"Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Connection", "Content-Length", "Content-Type", "Cookie", "Forwarded", "Host", "Origin", "Referer", "User-Agent",
	"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
}

// settings says what a file may have.
const settings = "a sign-on file has from, user, groups, separator, key, key-field, sign-in and sign-out, and the tables [find], [find.users], [find.groups] and [operators]"

// A file is what is written in one.
type file struct {
	From      []string `toml:"from"`
	User      string   `toml:"user"`
	Groups    string   `toml:"groups"`
	Separator string   `toml:"separator"`
	Key       string   `toml:"key"`
	KeyField  string   `toml:"key-field"`
	SignIn    string   `toml:"sign-in"`
	SignOut   string   `toml:"sign-out"`
	Find      struct {
		Everybody []string            `toml:"everybody"`
		Users     map[string][]string `toml:"users"`
		Groups    map[string][]string `toml:"groups"`
	} `toml:"find"`
	Operators struct {
		Users  []string `toml:"users"`
		Groups []string `toml:"groups"`
	} `toml:"operators"`
}

// Parse reads a file. An error is of kind Invalid and has all faults with their lines, and no key. Of what cannot be
// decoded it has the first alone.
func Parse(text []byte) (*Set, error) {
	var f file
	var all faults.List
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&f)
	strict, isStrict := errors.AsType[*toml.StrictMissingError](err)
	if isStrict {
		for i := range strict.Errors {
			row, _ := strict.Errors[i].Position()
			all.Add(row, errors.New("there is no such setting"))
		}
	}
	if err == nil || isStrict {
		var s *Set
		if s, err = f.check(faults.LinesOf(text), &all); err == nil {
			return s, nil
		}
		if isStrict {
			err = fmt.Errorf("%w; %s", err, settings)
		}
	} else {
		err = decodeFault(err)
	}
	return nil, &aranea.Error{Op: "read the sign-on file", Kind: aranea.Invalid, Err: err}
}

// decodeFault returns an error of the decoder with its line, and without what the file holds.
func decodeFault(err error) error {
	if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
		row, _ := bad.Position()
		if len(bad.Key()) == 0 {
			return fmt.Errorf("line %d: it is not TOML; %s", row, settings)
		}
		return fmt.Errorf("line %d: the setting has a value of another kind: addresses, labels, users and groups are lists, such as [\"wiki\"], and all else is a text; %s", row, settings)
	}
	return errors.New("it is not TOML; " + settings)
}

// check makes a Set of a file, or tells all its faults behind those that are known.
func (f *file) check(at faults.Lines, all *faults.List) (*Set, error) {
	s := &Set{
		user: http.CanonicalHeaderKey(cmp.Or(f.User, defaultUser)), groups: http.CanonicalHeaderKey(cmp.Or(f.Groups, defaultGroups)), separator: cmp.Or(f.Separator, defaultSeparator),
		signIn: f.SignIn, signOut: f.SignOut, everybody: f.Find.Everybody, ofUsers: map[string]rights{}, ofGroups: map[string]rights{},
	}
	if len(f.From) == 0 {
		all.Add(at.Of("from"), errors.New("from is missing: the addresses of the proxy, such as from = [\"127.0.0.1\", \"::1\"]; anybody else could say who he is"))
	}
	for i, text := range f.From {
		prefix, err := parsePrefix(text)
		all.Add(at.Element(i, "from"), err)
		s.from = append(s.from, prefix)
	}
	all.Add(at.Of("user"), checkField(cmp.Or(f.User, defaultUser)))
	all.Add(at.Of("groups"), checkField(cmp.Or(f.Groups, defaultGroups)))
	if s.user == s.groups {
		all.Add(at.Of("groups"), errors.New("the same header field has the user and the groups"))
	}
	if !slices.Contains([]string{",", "|", ";"}, s.separator) {
		all.Add(at.Of("separator"), errors.New(`separator is one of ",", "|" and ";"`))
	}
	f.checkKey(s, at, all)
	all.Add(at.Of("sign-in"), checkAddress(f.SignIn))
	all.Add(at.Of("sign-out"), checkAddress(f.SignOut))
	for i, label := range f.Find.Everybody {
		all.Add(at.Element(i, "find", "everybody"), checkLabel(label))
	}
	grant(s.ofUsers, f.Find.Users, f.Operators.Users, at, "users", all)
	grant(s.ofGroups, f.Find.Groups, f.Operators.Groups, at, "groups", all)
	if err := all.Err(); err != nil {
		return nil, err
	}
	return s, nil
}

// checkKey checks the key, of which no fault shows anything.
func (f *file) checkKey(s *Set, at faults.Lines, all *faults.List) {
	if f.Key == "" {
		if f.KeyField != "" || at.Has("key") {
			all.Add(at.Of("key"), errors.New("key is missing; openssl rand -hex 32 makes one"))
		}
		return
	}
	s.keyField, s.key = http.CanonicalHeaderKey(cmp.Or(f.KeyField, defaultKeyField)), sha256.Sum256([]byte(f.Key))
	all.Add(at.Of("key-field"), checkField(cmp.Or(f.KeyField, defaultKeyField)))
	if s.keyField == s.user || s.keyField == s.groups {
		all.Add(at.Of("key-field"), errors.New("the same header field has the key and a name"))
	}
	if len(f.Key) < leastKey || len(f.Key) > mostKey || strings.ContainsFunc(f.Key, func(c rune) bool { return c <= ' ' || c > '~' }) {
		all.Add(at.Of("key"), fmt.Errorf("the key is not made of %d to %d visible ASCII characters; openssl rand -hex 32 makes one", leastKey, mostKey))
	}
}

// grant gives users, or groups, the labels and the deeds that a file names them for.
func grant(to map[string]rights, labels map[string][]string, operators []string, at faults.Lines, table string, all *faults.List) {
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		all.Add(at.Of("find", table, name), checkGiven(name))
		for i, label := range labels[name] {
			all.Add(at.Element(i, "find", table, name), checkLabel(label))
		}
		to[name] = rights{labels: labels[name]}
	}
	for i, name := range operators {
		all.Add(at.Element(i, "operators", table), checkGiven(name))
		to[name] = rights{labels: to[name].labels, operator: true}
	}
	if len(to) > maxTable {
		all.Add(at.Of("find", table), fmt.Errorf("there are %d %s, over %d", len(to), table, maxTable))
	}
}

// checkGiven returns why a text cannot be the name of a user or a group in a file.
func checkGiven(name string) error {
	if name == "" || name == absent || strings.Trim(name, " \t") != name {
		return errors.New("a name is empty, or begins or ends with a space")
	}
	return checkName(name)
}

func checkLabel(label string) error {
	if !credentials.ValidLabel(label) {
		return fmt.Errorf("%q is not the label of a secret: lower-case letters, digits and -", label)
	}
	return nil
}

// parsePrefix reads an address, or a range of addresses.
func parsePrefix(text string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(text); err == nil && a.Zone() == "" {
		a = a.Unmap()
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	p, err := netip.ParsePrefix(text)
	switch {
	case err != nil || p.Addr().Is4In6():
		return p, fmt.Errorf("%q is no address, such as 127.0.0.1, and no range of addresses, such as 10.0.0.0/24", text)
	case p.Bits() == 0:
		return p, fmt.Errorf("%q is everybody, who could then say who he is; name the addresses of the proxy", text)
	}
	return p.Masked(), nil
}

// checkField returns why a text cannot be the name of a field that a proxy sets: RFC 9110, section 5.1,
// without the underscore, which some servers take for a hyphen.
func checkField(name string) error {
	odd := func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-'
	}
	switch {
	case name == "" || len(name) > maxName || strings.ContainsFunc(name, odd):
		return fmt.Errorf("%q is no name of a header field: letters, digits and -", name)
	case slices.Contains(taken, http.CanonicalHeaderKey(name)):
		return fmt.Errorf("the header field %s is for something else", name)
	}
	return nil
}

// checkAddress returns why a text is no address that a link may lead to.
func checkAddress(text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	isPath := strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.Contains(text, `\`)
	if err != nil || !isPath && (u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return fmt.Errorf("%q is no URL with https, and no path on the host of the pages that begins with /", text)
	}
	return nil
}
