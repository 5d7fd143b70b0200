package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/weburl"
)

func newRobotsPage() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "page [flags] FILE|URL|-...",
		Short: "Say what pages ask of robots: index, follow, snippets, uses, and what contradicts itself",
		Long: `Page reads what pages say to robots in their fields and tags, and answers each
question apart: may it be visited, indexed, followed, archived, shown in snippets,
used. It says where each was said, what is wrong or contradicts itself, which
parts of the page are closed, and how many links ask not to be followed.

For a URL the site's robots file is asked first, and obeyed: a page that it closes
is not read. A file may get the fields of its answer by --header and its address
by --at.`,
		Example: `  aranea robots page --contact you@example.org https://example.org/page.html
  aranea robots page --header 'X-Robots-Tag: noindex' --at https://example.org/a page.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: runRobotsPage,
	}
	f := cmd.Flags()
	f.String("at", "https://page.invalid/", "URL at which a file is found")
	f.StringArray("header", nil, "field of a file's answer, as in 'X-Robots-Tag: noindex' (repeatable)")
	f.String("page-dialect", "", "reading of contradictions: "+pageDialectNames())
	f.Bool("json", false, "print one JSON object for each page")
	addReadingFlags(f)
	addNetFlags(f)
	return cmd
}

// A pageRun is what the flags of page say.
type pageRun struct {
	robotsReading
	pages  robotsmeta.Dialect
	at     weburl.URL
	header aranea.Header
	json   bool
	live   *liveRobots
	stdin  io.Reader
	out    io.Writer
}

func runRobotsPage(cmd *cobra.Command, args []string) (err error) {
	r := pageRun{stdin: cmd.InOrStdin()}
	if r.robotsReading, err = readReading(cmd); err != nil {
		return err
	}
	f := cmd.Flags()
	name, _ := f.GetString("page-dialect")
	var ok bool
	if r.pages, ok = robotsmeta.DialectByName(name); !ok {
		return unknownValue("page-dialect", name, pageDialectList())
	}
	at, _ := f.GetString("at")
	if r.at, err = weburl.Parse(at); err != nil {
		return usage("--at %q is not a whole URL", at)
	}
	fields, _ := f.GetStringArray("header")
	if r.header, err = parseFields(fields); err != nil {
		return err
	}
	r.json, _ = f.GetBool("json")
	r.live = newLiveRobots(cmd, r.dialect)
	defer r.live.close()
	out := bufio.NewWriter(cmd.OutOrStdout())
	r.out = out
	for _, arg := range args {
		err = errors.Join(err, r.page(cmd.Context(), arg))
	}
	return errors.Join(err, out.Flush())
}

// page tells about one page.
func (r *pageRun) page(ctx context.Context, arg string) error {
	var p pageJSON
	var err error
	if isWebURL(arg) {
		p, err = r.visit(ctx, arg)
	} else {
		p, err = r.local(arg)
	}
	if err != nil {
		return err
	}
	if r.json {
		return writeJSON(r.out, p)
	}
	p.print(r.out)
	return nil
}

// local reads a page from a file or from standard input.
func (r *pageRun) local(name string) (pageJSON, error) {
	in, done, err := openInput(r.stdin, name)
	if err != nil {
		return pageJSON{}, usage("read the page: %w", err)
	}
	defer done()
	body, err := io.ReadAll(io.LimitReader(in, crawl.DefaultMaxBody+1))
	if err != nil {
		return pageJSON{}, usage("read the page: %w", err)
	}
	cut := len(body) > crawl.DefaultMaxBody
	return r.read(name, extract.Document{URL: r.at, Header: r.header, Body: body[:min(len(body), crawl.DefaultMaxBody)], Truncated: cut}, "")
}

// visit asks for a page, if the site's robots file allows it.
func (r *pageRun) visit(ctx context.Context, arg string) (pageJSON, error) {
	u, err := parseSeed(arg)
	if err != nil {
		return pageJSON{}, &exitError{code: exitUsage, err: err}
	}
	got, err := r.live.fetch(ctx, u.Origin().RobotsURL())
	if err != nil {
		return pageJSON{}, err
	}
	access := got.Access(r.dialect, string(u.Origin()), r.agents...)
	d := access.Decide(u.Target())
	switch d.Verdict {
	case robotstxt.Postpone:
		return pageJSON{}, usage("%s: %s", u, copyNote(&got.Copy))
	case robotstxt.Deny:
		closed := fmt.Sprintf("robots.txt line %d: %s", d.Line, d.Rule)
		if d.Line == 0 {
			closed = "robots.txt: " + d.Reason.String()
		}
		return r.read(u.String(), extract.Document{URL: u}, closed)
	}
	if err := r.live.wait(ctx, u.Origin().Host()); err != nil {
		return pageJSON{}, err
	}
	f := r.live.client.Do(ctx, fetch.Request{URL: u, MaxBody: crawl.DefaultMaxBody, Wants: extract.Reads})
	r.live.last[u.Origin().Host()] = time.Now()
	switch {
	case f.Status >= 300 && f.Status < 400 && f.Header.Get("Location") != "":
		return pageJSON{}, usage("%s redirects to %s: ask for that", u, f.Header.Get("Location"))
	case f.Status < 200 || f.Status > 299:
		return pageJSON{}, usage("%s cannot be had: status %d %s %s", u, f.Status, f.Failure, f.Detail)
	}
	p, err := r.read(u.String(), extract.Document{URL: u, Header: f.Header, Body: f.Body, Truncated: f.Truncated}, "")
	if f.Failure != aranea.ReasonNone && f.Failure != aranea.BodyType {
		p.Notes = append(p.Notes, strings.TrimSpace("it did not come whole: "+f.Failure.String()+" "+f.Detail))
	}
	return p, err
}

// read extracts what a page says. closed is the rule that closes it, if any.
func (r *pageRun) read(name string, doc extract.Document, closed string) (pageJSON, error) {
	for _, a := range r.agents {
		doc.Agents = append(doc.Agents, string(a))
	}
	doc.Dialect = r.pages
	page := extract.New(extract.Limits{}).Extract(doc)
	now := time.Now()
	d := page.Directives
	p := pageJSON{Page: name, Dialect: r.pages.Name, Notes: pageNotes(&doc, &page, closed != "")}
	if closed == "" {
		p.Read, p.Type = true, page.Type
	}
	if p.Type == htmlType {
		text, _ := charset.Decode(doc.Body, page.Charset, false)
		p.Parts, p.PartsTotal = closedParts(string(text))
		p.Links = countLinks(text)
	}
	v := d.Judge(robotsmeta.Situation{Now: now, Closed: closed})
	for _, q := range []struct {
		name string
		robotsmeta.Verdict
	}{{"visit", v.Visit}, {"index", v.Index}, {"follow", v.Follow}, {"archive", v.Archive}, {"snippet", v.Snippet}, {"images", v.Images}, {"translate", v.Translate}} {
		p.Verdicts = append(p.Verdicts, verdictJSON{q.name, q.Allowed, q.Source})
	}
	for _, q := range []struct {
		name string
		robotsmeta.Use
	}{{robotsmeta.UseSearch, v.Search}, {robotsmeta.UseTrain, v.Train}, {robotsmeta.UseMining, v.Mining}} {
		if q.Known {
			p.Verdicts = append(p.Verdicts, verdictJSON{q.name, q.Allowed, q.Source})
		}
	}
	p.Said = said(d)
	for _, x := range d.Lint(robotsmeta.LintOptions{Now: now, URL: doc.URL.String(), Closed: closed != ""}) {
		p.Findings = append(p.Findings, pageFindingJSON{x.Check.String(), x.Place.String(), x.Detail, x.Check.Text()})
	}
	return p, nil
}

// said lists what a page says, each with its place.
func said(d robotsmeta.Directives) (out []string) {
	for _, s := range d.Statements() {
		out = append(out, s.String())
	}
	for _, s := range d.Preferences() {
		out = append(out, s.String())
	}
	for _, l := range d.Canonicals() {
		out = append(out, "canonical: "+l.String())
	}
	if to := d.Refresh(); to != nil {
		out = append(out, fmt.Sprintf("refresh after %s to %q in %s", to.After, to.URL, to.Place))
	}
	return out
}

// htmlType is the type of pages that have tags.
const htmlType = "text/html"

// pageNotes says why less was read than a page.
func pageNotes(doc *extract.Document, page *aranea.Page, closed bool) (out []string) {
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	switch {
	case closed:
		add("the page was not read, because robots.txt closes it: what it says about itself, be it noindex, is never seen by robots that obey. Other engines may still list its address")
	case slices.Contains(page.Warnings, aranea.BodyType):
		what := "no web page by its bytes"
		if page.Type != "" {
			what = "no web page that can be read, but " + page.Type
		}
		add("this is %s: only the fields of its answer speak", what)
	case len(bytes.TrimSpace(doc.Body)) == 0:
		add("this is empty: only the fields of its answer speak")
	case page.Type != htmlType:
		add("this is %s and no web page, so it has no tags: only the fields of its answer speak", page.Type)
	}
	if doc.Truncated {
		add("it is longer than %d MiB: what stands behind that is not read", crawl.DefaultMaxBody>>20)
	}
	return out
}

// A pageJSON is one line of "aranea robots page --json".
type pageJSON struct {
	Page     string            `json:"page"`
	Dialect  string            `json:"dialect"`
	Read     bool              `json:"read"` // false if robots.txt closes it
	Type     string            `json:"type,omitempty"`
	Notes    []string          `json:"notes,omitempty"` // why less was read than a page
	Verdicts []verdictJSON     `json:"verdicts"`
	Said     []string          `json:"said,omitempty"`
	Findings []pageFindingJSON `json:"findings,omitempty"`
	// Parts are the first of the closed parts of the page, PartsTotal counts all.
	Parts      []partJSON `json:"closed_parts,omitempty"`
	PartsTotal int        `json:"closed_parts_total,omitempty"`
	Links      *linksJSON `json:"links,omitempty"`
}

type verdictJSON struct {
	Question string `json:"question"`
	Allowed  bool   `json:"allowed"`
	Source   string `json:"source,omitempty"` // what decides, and where that was said
}

type pageFindingJSON struct {
	Code   string `json:"code"`
	Place  string `json:"place"`
	Detail string `json:"detail,omitempty"`
	Text   string `json:"text"`
}

// print tells it to people.
func (p *pageJSON) print(w io.Writer) {
	fmt.Fprintf(w, "%s (dialect %s)\n", show.Line(p.Page), p.Dialect)
	for _, n := range p.Notes {
		fmt.Fprintf(w, "  note       %s\n", show.Line(n))
	}
	for _, v := range p.Verdicts {
		answer := "yes"
		if !v.Allowed {
			answer = "no"
		}
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-10s %-4s %s", v.Question, answer, show.Line(v.Source)), " "))
	}
	for _, s := range p.Said {
		fmt.Fprintf(w, "  says       %s\n", show.Line(s))
	}
	p.printParts(w)
	for _, x := range p.Findings {
		fmt.Fprintf(w, "  %s: %s", x.Code, show.Line(x.Place))
		if x.Detail != "" {
			fmt.Fprintf(w, ": %s", show.Line(x.Detail))
		}
		fmt.Fprintf(w, "\n      %s\n", x.Text)
	}
}
