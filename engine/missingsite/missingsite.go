// Package missingsite explains what became of a site or host that a query names and of which no page
// can be found.
//
// Floor: 5 (owner), inside engine, which passes its frontier. Stability: engine. It reads and
// changes nothing.
package missingsite

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/weburl"
)

const (
	maxHosts    = 1000 // hosts of a site that are considered
	maxExamples = 100  // URLs of a host among which a typical one is chosen
)

// A Frontier knows origins and URLs.
type Frontier interface {
	// Hosts yields at least the origins of the same site.
	Hosts(site weburl.Origin) iter.Seq2[aranea.Host, error]
	Select(ctx context.Context, x frontier.Filter) iter.Seq2[aranea.Entry, error]
}

var _ Frontier = (*frontier.Frontier)(nil)

// A Teller explains what became of sites and hosts.
type Teller struct {
	Frontier Frontier
	Explain  func(ctx context.Context, url string) (trail.Trail, error)
}

// Tell adds to an answer without results what became of the site or host to which the query is
// limited, replacing the hint that no page is there.
func (t Teller) Tell(ctx context.Context, q string, r *search.Response) error {
	if len(r.Results) > 0 || r.Total > 0 || r.Next != "" {
		return nil
	}
	tree := query.Parse(q)
	f := query.Site
	value := tree.NarrowedBy(f)
	if value == "" {
		f = query.Host
		value = tree.NarrowedBy(f)
	}
	if value == "" {
		return nil
	}
	missing := filter.Missing(f, value)
	var err error
	if r.Absent, err = t.of(ctx, f, value, slices.Contains(r.Notes, missing)); err == nil && r.Absent != nil && f == query.Site {
		r.Withdraw(missing)
	}
	return err
}

// of returns what became of a site or host. It returns nil if value is not a name, stands for
// many sites, or may have pages that can be found. missing is set if the index is known to have
// none.
func (t Teller) of(ctx context.Context, f query.Field, value string, missing bool) (*answer.Absent, error) {
	c, one := placeOf(f, value)
	if !one {
		return nil, nil
	}
	if err := t.count(&c); err != nil || c.counts[aranea.CountIndexed] > 0 || c.more && !missing {
		return nil, err
	}
	out := &answer.Absent{Name: c.title(), Known: c.known(), More: c.more}
	if out.Known == 0 {
		if c.more || c.home != "" { // only its robots file was requested, or it may be among the hosts that were not considered
			return nil, nil
		}
		out.Told = []string{fmt.Sprintf("No page of %s is known, and no link to one.", show.Host(out.Name))}
		return out, nil
	}
	out.Told = []string{c.sentence()}
	example, err := t.example(ctx, c.home)
	if err != nil || !example.Known || example.In {
		return out, err
	}
	out.URL, out.Reason = example.URL, example.Reason
	if i := slices.IndexFunc(example.Facts, func(f trail.Fact) bool { return f.Name == trail.Evidence }); i >= 0 {
		out.Evidence = example.Facts[i].Text
	}
	out.Told = append(out.Told, show.URL(example.URL)+": "+show.Visible(example.Sentence))
	return out, nil
}

// A place is a site or host, with the sums over its origins.
type place struct {
	origin weburl.Origin // an origin of its site
	name   string
	below  bool   // includes subdomains
	port   string // the only port that counts, "" for all
	counts aranea.HostCounts
	more   bool          // some hosts of the site were not considered
	home   weburl.Origin // the origin that most likely has the home page; "" if no origin is known
}

// placeOf returns the place that the value of site: or host: names. It returns false if the
// value is not a name, or stands for many sites.
func placeOf(f query.Field, value string) (c place, one bool) {
	_, name, _ := strings.Cut(filter.Of(f, value), ":")
	u, err := weburl.Parse("http://" + name)
	if err != nil || f == query.Site && domain.Above(value) != "" {
		return c, false
	}
	return place{origin: u.Origin(), name: u.Host(), below: f == query.Site, port: filter.Port(f, value)}, true
}

func (c *place) title() string {
	if c.port == "" {
		return c.name
	}
	return c.name + ":" + c.port
}

