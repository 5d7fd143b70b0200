// Package mcp answers assistants and coding agents over the Model Context Protocol: with tools that
// search the index, and that tell why a URL is in or out (docs/mcp.md). All of them only read, and none
// makes a request to a site.
//
// Floor: 6 (faces). Stability: engine; tools, and the fields of their answers, are only added. The
// protocol in all its revisions is that of the official library (docs/decisions/037-mcp.md); this
// package has the tools and their limits. It does not know who owns the data folder, and has no tool
// that returns the text of whole pages: what their owners permit to show is titles and snippets.
package mcp
