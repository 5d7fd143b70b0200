// Package rendering decides which pages of a crawl are rendered by a browser, and answers the
// requests of their scripts: under the robots file of each origin, at the delay of its host and
// its address, through the crawl's own fetcher, and with no secret except that of the page
// itself.
//
// A request whose host may not be asked before the page's deadline is refused. If the robots
// file of an origin is not known, it is queued as an ordinary visit, and the request waits for
// it.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It runs no browser and changes no entry.
package rendering
