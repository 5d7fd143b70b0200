// Package session is the Service of a process that does not care who owns the data folder: Join
// makes the process the owner, or connects it to the owner, and takes over when the owner ends.
//
// A session also serves folders that nobody can own: read-only ones, those on a full disk, and
// damaged ones, as far as they can be read.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It answers nothing itself: it finds the
// partner that does, and repeats calls whose partner is gone.
package session
