// Package assistants knows which requests are those of assistants, by the Model Context Protocol.
//
// Floor: 6 (faces), a part of console. Stability: engine. It does not know the protocol; package mcp does.
package assistants

import "net/http"

// Path is the path where assistants ask. Every method is passed on there: the protocol has rules for those
// that it does not use.
const Path = "/mcp"

// MaxRead is the number of bytes of a message that are read, more than the tools accept: they refuse
// longer ones.
const MaxRead = 128 << 10

// Asks reports whether a request is one of an assistant.
func Asks(r *http.Request) bool { return r.URL.Path == Path }
