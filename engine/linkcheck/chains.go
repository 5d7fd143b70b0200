package linkcheck

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/chains"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/show"
)

// checkChains checks where the URLs of a host lead, "" for all, and yields the counts so far behind each
// that leads on, and at the end.
func (c *Checker) checkChains(ctx context.Context, name string, tell func(Fault)) iter.Seq2[*FaultCounts, error] {
	return func(yield func(*FaultCounts, error) bool) {
		n := FaultCounts{Faults: map[string]int{}}
		host, err := c.hostOf(ctx, name)
		if err != nil {
			yield(nil, err)
			return
		}
		for e, err := range c.entries.Select(ctx, frontier.Filter{Host: host}) {
			if err == nil {
				if _, leads := chains.Leads(&e); !leads {
					continue
				}
				err = c.chain(&e, &n, tell)
			}
			if !yield(&n, err) || err != nil {
				return
			}
		}
		yield(&n, nil)
	}
}

// chain counts a URL that leads on, and tells what is wrong with where it leads.
func (c *Checker) chain(e *aranea.Entry, n *FaultCounts, tell func(Fault)) error {
	way, fault, err := chains.From(e, c.entries.Entry)
	if err != nil {
		return err
	}
	if n.Pages++; fault != "" {
		n.Faults[fault]++
		end := way[len(way)-1]
		tell(Fault{Fault: fault, URL: e.URL, LeadsTo: end.URL, Status: end.Status, Reason: end.Reason, Way: way})
	}
	return nil
}

// ofChains describes what is known beside the faults of redirects.
func (n *FaultCounts) ofChains() string {
	if n.Pages == 0 {
		return "No URL that leads on to another one is known."
	}
	if n.Pages == 1 {
		return "1 URL that leads on to another one."
	}
	return show.Count(n.Pages, "URL") + " that lead on to another one."
}
