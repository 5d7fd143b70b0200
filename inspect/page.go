package inspect

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// A Page has the directives of one page for robots. Its JSON fields are only added, never
// renamed.
type Page struct {
	Page     string        `json:"page"`
	Dialect  string        `json:"dialect"`
	Read     bool          `json:"read"` // false if robots.txt closes it
	Type     string        `json:"type,omitempty"`
	Notes    []string      `json:"notes,omitempty"` // why not the whole page was read
	Verdicts []Verdict     `json:"verdicts"`
	Said     []string      `json:"said,omitempty"`
	Findings []PageFinding `json:"findings,omitempty"`
	// Parts are the first closed parts of the page, and PartsTotal is the number of all.
	Parts      []Part      `json:"closed_parts,omitempty"`
	PartsTotal int         `json:"closed_parts_total,omitempty"`
	Links      *LinkCounts `json:"links,omitempty"`
}

// A Verdict answers one question about a page.
type Verdict struct {
	Question string `json:"question"`
	Allowed  bool   `json:"allowed"`
	Source   string `json:"source,omitempty"` // what decides, with its place
}

// A PageFinding is something wrong with the directives of a page.
type PageFinding struct {
	Code   string `json:"code"`
	Place  string `json:"place"`
	Detail string `json:"detail,omitempty"`
	Text   string `json:"text"`
}

// A Reader reads pages for one robot.
type Reader struct {
	Robot
	Pages robotsmeta.Dialect // dialect of page directives; the zero value is robotsmeta.Strictest
	// Outside reads documents that are not read in this process; with nil none are read.
	Outside extract.Outside
	// Rules are the operator's rules for zones of pages; nil means none.
	Rules *selector.Rules
	// Facets is what pages are read for, so that results can be narrowed by it.
	Facets facets.Rules
	// Items are the records that web pages are read for.
	Items items.Rules
	// Template returns what a crawl learned about the template of an origin, or nil if nothing
	// was learned; so does a nil Template.
	Template func(ctx context.Context, o weburl.Origin) (*zone.Profile, error)
}

// A NoPage error says why there is no page to read at a URL. It is the site's answer and not a
// fault.
type NoPage struct {
	URL weburl.URL
	Why string
}

// Error implements error.
func (e *NoPage) Error() string { return fmt.Sprintf("%s %s", e.URL, e.Why) }

// VisitPage requests a page, if the site's robots file allows it, and returns its directives. It
// does not request a page that the file closes.
func (r Reader) VisitPage(ctx context.Context, l *Live, u weburl.URL) (Page, error) {
	found, err := l.Robots(ctx, u.Origin().RobotsURL(), r.Dialect)
	if err != nil {
		return Page{}, err
	}
	d := found.Access(r.Dialect, string(u.Origin()), r.Agents...).Decide(u.Target())
	switch d.Verdict {
	case robotstxt.Postpone:
		return Page{}, &NoPage{u, "waits: " + Note(&found.Copy)}
	case robotstxt.Deny:
		return r.ReadPage(ctx, u.String(), extract.Document{URL: u}, closingLine(d.Decision), l.Now())
	}
	f, err := l.ask(ctx, pageRequest(u, r.Outside))
	switch {
	case err != nil:
		return Page{}, err
	case f.Status >= 300 && f.Status < 400 && f.Header.Get("Location") != "":
		return Page{}, &NoPage{u, fmt.Sprintf("redirects to %s: ask for that", f.Header.Get("Location"))}
	case f.Status < 200 || f.Status > 299:
		return Page{}, &NoPage{u, strings.TrimSpace(fmt.Sprintf("is unavailable: status %d %s %s", f.Status, f.Failure, f.Detail))}
	}
	p, err := r.ReadPage(ctx, u.String(), extract.Document{URL: u, Header: f.Header, Body: f.Body, Truncated: f.Truncated}, "", l.Now())
	if err == nil && f.Failure != aranea.ReasonNone && f.Failure != aranea.BodyType {
		p.Notes = append(p.Notes, strings.TrimSpace("it did not come whole: "+f.Failure.String()+" "+f.Detail))
	}
	return p, err
}

