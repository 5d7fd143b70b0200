// Package fetch makes one polite, bounded HTTP exchange, and holds the dialer
// that guards every connection.
//
// Exactly one request leaves for each Do: redirects are not followed, and the
// HTTP library is kept from repeating a request whose bytes may have arrived. A
// request that cannot leave before its lease's instant is not sent. Every phase
// and every size has a limit. What goes wrong on the network is a fact in the
// Fetched value, never an error.
//
// The guard checks the address that a connection really goes to, after
// resolving, for pages, robots files and proxies alike. Everything that is not
// a public unicast address is refused unless the operator opens it.
//
// Floor: 3 (state and input/output). Stability: engine. It decides nothing about
// what to fetch or when, keeps no cookies, and reads no proxy from the
// environment.
package fetch
