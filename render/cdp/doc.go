// Package cdp is a small client of the Chrome DevTools Protocol: commands with
// their answers, and events, over one connection to a browser. The connection is
// a pipe to a process that was started for it, or a WebSocket.
//
// What a browser sends is not trusted: messages, waiting events and waiting
// answers have limits, and one that breaks them ends the connection.
//
// Floor: 3 (state and input/output). Stability: engine. It knows no command by
// name and starts no browser.
package cdp
