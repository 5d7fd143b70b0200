// Package apidoc describes the purpose and the parameters of each call of the API, and names
// the schemas of its answers.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It is pure; the types of calls describe
// their JSON.
package apidoc

import (
	"net/http"

	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/internal/openapi"
)

var (
	paged = []openapi.Param{
		{Name: "after", About: "asks for a page of the list: start for the first one, then the value of next in the page before; replaces offset"},
		{Name: "limit", Type: openapi.Integer, About: "the largest number to return; 0 for no limit, or of a page 100; of a page at most 1000"},
	}
	limited    = append([]openapi.Param{{Name: "offset", Type: openapi.Integer, About: "how many to skip"}}, paged...)
	ofURL      = openapi.Param{Name: "url", Required: true, About: "the URL"}
	ofOrigin   = openapi.Param{Name: "origin", Required: true, About: "scheme, host and port"}
	withCounts = openapi.Param{Name: "counts", Type: openapi.Boolean, LinesOnly: true, About: "a last line has only counts: those of the whole check, from the same pass as the list"}
	ofAccess   = openapi.Param{Name: "access", Many: true, About: "the label of a secret whose pages may be shown; over HTTP, only labels proven at /login/LABEL count"}
	ofLang     = openapi.Param{Name: "lang", Many: true, About: "a language that the reader prefers, the most preferred first; its pages come first unless the query is clearly in another language"}
	dear       = []int{http.StatusUnprocessableEntity}
	unknown    = []int{http.StatusNotFound}
	ofQuery    = openapi.Param{Name: "q", Required: true, About: "the query, as in the search field"}
)

// Calls returns the purpose and the parameters of each call. Calls with a body are keyed by
// method and name. Callers must not change the map.
func Calls() map[string]wire.Description { return calls }

