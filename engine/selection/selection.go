// Package selection reads what lists of URLs are narrowed by, as people write it, into
// what the frontier selects by.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It is pure.
package selection

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/internal/spelling"
	"github.com/aranea-search/aranea/weburl"
)

// A Filter chooses entries. Every field that is set must hold.
type Filter struct {
	Reason string    `json:"reason,omitempty"` // a reason code, or its family: "ROBOTS"
	Host   string    `json:"host,omitempty"`   // a host name or origin
	State  string    `json:"state,omitempty"`  // queued, done, gone, excluded, indexed, or hidden
	Status int       `json:"status,omitempty"` // of the last answer
	Since  time.Time `json:"since,omitzero"`   // visited at or after
	Prefix string    `json:"prefix,omitempty"` // of the URL; a path, if there is a Host
	// Offset and Limit cut a page out; Limit 0 is no limit.
	Offset int `json:"offset,omitempty"`
	Limit  int `json:"limit,omitempty"`
}

// Choices reads the filter, and reports all its faults at once. There are two, with
// https and with http, where a host with a port, or a prefix, has no scheme.
func (f *Filter) Choices() ([]Choice, error) {
	var out []Choice
	prefix := f.Prefix
	if f.Host != "" && strings.HasPrefix(prefix, "/") {
		prefix = strings.TrimSuffix(f.Host, "/") + prefix
	}
	hosts, prefixes := target.Schemes(f.Host), target.Schemes(prefix)
	for i := range max(len(hosts), len(prefixes)) {
		one := *f
		one.Host, one.Prefix = hosts[min(i, len(hosts)-1)], prefixes[min(i, len(prefixes)-1)]
		c, err := one.choose()
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// A Choice is a Filter as the frontier understands it, and what the frontier does not
// select by: a family of reasons, and a host beside a prefix.
type Choice struct {
	frontier.Filter
	prefix string        // of reason codes; empty for all
	on     target.Target // a host name; zero for all
}

// Has reports whether an entry that the frontier selected is chosen.
func (c *Choice) Has(e *aranea.Entry) bool {
	return c.HasReason(e.Reason) && (c.on.IsZero() || c.on.Matches(e.URL)) && (c.Origin == "" || e.URL.Origin() == c.Origin)
}

// HasReason reports whether a reason is of the family that is asked for.
func (c *Choice) HasReason(r aranea.Reason) bool {
	return c.prefix == "" || strings.HasPrefix(r.String(), c.prefix)
}

// choose reads a filter and reports all its faults at once.
func (f *Filter) choose() (c Choice, err error) {
	var faults []error
	c.Status, c.Since = uint16(min(max(f.Status, 0), 999)), f.Since
	if f.Reason != "" {
		faults = append(faults, c.reason(strings.ToUpper(f.Reason)))
	}
	if f.State != "" {
		faults = append(faults, c.state(f.State))
	}
	if f.Host != "" {
		faults = append(faults, c.target(f.Host))
	}
	if f.Prefix != "" {
		c.on = c.Target // the host name, if there is one
		faults = append(faults, c.target(strings.TrimSuffix(f.Prefix, "*")+"*"))
	}
	if err := errors.Join(faults...); err != nil {
		return c, &aranea.Error{Op: "urls", Kind: aranea.Invalid, Err: err}
	}
	return c, nil
}

func (c *Choice) reason(code string) error {
	if r, ok := aranea.ParseReason(code); ok {
		c.Reason = r
		return nil
	}
	if known := Reasons(); !slices.Contains(known, strings.TrimSuffix(code, ".")) {
		hint := spelling.DidYouMean(meant(code, known))
		if hint == "" {
			hint = "; they begin with " + strings.Join(families(known), ", ")
		}
		return fmt.Errorf("%q is none of the reason codes of docs/reasons.md; aranea stats lists those that a folder has%s", code, hint)
	}
	c.prefix = strings.TrimSuffix(code, ".") + "."
	return nil
}

// meant returns the codes that a misspelled one may stand for: those of which it is the
// second part, such as ROBOTS.DENIED for DENIED; else the one that it is close to; else
// those whose second part begins as it does. "" if there is none. However a code is
// misspelled, its first letter is taken for right: of short words many are close.
func meant(code string, known []string) string {
	near := spelling.Nearest(code, slices.Values(known))
	if near != "" && near[0] != code[0] {
		near = ""
	}
	return cmp.Or(codesLike(known, func(own string) bool { return own == code }), near,
		codesLike(known, func(own string) bool { return len(code) >= likeness && strings.HasPrefix(own, code[:likeness]) }))
}

const (
	likeness = 3 // letters in which codes are alike
	maxMeant = 4 // codes that are named at once
)

// codesLike returns the codes whose second part is like a misspelled one, "" if there is
// none, or if they are so many that naming them does not help.
func codesLike(known []string, like func(own string) bool) string {
	var whole []string
	for _, k := range known {
		if _, own, _ := strings.Cut(k, "."); like(own) {
			whole = append(whole, k)
		}
	}
	if len(whole) > maxMeant {
		return ""
	}
	return strings.Join(whole, " or ")
}

// families returns what the codes begin with.
func families(known []string) []string {
	return slices.DeleteFunc(slices.Clone(known), func(k string) bool { return strings.Contains(k, ".") })
}

// Reasons returns the families of the reason codes that URLs have, and the codes.
func Reasons() []string {
	var families, codes []string
	for _, r := range aranea.Reasons() {
		if r == aranea.ReasonNone {
			continue
		}
		family, _, _ := strings.Cut(r.String(), ".")
		if !slices.Contains(families, family) {
			families = append(families, family)
		}
		codes = append(codes, r.String())
	}
	return append(families, codes...)
}

// States returns the states that a filter takes.
func States() []string { return []string{"queued", "done", "gone", "excluded", "indexed", "hidden"} }

func (c *Choice) state(name string) error {
	switch name {
	case "indexed":
		c.Found = true
		return nil
	case "hidden":
		c.Hidden = true
		return nil
	}
	for s := aranea.StateQueued; s <= aranea.StateExcluded; s++ {
		if s.String() == name {
			c.State = s
			return nil
		}
	}
	known := States()
	return fmt.Errorf("state %q is none of %s%s", name, strings.Join(known, ", "), spelling.Meant(name, slices.Values(known)))
}

// target chooses a host name, an origin or a URL prefix.
func (c *Choice) target(text string) error {
	if u, err := weburl.Parse(text); err == nil && u == u.Origin().Root() && !strings.HasSuffix(text, "*") {
		c.Origin = u.Origin()
		return nil
	}
	t, err := target.Parse(text)
	if err != nil {
		return err
	}
	c.Target = t
	return nil
}
