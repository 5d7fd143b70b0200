package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

// loginWait is how long a page waits for a login that is under way, and after the next try of one
// that failed, before it is tried again. If that succeeds, the page is queued at once.
const loginWait = 20 * time.Second

// planUnsent handles a page for which no request left.
func planUnsent(opt Options, f facts, out *aranea.Outcome) {
	switch {
	case f.awaits != "":
		end(out, aranea.StateQueued, aranea.ScheduleLogin, f.awaits)
		out.Entry.Due = f.now.Add(max(f.next.Sub(f.now), 0) + loginWait)
	case isLeftOut(f.fetched.Failure) && out.Entry.Kind != aranea.KindRobots:
		dropFromIndex(f, out)
		endNoted(f, out, aranea.StateExcluded, f.fetched.Failure, f.fetched.Detail)
	case isBarred(&f.fetched):
		planBarred(f, out)
	case returned(f.fetched.Failure):
		planReturned(f, out, f.fetched.Failure)
	default:
		out.Host = hostAfter(f, out.Host)
		planFailure(opt, f, out, f.fetched.Failure, f.fetched.Detail)
	}
}

// isLeftOut reports whether a request is refused because this crawl never makes it: of what a folder or
// an archive answers for and does not have, or of a site of another partition.
func isLeftOut(r aranea.Reason) bool {
	return r == aranea.ScopeFolder || r == aranea.ScopeArchive || r == aranea.ScopePartition
}

// isBarred reports whether the operator's own network rules, a folder that answers for the host, or
// the partition of its site kept the request from leaving.
func isBarred(f *aranea.Fetched) bool {
	return (f.Failure == aranea.NetGuard || f.Failure == aranea.ScopeFolder || f.Failure == aranea.ScopePartition) && !f.WasSent()
}

// planBarred handles a host that the network rules refuse. There was no request, so no delay is
// due, and its entries stay queued for a run with other rules.
func planBarred(f facts, out *aranea.Outcome) {
	out.Barred = true
	why := f.fetched.Failure
	out.Entry.State = aranea.StateQueued
	if out.Entry.Kind != aranea.KindRobots {
		out.Entry.Reason, out.Entry.Detail = why, clip(f.fetched.Detail)
	}
	fault(f, out, why, f.fetched.Detail)
	note(out, f.now, why, f.fetched.Detail)
}

// returned reports whether no request left for a reason of our own.
func returned(r aranea.Reason) bool {
	return r == aranea.ScheduleStopped || r == aranea.ScheduleLate || r == aranea.ReasonNone
}

// planReturned handles a lease that was not used for a reason of our own: the entry returns to
// its place in the queue, and a robots file is leased again.
func planReturned(f facts, out *aranea.Outcome, why aranea.Reason) {
	if out.Entry.Kind != aranea.KindRobots {
		end(out, aranea.StateQueued, why, f.fetched.Detail)
	}
	if why == aranea.ScheduleLate {
		rest(f, out)
	}
}

// roomWait is how long a page waits if there was no memory for its body.
const roomWait = 30 * time.Second

// interrupted reports whether we ended a visit after its request had left: the crawl was
// stopped while the answer came, while it was read, or while it was rendered, or there was no
// memory for its body.
func (f *facts) interrupted() bool {
	return f.fetched.WasSent() && (f.fetched.Failure == aranea.ScheduleStopped || f.fetched.Failure == aranea.ScheduleRoom)
}

// planInterrupted handles such a visit. The page stays what it was; its host was sent a
// request, so its delay counts.
func planInterrupted(opt Options, f facts, out *aranea.Outcome) {
	if f.fetched.Status != 0 { // a missing answer says nothing of the host
		out.Host = hostAfter(f, out.Host)
	}
	why := f.fetched.Failure
	planReturned(f, out, why)
	if why == aranea.ScheduleRoom {
		out.Entry.Due = f.now.Add(roomWait)
	}
	note(out, f.now, why, f.fetched.Detail)
}

// rest keeps the host of a late request from being leased again at once: the next request may
// be late too.
func rest(f facts, out *aranea.Outcome) {
	if at := f.now.Add(schedule.LateRest); at.After(out.Host.NextAllowed) {
		out.Host.NextAllowed = at
	}
}

// planLookUp passes on the result of looking up a host's name. What a failure means is decided
// by the visit that it prevents.
func planLookUp(f facts, out *aranea.Outcome) {
	x := &f.fetched
	switch x.Failure {
	case aranea.ScheduleLate:
		rest(f, out)
		return
	case aranea.ScheduleStopped:
		return
	}
	out.Resolution = &aranea.Resolution{Addresses: x.Addresses, Failure: x.Failure, Detail: x.Detail}
}

// fault records what the visit says against its host.
func fault(f facts, out *aranea.Outcome, reason aranea.Reason, detail string) {
	out.Fault = aranea.Event{At: f.now, Reason: reason, Detail: clip(detail)}
}
