// Package target names URLs as an operator does: one URL, those with a prefix, or those of a
// host. It stores sets of such names, and selects entries by them and by their state.
//
// Floor: 3 (state and input/output), inside frontier; it only reads: the frontier writes.
// Stability: engine.
package target

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A Target names URLs: one URL, all with a prefix, or all of a host name. The zero Target names
// none.
type Target struct {
	text   string
	host   string        // for a host name
	origin weburl.Origin // of a URL or prefix
	prefix bool          // the text without its last character is the prefix
}

// Parse reads a target: "https://a.test/x" is one URL, "https://a.test/docs/*" is all URLs that
// begin with the text before the asterisk, and "a.test" is a host name with any scheme and port.
func Parse(s string) (Target, error) {
	fail := func(err error) (Target, error) {
		return Target{}, &aranea.Error{Op: "read target", Kind: aranea.Invalid, Obj: fmt.Sprintf("%.200q", s), Err: err}
	}
	if !strings.Contains(s, "://") {
		host, err := HostName(s)
		if err != nil {
			return fail(err)
		}
		return Target{text: host, host: host}, nil
	}
	text, prefix := strings.CutSuffix(s, "*")
	u, err := weburl.Parse(text)
	if err != nil {
		return fail(err)
	}
	t := Target{text: u.String(), origin: u.Origin(), prefix: prefix}
	if !prefix {
		return t, nil
	}
	if text[len(text)-1] != t.text[len(t.text)-1] && u.Target() != "/" {
		return fail(fmt.Errorf("its canonical form %q names other URLs; end the prefix at another character", t.text))
	}
	t.text += "*"
	return t, nil
}

// Schemes returns the texts that an operator's text stands for: a URL, a prefix or a host with a
// port that has no scheme means https and http. A host name, which already means any scheme,
// stays as it is.
func Schemes(s string) []string {
	if strings.Contains(s, "://") || !strings.ContainsAny(s, "/:") {
		return []string{s}
	}
	if _, err := HostName(s); err == nil {
		return []string{s}
	}
	return []string{"https://" + s, "http://" + s}
}

// Named returns the targets that a text names: with https and with http, if it has no scheme and
// could have either. A host with a port names all URLs on it. If a text names none, the error
// (kind Invalid) says how targets are written.
func Named(text string) ([]Target, error) {
	if !strings.Contains(text, "://") && !named(text) {
		return nil, &aranea.Error{Op: "read target", Kind: aranea.Invalid, Err: fmt.Errorf(
			"%.200q names no URLs: name a URL, a URL that ends in * for all that begin so, or a host%s for all that is on it (each subdomain by its own name)", text, meant(text))}
	}
	var all []Target
	texts := Schemes(text)
	for _, s := range texts {
		if len(texts) > 1 && !strings.Contains(text, "/") {
			s += "/*"
		}
		t, err := Parse(s)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// named reports whether a text without a scheme begins with a host name, optionally with a port.
func named(text string) bool {
	host, _, _ := strings.Cut(text, "/")
	_, err := weburl.Parse("http://" + host)
	return host != "" && err == nil && !strings.ContainsAny(host, "*@") && !strings.HasSuffix(host, ":")
}

// meant returns ", such as a.test," for a text in which a host name follows something that does
// not belong before one, such as site:, otherwise "".
func meant(text string) string {
	behind := strings.TrimLeft(text[strings.LastIndexByte(text, ':')+1:], "*.")
	host, _, _ := strings.Cut(behind, "/")
	if !named(host) {
		return ""
	}
	return ", such as " + host + ","
}

// HostName returns the canonical form of a host name.
func HostName(s string) (string, error) {
	u, err := weburl.Parse("http://" + s)
	if err != nil {
		return "", err
	}
	if u != u.Origin().Root() || strings.ContainsAny(s, "@/") || string(u.Origin()) != "http://"+u.Host() || s != "" && s[len(s)-1] == ':' {
		return "", errors.New("it is neither a host name nor a URL")
	}
	return u.Host(), nil
}

// IsZero reports whether t names nothing.
func (t Target) IsZero() bool { return t.text == "" }

// String returns the target in canonical form, as Parse reads it.
func (t Target) String() string { return t.text }

// Matches reports whether t names u.
func (t Target) Matches(u weburl.URL) bool {
	switch {
	case u.IsZero() || t.IsZero():
		return false
	case t.host != "":
		return u.Host() == t.host
	case t.prefix:
		return strings.HasPrefix(u.String(), t.text[:len(t.text)-1])
	}
	return u.String() == t.text
}

// Meets reports whether there may be a URL that both t and o name.
func (t Target) Meets(o Target) bool {
	switch {
	case t.IsZero() || o.IsZero():
		return false
	case t.host != "" || o.host != "":
		return t.hostName() == o.hostName()
	}
	a, b := strings.TrimSuffix(t.text, "*"), strings.TrimSuffix(o.text, "*")
	return a == b || t.prefix && strings.HasPrefix(b, a) || o.prefix && strings.HasPrefix(a, b)
}

// hostName returns the host name of all URLs that t names.
func (t Target) hostName() string {
	if t.host != "" {
		return t.host
	}
	return t.origin.Host()
}

// Host returns the host name that t names, "" if it names something else.
func (t Target) Host() string { return t.host }

// Origin returns the origin of the URL or prefix that t names, "" for a host name.
func (t Target) Origin() weburl.Origin { return t.origin }
