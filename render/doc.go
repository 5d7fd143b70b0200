// Package render lets a browser run the scripts of a page and returns the resulting HTML. The
// browser has no network access: the caller answers each request of a page, and everything else
// goes to a proxy that does not exist. The cost of a page is limited: time, requests, bytes and
// memory. A browser that exceeds a limit or crashes is ended and replaced.
//
// Floor: 3 (state and input/output). Stability: engine. It decides neither which pages are
// rendered nor what they may request, and parses no HTML.
package render
