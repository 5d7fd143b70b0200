package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/tally"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/scope"
)

// TestNoneDue checks that a run without due pages prints this, when a page is due, and how to
// visit everything again.
func TestNoneDue(t *testing.T) {
	t.Parallel()
	next := time.Now().Add(time.Hour)
	failed := runreport.Report{Verdict: verdict.OK, Ending: verdict.EndFinished, Cause: verdict.CauseComplete, Why: "everything", Until: next}
	failed.Counts[aranea.CountFetched], failed.Run[aranea.CountFailed] = 7, 1 // its host did not connect
	var told strings.Builder
	if Print(&told, failed, "data", "due"); strings.Contains(told.String(), "Nothing was to be visited") {
		t.Errorf("of an attempt that failed:\n%s", told.String())
	}
	for requests, said := range map[uint64]bool{0: true, 1: false} {
		r := runreport.Report{Verdict: verdict.OK, Ending: verdict.EndFinished, Cause: verdict.CauseNoFollow, Why: "everything", Until: next}
		r.Counts[aranea.CountFetched], r.Run[aranea.CountRequests] = 7, requests
		var b strings.Builder
		Print(&b, r, "data", "due")
		want := "Nothing was to be visited in this run; the next page is due at " + command.Clock(next) + ". --refresh all visits every page again.\n"
		if strings.Contains(b.String(), want) != said || strings.Contains(b.String(), "is free at") {
			t.Errorf("%d requests:\n%s", requests, b.String())
		}
		b.Reset()
		Print(&b, r, "data", "none")
		if text := b.String(); strings.Contains(text, "--refresh none visits no page a second time") != said || strings.Contains(text, "is due at") {
			t.Errorf("%d requests with --refresh none:\n%s", requests, text)
		}
	}
}

// TestRuledSeeds checks that seeds which robots files deny, and seeds that are robots files, are
// reported to people and programs with when the file was read, and people with some of many.
func TestRuledSeeds(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	denied := seedreport.Denied{Seed: "http://a.test/x", Why: "robots.txt line 2: Disallow: /x", Read: at}
	asked := seedreport.Robots{Seed: "http://a.test/robots.txt", Answer: "status 200, 33 bytes", At: at}
	for _, n := range []int{0, 1, MaxLines + 1} {
		r := runreport.Report{Ending: verdict.EndFinished, Denied: slices.Repeat([]seedreport.Denied{denied}, n), Robots: slices.Repeat([]seedreport.Robots{asked}, n)}
		var text, line strings.Builder
		Print(&text, r, "data", "due")
		if err := WriteJSON(&line, r, "data"); err != nil {
			t.Fatal(err)
		}
		for said, want := range map[string]int{
			"http://a.test/x is denied: robots.txt line 2: Disallow: /x. The robots file was read at " + command.Clock(at) + ".\n": min(n, MaxLines),
			"http://a.test/robots.txt is a robots file, and was asked for at " + command.Clock(at) + ": status 200, 33 bytes.\n":   min(n, MaxLines),
			"More seeds are denied by robots files": max(n-MaxLines, 0), "More robots files were named": max(n-MaxLines, 0),
		} {
			if got := strings.Count(text.String(), said); got != want {
				t.Errorf("%d seeds: %d of %q in\n%s", n, got, said, text.String())
			}
		}
		for _, said := range []string{`"seed":"http://a.test/x","why":"robots.txt line 2: Disallow: /x","read":"2026-11-28T12:00:00Z"`, `"seed":"http://a.test/robots.txt","answer":"status 200, 33 bytes","at":"2026-11-28T12:00:00Z"`} {
			if got := strings.Count(line.String(), said); got != n {
				t.Errorf("%d seeds: %d of %q in\n%s", n, got, said, line.String())
			}
		}
	}
}

