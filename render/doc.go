// Package render lets a browser run the scripts of a page and takes what the page
// has become. The browser reaches nothing by itself: each request of a page is
// answered by its caller, and what else it tries goes to a proxy that is none.
// What a page may cost has limits: time, requests, bytes and memory. A browser
// that breaks one, or breaks, is ended, and another takes its place.
//
// Floor: 3 (state and input/output). Stability: engine. It decides neither which
// pages are rendered nor what they may ask for, and reads no HTML.
package render
