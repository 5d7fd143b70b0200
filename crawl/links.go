package crawl

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// planLinks turns the page's links into discoveries, each with its scope
// verdict. Links that ask not to be followed are known, but not queued.
func planLinks(opt Options, f facts, entry *aranea.Entry, events []aranea.Event) ([]aranea.Discovery, []aranea.Event) {
	follow := f.page.Directives.Follow()
	if !follow.Allowed {
		events = append(events, event(f.now, aranea.DirectiveNoFollow, follow.Source))
	}
	out := make([]aranea.Discovery, 0, len(f.page.Links))
	for i := range f.page.Links {
		l := &f.page.Links[i]
		if l.How == aranea.HowImage {
			continue // known by its alternative text only
		}
		depth, hops := entry.Depth+1, uint8(0)
		if l.How == aranea.HowRefresh && l.URL == f.page.Refresh {
			depth, hops = entry.Depth, entry.Hops+1 // as after a redirect
		}
		d := discover(opt, l.URL, l.How, depth, entry)
		d.Hops = hops
		if d.Reason == aranea.ScheduleQueued && (l.NoFollow || !follow.Allowed) && l.How != aranea.HowCanonical {
			d.Reason, d.Detail = aranea.ScopeNoFollow, "rel="+l.Rel.String()
			if !follow.Allowed {
				d.Detail = follow.Source
			}
		}
		out = append(out, d)
	}
	return out, events
}

// discover asks scope about a URL that the entry named.
func discover(opt Options, u weburl.URL, how aranea.How, depth uint16, from *aranea.Entry) aranea.Discovery {
	d := aranea.Discovery{URL: u, How: how, Depth: depth, FoundOn: from.URL.ID(), Reason: aranea.ScheduleQueued}
	if v := opt.Scope.Decide(u, int(depth), how); !v.OK {
		d.Reason, d.Detail = v.Reason, v.Rule
	}
	return d
}
