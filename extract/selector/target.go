package selector

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/weburl"
)

// TargetPrefix begins a source of values that names a Target.
const TargetPrefix = "css:"

// A Target is what a rule of the operator takes of the elements that a selector selects.
type Target struct {
	Selector string // as written
	Attr     string // the attribute that has the value, in lower case; "" for the text of the element
}

// CutTarget cuts a text into a selector and, if @ and a name stand behind it, an attribute. It does
// not read the selector, which may be empty.
func CutTarget(text string) Target {
	// An @ is part of a selector in quotes or escaped only, and these do not end with a name.
	if i := strings.LastIndexByte(text, '@'); i >= 0 && (i == 0 || text[i-1] != '\\') && isAttribute(text[i+1:]) {
		return Target{Selector: strings.TrimSpace(text[:i]), Attr: strings.ToLower(text[i+1:])}
	}
	return Target{Selector: text}
}

// String returns the target in the form that CutTarget reads.
func (t Target) String() string {
	if t.Attr != "" {
		return t.Selector + "@" + t.Attr
	}
	return t.Selector
}

// isAttribute reports whether a text is the name of an attribute.
func isAttribute(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != ':'
	})
}

// CutHost cuts the host whose pages a source is about, and the whitespace behind it, off the source,
// which begins with one of some prefixes. It returns "" for a source without a host.
func CutHost(source string, prefixes ...string) (host, rest string) {
	i := strings.IndexAny(source, " \t")
	if i < 0 || begins(source, prefixes) {
		return "", source
	}
	if rest = strings.TrimLeft(source[i:], " \t"); begins(rest, prefixes) {
		return source[:i], rest
	}
	return "", source
}

func begins(text string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
}

// CanonicalHost returns a host that an operator wrote as it is in canonical URLs; "" stays.
func CanonicalHost(host string) (string, error) {
	if host == "" {
		return "", nil
	}
	if _, name, ok := strings.Cut(host, "://"); ok {
		return "", fmt.Errorf("write %s, without a scheme", strings.TrimRight(name, "/"))
	}
	if name := host[strings.LastIndexByte(host, ']')+1:]; strings.Contains(name, ":") {
		return "", fmt.Errorf("write the host without a port: %s", host[:strings.LastIndexByte(host, ':')])
	}
	u, err := weburl.Parse("http://" + host + "/")
	if err != nil || strings.ContainsAny(host, `@*\`) || strings.ContainsFunc(host, unicode.IsSpace) {
		return "", fmt.Errorf("%q is no host", host)
	}
	return u.Host(), nil
}
