package credentials

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/secretfile"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of a secrets file.
const (
	maxFile    = 1 << 20 // bytes, also of a cookie file
	maxSecrets = 1000
	maxLabel   = 32
	maxValue   = 8 << 10 // bytes of one name, password, token or field
)

// opRead is the operation in errors of reading a secrets file.
const opRead = "read the secrets file"

// An entry is one table [[secret]] of a secrets file.
type entry struct {
	Label       string            `toml:"label"`
	URL         string            `toml:"url"`
	Kind        string            `toml:"kind"`
	User        string            `toml:"user"`
	Password    string            `toml:"password"`
	Token       string            `toml:"token"`
	Header      string            `toml:"header"`
	Value       string            `toml:"value"`
	Cookies     string            `toml:"cookies"`     // the name of a file
	Certificate string            `toml:"certificate"` // the name of a PEM file
	Key         string            `toml:"key"`         // the name of another one; default certificate
	Login       string            `toml:"login"`       // the URL of the page with the form
	Fields      map[string]string `toml:"fields"`      // of the form, in addition to those found
	Proof       string            `toml:"proof"`       // a page that only those with the same rights see; default url
}

// Read reads a secrets file: TOML with one table [[secret]] for each secret. The file, and the
// cookie files that it names, must be readable only by their owner. Errors are of kind invalid
// and name the faulty secret by its label, never its content; all faults are reported at once.
func Read(path string) (*Vault, error) {
	data, err := readPrivate(path)
	if err != nil {
		return nil, &aranea.Error{Op: opRead, Kind: aranea.Invalid, Obj: path, Err: err}
	}
	var file struct {
		Secret []entry `toml:"secret"`
	}
	d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, &aranea.Error{Op: opRead, Kind: aranea.Invalid, Obj: path, Err: plainFault(err)}
	}
	v, err := newVault(file.Secret, readPrivate)
	if err != nil {
		return nil, &aranea.Error{Op: opRead, Kind: aranea.Invalid, Obj: path, Err: err}
	}
	return v, nil
}

// settings says which settings an entry may have, and how they are written.
func settings() string {
	var texts, tables []string
	for f := range reflect.TypeFor[entry]().Fields() {
		if name := f.Tag.Get("toml"); f.Type.Kind() == reflect.String {
			texts = append(texts, name)
		} else {
			tables = append(tables, name)
		}
	}
	last := len(texts) - 1
	return fmt.Sprintf("a secrets file holds tables [[secret]] with %s and %s, each text in double quotes, and %s, a table", strings.Join(texts[:last], ", "), texts[last], strings.Join(tables, ", "))
}

// plainFault says where a file is wrong, with the name of the setting, without its value.
func plainFault(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, _ := strict.Errors[0].Position()
		if key := strict.Errors[0].Key(); len(key) == 1 && isSetting(key[0]) {
			return fmt.Errorf("line %d: %s is a setting of a secret; write [[secret]] above it, and above each further secret", row, key[0])
		}
		return fmt.Errorf("line %d: %s is no setting; %s", row, nameOf(strict.Errors[0].Key()), settings())
	}
	var at *toml.DecodeError
	if !errors.As(err, &at) {
		return errors.New("it is not TOML; " + settings())
	}
	row, col := at.Position()
	if slices.Equal(at.Key(), toml.Key{"secret"}) { // most likely a second table [secret]
		return fmt.Errorf("line %d: write [[secret]], in double brackets, above each secret", row)
	}
	if len(at.Key()) == 0 {
		return fmt.Errorf("line %d, column %d is not TOML; %s", row, col, settings())
	}
	return fmt.Errorf("line %d: %s cannot be that; %s", row, nameOf(at.Key()), settings())
}

// isSetting reports whether a secret has a setting of that name.
func isSetting(name string) bool {
	for f := range reflect.TypeFor[entry]().Fields() {
		if f.Tag.Get("toml") == name {
			return true
		}
	}
	return false
}

