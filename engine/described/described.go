// Package described says of each call of the API what it is for and which parameters it
// takes.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It is pure; what calls take and
// answer as JSON their types say.
package described

import (
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/internal/openapi"
	"github.com/aranea-search/aranea/search"
)

var (
	limited = []openapi.Param{
		{Name: "offset", Type: openapi.Integer, About: "how many to skip"},
		{Name: "limit", Type: openapi.Integer, About: "how many are wanted at most; 0 is no limit"},
	}
	ofURL    = openapi.Param{Name: "url", Required: true, About: "the URL"}
	ofOrigin = openapi.Param{Name: "origin", Required: true, About: "scheme, host and port"}
	ofAccess = openapi.Param{Name: "access", Many: true, About: "the label of a secret whose pages may be shown; on the search page only what was proven counts"}
	ofQuery  = openapi.Param{Name: "q", Required: true, About: "the query, as in the search field"}
)

// Calls says what each call is for, and which parameters it takes. Calls with a body
// have their method before the name. Nobody changes the map.
func Calls() map[string]wire.Description { return calls }

var calls = map[string]wire.Description{
	"search": {About: "Search the pages of the index.", Query: []openapi.Param{
		ofQuery, {Name: "n", Type: openapi.Integer, About: "results wanted, 1 to 100"},
		{Name: "limit", Type: openapi.Integer, About: "another name of n, as the lists call it"},
		{Name: "offset", Type: openapi.Integer, About: "results to skip"},
		{Name: "after", About: "the cursor that came as next with the page of results before this one; it stands in place of offset"},
		{Name: "per_site", Type: openapi.Integer, About: "results of one site beyond this number come behind those of others that score three quarters of what they do or more"},
		{Name: "lang", Many: true, About: "a language whose pages come first, unless the query is clearly in another; the most preferred first"},
		{Name: "explain", Type: openapi.Boolean, About: "add to each result how its score came about"},
		{Name: "copies", Type: openapi.Boolean, About: "keep results whose text is nearly that of a better one"},
		{Name: "sort", Enum: []string{search.ByDate}, About: "by the date of the page, the newest first; without it by how well a page answers"},
		{Name: "facets", Type: openapi.Boolean, About: "count the pages by site, language, type and year"},
		{Name: "exact_total", Type: openapi.Boolean, About: "count all pages that match"},
		ofAccess,
	}},
	"complete": {About: "Tell how a query that is being typed may go on.", Query: []openapi.Param{
		{Name: "q", Required: true, About: "what was typed so far"}, {Name: "n", Type: openapi.Integer, About: "completions wanted, 1 to 20"},
		{Name: "lang", Many: true, About: "a language to prefer"}, ofAccess,
	}},
	"why":       {About: "Tell whether and why a page answers a query.", Query: []openapi.Param{ofQuery, ofURL, ofAccess}},
	"docs":      {About: "Count the pages that can be found."},
	"explain":   {About: "Tell the trail of a URL: why it is in the index or out.", Query: []openapi.Param{ofURL}},
	"host":      {About: "Tell what is known of a host.", Query: []openapi.Param{ofOrigin}},
	"stats":     {About: "Count URLs by state, reason, status, language, host, depth and month."},
	"status":    {About: "Tell what the owner of the data folder does at this moment."},
	"identity":  {About: "Tell who the robot is: what its requests say of it, and how it is reached."},
	"documents": {About: "List what the index keeps of its pages."},
	"urls": {About: "List URLs with what is known of them; every parameter that is given must hold.", Query: append([]openapi.Param{
		{Name: "reason", About: "a reason code, or its family"}, {Name: "host", About: "a host name or an origin"},
		{Name: "state", Enum: []string{"queued", "done", "gone", "excluded", "indexed", "hidden"}, About: "where it stands"},
		{Name: "status", Type: openapi.Integer, About: "of the last answer"},
		{Name: "since", Type: openapi.Instant, About: "visited at or after"},
		{Name: "prefix", About: "how the URL begins; with host also how its path begins"},
	}, limited...)},
	"hosts": {About: "List hosts.", Query: append([]openapi.Param{
		{Name: "name", About: "part of the name"},
		{Name: "asked", Type: openapi.Boolean, About: "only those that were asked for something"},
		{Name: "known", Type: openapi.Boolean, About: "only those that were never asked"},
		{Name: "sort", Enum: []string{"name", "indexed", "queued", "denied", "failed"}, About: "by name, or by a count, the highest first"},
	}, limited...)},
	"robots-history": {About: "List the robots files of a host that are stored, the newest first.", Query: []openapi.Param{ofOrigin}},
	"inlinks":        {About: "Count who links to a URL.", Query: []openapi.Param{ofURL}},
	"links": {About: "List links.", Query: append([]openapi.Param{
		{Name: "url", About: "the page; all links without it"},
		{Name: "from", Type: openapi.Boolean, About: "the links of the page, not those to it"},
	}, limited...)},
	"hello":             {About: "Tell who owns the folder."},
	"orders":            {About: "Tell what is ordered for all crawls of the folder."},
	"POST steer":        {About: "Stop, pause or resume the crawl, or one host of it."},
	"removals":          {About: "List what is kept out of the index, and since when."},
	"POST remove":       {About: "Take URLs out of the index and keep them out, or let them in again."},
	"POST rank":         {About: "Bring up to date what follows from links: by which words of links each URL is found."},
	"index-stats":       {About: "Tell what the indexes are made of: segments, documents, words, bytes by part, languages, what waits in memory."},
	"POST rank/rebuild": {About: "Make anew what follows from links, whatever is there."},
	"POST import":       {About: "Put pages into the index that are not visited."},
	"POST merge":        {About: "Merge the segments of the indexes until so many are left."},
	"POST verify":       {About: "Read every block of the indexes and compare it with its checksum."},
	"POST backup":       {About: "Write a copy of the folder."},
	"POST claim":        {About: "Ask for the right to one request to a host outside of the crawl."},
	"POST check":        {About: "Read every file of the folder and list what is wrong."},
	"POST crawl":        {About: "Start a crawl, or join the one under way, and follow it to its report."},
	"mirrors":           {About: "List what is known of hosts as mirrors of others.", Query: []openapi.Param{{Name: "host", About: "a host name; all without it"}}},
	"traps":             {About: "List endless URLs and meaningless parameters that were found.", Query: []openapi.Param{{Name: "host", About: "a host name; all without it"}}},
	"templates":         {About: "Tell what was learned of the templates of sites: containers of their markup with their zones.", Query: []openapi.Param{{Name: "host", About: "a host name or an origin; all without it"}}},
	"POST traps":        {About: "Take a verdict on the URLs of a host back."},
	"POST mirrors":      {About: "Join hosts to one main mirror, or separate them."},
	"POST prove":        {About: "Ask the site of a label whether a name and a password open it."},
	"POST notify":       {About: "Take a notice that URLs changed (IndexNow), and make them due at once."},
	"POST claim/end":    {About: "Say when the request of a right was answered."},
	"POST crawl/leave":  {About: "Leave a crawl that others go on with."},
}
