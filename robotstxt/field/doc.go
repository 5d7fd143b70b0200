// Package field parses the values of lines of a robots file other than access rules:
// Crawl-delay, Request-rate, Visit-time, Clean-param, Host, Content-Usage and Content-Signal.
// Each Parse function takes one value, without surrounding whitespace, and reports whether it is
// valid.
//
// Floor: 0 (leaves). Stability: public. From outside its module it uses the standard library
// only; it is pure.
package field