// TestNotIndexed checks that what was named and is not in the index is told with its reason, some
// of many, unless another line says more about it.
func TestNotIndexed(t *testing.T) {
	t.Parallel()
	missing := seedreport.NotIndexed{URL: "http://a.test/x", To: "http://a.test/y", Reason: aranea.HTTPNotFound, Detail: "status 404"}
	for _, n := range []int{0, 1, maxNamed, maxNamed + 1} {
		r := runreport.Report{
			Ending: verdict.EndFinished, NotIndexed: slices.Repeat([]seedreport.NotIndexed{missing}, n),
			Denied: []seedreport.Denied{{Seed: "http://a.test/d"}}, Away: []seedreport.Move{{Seed: "http://a.test/away", To: "http://b.test/"}},
		}
		r.NotIndexed = append([]seedreport.NotIndexed{{URL: "http://a.test/d", Reason: aranea.RobotsDenied}, {URL: "http://a.test/away", Reason: aranea.ScopeHost}}, r.NotIndexed...)
		var text, line strings.Builder
		Print(&text, r, "data", "due")
		if err := WriteJSON(&line, r, "data"); err != nil {
			t.Fatal(err)
		}
		for said, want := range map[string]int{
			"http://a.test/x leads to http://a.test/y, which does not exist (404 or 410): status 404 (HTTP.NOT-FOUND)\n": min(n, maxNamed),
			"More of what was named": max(n-maxNamed, 0), "ROBOTS.DENIED": 0, "SCOPE.HOST": 0,
		} {
			if got := strings.Count(text.String(), said); got != want {
				t.Errorf("%d: %d of %q in\n%s", n, got, said, text.String())
			}
		}
		if got := strings.Count(line.String(), `{"url":"http://a.test/x","to":"http://a.test/y","reason":"HTTP.NOT-FOUND","detail":"status 404","why":"does not exist (404 or 410)"}`); got != n {
			t.Errorf("%d: %d in\n%s", n, got, line.String())
		}
	}
}

// TestMisspelledHost checks that a host name without an address is looked up again after a
// moment, which does not count as a turn of the host.
func TestMisspelledHost(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	Print(&b, runreport.Report{Ending: verdict.EndDeferred, Cause: verdict.CauseDNS, Until: time.Now()}, "data", "due")
	if !strings.Contains(b.String(), "\nThe name is looked up again after ") || !strings.Contains(b.String(), ", or at once if you name its URL again, or say where it is.\n") || strings.Contains(b.String(), "is free at") {
		t.Error(b.String())
	}
}

// TestFenced checks that dropped visits are reported to people and programs.
func TestFenced(t *testing.T) {
	t.Parallel()
	for n, said := range map[uint64]bool{0: false, 2: true} {
		var text, line strings.Builder
		r := runreport.Report{Ending: verdict.EndFinished, Fenced: n}
		Print(&text, r, "data", "due")
		if err := WriteJSON(&line, r, "data"); err != nil || strings.Contains(text.String(), "Dropped was what 2 visits brought") != said || strings.Contains(line.String(), `"fenced":2`) != said {
			t.Errorf("%d: %v\n%s%s", n, err, text.String(), line.String())
		}
	}
}

// TestBrokenLists checks that the number of broken lists is reported with one of them, even if a
// crawl had several parts.
func TestBrokenLists(t *testing.T) {
	t.Parallel()
	first, second := tally.Lists{Broken: 1, First: "http://a.test/one"}, tally.Lists{Broken: 2, First: "http://a.test/two"}
	for _, tt := range []struct {
		earlier, lists tally.Lists
		text           string
	}{
		{tally.Lists{}, tally.Lists{}, ""},
		{first, tally.Lists{}, "A sitemap or feed is broken, or none at all, so what stands behind the fault is not known. Where? aranea explain --data data http://a.test/one\n"},
		{first, second, "3 sitemaps and feeds are broken, or none at all, so what stands behind the fault is not known. Where? aranea explain --data data http://a.test/one\n"},
	} {
		var text strings.Builder
		r := runreport.Report{Lists: tt.lists}.After(runreport.Report{Lists: tt.earlier})
		if tellBroken(&text, r.Lists, "data"); text.String() != tt.text {
			t.Errorf("%+v: %q", r.Lists, text.String())
		}
	}
}

