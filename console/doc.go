// Package console is what people and programs see of Aranea: the search page,
// the page that tells why a URL is in or out, the pages on hosts, and the JSON
// API (docs/http-api.md). The pages are complete without JavaScript, load
// nothing from elsewhere, and change no state.
//
// Floor: 6 (faces). Stability: engine. It reads through the interfaces it
// declares (Searcher, Sites) and knows neither the crawl nor the files behind
// them. Titles, snippets and URLs are hostile text: they reach a page only
// through html/template.
package console
