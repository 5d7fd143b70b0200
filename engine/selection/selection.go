// Package selection parses the filters for lists of URLs, as written by people, into filters of
// the frontier.
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

// A Filter selects entries that match all fields that are set.
type Filter struct {
	Reason string    `json:"reason,omitempty"` // a reason code, or a family of them such as "ROBOTS"
	Host   string    `json:"host,omitempty"`   // a host name or origin
	State  string    `json:"state,omitempty"`  // queued, done, gone, excluded, indexed, or hidden
	Status Status    `json:"status,omitempty"` // of the last answer, or its class
	How    string    `json:"how,omitempty"`    // how it was found, such as "sitemap"
	Since  time.Time `json:"since,omitzero"`   // visited at or after
	Prefix string    `json:"prefix,omitempty"` // of the URL, or of its path if Host is set
	// Offset and Limit select a page of the list; Limit 0 means no limit.
	Offset int `json:"offset,omitempty"`
	Limit  int `json:"limit,omitempty"`
}

// Choices parses the filter, and reports all its faults at once. If a host with a port, or a
// prefix, has no scheme, it returns two choices, with https and with http.
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

// A Choice is a parsed Filter, with those conditions that the frontier does not support: a
// family of reasons, a class of statuses, how it was found, and a host combined with a prefix.
type Choice struct {
	frontier.Filter
	prefix string        // of reason codes; empty for all
	on     target.Target // a host name; zero for all
	how    string        // the name of an aranea.How; empty for all
	class  Status        // of statuses; zero for all
}

// Has reports whether an entry that the frontier selected matches.
func (c *Choice) Has(e *aranea.Entry) bool {
	return c.HasReason(e.Reason) && c.class.Has(int(e.Status)) && (c.how == "" || c.how == e.How.String()) && (c.on.IsZero() || c.on.Matches(e.URL)) && (c.Origin == "" || e.URL.Origin() == c.Origin)
}

// HasReason reports whether a reason belongs to the selected family.
func (c *Choice) HasReason(r aranea.Reason) bool {
	return c.prefix == "" || strings.HasPrefix(r.String(), c.prefix)
}

// choose parses a filter and reports all its faults at once.
func (f *Filter) choose() (c Choice, err error) {
	var faults []error
	faults = append(faults, f.Status.check())
	if c.Since = f.Since; f.Status.isClass() {
		c.class = f.Status
	} else {
		c.Status = uint16(f.Status)
	}
	if f.Reason != "" {
		faults = append(faults, c.reason(strings.ToUpper(f.Reason)))
	}
	if f.State != "" {
		faults = append(faults, c.state(f.State))
	}
	if f.How != "" {
		faults = append(faults, c.found(f.How))
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

// meant returns the codes that a misspelled one may stand for: those whose second part it is,
// such as ROBOTS.DENIED for DENIED; or else the most similar one; or else those whose second
// part begins like it. It returns "" if there is none. It assumes that the first letter is
// right, because short words are similar to many others.
func meant(code string, known []string) string {
	near := spelling.Nearest(code, slices.Values(known))
	if near != "" && near[0] != code[0] {
		near = ""
	}
	return cmp.Or(codesLike(known, func(own string) bool { return own == code }), near,
		codesLike(known, func(own string) bool { return len(code) >= likeness && strings.HasPrefix(own, code[:likeness]) }))
}

const (
	likeness = 3 // letters that codes must have in common
	maxMeant = 4 // codes that are suggested at once
)

// codesLike returns the codes whose second part satisfies like, or "" if there are none, or too
// many to be helpful.
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

// families returns the families of the codes.
func families(known []string) []string {
	return slices.DeleteFunc(slices.Clone(known), func(k string) bool { return strings.Contains(k, ".") })
}

// Reasons returns the families of the reason codes of URLs, followed by the codes.
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

// States returns the states that a filter accepts.
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

// Hows returns the ways to be found that a filter accepts.
func Hows() []string {
	var names []string
	for h := aranea.HowAnchor; h <= aranea.HowScript; h++ {
		if name := h.String(); !strings.HasPrefix(name, "how(") { // one number is not in use
			names = append(names, name)
		}
	}
	return names
}

func (c *Choice) found(how string) error {
	if known := Hows(); !slices.Contains(known, how) {
		return fmt.Errorf("how %.40q is none of %s%s", how, strings.Join(known, ", "), spelling.Meant(how, slices.Values(known)))
	}
	c.how = how
	return nil
}

// target sets a host name, an origin or a URL prefix.
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
