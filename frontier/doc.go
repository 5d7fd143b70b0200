// Package frontier stores which URLs are known, which to visit next, and when: hosts with their
// queues and politeness clocks, the seen test, leases, robots copies, trails and text
// fingerprints, all in one key-value store.
//
// An entry waits in its host's queue, ordered by depth and then by arrival (breadth first).
// Lease hands out entries of hosts that are free now. The clock of a host name, shared by
// schemes and ports, is durable before a lease returns: it is set to the latest instant at which
// the request may be sent, plus the longest delay of the name's origins. Commit stores the
// outcomes, sets the clocks to what plan computed, and ends the leases, in one synced batch; a
// clock that it sets back is stored when its host leaves memory. A leased entry stays in its
// queue until its outcome is stored, so a crash only repeats the leases in flight, and never
// within a delay. The traces in testdata/trace show it step by step; the records are described
// in docs/format/frontier.md.
//
// In addition to the clocks there are paces: leases of hosts at one address are spaced, as are
// those of hosts of one site while their addresses are unknown; their requests are spaced when
// they are sent, as the lease says. Names cost the owner of a zone nothing; addresses do.
//
// A visited entry may have a next visit. Nothing happens at that instant by itself: Refresh puts
// what is due into the queue, ahead of new pages, and until the visit is over the state of the
// entry stays. So events (requests, fetched pages) are counted separately from states, and
// another visit frees no place under the page limit.
//
// Memory: about 2 kB for each origin with queued entries, up to an eighth of Options.Memory and
// 32,768 of them; about 110 bytes for each further one, which is its turn: the rest is read from
// its record when that comes (dormant.go, package dormant); about 55 for each host that was
// requested, up to an eighth of Options.Memory, and the records of the others are read (package
// clocks); about 30 for each site and 17 for each host with fetched pages, whose pages are
// counted (package budget); 24 bytes for each queue key in memory (at most 64 for an origin and
// half a million in all), and entries that were read with their keys in up to a sixteenth of
// Options.Memory; 10 to 13 bytes for each known URL up to Options.Memory (see package seen), and
// at most 3 for each text up to a sixteenth of it (package fingerprints). Opening reads the records of
// origins and hosts, about 6 µs for each pair. The first change reads the fingerprints of the
// known URLs: 8 bytes each, or after a crash all entries; the first page reads those of texts.
//
// Floor: 3 (state and input/output). Stability: engine. It decides nothing about URLs: scope,
// robots and schedule verdicts come in with discoveries and outcomes. It starts no goroutine.
// One mutex guards it; it is held over reads of the store and over handing a batch to it, but
// not while the disk syncs, so that a Lease and a Commit at the same time share one sync. That
// is safe because batches become durable in the order in which they were made: whatever is built
// on a change that is not durable yet is lost with it.
package frontier