// nameOf returns the name of a setting. A key that does not look like a name may be a secret in
// the wrong place, and is not shown.
func nameOf(key toml.Key) string {
	if len(key) == 0 || len(key[len(key)-1]) > maxLabel || strings.Trim(key[len(key)-1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") != "" {
		return "what stands there"
	}
	return key[len(key)-1]
}

func readPrivate(path string) ([]byte, error) { return secretfile.Read(path, maxFile) }

// newVault builds a Vault; read reads a cookie file.
func newVault(entries []entry, read func(string) ([]byte, error)) (*Vault, error) {
	if len(entries) > maxSecrets {
		return nil, fmt.Errorf("there are %d secrets; at most %d may be", len(entries), maxSecrets)
	}
	v := &Vault{}
	var faults []error
	for i, e := range entries {
		s, err := newSecret(e, read)
		if err != nil {
			name := e.Label
			if !ValidLabel(name) {
				name = fmt.Sprintf("number %d", i+1)
			}
			faults = append(faults, fmt.Errorf("secret %s: %w", name, err))
			continue
		}
		v.secrets = append(v.secrets, s)
	}
	return v, errors.Join(append(faults, v.shared()...)...)
}

// shared returns what is wrong with certificates: the other secrets of their sites would be sent without them.
func (v *Vault) shared() (faults []error) {
	for _, s := range v.secrets {
		same := func(o *secret) bool { return o != s && o.url.Origin() == s.url.Origin() }
		if s.kind == certificate && slices.ContainsFunc(v.secrets, same) {
			faults = append(faults, fmt.Errorf("secret %s: it has a certificate, and another secret is for the same site; only one of them can be sent", s.label))
		}
	}
	return faults
}

// newSecret checks one table.
func newSecret(e entry, read func(string) ([]byte, error)) (*secret, error) {
	if !ValidLabel(e.Label) {
		return nil, fmt.Errorf("label is missing, or is not made of at most %d lower-case letters, digits and -", maxLabel)
	}
	for _, text := range []string{e.User, e.Password, e.Token, e.Value} {
		if len(text) > maxValue || !sendable(text) {
			return nil, errors.New("a value is too long, or holds a control character")
		}
	}
	u, err := weburl.Parse(e.URL)
	if err != nil {
		return nil, errors.New("url is missing, or is no URL")
	}
	s := &secret{label: e.Label, url: u, proof: u}
	if e.Proof != "" {
		if s.proof, err = weburl.Parse(e.Proof); err != nil || !s.holds(s.proof) {
			return nil, errors.New("proof is no URL below url")
		}
	}
	var files []byte
	fillIn, known := kinds[e.Kind]
	if !known {
		return nil, errors.New("kind is one of basic, digest, bearer, header, cookies, form and certificate")
	}
	err = fillIn(s, &e, func(name string) ([]byte, error) {
		data, err := read(name)
		files = append(files, data...)
		return data, err
	})
	if err != nil {
		return nil, err
	}
	s.sum = digestOf(&e, files)
	return s, nil
}

// kinds holds a function for each kind that sets what a secret of that kind needs.
var kinds = map[string]func(s *secret, e *entry, read func(string) ([]byte, error)) error{
	"basic": func(s *secret, e *entry, _ func(string) ([]byte, error)) error {
		if e.User == "" && e.Password == "" {
			return errors.New("user and password are missing")
		}
		s.kind = basic
		return s.fill(e.User, e.Password)
	},
	"digest": func(s *secret, e *entry, _ func(string) ([]byte, error)) error {
		if e.User == "" || e.Password == "" {
			return errors.New("user and password are missing")
		}
		s.kind = digest
		return s.fill(e.User, e.Password)
	},
	"bearer": func(s *secret, e *entry, _ func(string) ([]byte, error)) error {
		if e.Token == "" {
			return errors.New("token is missing")
		}
		s.kind = bearer
		return s.fill("", e.Token)
	},
	"header": func(s *secret, e *entry, _ func(string) ([]byte, error)) error {
		if !fieldName(e.Header) || e.Value == "" {
			return errors.New("header and value are missing, or header is no name of a field that may be set")
		}
		s.kind, s.field = header, e.Header
		return s.fill("", e.Value)
	},
	"cookies": func(s *secret, e *entry, read func(string) ([]byte, error)) error {
		if e.Cookies == "" {
			return errors.New("cookies, the name of a cookie file, is missing")
		}
		data, err := read(e.Cookies)
		if err != nil {
			return fmt.Errorf("cookie file: %w", err)
		}
		s.kind = cookies
		return s.importCookies(data)
	},
	"certificate": func(s *secret, e *entry, read func(string) ([]byte, error)) error {
		switch {
		case s.url.Scheme() != "https" || s.url != s.url.Origin().Root():
			return errors.New("url is not the start of an https site, such as https://wiki.example.org/: a connection shows its certificate to all of the site")
		case e.Certificate == "":
			return errors.New("certificate, the name of a PEM file, is missing")
		}
		s.kind = certificate
		chain, err := read(e.Certificate)
		if err != nil {
			return fmt.Errorf("certificate: %w", err)
		}
		key := chain
		if e.Key != "" {
			if key, err = read(e.Key); err != nil {
				return fmt.Errorf("key: %w", err)
			}
		}
		pair, err := tls.X509KeyPair(chain, key)
		if err != nil {
			return errors.New("certificate and key are no pair in PEM, or the key has a password")
		}
		s.pair = &pair
		return nil
	},
	"form": func(s *secret, e *entry, _ func(string) ([]byte, error)) error {
		login, err := weburl.Parse(e.Login)
		switch {
		case err != nil:
			return errors.New("login, the URL of the page with the form, is missing, or is no URL")
		case login.Origin() != s.url.Origin():
			return errors.New("login lies on another scheme, host or port than url")
		case e.User == "" || e.Password == "":
			return errors.New("user and password are missing")
		}
		s.kind, s.login, s.fields = form, login, e.Fields
		return s.fill(e.User, e.Password)
	},
}

// ValidLabel reports whether a label can be used in the index and in a command.
func ValidLabel(label string) bool {
	for i := range len(label) {
		if c := label[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return label != "" && len(label) <= maxLabel && label != "all"
}

// sendable reports whether a text is allowed in a header field (RFC 9110 section 5.5).
func sendable(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
