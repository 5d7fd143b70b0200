// Package console is the web interface of Aranea for people and programs: the search page, the
// page that explains why a URL is in or out of the index, the status, the statistics and the
// lists for every number, the pages about hosts, a tester for robots files, the documentation,
// and the metrics for monitoring. The pages work without JavaScript, load nothing from other
// servers, and change no state but by orders of operators who have signed in; where nobody can sign
// in, that is left to the command line. Those who have not signed in are kept to the search.
// Searchers see the pages in their own language, operators in English.
//
// Floor: 6 (faces). Stability: engine. It gets its data through the interface that it declares
// (Service), which responds at any time, and knows neither the crawl nor the files. Titles,
// snippets and URLs are hostile text: they reach a page only through html/template.
//
// Many clients may send requests at once: the number of concurrent requests is limited, with a
// lower limit for those that scan all records, and requests beyond it get 503 with Retry-After,
// or 429 where they are those of one reader.
// Each failure is logged once.
package console
