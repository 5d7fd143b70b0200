package crawl

import "github.com/aranea-search/aranea"

// isBarred reports whether the operator's own network rules kept the request
// from leaving.
func isBarred(f *aranea.Fetched) bool { return f.Failure == aranea.NetGuard && !f.WasSent() }

// planBarred: the network rules refuse the host. It was not asked, so it is owed
// no rest, and its entries stay queued for a run with other rules.
func planBarred(f facts, out aranea.Outcome) aranea.Outcome {
	out.Barred = true
	out.Entry.State = aranea.StateQueued
	if out.Entry.Kind == aranea.KindPage {
		out.Entry.Reason, out.Entry.Detail = aranea.NetGuard, clip(f.fetched.Detail)
	}
	out.Events = append(out.Events, event(f.now, aranea.NetGuard, f.fetched.Detail))
	return out
}
