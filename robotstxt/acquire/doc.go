// Package acquire says which copy of a robots file is in force: what a status, a
// redirect, a time-out or a page in place of the file means, how long a copy is
// used, and when to ask again.
//
// It is a pure state machine. Next takes the Copy from before and the facts of one
// exchange, the Fetch, and returns the Copy to store, or the step to follow a
// redirect. It honours Cache-Control, Expires and Retry-After, keeps the last good
// copy through outages, and does not let a login page replace rules. The meaning
// of each answer is the Policy of the dialect. Copy.Access decides by a copy; its
// decisions name the hash and age of the file and the row of the policy that
// spoke, an Event and a Stage.
//
// Sites holds the files of several sites: it is made with a robot's name, is fed
// with files by URL and date or with copies, and is asked by URL.
//
// The caller makes the requests and keeps time: now is an argument.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only.
package acquire
