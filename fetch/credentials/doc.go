// Package credentials holds what sites ask for before they show a page: names with passwords,
// tokens, header fields, cookies, client certificates, and logins by form or by Digest authentication.
//
// Every secret is bound to scheme, host, port and path prefix of one URL, and is sent with
// requests below that URL and with no others; redirects are separate requests and are judged on
// their own (seed 003, "pages that need a password"). Each secret has a label. What was read
// with it has the label, and is shown only to those who prove that they have the same rights.
//
// Floor: 3 (state and I/O). Stability: engine. It sends nothing itself: its callers make the
// exchanges, at the pace of the hosts. A secret is never part of an error, a log line, or what
// String returns.
package credentials
