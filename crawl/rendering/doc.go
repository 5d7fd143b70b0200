// Package rendering decides which pages of a crawl a browser renders, and answers
// what their scripts ask for: under the robots file of each origin, at the delay
// of its host and its address, through the crawl's own fetcher, and with no secret
// but that of the page itself.
//
// A request whose host may not be asked before the page's time is over is refused.
// If the robots file of an origin is not known, it is queued as an ordinary visit,
// and the request waits for it.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It runs no browser and
// changes no entry.
package rendering
