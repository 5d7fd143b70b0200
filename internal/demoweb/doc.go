// Package demoweb is a small sample web: about 200 pages on spiders and web robots in English,
// Russian, Chinese and Portuguese, each on its own host, with robots files, redirects, frames,
// directives, duplicates, traps and broken links. It is crawled by the demo and by the tests of
// the whole robot.
//
// The hosts are in the reserved top-level domain .test and are distinguished by the Host field,
// so one listener serves them all.
//
// Floor: 0 (leaves). Stability: engine. The package only serves; it knows nothing about the
// robot.
package demoweb