// TestScans checks that documents without text are reported, with one of them and what helps.
func TestScans(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]tally.Scans{
		"": {},
		"1 PDF document has no text: its pages may be scans, which aranea plugin ocr lets be read (docs/plugins.md). For instance: aranea explain --data data http://a.test/1.pdf\n":         {Documents: 1, First: "http://a.test/1.pdf"},
		"1,500 PDF documents have no text: their pages may be scans, which aranea plugin ocr lets be read (docs/plugins.md). For instance: aranea explain --data data http://a.test/1.pdf\n": {Documents: 1500, First: "http://a.test/1.pdf"},
	} {
		var text strings.Builder
		if tellLost(&text, &runreport.Report{Scans: s}, "data"); text.String() != want {
			t.Errorf("%q, want %q", text.String(), want)
		}
	}
}

// TestBroken checks that pages whose answers broke off are reported, with what is in the index of
// them, and one of them.
func TestBroken(t *testing.T) {
	t.Parallel()
	first := tally.Broken{Pages: 1, Kept: 1, First: "http://a.test/one"}
	for _, tt := range []struct {
		earlier, now tally.Broken
		text         string
	}{
		{tally.Broken{}, tally.Broken{}, ""},
		{tally.Broken{}, first, "The answer of 1 page broke off, or was empty; in the index: 1 as before. Why, and when again? aranea explain --data data http://a.test/one\n"},
		{tally.Broken{}, tally.Broken{Pages: 2, First: "http://a.test/x"}, "The answers of 2 pages broke off, or were empty. Why, and when again? aranea explain --data data http://a.test/x\n"},
		{first, tally.Broken{Pages: 1500, Parts: 2, First: "http://a.test/two"}, "The answers of 1,501 pages broke off, or were empty; in the index: 1 as before, 2 with the first part. Why, and when again? aranea explain --data data http://a.test/one\n"},
	} {
		var text strings.Builder
		r := runreport.Report{Broken: tt.now}.After(runreport.Report{Broken: tt.earlier})
		if tellCut(&text, r.Broken, "data"); text.String() != tt.text {
			t.Errorf("%+v: %q", r.Broken, text.String())
		}
	}
}

// TestPrint checks that the counts of a run are separate from those of the folder, and that
// numbers have the same format.
func TestPrint(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		fetched uint64 // by this run
		want    string
	}{
		{"the first run", 2058, "2,058 pages fetched from 31 hosts in 1:53, 1,976 in the index."},
		{"a later run", 12, "2,058 pages fetched from 31 hosts, 12 of them in this run of 1:53, 1,976 in the index."},
		{"mirrors were found", 2070, "2,058 pages fetched from 31 hosts in 1:53, 1,976 in the index."},
	} {
		r := runreport.Report{Hosts: 31, Elapsed: 113 * time.Second}
		r.Counts[aranea.CountFetched], r.Counts[aranea.CountIndexed], r.Counts[aranea.CountExcluded] = 2058, 1976, 4742
		r.Counts[aranea.CountDuplicates], r.Counts[aranea.CountNoIndex] = 65, 3
		r.Run[aranea.CountFetched] = tt.fetched
		var b strings.Builder
		Print(&b, r, "some folder", "due")
		for _, want := range []string{tt.want, "\n   4,742 URLs are left out: out of scope", "\n      14 URLs are not indexed", "aranea urls --data 'some folder' --reason CODE"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: %q lacks\n%s", tt.name, b.String(), want)
			}
		}
	}
}

