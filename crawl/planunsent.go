package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

// loginWait is how long a page waits for the first login of its secret before it is
// looked at again.
const loginWait = 20 * time.Second

// planUnsent handles a page for which no request left.
func planUnsent(opt Options, f facts, out *aranea.Outcome) {
	switch {
	case f.awaits != "":
		end(out, aranea.StateQueued, aranea.ScheduleLogin, "secret "+f.awaits)
		out.Entry.Due = f.now.Add(loginWait)
	case isBarred(&f.fetched):
		planBarred(f, out)
	case returned(f.fetched.Failure):
		planReturned(f, out, f.fetched.Failure)
	default:
		out.Host = hostAfter(opt, f, out.Host)
		planFailure(opt, f, out, f.fetched.Failure, f.fetched.Detail)
	}
}

// isBarred reports whether the operator's own network rules kept the request
// from leaving.
func isBarred(f *aranea.Fetched) bool { return f.Failure == aranea.NetGuard && !f.WasSent() }

// planBarred handles a host that the network rules refuse. It was not asked, so
// no delay is owed to it, and its entries stay queued for a run with other rules.
func planBarred(f facts, out *aranea.Outcome) {
	out.Barred = true
	out.Entry.State = aranea.StateQueued
	if out.Entry.Kind != aranea.KindRobots {
		out.Entry.Reason, out.Entry.Detail = aranea.NetGuard, clip(f.fetched.Detail)
	}
	fault(f, out, aranea.NetGuard, f.fetched.Detail)
	note(out, f.now, aranea.NetGuard, f.fetched.Detail)
}

// returned reports whether a request did not leave for a reason of ours.
func returned(r aranea.Reason) bool {
	return r == aranea.ScheduleStopped || r == aranea.ScheduleLate || r == aranea.ReasonNone
}

// planReturned handles a lease that was not used for a reason of ours: the entry
// goes back to its place in the queue, and a robots file is leased anew.
func planReturned(f facts, out *aranea.Outcome, why aranea.Reason) {
	if out.Entry.Kind != aranea.KindRobots {
		end(out, aranea.StateQueued, why, f.fetched.Detail)
	}
	if why == aranea.ScheduleLate {
		rest(f, out)
	}
}

// roomWait is how long a page waits for whose body there was no memory.
const roomWait = 30 * time.Second

// interrupted reports whether a visit whose request had left came to nothing by our doing:
// the crawl was stopped while its answer came, while it was read, or while it was
// rendered, or there was no memory for its body.
func (f *facts) interrupted() bool {
	return f.fetched.WasSent() && (f.fetched.Failure == aranea.ScheduleStopped || f.fetched.Failure == aranea.ScheduleRoom)
}

// planInterrupted handles such a visit. What the page was before it still is; its host
// was asked, and its delay counts.
func planInterrupted(opt Options, f facts, out *aranea.Outcome) {
	if f.fetched.Status != 0 { // that no answer came says nothing of the host
		out.Host = hostAfter(opt, f, out.Host)
	}
	why := f.fetched.Failure
	planReturned(f, out, why)
	if why == aranea.ScheduleRoom {
		out.Entry.Due = f.now.Add(roomWait)
	}
	note(out, f.now, why, f.fetched.Detail)
}

// rest keeps the host of a request that came too late from being leased at once
// again: what was late once may be late for long.
func rest(f facts, out *aranea.Outcome) {
	if at := f.now.Add(schedule.LateRest); at.After(out.Host.NextAllowed) {
		out.Host.NextAllowed = at
	}
}

// planLookUp hands on what the look-up of a host's name came to. What a failure
// means is told by the visit that it keeps from being made.
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

// fault notes what the visit says against its host.
func fault(f facts, out *aranea.Outcome, reason aranea.Reason, detail string) {
	out.Fault = aranea.Event{At: f.now, Reason: reason, Detail: clip(detail)}
}