var calls = map[string]wire.Description{
	"search": {About: "Search the pages of the index.", Errors: dear, Query: []openapi.Param{
		ofQuery, {Name: "n", Type: openapi.Integer, About: "number of results, 1 to 100"},
		{Name: "limit", Type: openapi.Integer, About: "another name for n"},
		{Name: "offset", Type: openapi.Integer, About: "results to skip"},
		{Name: "after", About: "the value of next in the previous page of results; replaces offset"},
		{Name: "per_site", Type: openapi.Integer, About: "how many results of one site come before results of other sites that score at least three quarters as much"},
		{Name: "explain", Type: openapi.Boolean, About: "add to each result how its score adds up"},
		{Name: "copies", Type: openapi.Boolean, About: "keep results with nearly the same text as a better one, older versions of it, and other pages of its list"},
		{Name: "sort", About: "date: newest pages first; the name of a facet: the lowest numbers and earliest dates first, with a minus before it the highest and latest; best first if absent"},
		{Name: "facets", Type: openapi.Boolean, About: "count the pages by site, language, type, year and own facets"},
		{Name: "exact_total", Type: openapi.Boolean, About: "count all pages that match"},
		{Name: "no_snippets", Type: openapi.Boolean, About: "leave the snippets out"},
		{Name: "typing", Type: openapi.Boolean, About: "the query is being typed: also find words that begin as its last word does"},
		ofLang, ofAccess,
	}},
	"facet-values": {About: "List the values of a facet that the pages have which match a query.", Errors: dear, Query: []openapi.Param{
		ofQuery, {Name: "facet", Required: true, About: "the name of the facet"},
		{Name: "part", About: "what values have in them, in any case"},
		{Name: "order", Enum: []string{"pages", "name"}, About: "those with the most pages first, as without it, or by name, numbers and dates from the least on before others"},
		{Name: "offset", Type: openapi.Integer, About: "values to skip, at most 10000"},
		{Name: "limit", Type: openapi.Integer, About: "number of values, at most 1000; 100 if absent"},
		ofLang, ofAccess,
	}},
	"complete": {About: "Complete a query that is being typed.", Query: []openapi.Param{
		{Name: "q", Required: true, About: "what was typed so far"}, {Name: "n", Type: openapi.Integer, About: "number of completions, 1 to 20"},
		{Name: "lang", Many: true, About: "a language that the reader prefers"}, ofAccess,
	}},
	"why":      {About: "Explain whether and why a page matches a query.", Query: []openapi.Param{ofQuery, ofURL, ofLang, ofAccess}},
	"docs":     {About: "Count the pages that can be found."},
	"explain":  {About: "Explain why a URL is in the index or not, with its trail.", Query: []openapi.Param{ofURL}},
	"host":     {About: "Show what is known about a host.", Errors: unknown, Query: []openapi.Param{ofOrigin}},
	"stats":    {About: "Count URLs by state, reason, status, language, host, depth and month."},
	"status":   {About: "Show what the owner of the data folder is doing."},
	"identity": {About: "Show who the robot is: what its requests say, and how to reach its operator."},
	"documents": {About: "List what the index stores of its pages.", Query: append([]openapi.Param{
		{Name: "access", Many: true, About: "the label of a secret with which pages were read, or all; other such pages are left out"},
	}, paged...)},
	"urls": {About: "List URLs with what is known about them; all given filters must match.", Query: append([]openapi.Param{
		{Name: "reason", About: "a reason code, or its family"}, {Name: "host", About: "a host name or an origin"},
		{Name: "state", Enum: []string{"queued", "done", "gone", "excluded", "indexed", "hidden"}, About: "where it stands"},
		{Name: "status", About: "of the last answer, such as 404, or a class of them, such as 4xx"},
		{Name: "how", About: "how it was found, such as sitemap"},
		{Name: "since", Type: openapi.Instant, About: "visited at or after"},
		{Name: "prefix", About: "how the URL begins; with host also how its path begins"},
	}, limited...)},
	"hosts": {About: "List hosts.", Query: append([]openapi.Param{
		{Name: "name", About: "part of the name"},
		{Name: "asked", Type: openapi.Boolean, About: "only hosts that were sent requests"},
		{Name: "known", Type: openapi.Boolean, About: "only hosts that were never sent a request"},
		{Name: "sort", Enum: []string{"name", "indexed", "queued", "denied", "failed"}, About: "by name, or by a count, the highest first"},
	}, limited...)},
	"robots-history": {About: "List the robots files of a host that are stored, the newest first.", Query: append([]openapi.Param{ofOrigin}, paged...)},
	"inlinks":        {About: "Count who links to a URL.", Query: []openapi.Param{ofURL}},
	"links": {About: "List links.", Query: append([]openapi.Param{
		{Name: "url", About: "the page; all links without it"},
		{Name: "from", Type: openapi.Boolean, About: "the links of the page, not those to it"},
	}, limited...)},
	"broken-links": {About: "List links whose targets are broken, or lack the part that the link names: by target, with the page of each.", Query: append([]openapi.Param{
		{Name: "moved", Type: openapi.Boolean, About: "links whose targets redirect, not broken ones"},
		{Name: "host", About: "only links on pages of this host"},
	}, limited...)},
	"orphan-pages": {About: "List the pages of the index that no page links to.", Query: append([]openapi.Param{
		{Name: "host", About: "only pages of this host"},
	}, limited...)},
	"unchecked-links": {About: "Count the targets of links of which it is not known whether they are broken.", Query: []openapi.Param{
		{Name: "host", About: "only links on pages of this host"},
	}},
	"chain-faults": {About: "List redirects, and canonical links that count, which lead on in several steps, in a loop, or to nothing.", Query: append([]openapi.Param{
		{Name: "host", About: "only those that begin on this host"},
		{Name: "fault", Many: true, Enum: linkcheck.Chains.Faults(), About: "only those of this name"}, withCounts,
	}, limited...)},
	"chain-counts": {About: "Count the URLs that lead on to another one, and the faults of that.", Query: []openapi.Param{
		{Name: "host", About: "only those that begin on this host"},
	}},
	"alternate-faults": {About: "List faults of the alternates of pages, their versions in other languages (hreflang).", Query: append([]openapi.Param{
		{Name: "host", About: "only those of pages of this host"},
		{Name: "fault", Many: true, Enum: linkcheck.Alternates.Faults(), About: "only those of this name; without it all but the last two, which are for information"}, withCounts,
	}, limited...)},
	"alternate-counts": {About: "Count the faults of the alternates of pages, and what of them is not known.", Query: []openapi.Param{
		{Name: "host", About: "only those of pages of this host"},
	}},
	"sitemap-faults": {About: "List faults of what sitemaps list, and pages of the index that they do not list.", Query: append([]openapi.Param{
		{Name: "host", About: "only those of pages of this host"},
		{Name: "fault", Many: true, Enum: linkcheck.Sitemaps.Faults(), About: "only those of this name; without it all but the last two, which are for information"}, withCounts,
	}, limited...)},
	"sitemap-counts": {About: "Count what sitemaps list, the faults of that, and what of it is not known.", Query: []openapi.Param{
		{Name: "host", About: "only what they list of this host"},
	}},
	"sitemap-pages": {About: "List the pages of the index that a sitemap of their site should list: those that can be found, name no other page as canonical, and are not behind a login.", Query: append([]openapi.Param{
		{Name: "host", About: "only pages of this host name or origin"},
	}, limited...)},
	"canonical-faults": {About: "List canonical links that do not count or contradict.", Query: append([]openapi.Param{
		{Name: "host", About: "only those of pages of this host"},
		{Name: "fault", Many: true, Enum: linkcheck.Canonicals.Faults(), About: "only those of this name; without it all but the last, which is for information"}, withCounts,
	}, limited...)},
	"canonical-counts": {About: "Count the faults of canonical links, and what of them is not known.", Query: []openapi.Param{
		{Name: "host", About: "only those of pages of this host"},
	}},
	"hello":             {About: "Show who owns the folder."},
	"orders":            {About: "Show the orders for all crawls of the folder."},
	"POST search":       {About: "Search the pages of the index with the facts of several indexes, so that their results can be merged; for other nodes.", Errors: dear},
	"POST why":          {About: "Explain whether and why a page matches a query, with the facts of several indexes; for other nodes."},
	"POST search-facts": {About: "Tell what the index says of the words of a query, for a search of several indexes; for other nodes."},
	"POST steer":        {About: "Stop, pause or resume the crawl, or one host of it."},
	"removals":          {About: "List what is kept out of the index, and since when.", Query: paged},
	"POST remove":       {About: "Take URLs out of the index and keep them out, or let them in again."},
	"POST rank":         {About: "Update what follows from links: the words of links by which each URL is found."},
	"index-stats":       {About: "Show what the indexes consist of: segments, documents, words, bytes by part, languages, changes in memory."},
	"POST rank/rebuild": {About: "Rebuild what follows from links from scratch."},
	"POST import":       {About: "Add pages to the index without visiting them."},
	"POST merge":        {About: "Merge the segments of the indexes down to a number."},
	"POST verify":       {About: "Read every block of the indexes and compare it with its checksum."},
	"POST backup":       {About: "Write a copy of the folder."},
	"POST claim":        {About: "Ask for the right to one request to a host outside of the crawl."},
	"POST check":        {About: "Read every file of the folder and list what is wrong."},
	"POST crawl":        {About: "Start a crawl, or join the one under way, and follow it to its report."},
	"mirrors":           {About: "List hosts that are mirrors of others.", Query: append([]openapi.Param{{Name: "host", About: "a host name; all without it"}}, paged...)},
	"traps":             {About: "List endless URLs and meaningless parameters that were found.", Query: append([]openapi.Param{{Name: "host", About: "a host name; all without it"}}, paged...)},
	"templates":         {About: "Show what was learned about the templates of sites: containers of their markup with their zones.", Query: append([]openapi.Param{{Name: "host", About: "a host name or an origin; all without it"}}, paged...)},
	"POST traps":        {About: "Take back a verdict on the URLs of a host."},
	"POST mirrors":      {About: "Join hosts to one main mirror, or separate them."},
	"POST prove":        {About: "Ask the site of a label whether a name and a password open it."},
	"POST notify":       {About: "Take a notice that URLs changed (IndexNow), and make them due at once."},
	"POST outgoing":     {About: "Return pages with links into another partition of the cluster that wait for its node."},
	"POST delivered":    {About: "Report that such pages have reached the node."},
	"POST receive":      {About: "Take pages of another node with their links into this partition."},
	"POST refer":        {About: "Tell another node what a site of this partition answers for a robots file to which one of its sites redirects."},
	"POST claim/end":    {About: "Report that the request was answered."},
	"POST crawl/leave":  {About: "Leave a crawl that others continue."},
}
