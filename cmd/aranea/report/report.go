package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/tally"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/terminal"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
)

// A crawlJSON is the last line of "aranea crawl --json". Fields are only added,
// never renamed.
type crawlJSON struct {
	Verdict    string `json:"verdict"`
	Why        string `json:"why"`
	Ending     string `json:"ending"`
	Cause      string `json:"cause"`
	WayOut     string `json:"way_out,omitempty"`
	Fetched    uint64 `json:"fetched"`
	Indexed    uint64 `json:"indexed"`
	Failed     uint64 `json:"failed"`
	Denied     uint64 `json:"denied"`
	Refused    uint64 `json:"refused"`
	Duplicates uint64 `json:"duplicates"`
	NoIndex    uint64 `json:"noindex"`
	Redirects  uint64 `json:"redirects"`
	Missing    uint64 `json:"missing"`
	Excluded   uint64 `json:"excluded"`
	Queued     uint64 `json:"queued"`
	// Links, LinksWaiting and LinksOver are URLs that are only checked for the links to them: checked,
	// waiting, and over the limit.
	Links        uint64 `json:"links,omitempty"`
	LinksWaiting uint64 `json:"links_waiting,omitempty"`
	LinksOver    uint64 `json:"links_over,omitempty"`

	Barred   uint64  `json:"barred"`      // at addresses that are not allowed; not included in queued
	Hosts    int     `json:"hosts"`       // origins to which a request was sent
	Known    int     `json:"hosts_known"` // those and others in links
	Requests uint64  `json:"requests"`
	Bytes    uint64  `json:"bytes"`
	Seconds  float64 `json:"seconds"`
	Until    string  `json:"until,omitempty"`
	Run      runJSON `json:"run"`
	// Rendering is the cost of browsers, if any were used.
	Rendering rendering.Cost `json:"rendering,omitzero"`
	// Trouble lists at most runreport.MaxTrouble of the hosts with trouble; Troubled is their total
	// number.
	Troubled int           `json:"troubled"`
	Trouble  []troubleJSON `json:"trouble,omitempty"`
	// Moved lists seeds that redirect to another origin of their site, Away those that redirect
	// out of scope.
	Moved []seedreport.Move `json:"moved,omitempty"`
	Away  []seedreport.Move `json:"away,omitempty"`
	// DeniedSeeds lists seeds that robots files deny.
	DeniedSeeds []seedreport.Denied `json:"denied_seeds,omitempty"`
	// Robots lists seeds that are robots files and were requested in this run.
	Robots []seedreport.Robots `json:"robots,omitempty"`
	// NotIndexed lists what the command named and is not in the index.
	NotIndexed []notIndexedJSON `json:"not_indexed,omitempty"`
	// PatternsOut is the number of pages that left the index because the patterns changed.
	PatternsOut uint64 `json:"patterns_out,omitempty"`
	// Unmatched are the patterns that match no known URL.
	Unmatched scope.Patterns `json:"unmatched_patterns,omitzero"`
	// UnmatchedHosts are the names with a delay of their own that stand for no known host.
	UnmatchedHosts []string `json:"unmatched_hosts,omitempty"`
	// UnmatchedFacets are the rules for facets that no page of the index has.
	UnmatchedFacets []string `json:"unmatched_facets,omitempty"`
	// UnmatchedItems are the rules on items of which no page that was read had anything.
	UnmatchedItems []string `json:"unmatched_items,omitempty"`
}

// A notIndexedJSON is a URL that was named and is not in the index.
type notIndexedJSON struct {
	seedreport.NotIndexed
	Why string `json:"why"`
}

// A runJSON has the counts of only this run.
type runJSON struct {
	Fetched     uint64 `json:"fetched"`
	Indexed     uint64 `json:"indexed"`
	Requests    uint64 `json:"requests"`
	Bytes       uint64 `json:"bytes"`
	tally.Again        // of pages that had been visited before
	Errors      uint64 `json:"errors"`
	Fenced      uint64 `json:"fenced,omitempty"` // visits that ended too late, and were dropped
	// Lists is the number of broken sitemaps and feeds, with one of them.
	Lists tally.Lists `json:"lists,omitzero"`
	// Broken is the number of pages whose answers broke off, with one of them.
	Broken tally.Broken `json:"broken,omitzero"`
	// Scans is the number of documents without text, with one of them.
	Scans tally.Scans `json:"scans,omitzero"`
}

