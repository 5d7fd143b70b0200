// Package field reads the values of the lines of a robots file beyond access
// rules: Crawl-delay, Request-rate, Visit-time, Clean-param, Host, Content-Usage
// and Content-Signal. Each Parse function takes one value, without whitespace
// around it, and reports whether it can be read.
//
// Floor: 0 (leaves). Stability: public. From outside its module it uses the
// standard library only; it is pure.
package field
