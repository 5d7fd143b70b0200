// Package runreport says what a run of a crawl is doing, and what it did: progress and report, as the
// command line, the console and programs are told of them.
//
// Floor: 4 (acts), a part of crawl. Stability: engine; its JSON is a promise (docs/http-api.md). It
// is pure, and does not know the crawler.
package runreport

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/tally"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/scope"
)

// MaxTrouble is how many hosts in trouble a report lists.
const MaxTrouble = 100

// A Report says what a run did and how the crawl stands.
type Report struct {
	Verdict verdict.Verdict   `json:"verdict"`
	Ending  verdict.Ending    `json:"ending"`
	Cause   verdict.Cause     `json:"cause"`
	Why     string            `json:"why"`              // one sentence for people
	Seed    string            `json:"seed,omitempty"`   // the start page that Why is about
	Target  string            `json:"target,omitempty"` // with CauseRedirected: where it leads; with CauseRemoved: what was removed; with CauseDenied and CauseNamed: the main mirror that the start page's host names
	Counts  aranea.HostCounts `json:"counts"`           // the whole crawl, including earlier runs
	Run     aranea.HostCounts `json:"run"`              // this run only
	Again   tally.Again       `json:"again"`            // results of repeated visits in this run
	Lists   tally.Lists       `json:"lists,omitzero"`   // broken sitemaps and feeds of this run
	Broken  tally.Broken      `json:"broken,omitzero"`  // pages of this run whose answers broke off
	Scans   tally.Scans       `json:"scans,omitzero"`   // documents of this run without text
	Hosts   int               `json:"hosts"`            // origins that were sent a request
	Known   int               `json:"known"`            // known origins, including those
	Barred  uint64            `json:"barred"`           // entries at addresses that are closed to the crawl; not counted as queued
	Errors  uint64            `json:"errors"`           // exchanges of this run that failed
	Fenced  uint64            `json:"fenced,omitempty"` // visits of this run that were dropped because their leases had ended
	Until   time.Time         `json:"until,omitzero"`   // with verdict.EndDeferred: when the next host is free; with EndFinished of an engine: when the next page is due
	Elapsed time.Duration     `json:"elapsed_ns"`
	// Rendering is the cost of browsers, zero if none was used.
	Rendering rendering.Cost `json:"rendering,omitzero"`
	// Trouble lists hosts that cannot be visited now or whose pages were unavailable, at most
	// MaxTrouble; Troubled is their number.
	Trouble  []verdict.HostTrouble `json:"trouble,omitempty"`
	Troubled int                   `json:"troubled"`
	// Moved lists seeds that lead to another origin of their site, which the crawl followed,
	// and Away those that lead out of its scope; each lists at most seedreport.MaxListed.
	Moved []seedreport.Move `json:"moved,omitempty"`
	Away  []seedreport.Move `json:"away,omitempty"`
	// Denied lists seeds that robots files deny, or that lead to such URLs; at most seedreport.MaxListed.
	Denied []seedreport.Denied `json:"denied,omitempty"`
	// Robots lists seeds that are robots files and were requested in this run; at most seedreport.MaxListed.
	Robots []seedreport.Robots `json:"robots,omitempty"`
	// NotIndexed lists what the caller named, with Named, and is not in the index, at most
	// seedreport.MaxListed.
	NotIndexed []seedreport.NotIndexed `json:"not_indexed,omitempty"`
	// PatternsOut is the number of pages that left the index before the crawl because the patterns
	// are others than in the last one; of an engine.
	PatternsOut uint64 `json:"patterns_out,omitempty"`
	// Unmatched are the patterns that match no known URL; of an engine, with verdict.EndFinished.
	Unmatched scope.Patterns `json:"unmatched,omitzero"`
	// UnmatchedHosts are the names with a delay of their own that stand for no known host, and
	// UnmatchedFacets the rules for facets that no page of the index has; likewise.
	UnmatchedHosts  []string `json:"unmatched_hosts,omitempty"`
	UnmatchedFacets []string `json:"unmatched_facets,omitempty"`
	// UnmatchedItems are the rules on items of which no page had anything that was read since they
	// were given, though this crawl read some; likewise.
	UnmatchedItems []string `json:"unmatched_items,omitempty"`
	// Items is what the pages of this run had of the records that are wanted, and FoundItems are the
	// rules that gave some since they were given. Both are for the owner of the folder alone.
	Items      tally.Items `json:"-"`
	FoundItems []string    `json:"-"`
}

