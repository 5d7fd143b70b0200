// Package address extracts the site and the target from a URL as written, without resolving
// anything in it.
//
// Floor: 0 (leaves). Stability: engine. It is used by the packages of robotstxt, and pure.
package address
