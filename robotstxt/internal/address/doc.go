// Package address takes the site and the target out of a URL as it was written,
// without resolving anything in it.
//
// Floor: 0 (leaves). Stability: engine. It is the foundation of the packages of
// robotstxt, and pure.
package address
