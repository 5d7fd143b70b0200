// Package fetch makes one polite, bounded HTTP exchange, and holds the dialer
// that guards every connection.
//
// Exactly one request leaves for each Do. Redirects are not followed. The HTTP
// library, which by itself repeats a GET whose connection broke, is stopped from
// it at the connection: once a byte of the request may have left, no second
// connection lets a byte of it through. A request that cannot leave before its
// lease's instant is not sent, and one that would come too soon behind another of its
// host or address waits at the gate. Every phase and every size has a limit. What goes
// wrong on the network is a fact in the Fetched value, never an error.
//
// The guard resolves a name itself, refuses it unless all its addresses are
// public unicast or in ranges that the operator opened, connects to one of the
// addresses it checked, and checks again at the moment of connecting. Pages,
// robots files, proxies and addresses given by the operator take the same way.
//
// Floor: 3 (state and input/output). Stability: engine. It decides nothing about
// what to fetch or when, keeps no cookies, sends no Referer, and reads no proxy
// from the environment.
package fetch
