// Package demoweb is a small sample web: about 200 pages on spiders and web
// robots in English, Russian, Chinese and Portuguese on hosts of their own, with
// robots files, redirects, frames, directives, duplicates, traps and broken
// links. The demo crawls it, and so do the tests of the whole robot.
//
// The hosts lie under the reserved top-level domain .test and are told apart by
// the Host field, so one listener serves them all.
//
// Floor: 0 (leaves). Stability: engine. The package serves; it knows nothing of
// the robot that visits.
package demoweb