// TestTroubleTellsUntil checks that the time of the next request to a host is printed while it is
// in the future.
func TestTroubleTellsUntil(t *testing.T) {
	t.Parallel()
	at := time.Now().Add(time.Hour)
	for until, want := range map[time.Time]string{
		at:                  "http://a.test  HTTP.SERVER-ERROR status 503 (2 URLs queued, asked again after " + command.Clock(at) + ")",
		at.Add(-2 * 3600e9): "http://a.test  HTTP.SERVER-ERROR status 503 (2 URLs queued)",
		{}:                  "http://a.test  HTTP.SERVER-ERROR status 503 (2 URLs queued)",
	} {
		if got := Trouble(&verdict.HostTrouble{Origin: "http://a.test", Reason: aranea.HTTPServer, Detail: "status 503", Queued: 2, Until: until}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestTroubleOfManyReasons checks that the reason of the last failure is not told of all URLs that
// were given up.
func TestTroubleOfManyReasons(t *testing.T) {
	t.Parallel()
	for failed, want := range map[uint64]string{
		1: "http://a.test  HTTP.SERVER-ERROR status 500 (1 URL given up)",
		3: "http://a.test  the last failure: HTTP.SERVER-ERROR status 500 (3 URLs given up)",
	} {
		if got := Trouble(&verdict.HostTrouble{Origin: "http://a.test", Reason: aranea.HTTPServer, Detail: "status 500", Failed: failed}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestReportOfRendering checks that rendering failures are reported with where to find more.
func TestReportOfRendering(t *testing.T) {
	t.Parallel()
	const hint = "aranea urls --reason RENDER.FAILED"
	for failed, want := range []string{"1 page rendered in 0:00 of a browser, with 0 requests.\n", "with 0 requests; 1 could not be.\nWhy was a page not rendered? " + hint + "\n"} {
		var b bytes.Buffer
		Print(&b, runreport.Report{Rendering: rendering.Cost{Pages: 1, Failed: uint64(failed)}}, command.DefaultData, "due")
		if !strings.Contains(b.String(), want) || strings.Contains(b.String(), hint) != (failed > 0) {
			t.Errorf("%d failed:\n%s", failed, b.String())
		}
	}
}

// TestReportOfSeeds checks that the report has the targets of redirected seeds, and what to do.
func TestReportOfSeeds(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	Print(&b, runreport.Report{
		Cause: verdict.CauseRedirected, Why: "the seed http://a.test/ leads to http://b.test/", Seed: "http://a.test/", Target: "http://b.test/",
		Moved: []seedreport.Move{{Seed: "http://c.test/", To: "https://www.c.test/"}}, Away: []seedreport.Move{{Seed: "http://a.test/", To: "http://b.test/"}},
	}, command.DefaultData, "due")
	for _, want := range []string{
		"Verdict: empty. The seed http://a.test/ leads to http://b.test/.\nGive http://b.test/ as the seed,",
		"http://c.test/ moved to https://www.c.test/, and the crawl with it.\n", "http://a.test/ leads out of scope, to http://b.test/.\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	const way = "name where a seed leads as well"
	if strings.Contains(b.String(), way) {
		t.Errorf("the way out is told twice:\n%s", b.String())
	}
	b.Reset()
	Print(&b, runreport.Report{Away: []seedreport.Move{{Seed: "http://a.test/", To: "http://b.test/"}}}, command.DefaultData, "due")
	if !strings.Contains(b.String(), way) {
		t.Errorf("no way out of a seed that leads away, beside others that do not:\n%s", b.String())
	}
}

// TestTellPatterns checks that misspelled patterns and hosts are told, at most some of them.
func TestTellPatterns(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	tellPatterns(&b, &runreport.Report{}, "data")
	if b.Len() > 0 {
		t.Errorf("of no patterns: %s", b.String())
	}
	r := runreport.Report{PatternsOut: 2, Unmatched: scope.Patterns{Include: []string{"/dosc/"}, Exclude: slices.Repeat([]string{"/tag x"}, MaxLines)}, UnmatchedHosts: []string{".corp", "xn--mnchen-3ya.example"}, UnmatchedFacets: []string{"version=/dosc/{}/", "v=a b"}, UnmatchedItems: []string{"quote=css:.quoet"}}
	tellPatterns(&b, &r, "data")
	for _, want := range []string{"2 pages left the index, because", "matches --include /dosc/, --exclude '/tag x', ", " and 1 more (--json names all); is that", "No known URL has the host of --host-delay .corp, --host-delay münchen.example; is that", "No page of the index has a value of --facet 'version=/dosc/{}/', --facet 'v=a b'; is that", "\nTry them on a page: aranea inspect --data data URL\n", "No page that the crawl read has anything of --item quote=css:.quoet; is that what was meant?\nTry them on a page: aranea inspect --data data URL, and others with --item RULE\n", "\nA selector has css: before it: --facet 'v=css:a b'\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s\nhas no %q", b.String(), want)
		}
	}
}