// A troubleJSON is a host that cannot be visited now, or whose pages were unavailable.
type troubleJSON struct {
	Host   string `json:"host"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
	URL    string `json:"url"` // one of its pages, for explain
	Queued uint64 `json:"queued"`
	Failed uint64 `json:"failed"`
	Until  string `json:"until,omitempty"`
}

// WriteJSON prints the end of a crawl for programs, as one line. data is the data folder in
// advice.
func WriteJSON(w io.Writer, r runreport.Report, data string) error {
	return command.WriteJSON(w, jsonReport(r, data))
}

func jsonReport(r runreport.Report, data string) crawlJSON {
	n := r.Counts
	out := crawlJSON{
		Verdict: r.Verdict.String(), Why: r.Why, Ending: r.Ending.String(), Cause: r.Cause.String(), WayOut: lastcrawl.Of(&r).WayOut(command.DataFlag(data)),
		Fetched: n[aranea.CountFetched], Indexed: n[aranea.CountIndexed], Failed: n[aranea.CountFailed], Denied: n[aranea.CountDenied], Refused: n[aranea.CountRefused],
		Duplicates: n[aranea.CountDuplicates], NoIndex: n[aranea.CountNoIndex], Redirects: n[aranea.CountRedirects], Missing: n[aranea.CountMissing],
		Excluded: n[aranea.CountExcluded], Queued: n[aranea.CountQueued], Links: n[aranea.CountLinks], LinksWaiting: n[aranea.CountLinksWaiting], LinksOver: n[aranea.CountLinksOver], Barred: r.Barred, Hosts: r.Hosts, Known: r.Known, Moved: r.Moved, Away: r.Away, DeniedSeeds: r.Denied, Robots: r.Robots, Requests: n[aranea.CountRequests], Bytes: n[aranea.CountBytes],
		Seconds: r.Elapsed.Seconds(), Until: show.Instant(r.Until), Troubled: r.Troubled, Rendering: r.Rendering, PatternsOut: r.PatternsOut, Unmatched: r.Unmatched, UnmatchedHosts: r.UnmatchedHosts, UnmatchedFacets: r.UnmatchedFacets, UnmatchedItems: r.UnmatchedItems,
		Run: runJSON{Fetched: r.Run[aranea.CountFetched], Indexed: r.Run[aranea.CountIndexed], Requests: r.Run[aranea.CountRequests], Bytes: r.Run[aranea.CountBytes], Errors: r.Errors, Again: r.Again, Fenced: r.Fenced, Lists: r.Lists, Broken: r.Broken, Scans: r.Scans},
	}
	for _, n := range r.NotIndexed {
		out.NotIndexed = append(out.NotIndexed, notIndexedJSON{n, n.Reason.Sentence()})
	}
	for _, t := range r.Trouble {
		out.Trouble = append(out.Trouble, troubleJSON{
			Host: string(t.Origin), Reason: t.Reason.String(), Detail: t.Detail, URL: t.URL,
			Queued: t.Queued, Failed: t.Failed, Until: show.Instant(t.Until),
		})
	}
	return out
}

// Print prints the end of a crawl for people. data is the data folder in advice; refresh is the
// value of --refresh, which selects pages of earlier crawls that are visited again.
func Print(w io.Writer, r runreport.Report, data, refresh string) {
	n := r.Counts
	fmt.Fprintf(w, "Verdict: %s. %s.\n", r.Verdict, Why(r))
	if way := lastcrawl.Of(&r).WayOut(command.DataFlag(data)); way != "" {
		fmt.Fprintln(w, show.Line(way))
	}
	tellNoneDue(w, &r, refresh)
	printSeeds(w, r)
	fmt.Fprintf(w, "%s, %s in the index.\n%s", fetchedText(&r), show.Number(n[aranea.CountIndexed]), again(r.Again, "Of pages that had been visited before, ", ".\n"))
	for _, row := range []struct {
		n         uint64
		one, many string
	}{
		{n[aranea.CountDuplicates], "has the same text as another page", "have the same text as another page"},
		{n[aranea.CountNoIndex], "asks not to be indexed", "ask not to be indexed"},
		{n.LeftOut(), "is not indexed: no text, none without scripts (--render), damaged, of a type that is not read, or for its links only (aranea stats counts each reason)", "are not indexed: no text, none without scripts (--render), damaged, of types that are not read, or for their links only (aranea stats counts each reason)"},
		{n[aranea.CountRedirects], "redirects elsewhere", "redirect elsewhere"},
		{n[aranea.CountMissing], "does not exist", "do not exist"},
		{n[aranea.CountDenied], "is denied by a robots file", "are denied by robots files"},
		{n[aranea.CountRefused], "is refused by its site (401, 403, 451 or a check for browsers)", "are refused by their sites (401, 403, 451 or a check for browsers)"},
		{n[aranea.CountFailed], "was unavailable", "were unavailable"},
		{n[aranea.CountTrapped], "is of a series without end or a view that brings nothing (aranea traps tells why, and takes it back)", "are of series without end or views that bring nothing (aranea traps tells why, and takes it back)"},
		{n[aranea.CountExcluded] - n[aranea.CountTrapped], "is left out: out of scope, on another mirror of its site, of a type that is not read, written by a program, by nofollow, or by you", "are left out: out of scope, on other mirrors of their sites, of types that are not read, written by programs, by nofollow, or by you"},
		{n[aranea.CountLinks], "was checked for the links to it only", "were checked for the links to them only"},
		{n[aranea.CountLinksWaiting], "waits to be checked for the links to it", "wait to be checked for the links to them"},
		{n[aranea.CountLinksOver], "was not checked for the links to it, because of a limit (aranea urls --reason LINK.LIMIT)", "were not checked for the links to them, because of a limit (aranea urls --reason LINK.LIMIT)"},
		{r.Barred, "is at an address that is not open (--allow-net)", "are at addresses that are not open (--allow-net)"},
		{n[aranea.CountQueued], "is still queued", "are still queued"},
	} {
		switch row.n {
		case 0:
		case 1:
			fmt.Fprintf(w, "%8s URL  %s\n", show.Number(row.n), row.one)
		default:
			fmt.Fprintf(w, "%8s URLs %s\n", show.Number(row.n), row.many)
		}
	}
	tellLost(w, &r, data)
	if c := r.Rendering; c.Pages+c.Failed > 0 {
		fmt.Fprintln(w, Rendering(c))
		if c.Failed > 0 {
			fmt.Fprintf(w, "Why was a page not rendered? aranea urls%s --reason RENDER.FAILED\n", command.DataFlag(data))
		}
	}
	ask := printTrouble(w, r)
	switch {
	case r.Until.IsZero() || r.Ending == verdict.EndFinished:
	case r.Cause == verdict.CauseDNS:
		fmt.Fprintf(w, "The name is looked up again after %s, or at once if you name its URL again, or say where it is.\n", command.Clock(r.Until))
	default:
		fmt.Fprintf(w, "The next host is free at %s.\n", command.Clock(r.Until))
	}
	printNext(w, &n, ask, data)
}

// printNext prints which commands tell more. ask is the URL to ask about, "" for any.
func printNext(w io.Writer, n *aranea.HostCounts, ask, data string) {
	if n[aranea.CountIndexed] > 0 {
		fmt.Fprintf(w, "Search it: aranea search%s WORDS    Open the search page: aranea serve%s\n", command.DataFlag(data), command.DataFlag(data))
	}
	if ask != "" || n[aranea.CountDenied]+n[aranea.CountRefused]+n[aranea.CountFailed]+n[aranea.CountNoIndex]+n[aranea.CountDuplicates]+n[aranea.CountMissing]+n[aranea.CountExcluded]+n.LeftOut() > 0 {
		if ask == "" {
			ask = "URL"
		}
		fmt.Fprintf(w, "Why is a page not in? aranea explain%s %s\n", command.DataFlag(data), show.Line(ask))
		fmt.Fprintf(w, "Which ones? aranea urls%[1]s --reason CODE, with a code that aranea stats%[1]s counts\n", command.DataFlag(data))
	}
}

// Links prints the command that lists broken links, if there may be any, behind their count if that is
// known.
func Links(w io.Writer, n *aranea.HostCounts, counted, data string) {
	switch {
	case counted != "":
		fmt.Fprintf(w, "%s aranea links%s --broken\n", counted, command.DataFlag(data))
	case n[aranea.CountMissing]+n[aranea.CountFailed]+n[aranea.CountLinks] > 0:
		fmt.Fprintf(w, "Which links lead to pages that did not come? aranea links%s --broken\n", command.DataFlag(data))
	}
}

// Last prints how the last crawl ended, and what to do; nothing if c is nil.
func Last(w io.Writer, c *lastcrawl.Crawl, data string) {
	if c == nil {
		return
	}
	if c.Ended.IsZero() {
		fmt.Fprintf(w, "The last crawl, begun on %s, broke off: %s.\n", command.Clock(c.Began), show.Line(c.Why))
		return
	}
	fmt.Fprintf(w, "The last crawl ended on %s: %s. %s.\n", command.Clock(c.Ended), c.Verdict, sentence(c.Why))
	if way := c.WayOut(command.DataFlag(data)); way != "" {
		fmt.Fprintln(w, show.Line(way))
	}
	tellRules(w, c.UnmatchedFacets, c.UnmatchedItems, data)
}

// tellNoneDue prints, for a run without requests and attempts at them, why there were none, and when the next page is
// due, if there is one.
func tellNoneDue(w io.Writer, r *runreport.Report, refresh string) {
	if !r.Cause.IsWhole() || r.Counts[aranea.CountFetched] == 0 || r.Run[aranea.CountRequests]+r.Run[aranea.CountFailed] > 0 {
		return
	}
	if refresh == schedule.RefreshNone.String() {
		fmt.Fprintln(w, "Nothing was to be visited in this run: --refresh none visits no page a second time, not even one that you name. --refresh due visits those that are due or named, --refresh all every page.")
		return
	}
	text := "Nothing was to be visited in this run"
	if time.Until(r.Until) > 0 {
		text += "; the next page is due at " + command.Clock(r.Until)
	}
	fmt.Fprintln(w, text+". --refresh all visits every page again.")
}

// tellCut prints the number of pages whose answers broke off or were empty, and what is in the
// index of them, if there are any.
func tellCut(w io.Writer, b tally.Broken, data string) {
	if b.Pages == 0 {
		return
	}
	text := "The answer of 1 page broke off, or was empty"
	if b.Pages > 1 {
		text = "The answers of " + show.Number(b.Pages) + " pages broke off, or were empty"
	}
	var kept []string
	if b.Kept > 0 {
		kept = append(kept, show.Number(b.Kept)+" as before")
	}
	if b.Parts > 0 {
		kept = append(kept, show.Number(b.Parts)+" with the first part")
	}
	if len(kept) > 0 {
		text += "; in the index: " + strings.Join(kept, ", ")
	}
	fmt.Fprintf(w, "%s. Why, and when again? aranea explain%s %s\n", text, command.DataFlag(data), show.Word(b.First))
}

// tellScans prints the number of documents whose pages may be pictures of text, and what helps, if
// there are any.
func tellScans(w io.Writer, s tally.Scans, data string) {
	if s.Documents == 0 {
		return
	}
	text := "1 PDF document has no text: its pages may be scans"
	if s.Documents > 1 {
		text = show.Number(s.Documents) + " PDF documents have no text: their pages may be scans"
	}
	fmt.Fprintf(w, "%s, which aranea plugin ocr lets be read (docs/plugins.md). For instance: aranea explain%s %s\n", text, command.DataFlag(data), show.Word(s.First))
}

// tellLost prints what did not come whole, or was lost for the folder, and what patterns did.
func tellLost(w io.Writer, r *runreport.Report, data string) {
	tellCut(w, r.Broken, data)
	tellScans(w, r.Scans, data)
	tellFenced(w, r.Fenced)
	tellBroken(w, r.Lists, data)
	tellPatterns(w, r, data)
}

// tellFenced prints the number of dropped visits, if there are any.
func tellFenced(w io.Writer, n uint64) {
	if n > 0 {
		fmt.Fprintf(w, "Dropped was what %s brought, as it took so long that the page was given to another visit. That happens when the machine sleeps or stands still for a quarter of an hour.\n", show.Count(n, "visit"))
	}
}

// tellBroken prints the number of broken sitemaps and feeds, if there are any.
func tellBroken(w io.Writer, l tally.Lists, data string) {
	if l.Broken == 0 {
		return
	}
	text := "A sitemap or feed is"
	if l.Broken > 1 {
		text = show.Number(l.Broken) + " sitemaps and feeds are"
	}
	fmt.Fprintf(w, "%s broken, or none at all, so what stands behind the fault is not known. Where? aranea explain%s %s\n", text, command.DataFlag(data), show.Word(l.First))
}

// fetchedText describes how many pages were fetched, and how many of them in this run.
func fetchedText(r *runreport.Report) string {
	all, now := r.Counts[aranea.CountFetched], r.Run[aranea.CountFetched]
	text := show.Count(all, "page") + " fetched from " + show.Count(r.Hosts, "host")
	if now >= all { // pages may have been dropped since: those of mirrors
		return text + " in " + terminal.Clock(r.Elapsed)
	}
	return fmt.Sprintf("%s, %s of them in this run of %s", text, show.Number(now), terminal.Clock(r.Elapsed))
}

// Tells reports whether one of many crawls did anything that is worth a Line: it sent a request, or
// pages left the index because of changed patterns.
func Tells(r *runreport.Report) bool { return r.Run[aranea.CountRequests] > 0 || r.PatternsOut > 0 }

// Line prints in one line how one of many crawls ended, and behind it what its settings did not match. data is
// the data folder in advice.
func Line(w io.Writer, now time.Time, r runreport.Report, data string) {
	fmt.Fprintf(w, "%s  %s, %s in the index%s. %s.\n", command.Clock(now), show.Count(r.Run[aranea.CountRequests], "request"),
		show.Count(r.Counts[aranea.CountIndexed], "page"), again(r.Again, "; of those visited before, ", ""), Why(r))
	tellPatterns(w, &r, data)
}

// again describes the results of visits to known pages, between two texts, or returns "" if there
// were none.
func again(a tally.Again, begin, end string) string {
	var parts []string
	for _, p := range []struct {
		n         uint64
		one, many string
	}{{a.Changed, "has changed", "have changed"}, {a.Gone, "is gone", "are gone"}, {a.Unchanged, "is as it was", "are as they were"}} {
		switch p.n {
		case 0:
		case 1:
			parts = append(parts, "1 "+p.one)
		default:
			parts = append(parts, show.Number(p.n)+" "+p.many)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return begin + strings.Join(parts, ", ") + end
}

// Rendering describes the cost of browsers.
func Rendering(c rendering.Cost) string {
	s := fmt.Sprintf("%s rendered in %s of a browser, with %s", show.Count(c.Pages, "page"), terminal.Clock(c.Took), show.Count(c.Requests, "request"))
	if c.Bytes > 0 {
		s += ", " + show.Bytes(c.Bytes)
	}
	if c.CPU > 0 {
		s += fmt.Sprintf(", %.1f s of processor time", c.CPU.Seconds())
	}
	if c.Failed > 0 {
		s += fmt.Sprintf("; %d could not be", c.Failed)
	}
	return s + "."
}

// MaxLines is the maximum number of hosts with trouble that are printed for people.
const MaxLines = 10

// printTrouble prints the hosts with trouble and the causes. It returns a URL for explain, or ""
// if no host has trouble.
func printTrouble(w io.Writer, r runreport.Report) (ask string) {
	if len(r.Trouble) == 0 {
		return ""
	}
	fmt.Fprintln(w, "In trouble:")
	for i, t := range r.Trouble {
		if i == MaxLines {
			break
		}
		fmt.Fprintf(w, "  %s\n", Trouble(&t))
	}
	if more := r.Troubled - min(len(r.Trouble), MaxLines); more > 0 {
		fmt.Fprintf(w, "  and %s more; --json names up to %d\n", show.Count(more, "host"), runreport.MaxTrouble)
	}
	return show.Word(r.Trouble[0].URL)
}

// Trouble describes in one line what is wrong with a host.
func Trouble(t *verdict.HostTrouble) string {
	text := troubleText(t)
	if t.Failed > 1 { // the others may have failed for other reasons
		text = "the last failure: " + text
	}
	return show.Line(show.URL(string(t.Origin))) + "  " + text + troubleCounts(t)
}

// troubleText returns the reason with its evidence.
func troubleText(t *verdict.HostTrouble) string {
	if t.Detail == "" {
		return t.Reason.String() + " " + t.Reason.Sentence()
	}
	if t.Reason == aranea.RobotsUnreachable {
		return t.Reason.String() + " " + show.Line("robots.txt: "+t.Detail)
	}
	return t.Reason.String() + " " + show.Line(t.Detail)
}

func troubleCounts(t *verdict.HostTrouble) string {
	var parts []string
	if t.Queued > 0 {
		parts = append(parts, show.Count(t.Queued, "URL")+" queued")
	}
	if t.Failed > 0 {
		parts = append(parts, show.Count(t.Failed, "URL")+" given up")
	}
	if time.Until(t.Until) > 0 {
		parts = append(parts, "asked again after "+command.Clock(t.Until))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// Why returns the reason of the verdict, capitalized as a sentence.
func Why(r runreport.Report) string { return sentence(r.Why) }

// sentence capitalizes a text as a sentence.
func sentence(text string) string {
	text = show.Line(text)
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
