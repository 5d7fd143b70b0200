// Package absent tells what became of a site or host that a search names and of which no
// page can be found.
//
// Floor: 5 (owner). Stability: engine. It asks, and changes nothing.
package absent

import (
	"context"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/weburl"
)

// An Asker answers questions about one URL or host. Every engine.Service is one.
type Asker interface {
	Explain(ctx context.Context, url string) (trail.Trail, error)
	Host(ctx context.Context, o weburl.Origin) (engine.HostFacts, error)
}

// A Case is a site or host of which URLs are known and no page can be found.
type Case struct {
	Name   string // a host name, with a port if one was named
	Counts aranea.HostCounts
	Home   trail.Trail // of a home page; not Known if no URL is that
}

// Of returns the site or host that a query is narrowed to, nil if it is to none, if nothing
// is known of it, or if pages of it can be found. Of a site the host of its name is asked
// for, with www and without, by https and http: at most four hosts. The error is the asker's.
func Of(ctx context.Context, a Asker, t query.Tree) (*Case, error) {
	f := query.Site
	value := t.NarrowedBy(f)
	if value == "" {
		f = query.Host
		value = t.NarrowedBy(f)
	}
	if value == "" {
		return nil, nil
	}
	_, name, _ := strings.Cut(filter.Of(f, value), ":")
	if port := filter.Port(f, value); port != "" {
		name += ":" + port
	}
	c := &Case{Name: name}
	var home weburl.Origin
	for _, o := range origins(name, f == query.Site) {
		h, err := a.Host(ctx, o)
		if aranea.KindOf(err) == aranea.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		if c.Counts = c.Counts.Add(h.Counts); home == "" {
			home = o
		}
	}
	if home == "" || c.Counts[aranea.CountIndexed] > 0 || c.known() == 0 {
		return nil, nil
	}
	var err error
	if c.Home, err = a.Explain(ctx, home.Root().String()); err != nil {
		return nil, err
	}
	return c, nil
}

// origins returns where pages of a name lie, the likeliest first.
func origins(name string, site bool) []weburl.Origin {
	var out []weburl.Origin
	for _, www := range []string{"", "www."} {
		for _, scheme := range []string{"https://", "http://"} {
			if u, err := weburl.Parse(scheme + www + name + "/"); err == nil && (site || www == "") {
				out = append(out, u.Origin())
			}
		}
	}
	return out
}

// parts are the counters by which the URLs of a host are told apart, in words.
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

// known returns how many URLs are known.
func (c *Case) known() uint64 {
	n := c.Counts.LeftOut()
	for _, p := range parts {
		n += c.sum(p.counters)
	}
	return n
}

func (c *Case) sum(counters []aranea.Counter) (n uint64) {
	for _, k := range counters {
		n += c.Counts[k]
	}
	return n
}

// Sentences say how the URLs stand, and how the home page does.
func (c *Case) Sentences() []string {
	var told []string
	for _, p := range parts {
		if n := c.sum(p.counters); n > 0 {
			told = append(told, show.Number(n)+" "+p.text)
		}
	}
	if n := c.Counts.LeftOut(); n > 0 {
		told = append(told, show.Number(n)+" with nothing to index")
	}
	text := fmt.Sprintf("No page of %s can be found now, though %s of it %s known: %s.", show.Host(c.Name), show.Count(c.known(), "URL"), verb(c.known()), strings.Join(told, ", "))
	if n := c.Counts[aranea.CountHidden]; n > 0 {
		text += fmt.Sprintf(" %s still kept, and found again if the robots file opens in time.", show.CountVerb(n, "page", "is", "are"))
	}
	if !c.Home.Known || c.Home.In {
		return []string{text}
	}
	return []string{text, show.URL(c.Home.URL) + ": " + show.Visible(c.Home.Sentence)}
}

func verb(n uint64) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
