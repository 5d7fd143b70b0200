// Package chains finds redirects and canonical links that lead in several steps, in a loop, or to
// nothing that is in the index.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It knows what a crawl knows of URLs, makes no
// request, and holds one way at a time. Of canonical links it has those in favor of which a page left the
// index.
package chains

import (
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// MaxSteps is the number of steps in a row that are followed.
const MaxSteps = 10

// The faults, in the order of the list.
const (
	Loop    = "loop"     // the steps come back, or are more than MaxSteps
	DeadEnd = "dead-end" // what they lead to is missing, or not in the index by the wish of its site
	Long    = "chain"    // there are several steps, to a page or to what is not known
)

// Faults returns the names of the faults, in the order of the list.
func Faults() []string { return []string{Loop, DeadEnd, Long} }

// A Step is a URL on a way, with what its last visit brought: why it leads on, but for the last.
type Step struct {
	URL    string `json:"url"`
	Status int    `json:"status,omitempty"`
	Reason string `json:"reason,omitempty"` // "" if nothing is known of it
}

// Known returns what is known of a URL.
type Known func(weburl.URL) (aranea.Entry, bool, error)

// Leads returns the URL to which people, or search engines, that ask for an entry come, if it is another
// one.
func Leads(e *aranea.Entry) (to weburl.URL, leads bool) {
	switch {
	case e.Target == "":
		return to, false
	case e.Reason == aranea.HTTPRedirect, e.Reason == aranea.DirectiveRefresh, e.Reason == aranea.DupCanonical, e.Reason == aranea.ScopeMoved:
	case e.Reason != aranea.MirrorMoved || e.Status < 300 || e.Status > 399 || e.Status == http.StatusNotModified:
		return to, false
	}
	to, err := weburl.Parse(e.Target)
	return to, err == nil // of a long one only a part was stored
}

// isDead reports whether nobody finds a page at a URL, or finds it by a search: answers that are meant
// for robots alone do not count.
func isDead(e *aranea.Entry) bool {
	if e.Found() {
		return false
	}
	switch e.Reason {
	case aranea.NetDNS, aranea.NetDial, aranea.NetTLS, aranea.NetTimeout, aranea.NetReset, aranea.NetProto,
		aranea.HTTPBadRedirect, aranea.HTTPNotFound, aranea.HTTPForbidden, aranea.HTTPClient, aranea.HTTPServer,
		aranea.HTTPStatus, aranea.HTTPSoftMissing, aranea.RobotsDenied, aranea.DirectiveNoIndex:
		return true
	}
	return false
}

// stepOf returns an entry as a step.
func stepOf(e *aranea.Entry) Step {
	return Step{URL: e.URL.String(), Status: e.PageStatus(), Reason: e.Reason.String()}
}

// From returns the way that begins with an entry, itself first, and what is wrong with it, "" if nothing
// is. In a loop the last step is one that came before.
func From(e *aranea.Entry, known Known) (way []Step, fault string, err error) {
	to, leads := Leads(e)
	if !leads {
		return nil, "", nil
	}
	way = []Step{stepOf(e)}
	seen := map[weburl.URL]bool{e.URL: true}
	for {
		end, has, err := known(to)
		if err != nil {
			return nil, "", err
		}
		step := Step{URL: to.String()}
		if has {
			step = stepOf(&end)
		}
		way = append(way, step)
		next, leads := Leads(&end)
		switch {
		case seen[to], leads && len(way) > MaxSteps:
			return way, Loop, nil
		case leads:
			seen[to], to = true, next
		case isDead(&end):
			return way, DeadEnd, nil
		case len(way) > 2:
			return way, Long, nil
		default:
			return way, "", nil
		}
	}
}
