// Package acquire determines which copy of a robots file applies: the meaning of a status, a
// redirect, a timeout or a page instead of the file, how long a copy is used, and when to
// request it again.
//
// It is a pure state machine. Next takes the previous Copy and the description of one exchange,
// a Fetch, and returns the Copy to store, or the step to follow a redirect. It respects
// Cache-Control, Expires and Retry-After, keeps the last good copy through outages, and does not
// let a login page replace rules. The meaning of each answer is in the Policy of the dialect.
// Copy.Access decides by a copy; its decisions name the hash and age of the file and the row of
// the policy that applies, an Event and a Stage.
//
// Sites holds the files of several sites: it is created with a robot's name, is given files by
// URL and date, or copies, and decides by URL.
//
// The caller makes the requests and provides the time: now is an argument.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only.
package acquire
