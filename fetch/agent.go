package fetch

import (
	"cmp"
	"fmt"
	"net/mail"
	"net/url"
	"strings"
)

// maxIdentity is the maximum length in bytes of the name, contact and address that are sent with
// each request.
const maxIdentity = 200

// UserAgent returns the User-Agent field: the operator's token first if there is one, then
// product, version and contact, for example "Aranea/0.1 (+https://example.org/bot)" or
// "DocsBot/1.0 (Aranea/0.1; +mailto:me@example.org)".
func UserAgent(o Options) string {
	product := cmp.Or(o.Product, DefaultProduct)
	if o.Version != "" {
		product += "/" + o.Version
	}
	contact := o.Contact
	if isMail(contact) {
		contact = "mailto:" + contact
	}
	switch {
	case o.Operator != "" && contact != "":
		return fmt.Sprintf("%s (%s; +%s)", o.Operator, product, contact)
	case o.Operator != "":
		return fmt.Sprintf("%s (%s)", o.Operator, product)
	case contact != "":
		return fmt.Sprintf("%s (+%s)", product, contact)
	}
	return product
}

// From returns the From field: that of the options, or the contact if it is an e-mail address,
// otherwise "".
func From(o Options) string {
	if o.From == "" && isMail(o.Contact) {
		return o.Contact
	}
	return o.From
}

// isMail reports whether the contact is an e-mail address and nothing else.
func isMail(contact string) bool {
	a, err := mail.ParseAddress(contact)
	return err == nil && a.Address == contact && plainText(contact)
}

// isWebURL reports whether the contact is an http or https URL.
func isWebURL(contact string) bool {
	u, err := url.Parse(contact)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && plainText(contact)
}

// plainText reports whether s can be in the comment of a User-Agent field (RFC 9110 section
// 5.6.5) without quoting.
func plainText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || c == '(' || c == ')' || c == '\\' {
			return false
		}
	}
	return len(s) <= maxIdentity
}

// isToken reports whether s is a token (RFC 9110 section 5.6.2).
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		alnum := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !alnum && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return s != "" && len(s) <= maxIdentity
}

// isProduct reports whether s is token or token/version.
func isProduct(s string) bool {
	name, version, ok := strings.Cut(s, "/")
	return isToken(name) && (!ok || isToken(version))
}

// identityFaults checks the identity of the robot.
func (o Options) identityFaults() []error {
	var faults []error
	add := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if o.Product != "" && !isToken(o.Product) {
		add("the product %q is not a token; use letters, digits, '-' and '_'", o.Product)
	}
	if o.Version != "" && !isToken(o.Version) {
		add("the version %q is not a token; use letters, digits, '.' and '-'", o.Version)
	}
	if o.Operator != "" && !isProduct(o.Operator) {
		add("the operator's name %q is not of the form Name or Name/version; use letters, digits, '-' and '_'", o.Operator)
	}
	if o.Contact != "" && !isMail(o.Contact) && !isWebURL(o.Contact) {
		add("the contact %q is neither an e-mail address nor a web address; write you@example.org or https://example.org/bot", o.Contact)
	}
	if o.From != "" && !isMail(o.From) {
		add("the sender %q is not an e-mail address; write you@example.org", o.From)
	}
	return faults
}
