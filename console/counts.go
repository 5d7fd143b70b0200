package console

import (
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
)

// A countName is a counter of URLs on a page, and its label.
type countName struct {
	counter aranea.Counter
	name    string
}

// counted are the counters that pages show, and countedIfAny those that they show unless they are
// 0.
var counted = [...]countName{
	{aranea.CountIndexed, "In the index"}, {aranea.CountQueued, "Waiting"}, {aranea.CountFetched, "Fetched"},
	{aranea.CountRedirects, "Redirects"}, {aranea.CountDuplicates, "Duplicates"}, {aranea.CountNoIndex, "Asked not to be indexed"},
	{aranea.CountDenied, "Denied by the robots file"}, {aranea.CountExcluded, "Left out by scope, mirror, type, nofollow or the operator"}, {aranea.CountMissing, "Missing"},
	{aranea.CountRefused, "Refused by the site"}, {aranea.CountFailed, "Failed"},
}

var countedIfAny = [...]countName{
	{aranea.CountHidden, "Hidden"}, {aranea.CountDue, "Waiting for another visit"},
	{aranea.CountLinks, "Checked for the links to them only"}, {aranea.CountLinksWaiting, "Waiting for a check of the links to them"}, {aranea.CountLinksOver, "Not checked, over the limit of links"},
}

// countFacts returns the counts of URLs, of one host or of all.
func countFacts(n *aranea.HostCounts, host string) []trail.Fact {
	var facts []trail.Fact
	for _, c := range counted {
		facts = append(facts, trail.Fact{Name: c.name, Text: show.Count(n[c.counter], "URL"), URL: countURL(n, c.counter, host)})
	}
	for _, c := range countedIfAny {
		if n[c.counter] > 0 {
			facts = append(facts, trail.Fact{Name: c.name, Text: show.Count(n[c.counter], "URL"), URL: countURL(n, c.counter, host)})
		}
	}
	if left := n.LeftOut(); left > 0 {
		facts = append(facts, trail.Fact{Name: "Fetched, with nothing to index", Text: show.Count(left, "URL"), URL: listURL(leftOut, host)})
	}
	return append(facts, trail.Fact{
		Name: "Traffic", Text: show.Count(n[aranea.CountRequests], "request") + ", " + show.Bytes(n[aranea.CountBytes]),
	})
}

// countURL returns the address of the list of a counter, or "" if the list is empty.
func countURL(n *aranea.HostCounts, c aranea.Counter, host string) string {
	if n[c] == 0 {
		return ""
	}
	return listURL(c.String(), host)
}

// leftOut is the name of the number of fetched pages with nothing to index, for which there is no
// counter.
const leftOut = "nothing"

// listURL returns the address of the list of a number, of one host or of all.
func listURL(name, host string) string {
	if host == "" {
		return urlsURL("count", name)
	}
	return urlsURL("count", name, "host", host)
}

// countedAs reports whether a URL is counted by a counter.
func countedAs(u *service.URLFacts, name string) bool {
	e := aranea.Entry{Indexed: u.Indexed || u.Hidden, Again: u.Again}
	e.Reason, _ = aranea.ParseReason(u.Reason)
	for e.Kind.String() != u.Kind && e.Kind <= maxValue {
		e.Kind++
	}
	for e.State.String() != u.State && e.State <= maxValue {
		e.State++
	}
	tally := e.Tally()
	if name == leftOut {
		return tally.LeftOut() > 0
	}
	for i, n := range tally {
		if n > 0 && aranea.Counter(i).String() == name {
			return true
		}
	}
	return false
}

// maxValue is greater than the number of kinds and states in the closed lists.
const maxValue = 16

// counters returns the names of the numbers that have a list.
func counters() []string {
	var out []string
	for _, c := range slices.Concat(counted[:], countedIfAny[:]) {
		out = append(out, c.counter.String())
	}
	return append(out, leftOut)
}
