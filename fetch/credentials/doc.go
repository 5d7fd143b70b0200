// Package credentials holds what sites ask for before they show a page: names
// with passwords, tokens, header fields, cookies, and logins by form.
//
// Every secret is bound to scheme, host, port and path prefix of one URL, and is
// sent with requests below that URL and with no others; redirects are requests
// of their own and are judged anew (seed 003, "pages that need a password").
// Each secret has a label. What was read with it carries the label, and is shown
// to those alone who prove that they have the same rights.
//
// Floor: 3 (state and I/O). Stability: engine. It sends nothing itself: exchanges
// are made by its callers, at the pace of the hosts. A secret is never part of
// an error, a log line, or what String returns.
package credentials
