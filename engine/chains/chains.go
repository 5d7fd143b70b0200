// Package chains finds redirects and canonical links that lead in several steps, in a loop, or to
// nothing that is in the index.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It is pure: it knows what a crawl knows of
// URLs, and makes no request. Of canonical links it has those in favor of which a page left the index.
package chains

import (
	"cmp"
	"context"
	"iter"
	"net/http"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of a list.
const (
	// MaxLeads is the number of URLs that lead to another one which are looked at, of some 200 bytes
	// each.
	MaxLeads = 500_000
	// MaxSteps is the number of steps in a row that are followed.
	MaxSteps = 10
)

// The faults, in the order of the list.
const (
	Loop    = "loop"     // the steps come back, or are more than MaxSteps
	DeadEnd = "dead-end" // what they lead to is missing, or not in the index by the wish of its site
	Long    = "chain"    // there are several steps, to a page or to what is not known
)

// A URL is what is known of one: the state of its entry.
type URL struct {
	URL     string
	Status  int    // of the last answer, 0 for none
	Reason  string // a code of docs/reasons.md
	Target  string // what it leads to, "" for nothing
	Indexed bool
}

// A Step is a URL on the way, with why it leads on; the last does not.
type Step struct {
	URL    string `json:"url"`
	Status int    `json:"status,omitempty"`
	Reason string `json:"reason,omitempty"` // "" if nothing is known of it
}

// A Chain is a URL that leads to another one with a fault.
type Chain struct {
	Fault string `json:"fault"`
	URL   string `json:"url"`
	// Steps are the URLs on the way, the first behind URL. In a loop the last is one that came before.
	Steps []Step `json:"steps"`
	// Status and Reason are why URL leads on.
	Status int    `json:"status,omitempty"`
	Reason string `json:"reason"`
}

// leads reports whether people, or search engines, that ask for a URL come to its target.
func (u *URL) leads() bool {
	if u.Target == "" {
		return false
	}
	switch u.Reason {
	case aranea.HTTPRedirect.String(), aranea.DirectiveRefresh.String(), aranea.DupCanonical.String(), aranea.ScopeMoved.String():
		return true
	case aranea.MirrorMoved.String():
		return u.Status >= 300 && u.Status <= 399 && u.Status != http.StatusNotModified
	}
	return false
}

// isDead reports whether nobody finds a page at a URL, or finds it by a search: answers that are meant
// for robots alone do not count.
func (u *URL) isDead() bool {
	r, ok := aranea.ParseReason(u.Reason)
	if !ok || u.Indexed {
		return false
	}
	switch r {
	case aranea.NetDNS, aranea.NetDial, aranea.NetTLS, aranea.NetTimeout, aranea.NetReset, aranea.NetProto,
		aranea.HTTPBadRedirect, aranea.HTTPNotFound, aranea.HTTPForbidden, aranea.HTTPClient, aranea.HTTPServer,
		aranea.HTTPStatus, aranea.HTTPSoftMissing, aranea.RobotsDenied, aranea.DirectiveNoIndex:
		return true
	}
	return false
}

// Find returns the chains with a fault that begin on a host, "" for any, sorted by fault and then by
// URL, and whether there are more URLs than are looked at. all is called twice.
func Find(ctx context.Context, host string, all func(context.Context) iter.Seq2[URL, error]) (found []Chain, more bool, err error) {
	w := walk{leads: map[string]URL{}, ends: map[string]URL{}}
	for u, err := range all(ctx) {
		if err != nil {
			return nil, false, err
		}
		if !u.leads() {
			continue
		}
		if len(w.leads) == MaxLeads {
			more = true
			break
		}
		if to, err := weburl.Parse(u.Target); err == nil { // only part of a long one was stored
			u.Target = to.String()
			w.leads[u.URL], w.ends[u.Target] = u, URL{}
		}
	}
	for u, err := range all(ctx) {
		if err != nil {
			return nil, false, err
		}
		if _, asked := w.ends[u.URL]; asked {
			w.ends[u.URL] = u
		}
	}
	for _, u := range w.leads {
		if c, faulty := w.from(&u); faulty && isOn(&u, host) {
			found = append(found, c)
		}
	}
	order := []string{Loop, DeadEnd, Long}
	slices.SortFunc(found, func(a, b Chain) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Fault), slices.Index(order, b.Fault)), cmp.Compare(a.URL, b.URL))
	})
	return found, more, nil
}

// isOn reports whether a URL is on a host, "" for any.
func isOn(u *URL, host string) bool {
	if host == "" {
		return true
	}
	parsed, err := weburl.Parse(u.URL)
	return err == nil && parsed.Host() == host
}

// A walk knows the URLs that lead to others, and those that they lead to.
type walk struct{ leads, ends map[string]URL }

// from returns the chain that begins with a URL, and whether it has a fault.
func (w *walk) from(u *URL) (c Chain, faulty bool) {
	c = Chain{URL: u.URL, Status: u.Status, Reason: u.Reason}
	seen := map[string]bool{u.URL: true}
	for to := u.Target; ; {
		end := w.ends[to]
		c.Steps = append(c.Steps, Step{URL: to, Status: end.Status, Reason: end.Reason})
		next, leads := w.leads[to]
		switch {
		case seen[to], leads && len(c.Steps) == MaxSteps:
			c.Fault = Loop
			return c, true
		case leads:
			seen[to], to = true, next.Target
			continue
		case end.isDead():
			c.Fault = DeadEnd
			return c, true
		}
		c.Fault = Long
		return c, len(c.Steps) > 1
	}
}
