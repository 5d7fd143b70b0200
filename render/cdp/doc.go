// Package cdp is a small client of the Chrome DevTools Protocol: commands with their responses,
// and events, over one connection to a browser. The connection is a pipe to a process that was
// started for it, or a WebSocket.
//
// Messages from the browser are not trusted: messages, waiting events and waiting responses have
// limits, and exceeding one ends the connection.
//
// Floor: 3 (state and input/output). Stability: engine. It has no commands of its own and starts
// no browser.
package cdp
