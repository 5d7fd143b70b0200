// Package fetch makes one polite, limited HTTP exchange, and contains the dialer that guards
// every connection.
//
// Exactly one request is sent for each Do. Redirects are not followed. The HTTP library, which
// repeats a GET whose connection broke, is kept from doing so at the connection: once a byte of
// the request may have been sent, no second connection sends a byte of it. A request that cannot
// be sent before the instant of its lease is not sent, and one that would follow another to the
// same host or address too soon waits at the gate. Every phase and every size has a limit.
// Network errors are facts in the Fetched value, never errors.
//
// The guard resolves a name itself, refuses it unless all its addresses are public unicast or in
// ranges that the operator opened, connects to one of the addresses that it checked, and checks
// again at the moment of connecting. Pages, robots files, proxies and addresses given by the
// operator are all handled in this way.
//
// Floor: 3 (state and input/output). Stability: engine. It decides nothing about what to fetch
// or when, keeps no cookies, sends no Referer, and reads no proxy from the environment.
package fetch
