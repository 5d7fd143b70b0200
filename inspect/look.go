package inspect

import (
	"context"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/listing"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// A Look is what one visit to a URL would result in, step by step. A step that was not reached is
// nil. Its JSON fields are only added, never renamed.
type Look struct {
	URL     string        `json:"url"`
	At      time.Time     `json:"at"`
	Verdict LookVerdict   `json:"verdict"`
	Reason  string        `json:"reason"` // a reason code
	Why     string        `json:"why"`
	Scope   *ScopeStep    `json:"scope,omitempty"`
	Robots  RobotsStep    `json:"robots"`
	Pace    PaceStep      `json:"pace"`
	Answer  *ExchangeStep `json:"answer,omitempty"`
	Page    *PageStep     `json:"page,omitempty"`
	Trail   []TrailStep   `json:"trail"` // the events that a visit would record, in order
}

// A LookVerdict is the state of a page after a visit.
type LookVerdict string

// The verdicts.
const (
	LookIn    LookVerdict = "in"    // its text would be in the index
	LookOut   LookVerdict = "out"   // it would not
	LookLater LookVerdict = "later" // it would be visited again
)

// A ScopeStep says whether the crawl of the folder would visit it.
type ScopeStep struct {
	In     bool   `json:"in"`
	Reason string `json:"reason,omitempty"` // a reason code, if it would not
	Rule   string `json:"rule,omitempty"`
}

// A RobotsStep is the decision of the robots file, and the requests that led to it.
type RobotsStep struct {
	Explained
	Requests []ExchangeStep `json:"requests"`
}

// A PaceStep is the delay of a crawl between two requests to the host.
type PaceStep struct {
	Seconds float64 `json:"delay_seconds"`
	From    string  `json:"from"` // "default", "operator", "crawl-delay", ...
	// Waited is how long this look waited for its permit.
	Waited float64 `json:"waited_seconds"`
}

// A TrailStep is one event of a visit.
type TrailStep struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// LookOptions configure a Look, with the policy for the pace of a crawl.
type LookOptions struct {
	Reader
	// Scope is that of the folder's crawl; nil if there is no folder.
	Scope *scope.Rules
	// Listed says that the folder knows the URL by a sitemap, or in place of another URL.
	Listed bool
	Policy schedule.Policy
	// Media are the kinds of files whose headers the crawl reads.
	Media []string
	// Forms is set if the crawl fills in forms.
	Forms bool
	// Blocks adds the blocks of the page to the result.
	Blocks bool
}

// Look visits one URL now and returns every step. It requests the robots file and, if that allows
// it, the page; it does not follow redirects of the page, and stores nothing. The verdict is that
// of a crawl, which in addition only knows whether another page has the same text. A URL out of
// scope is visited anyway.
func (l *Live) Look(ctx context.Context, u weburl.URL, o LookOptions) (Look, error) {
	look := Look{URL: u.String(), At: l.Now()}
	if o.Scope != nil {
		how, depth := aranea.HowAnchor, 0
		if o.Listed {
			how, depth = aranea.HowSitemap, 1
		}
		v := o.Scope.Decide(u, depth, how)
		look.Scope = &ScopeStep{In: v.OK, Rule: v.Rule}
		if !v.OK {
			look.Scope.Reason = v.Reason.String()
		}
	}
	found, err := l.Robots(ctx, u.Origin().RobotsURL(), o.Dialect)
	if err != nil {
		return look, err
	}
	access := found.Access(o.Dialect, string(u.Origin()), o.Agents...)
	look.robots(u, &found, access, l.Now())

	p := crawl.Preview{URL: u, Access: access, Now: l.Now(), Sitemap: found.names(u)}
	if p.Welcome() {
		file, kinds := o.file(u), extract.MediaKinds()
		if file != "" { // it is found by its name, if the crawl does not read it
			kinds = o.Media
		}
		e, err := l.ask(ctx, o.request(u, file, p.Sitemap))
		if err != nil {
			return look, err
		}
		look.Pace.Waited += e.Waited.Seconds()
		step := stepOf(&e)
		look.Answer, p.Fetched, p.Now = &step, e.Fetched, l.Now()
		isPage := e.Status >= 200 && e.Status < 300 && len(e.Body) > 0 && (file != "" || !p.Lists())
		if isPage || file != "" && crawl.IsUnread(&e.Fetched) {
			doc := extract.Document{URL: u, Header: e.Header, Body: e.Body, Truncated: e.Truncated, File: file}
			page, err := o.extract(ctx, &doc, kinds)
			if err != nil {
				return look, err
			}
			by, err := o.label(ctx, &page)
			if err != nil {
				return look, err
			}
			p.Page, look.Page = o.asCrawled(&page, file), o.pageStep(&doc, &page, p.Now)
			look.Page.zoned(o, &page, by)
		}
	}
	rules, err := o.rules()
	if err != nil {
		return look, err
	}
	out := p.Plan(crawl.Options{Agents: o.Agents, Dialect: o.Dialect, PageDialect: o.Pages, Scope: rules})
	delay := o.Policy.HostDelay(u.Host()).AtLeast(hostdelay.Delay{Length: out.Asked, Source: out.AskedBy})
	look.Pace.Seconds, look.Pace.From = delay.Length.Seconds(), delay.Source
	look.judge(out)
	return look, ctx.Err()
}

// file returns the name of the file at a URL that a folder of files answers for, "" if it is none.
func (o *LookOptions) file(u weburl.URL) string {
	if o.Scope == nil {
		return ""
	}
	return o.Scope.FileName(u)
}

// request returns the request for a URL; for a file with a name in a folder of files, that of the folder's crawl.
func (o *LookOptions) request(u weburl.URL, file string, sitemap bool) fetch.Request {
	r := pageRequest(u, o.Outside)
	if file == "" {
		if sitemap || listing.IsPacked(u) {
			return fetch.Request{URL: u, MaxBody: listing.MaxBytes, Accept: listing.Accept}
		}
		return r
	}
	x := o.extractor(o.Media)
	if r.Range = x.Part(u); r.Range != "" {
		r.Limit = x.PartLimit
	} else {
		r.Limit = x.LimitOf(u)
	}
	return r
}

// asCrawled returns a page as the crawl would read it: a Look reads the headers of all kinds of
// files, and all forms; that of a file in a folder of files was read so.
func (o *LookOptions) asCrawled(p *aranea.Page, file string) *aranea.Page {
	if file != "" || !extract.IsHeader(p) || slices.Contains(o.Media, p.Format) {
		read := *p
		read.Links = o.followed(p)
		return &read
	}
	return &aranea.Page{URL: p.URL, Base: p.Base, Type: p.Type, Directives: p.Directives, Warnings: []aranea.Reason{aranea.BodyType}}
}

// rules returns the scope of the folder's crawl, or an unlimited scope.
func (o *LookOptions) rules() (scope.Rules, error) {
	if o.Scope != nil {
		return *o.Scope, nil
	}
	return scope.New(scope.Options{Mode: scope.Any, Unread: extract.FormatsOf(o.Outside).Unread()})
}

// names reports whether the robots file names a URL of its origin as a sitemap.
func (f *Found) names(u weburl.URL) bool {
	file, robots := robotstxt.Parse(f.Body), u.Origin().RobotsURL()
	return !file.IsHTML() && slices.ContainsFunc(file.Sitemaps(), func(line string) bool {
		named, err := robots.Resolve(line)
		return err == nil && named.ID() == u.ID()
	})
}

// robots adds the decision of the robots file.
func (k *Look) robots(u weburl.URL, found *Found, access acquire.Access, now time.Time) {
	q := Question{Text: u.String(), Target: u.Target(), Rules: &Rules{
		Copy: found.Copy, Access: access, URL: found.URL, Hops: found.Redirects(),
	}}
	k.Robots.Explained = q.Explain(now)
	for i := range found.Hops {
		k.Robots.Requests = append(k.Robots.Requests, stepOf(&found.Hops[i]))
		k.Pace.Waited += found.Hops[i].Waited.Seconds()
	}
}

// judge adds the outcome of the visit.
func (k *Look) judge(out aranea.Outcome) {
	e := &out.Entry
	k.Trail = []TrailStep{}
	for _, ev := range out.Events {
		text := ev.Detail
		if text == "" {
			text = ev.Reason.Sentence()
		}
		k.Trail = append(k.Trail, TrailStep{ev.Reason.String(), text})
	}
	k.Reason, k.Why = e.Reason.String(), "it "+e.Reason.Sentence()
	if e.Detail != "" {
		k.Why += ": " + e.Detail
	}
	if k.Answer != nil && k.Answer.Target != "" {
		k.Why = "it redirects to " + k.Answer.Target + ", which is asked for by itself"
	}
	switch {
	case k.Scope != nil && !k.Scope.In:
		k.Verdict, k.Reason, k.Why = LookOut, k.Scope.Reason, "it is out of the scope of this folder: "+k.Scope.Rule
	case e.Indexed:
		k.Verdict = LookIn
		if e.Detail != "" {
			k.Why = e.Detail
		}
	case e.State == aranea.StateQueued:
		k.Verdict = LookLater
	case e.Reason == aranea.SitemapRead:
		k.Verdict, k.Why = LookOut, "its entries lead to pages: "+e.Detail
	default:
		k.Verdict = LookOut
	}
}
