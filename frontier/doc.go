// Package frontier knows which URLs there are, which to visit next, and when:
// hosts with their queues and politeness clocks, the seen test, leases, robots
// copies, trails and text fingerprints, all in one key-value store.
//
// An entry waits in its host's queue, ordered by depth and then by arrival
// (breadth first). Lease hands out entries of hosts that are free now. The clock
// of a host NAME, shared by schemes and ports, is durable before a lease
// returns: it stands at the latest instant the request may leave plus the delay.
// Commit stores the outcomes, sets the clocks to what plan computed, and ends
// the leases, in one synced batch. A leased entry stays in its queue until then,
// so a crash only repeats the leases in flight, and never inside a delay.
//
// Memory: one struct of a few hundred bytes for each host with queued entries
// and for at most MaxIdleHosts others, a window of at most windowMax queue keys
// for each host that is being visited, and the seen-cache of fixed size.
// Nothing per URL. The records are described in docs/format/frontier.md.
//
// Floor: 3 (state and input/output). Stability: engine. It decides nothing about
// URLs: scope, robots and schedule verdicts come in with discoveries and
// outcomes. It starts no goroutine; one mutex guards it, held over the store's
// writes, which is what serialises commits.
package frontier