// After returns r plus what an earlier part of the same crawl did.
func (r Report) After(earlier Report) Report {
	r.Run, r.Again = r.Run.Add(earlier.Run), r.Again.Add(earlier.Again)
	r.Lists, r.Broken = earlier.Lists.Add(r.Lists), earlier.Broken.Add(r.Broken)
	r.Scans, r.Items = earlier.Scans.Add(r.Scans), earlier.Items.Add(r.Items)
	r.Errors, r.Fenced = r.Errors+earlier.Errors, r.Fenced+earlier.Fenced
	r.Elapsed += earlier.Elapsed
	return r
}

// Named returns r for a caller who named URLs that ended so. It lists those that are not in the
// index. A verdict that all is well is replaced if nothing of what was named came in.
func (r Report) Named(ends []verdict.SeedEnd) Report {
	r.NotIndexed = seedreport.Unindexed(ends, r.Ending == verdict.EndStopped)
	if j, none := verdict.OfNamed(ends); none && r.Verdict == verdict.OK {
		r.decide(j)
	}
	return r
}

// Judge fills in the verdict on a situation.
func (r *Report) Judge(s verdict.Situation) {
	r.decide(verdict.Of(s))
}

func (r *Report) decide(j verdict.Judgement) {
	r.Verdict, r.Cause, r.Why, r.Seed, r.Target = j.Verdict, j.Cause, j.Sentence(), j.Seed, j.Target
}

// Long is for how long a document is read before people are told which one it is.
const Long = 5 * time.Second

// A Document is one that is being read outside of the process.
type Document struct {
	URL   string    `json:"url"`
	Since time.Time `json:"since"` // when it was begun
}

// Takes returns for how long a document has been read, 0 if that is not Long.
func (d Document) Takes(now time.Time) time.Duration {
	if took := now.Sub(d.Since); d.URL != "" && took >= Long {
		return took
	}
	return 0
}

// A Progress is what is known of a run while it goes on.
type Progress struct {
	At          time.Time         `json:"at"`
	Counts      aranea.HostCounts `json:"counts"`           // the whole crawl
	Run         aranea.HostCounts `json:"run"`              // this run only
	Hosts       int               `json:"hosts"`            // origins that were sent a request
	Errors      uint64            `json:"errors"`           // exchanges of this run that failed
	Outstanding int               `json:"outstanding"`      // visits under way
	Reading     int               `json:"reading"`          // visits whose document is read outside of this process, or waits for that
	Longest     Document          `json:"longest,omitzero"` // of the documents that are being read, the one that is read longest
	LastURL     string            `json:"last_url"`         // canonical URL of the last visit committed
	Paused      bool              `json:"paused"`           // no new request leaves until the crawler is resumed
	// Left is the least time that the queue needs with the current delays, 0 if unknown.
	Left time.Duration `json:"left_ns"`
	// MaxPages is the number of new pages, including those of earlier crawls, that ends the
	// crawl; 0 is no limit.
	MaxPages uint64 `json:"max_pages,omitempty"`
	// Rendering is the cost of browsers so far, zero if none was used.
	Rendering rendering.Cost `json:"rendering,omitzero"`
	// Until is when the next request may leave, if the run waits for that. Waiting is a host in
	// trouble, if the run waits only for hosts in trouble.
	Until   time.Time           `json:"until,omitzero"`
	Waiting verdict.HostTrouble `json:"waiting,omitzero"`
}