// pageRequest returns the request of a crawl for a page, with o reading additional formats.
func pageRequest(u weburl.URL, o extract.Outside) fetch.Request {
	all, _ := extract.FormatsOf(o).WithMedia(extract.MediaKinds()) // the kinds are known
	r := fetch.Request{URL: u, MaxBody: crawl.DefaultMaxBody, Limit: all.Limit, Accept: extract.Accept()}
	if r.Range = all.Part(u); r.Range != "" {
		r.Limit = all.PartLimit
	}
	return r
}

// closingLine returns the line of a robots file that closes a page, or the reason if there is no
// line.
func closingLine(d robotstxt.Decision) string {
	if d.Line == 0 {
		return "robots.txt: " + d.Reason.String()
	}
	return fmt.Sprintf("robots.txt line %d: %s", d.Line, d.Rule)
}

// extractor returns one that reads what a crawl can, and the headers of some kinds of files.
func (r Reader) extractor(kinds []string) *extract.Extractor {
	x, _ := extract.New(extract.Limits{}).With(r.Outside).WithMedia(kinds) // the kinds are known
	return x
}

// extract reads a document for the robot, of some kinds of files the headers.
func (r Reader) extract(ctx context.Context, doc *extract.Document, kinds []string) (aranea.Page, error) {
	for _, a := range r.Agents {
		doc.Agents = append(doc.Agents, string(a))
	}
	doc.Dialect = r.Pages
	page, err := r.extractor(kinds).WithRules(r.Rules).WithForms(true).WithFacets(r.Facets).WithItems(r.Items).Extract(ctx, *doc)
	if extract.IsHeader(&page) { // only the header was wanted
		doc.Truncated = false
	}
	return page, err
}

// ReadPage returns the directives of a page. closed is the rule of the robots file that closes
// it, or ""; a closed page has no body.
func (r Reader) ReadPage(ctx context.Context, name string, doc extract.Document, closed string, now time.Time) (Page, error) {
	page, err := r.extract(ctx, &doc, extract.MediaKinds())
	if err != nil {
		return Page{}, err
	}
	return r.tell(name, &doc, &page, closed, now), nil
}

// tell converts the directives of a page to words.
func (r Reader) tell(name string, doc *extract.Document, page *aranea.Page, closed string, now time.Time) Page {
	d := page.Directives
	p := Page{Page: name, Dialect: r.Pages.Name, Notes: pageNotes(doc, page, closed != "")}
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
		p.Verdicts = append(p.Verdicts, Verdict{q.name, q.Allowed, q.Source})
	}
	for _, q := range []struct {
		name string
		robotsmeta.Use
	}{{robotsmeta.UseSearch, v.Search}, {robotsmeta.UseTrain, v.Train}, {robotsmeta.UseMining, v.Mining}} {
		if q.Known {
			p.Verdicts = append(p.Verdicts, Verdict{q.name, q.Allowed, q.Source})
		}
	}
	p.Said = said(d)
	for _, x := range d.Lint(robotsmeta.LintOptions{Now: now, URL: doc.URL.String(), Closed: closed != ""}) {
		p.Findings = append(p.Findings, PageFinding{x.Check.String(), x.Place.String(), x.Detail, x.Check.Text()})
	}
	return p
}

// closes returns the source of the first verdict of some questions that is no, "" if all are yes.
func (p *Page) closes(questions ...string) string {
	for _, v := range p.Verdicts {
		if !v.Allowed && slices.Contains(questions, v.Question) {
			return v.Source
		}
	}
	return ""
}

// said lists the directives of a page, each with its place.
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

// pageNotes returns why not the whole page was read.
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
