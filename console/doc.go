// Package console is what people and programs see of Aranea in a browser: the
// search page, the page that tells why a URL is in or out, the status, the
// statistics and the lists behind every number, the pages on hosts, a tester of
// robots files, the documentation, and what monitors ask for. The pages are
// complete without JavaScript, load nothing from elsewhere, and change no state;
// removal and steering are left to the command line. Searchers read them in their
// own language, operators in English.
//
// Floor: 6 (faces). Stability: engine. It asks through the interface it declares
// (Service), which answers at any time, and knows neither the crawl nor the
// files behind it. Titles, snippets and URLs are hostile text: they reach a page
// only through html/template.
//
// Many strangers may ask at once: the requests that run are bounded, those that
// walk over all records more narrowly, and who comes beyond gets 503 with
// Retry-After. Failures are logged once each.
package console