// has reports whether an origin belongs to the place.
func (c *place) has(o weburl.Origin) bool {
	host := o.Host()
	return (host == c.name || c.below && strings.HasSuffix(host, "."+c.name)) && (c.port == "" || c.port == strconv.Itoa(int(o.Port())))
}

// rank returns how likely the home page is on an origin: lower is more likely.
func (c *place) rank(o weburl.Origin) int {
	rank := slices.Index([]string{c.name, "www." + c.name}, o.Host())
	if rank < 0 {
		rank = 2
	}
	if rank *= 2; o.Scheme() == "http" {
		rank++
	}
	return rank
}

// count sums up what is known about the origins of a place, which are all of one site.
func (t Teller) count(c *place) error {
	looked := 0
	for h, err := range t.Frontier.Hosts(c.origin) {
		if err != nil {
			return err
		}
		if looked++; looked > maxHosts {
			c.more = true
			return nil
		}
		if !c.has(h.Origin) {
			continue
		}
		if c.counts = c.counts.Add(h.Counts); c.home == "" || c.rank(h.Origin) < c.rank(c.home) {
			c.home = h.Origin
		}
	}
	return nil
}

// example returns the trail of the home page of an origin. If that is not known, it returns the
// trail of one of the first URLs that has their most frequent reason.
func (t Teller) example(ctx context.Context, o weburl.Origin) (trail.Trail, error) {
	home, err := t.Explain(ctx, o.Root().String())
	if err != nil || home.Known {
		return home, err
	}
	first, n, looked := map[aranea.Reason]weburl.URL{}, map[aranea.Reason]int{}, 0
	for e, err := range t.Frontier.Select(ctx, frontier.Filter{Origin: o}) {
		if err != nil {
			return home, err
		}
		if n[e.Reason]++; n[e.Reason] == 1 {
			first[e.Reason] = e.URL
		}
		if looked++; looked == maxExamples {
			break
		}
	}
	if len(n) == 0 {
		return home, nil
	}
	most := slices.SortedFunc(maps.Keys(n), func(a, b aranea.Reason) int { return cmp.Or(n[b]-n[a], int(a)-int(b)) })[0]
	return t.Explain(ctx, first[most].String())
}

// parts are the counters by which the URLs of a host are classified, with their descriptions.
var parts = [...]struct {
	counters []aranea.Counter
	text     string
}{
	{[]aranea.Counter{aranea.CountDenied}, "denied by its robots file"},
	{[]aranea.Counter{aranea.CountExcluded}, "left out by scope, mirror, type, nofollow or the operator"},
	{[]aranea.Counter{aranea.CountQueued}, "waiting to be visited"},
	{[]aranea.Counter{aranea.CountNoIndex}, "asking not to be indexed"},
	{[]aranea.Counter{aranea.CountDuplicates}, "with the text of other pages"},
	{[]aranea.Counter{aranea.CountRedirects}, "redirected elsewhere"},
	{[]aranea.Counter{aranea.CountMissing}, "missing"},
	{[]aranea.Counter{aranea.CountRefused, aranea.CountFailed}, "refused or without a usable answer"},
}

// known returns the number of known URLs.
func (c *place) known() uint64 {
	n := c.counts.LeftOut()
	for _, p := range parts {
		n += c.sum(p.counters)
	}
	return n
}

func (c *place) sum(counters []aranea.Counter) (n uint64) {
	for _, k := range counters {
		n += c.counts[k]
	}
	return n
}

// sentence describes the states of the URLs.
func (c *place) sentence() string {
	var told []string
	for _, p := range parts {
		if n := c.sum(p.counters); n > 0 {
			told = append(told, show.Number(n)+" "+p.text)
		}
	}
	if n := c.counts.LeftOut(); n > 0 {
		told = append(told, show.Number(n)+" with nothing to index")
	}
	least, be := "", "are"
	if c.more {
		least = "at least "
	}
	if c.known() == 1 {
		be = "is"
	}
	text := fmt.Sprintf("No page of %s can be found now, though %s%s of it %s known: %s.", show.Host(c.title()), least, show.Count(c.known(), "URL"), be, strings.Join(told, ", "))
	if n := c.counts[aranea.CountHidden]; n > 0 {
		text += fmt.Sprintf(" %s still kept, and found again if the robots file opens in time.", show.CountVerb(n, "page", "is", "are"))
	}
	return text
}
