package crawl

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// said returns "CODE detail" of the directives in the trail of an outcome.
func said(o aranea.Outcome) string {
	var out []string
	for _, e := range o.Events {
		if c := e.Reason.String(); strings.HasPrefix(c, "DIRECTIVE.") || strings.HasPrefix(c, "DUP.") {
			out = append(out, c+" "+e.Detail)
		}
	}
	return strings.Join(out, "; ")
}

// TestPlanDirectives: what each directive of a page leads to, and what the trail
// says of it. The visit ends at noon of 2026-11-20.
func TestPlanDirectives(t *testing.T) {
	t.Parallel()
	const in, out = aranea.IndexPut, aranea.IndexKeep
	free := aranea.IndexChange{Snippet: true}
	tests := []struct {
		name   string
		head   string
		header []string
		reason aranea.Reason
		action aranea.IndexAction
		shown  aranea.IndexChange // Snippet, NoCopy, MaxSnippet, Expires
		trail  string
	}{
		{"nothing", "", nil, aranea.IndexAdded, in, free, ""},
		{"noindex", "<meta name=robots content=noindex>", nil, aranea.DirectiveNoIndex, out, aranea.IndexChange{}, "DIRECTIVE.NOINDEX noindex in meta robots, line 1, column 1"},
		{"noindex by name", "\n <meta name=aranea content=none>", nil, aranea.DirectiveNoIndex, out, aranea.IndexChange{},
			"DIRECTIVE.NOFOLLOW none for Aranea in meta aranea, line 2, column 2; DIRECTIVE.NOINDEX none for Aranea in meta aranea, line 2, column 2"},
		{"noindex for another", "<meta name=otherbot content=noindex>", []string{"X-Robots-Tag", "otherbot: noindex"}, aranea.IndexAdded, in, free, ""},
		{"noindex in a field", "", []string{"X-Robots-Tag", "noindex"}, aranea.DirectiveNoIndex, out, aranea.IndexChange{}, "DIRECTIVE.NOINDEX noindex in X-Robots-Tag"},
		{"no search", "", []string{"Content-Usage", "search=n"}, aranea.DirectiveNoIndex, out, aranea.IndexChange{}, "DIRECTIVE.NOINDEX search=n in Content-Usage"},
		{"no training", "", []string{"Content-Usage", "train-ai=n"}, aranea.IndexAdded, in, free, ""},
		{"nosnippet", "<meta name=robots content=nosnippet>", nil, aranea.IndexAdded, in, aranea.IndexChange{}, "DIRECTIVE.NOSNIPPET nosnippet in meta robots, line 1, column 1"},
		{"max-snippet:0", "<meta name=robots content=max-snippet:0>", nil, aranea.IndexAdded, in, aranea.IndexChange{}, "DIRECTIVE.NOSNIPPET max-snippet:0 in meta robots, line 1, column 1"},
		{"max-snippet", "<meta name=robots content=max-snippet:50>", nil, aranea.IndexAdded, in, aranea.IndexChange{Snippet: true, MaxSnippet: 50}, "DIRECTIVE.MAX-SNIPPET max-snippet:50 in meta robots, line 1, column 1"},
		{"max-snippet beyond measure", "<meta name=robots content=max-snippet:99999999999>", nil, aranea.IndexAdded, in, aranea.IndexChange{Snippet: true, MaxSnippet: 1 << 30}, "DIRECTIVE.MAX-SNIPPET max-snippet:99999999999 in meta robots, line 1, column 1"},
		{"max-snippet:-1", "<meta name=robots content=max-snippet:-1>", nil, aranea.IndexAdded, in, free, ""},
		{"noarchive", "", []string{"X-Robots-Tag", "noarchive"}, aranea.IndexAdded, in, aranea.IndexChange{Snippet: true, NoCopy: true}, "DIRECTIVE.NOARCHIVE noarchive in X-Robots-Tag"},
		{"expired", "", []string{"X-Robots-Tag", "unavailable_after: Fri, 20 Nov 2026 12:00:01 GMT"}, aranea.DirectiveExpired, out, aranea.IndexChange{},
			"DIRECTIVE.EXPIRED unavailable_after:Fri, 20 Nov 2026 12:00:01 GMT in X-Robots-Tag"},
		{"expired and noindex", "", []string{"X-Robots-Tag", "unavailable_after: 2010-01-01, noindex"}, aranea.DirectiveNoIndex, out, aranea.IndexChange{}, "DIRECTIVE.NOINDEX noindex in X-Robots-Tag"},
		{"expires", "<meta name=robots content='unavailable_after: 23-Jul-2027 18:00:00 EST'>", nil, aranea.IndexAdded, in,
			aranea.IndexChange{Snippet: true, Expires: time.Date(2027, 7, 23, 23, 0, 0, 0, time.UTC)}, "DIRECTIVE.EXPIRES 2027-07-23T23:00:00Z by unavailable_after:23-Jul-2027 18:00:00 EST in meta robots, line 1, column 1"},
		{"closed parts", "<p>x<!--noindex-->y<!--/noindex-->\n<div data-nosnippet>z</div>", nil, aranea.IndexAdded, in, free, "DIRECTIVE.PARTS noindex,nosnippet in parts of the page, line 1, column 5 on"},
		{"canonical itself", "<link rel=canonical href='http://a.test/dir/page'>", nil, aranea.IndexAdded, in, free, ""},
		{"canonical elsewhere is a hint", "<link rel=canonical href=/>", nil, aranea.IndexAdded, in, free, "DIRECTIVE.CANONICAL http://a.test/ in link, line 1, column 1"},
		{"canonical form", "<link rel=canonical href='http://a.test/dir/page?lang=en'>", nil, aranea.DupCanonical, out, aranea.IndexChange{}, "DUP.CANONICAL http://a.test/dir/page?lang=en in link, line 1, column 1"},
		{"canonical form in a field", "", []string{"Link", "<?lang=en>; rel=canonical"}, aranea.DupCanonical, out, aranea.IndexChange{}, "DUP.CANONICAL http://a.test/dir/page?lang=en in Link"},
		{"canonical on an unknown host", "<link rel=canonical href='http://www.a.test/dir/page'>", nil, aranea.IndexAdded, in, free, "DIRECTIVE.CANONICAL http://www.a.test/dir/page in link, line 1, column 1"},
		{"two canonical URLs", "<link rel=canonical href=/x><link rel=canonical href=/y>", nil, aranea.IndexAdded, in, free, ""},
		{"refresh", "<meta http-equiv=refresh content='0;url=/new'>", nil, aranea.DirectiveRefresh, out, aranea.IndexChange{}, "DIRECTIVE.REFRESH to http://a.test/new in meta refresh, line 1, column 1"},
		{"refresh in a field", "", []string{"Refresh", "0;url=/new"}, aranea.DirectiveRefresh, out, aranea.IndexChange{}, "DIRECTIVE.REFRESH to http://a.test/new in Refresh"},
		{"refresh after a while", "<meta http-equiv=refresh content='5;url=/new'>", nil, aranea.IndexAdded, in, free, ""},
		{"refresh with scripts and without", "<noscript><meta http-equiv=refresh content='1;url=/new'></noscript><script>location.replace('/new')</script>", nil, aranea.DirectiveRefresh, out, aranea.IndexChange{}, "DIRECTIVE.REFRESH to http://a.test/new in the page"},
		{"refresh without scripts", "<noscript><meta http-equiv=refresh content='0;url=/new'></noscript>", nil, aranea.IndexAdded, in, free, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := plan(options(t), visit(t, 200, tt.head+body, tt.header...))
			if o.Entry.Reason != tt.reason || o.Index.Action != tt.action || o.Entry.State != aranea.StateDone {
				t.Errorf("%s %s (%s), index %s; want %s, %s", o.Entry.State, o.Entry.Reason, o.Entry.Detail, o.Index.Action, tt.reason, tt.action)
			}
			if got := said(o); got != tt.trail {
				t.Errorf("trail %q\nwant %q", got, tt.trail)
			}
			c := o.Index
			if c.Snippet != tt.shown.Snippet || c.NoCopy != tt.shown.NoCopy || c.MaxSnippet != tt.shown.MaxSnippet || !c.Expires.Equal(tt.shown.Expires) {
				t.Errorf("shown: %v, no copy %v, %d letters, until %s", c.Snippet, c.NoCopy, c.MaxSnippet, c.Expires)
			}
			// Every directive that keeps a page out of the index also takes an indexed page
			// out.
			f := visit(t, 200, tt.head+body, tt.header...)
			f.lease.Entry.Indexed = true
			want := aranea.IndexPut
			if tt.action == out {
				want = aranea.IndexDelete
			}
			if o := plan(options(t), f); o.Index.Action != want || o.Entry.Indexed != (want == aranea.IndexPut) {
				t.Errorf("an indexed page: %s, indexed %v", o.Index.Action, o.Entry.Indexed)
			}
		})
	}
}

// TestPlanRefresh: a refresh without delay is a redirect except for its status.
func TestPlanRefresh(t *testing.T) {
	t.Parallel()
	const page = "<meta http-equiv=refresh content='0;url=/new'><a href=/other>x</a>"
	f := visit(t, 200, page)
	f.lease.Entry.Depth, f.lease.Entry.Hops = 3, 2
	o := plan(options(t), f)
	if o.Entry.Target != "http://a.test/new" || o.Entry.Detail != "meta refresh, line 1, column 1" {
		t.Errorf("target %q, detail %q", o.Entry.Target, o.Entry.Detail)
	}
	if got := links(o); got != "http://a.test/new SCHEDULE.QUEUED, http://a.test/other SCOPE.DEPTH" {
		t.Errorf("links %s", got)
	}
	if d := o.Links[0]; d.Depth != 3 || d.Hops != 3 || d.How != aranea.HowRefresh {
		t.Errorf("the target: depth %d, hops %d, found as %s", d.Depth, d.Hops, d.How)
	}
	f.lease.Entry.Hops = MaxHops
	if o = plan(options(t), f); o.Entry.Reason != aranea.HTTPBadRedirect || o.Entry.State != aranea.StateGone || links(o) != "http://a.test/other SCOPE.DEPTH" {
		t.Errorf("one refresh too many: %s, links %s", o.Entry.Reason, links(o))
	}
	f = visit(t, 200, page, "X-Robots-Tag", "nofollow")
	if o = plan(options(t), f); links(o) != "http://a.test/new SCOPE.NOFOLLOW, http://a.test/other SCOPE.NOFOLLOW" {
		t.Errorf("nofollow: %s", links(o))
	}
	if o = plan(options(t), visit(t, 200, "<meta http-equiv=refresh content='0;url=/new'>")); o.Entry.Reason != aranea.DirectiveRefresh {
		t.Errorf("a page without text: %s", o.Entry.Reason)
	}
}

// TestPlanCanonical: the known state of the canonical URL decides.
func TestPlanCanonical(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, url, canonical string
		entry                aranea.Entry
		want                 aranea.Reason
	}{
		{"queued", "http://a.test/p?s=1", "/p", aranea.Entry{State: aranea.StateQueued}, aranea.DupCanonical},
		{"indexed", "http://a.test/p?s=1", "/p", aranea.Entry{State: aranea.StateDone, Indexed: true}, aranea.DupCanonical},
		{"indexed and queued again", "http://a.test/p?s=1", "/p", aranea.Entry{State: aranea.StateQueued, Indexed: true}, aranea.DupCanonical},
		{"not there", "http://a.test/p?s=1", "/p", aranea.Entry{State: aranea.StateGone}, aranea.IndexAdded},
		{"closed", "http://a.test/p?s=1", "/p", aranea.Entry{State: aranea.StateExcluded}, aranea.IndexAdded},
		{"not indexed", "http://a.test/p?s=1", "/p", aranea.Entry{State: aranea.StateDone}, aranea.IndexAdded},
		{"out of scope", "http://a.test/p?s=1", "/p?" + strings.Repeat("x=1&", 700), aranea.Entry{}, aranea.IndexAdded},
		{"another path, indexed", "http://a.test/p", "/q", aranea.Entry{State: aranea.StateDone, Indexed: true}, aranea.IndexAdded},
		{"another host of the site, indexed", "http://a.test/p", "http://www.a.test/p", aranea.Entry{State: aranea.StateDone, Indexed: true}, aranea.DupCanonical},
		{"another scheme, queued", "http://a.test/p", "https://a.test/p", aranea.Entry{State: aranea.StateQueued}, aranea.IndexAdded},
		{"another site, indexed", "http://a.test/p", "http://b.test/p", aranea.Entry{State: aranea.StateDone, Indexed: true}, aranea.IndexAdded},
	}
	for _, tt := range tests {
		f := visit(t, 200, body)
		f.lease.Entry.URL = parse(t, tt.url)
		f.page.URL = f.lease.Entry.URL
		to, err := f.page.URL.Resolve(tt.canonical)
		if err == nil {
			f.page.Canonicals = []weburl.URL{to}
		}
		f.canonical = tt.entry
		o := plan(options(t), f)
		if o.Entry.Reason != tt.want {
			t.Errorf("%s: %s (%s), want %s", tt.name, o.Entry.Reason, o.Entry.Detail, tt.want)
		}
		if f.hidden = true; plan(options(t), f).Entry.Reason != aranea.IndexAdded {
			t.Errorf("%s: gives way to a page that the robots file closes", tt.name)
		}
		if tt.want == aranea.DupCanonical && (o.Entry.Target != to.String() || o.Entry.Indexed) {
			t.Errorf("%s: target %q", tt.name, o.Entry.Target)
		}
	}
}

// TestPlanCanonicalPath: a page at another path than its canonical one leaves the index if its text
// stands there, too.
func TestPlanCanonicalPath(t *testing.T) {
	t.Parallel()
	in := aranea.Entry{State: aranea.StateDone, Indexed: true}
	const text = 0xf0f0_1234_5678_9abc
	tests := []struct {
		name, url, canonical string
		entry                aranea.Entry
		page, there          uint64
		facets               []aranea.Facet
		want                 aranea.Reason
	}{
		{"a post of a thread", "http://a.test/t/7/looms/3", "/t/7/looms", in, text ^ 0xff, text, nil, aranea.DupCanonical},
		{"the page of the thread in a list of pages", "http://a.test/t/7/looms/33", "/t/7/looms?page=2", in, text, text, nil, aranea.DupCanonical},
		{"an untranslated page", "http://a.test/ko/looms", "/looms", in, text, text ^ 1, nil, aranea.DupCanonical},
		{"the next page of a list", "http://a.test/list/2", "/list", in, text ^ 0x1ff, text, nil, aranea.IndexAdded},
		{"little text", "http://a.test/t/7/looms/3", "/t/7/looms", in, 0, 0, nil, aranea.IndexAdded},
		{"little text there", "http://a.test/t/7/looms/3", "/t/7/looms", in, text, 0, nil, aranea.IndexAdded},
		{"a page that waits", "http://a.test/t/7/looms/3", "/t/7/looms", aranea.Entry{State: aranea.StateQueued}, text, text, nil, aranea.IndexAdded},
		{"a page that is gone", "http://a.test/t/7/looms/3", "/t/7/looms", aranea.Entry{State: aranea.StateGone}, text, text, nil, aranea.IndexAdded},
		{"another origin", "http://a.test/p", "http://www.a.test/q", in, text, text, nil, aranea.IndexAdded},
		{"an older version", "http://a.test/1.0/looms", "/2.0/looms", in, text, text, nil, aranea.IndexAdded},
		{"a version of its own", "http://a.test/1.0/looms", "/looms", in, text, text, nil, aranea.IndexAdded},
		{"facets", "http://a.test/red", "/shirt", in, text, text, []aranea.Facet{{Name: "color", Value: "red"}}, aranea.IndexAdded},
	}
	for _, tt := range tests {
		f := visit(t, 200, body)
		f.lease.Entry.URL = parse(t, tt.url)
		f.page.URL, f.page.Sketch, f.page.Facets = f.lease.Entry.URL, tt.page, tt.facets
		to, err := f.page.URL.Resolve(tt.canonical)
		if err != nil {
			t.Fatal(err)
		}
		f.page.Canonicals, f.canonical, f.kept = []weburl.URL{to}, tt.entry, tt.there
		o := plan(options(t), f)
		if o.Entry.Reason != tt.want || tt.want == aranea.DupCanonical && (o.Entry.Target != to.String() || o.Entry.Indexed) {
			t.Errorf("%s: %s (%s) to %q, want %s", tt.name, o.Entry.Reason, o.Entry.Detail, o.Entry.Target, tt.want)
		}
		if f.hidden = true; plan(options(t), f).Entry.Reason != aranea.IndexAdded {
			t.Errorf("%s: gives way to a page that the robots file closes", tt.name)
		}
	}
}

// TestRedirectSaysNothing: only the answer that brings the page has directives for it.
func TestRedirectSaysNothing(t *testing.T) {
	t.Parallel()
	o := plan(options(t), visit(t, 301, "", "Location", "/new", "X-Robots-Tag", "none"))
	if o.Entry.Reason != aranea.HTTPRedirect || links(o) != "http://a.test/new SCHEDULE.QUEUED" || said(o) != "" {
		t.Errorf("%s, links %s, trail %s", o.Entry.Reason, links(o), said(o))
	}
}

// TestPlanUnchanged: a 304 may bring new fields.
func TestPlanUnchanged(t *testing.T) {
	t.Parallel()
	f := visit(t, 304, "", "X-Robots-Tag", "otherbot: noarchive, aranea: noindex")
	f.lease.Entry.Indexed, f.lease.Entry.Validators = true, aranea.Validators{ETag: `"1"`}
	o := plan(options(t), f)
	if o.Entry.Reason != aranea.DirectiveNoIndex || o.Index.Action != aranea.IndexDelete || o.Entry.Validators != (aranea.Validators{}) ||
		o.Entry.Detail != "noindex for Aranea in X-Robots-Tag" {
		t.Errorf("%s (%s), index %s, validators %+v", o.Entry.Reason, o.Entry.Detail, o.Index.Action, o.Entry.Validators)
	}
	f.lease.Entry.Indexed = false
	if o := plan(options(t), f); o.Entry.Reason != aranea.HTTPNotModified || o.Entry.Validators.ETag == "" {
		t.Errorf("a page that is out already: %s", o.Entry.Reason)
	}
	f.lease.Entry.Reason, f.lease.Entry.Detail = aranea.DupExact, "http://a.test/first"
	o = plan(options(t), f)
	if o.Entry.State != aranea.StateDone || o.Entry.Reason != aranea.DupExact || o.Entry.Detail != "http://a.test/first" || o.Events[len(o.Events)-1].Reason != aranea.HTTPNotModified {
		t.Errorf("a page that was left out for a reason: %+v, trail %v", o.Entry, o.Events)
	}
}

// TestPlanNarrowed: a page is requested again in full if the fields of a 304 limit what may be
// shown of it, and leaves the index at once if they forbid indexing.
func TestPlanNarrowed(t *testing.T) {
	t.Parallel()
	for field, want := range map[string]aranea.Reason{"nosnippet": aranea.IndexAdded, "noindex, nosnippet": aranea.DirectiveNoIndex} {
		f := visit(t, 304, "", "X-Robots-Tag", field)
		f.lease.Entry.Reason, f.lease.Entry.Indexed, f.lease.Entry.Validators = aranea.IndexAdded, true, aranea.Validators{ETag: `"1"`}
		f.narrowed = true
		o := plan(options(t), f)
		again := want == aranea.IndexAdded
		if o.Entry.State != aranea.StateDone || o.Entry.Reason != want || o.Entry.Indexed != again || o.Entry.Again != again || again && !o.Entry.Due.IsZero() || o.Entry.Validators != (aranea.Validators{}) {
			t.Errorf("%s: %+v", field, o.Entry)
		}
	}
}

// TestUnchangedKeepsItsReason: a page that is visited again and has not changed stays out of
// the index for the same reason.
func TestUnchangedKeepsItsReason(t *testing.T) {
	t.Parallel()
	for _, r := range aranea.Reasons() {
		f := visit(t, 304, "")
		f.lease.Entry.Reason, f.lease.Entry.Detail = r, "so"
		want := r
		switch family, _, _ := strings.Cut(r.String(), "."); {
		case family == "NONE", family == "SCHEDULE", r == aranea.RobotsUnreachable, r == aranea.RobotsHours:
			want = aranea.HTTPNotModified // no earlier answer is known
		}
		if o := plan(options(t), f); o.Entry.Reason != want {
			t.Errorf("%s became %s, want %s", r, o.Entry.Reason, want)
		}
	}
}

// TestPageDialect: the crawl reads fields and tags in the dialect it is given.
func TestPageDialect(t *testing.T) {
	t.Parallel()
	if got := (Options{}).withDefaults().PageDialect; got != robotsmeta.Strictest() {
		t.Errorf("the default is %s", got.Name)
	}
	opt := options(t)
	opt.PageDialect = robotsmeta.Google()
	f := visit(t, 304, "", "Content-Usage", "search=n")
	f.lease.Entry.Indexed = true
	if o := plan(opt, f); o.Entry.Reason != aranea.HTTPNotModified {
		t.Errorf("google: %s", o.Entry.Reason)
	}
	if o := plan(options(t), f); o.Entry.Reason != aranea.DirectiveNoIndex {
		t.Errorf("strictest: %s", o.Entry.Reason)
	}
}

// TestPlanUnread: a document of an unread type is not indexed; its fields and its robots file
// decide whether the words of links may find it.
func TestPlanUnread(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		header []string
		file   string // what the robots file says
		reason aranea.Reason
	}{
		{"nothing", []string{"Content-Type", "application/x-zzq"}, "", aranea.BodyType},
		{"noindex", []string{"Content-Type", "application/x-zzq", "X-Robots-Tag", "noindex"}, "", aranea.DirectiveNoIndex},
		{"noindex of the robots file", []string{"Content-Type", "application/x-zzq"}, "Noindex: /dir/", aranea.DirectiveNoIndex},
		{"expired", []string{"Content-Type", "application/x-zzq", "X-Robots-Tag", "unavailable_after: 2010-01-01"}, "", aranea.DirectiveExpired},
		{"no picture, of a picture", []string{"Content-Type", "image/zzq", "X-Robots-Tag", "noimageindex"}, "", aranea.DirectiveNoIndex},
		{"no picture, of another file", []string{"Content-Type", "application/x-zzq", "X-Robots-Tag", "noimageindex"}, "", aranea.BodyType},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			read, left := visit(t, 200, "\x00\x01\x02\x03", tt.header...), visit(t, 200, "", tt.header...)
			left.fetched.Failure = aranea.BodyType
			for body, f := range map[string]facts{"read": read, "left": left} {
				f.ruling.noIndex = tt.file
				if o := plan(options(t), f); o.Entry.Reason != tt.reason || o.Entry.State != aranea.StateDone || o.Index.Action != aranea.IndexKeep {
					t.Errorf("with its body %s: %s %s (%s), index %s; want %s", body, o.Entry.State, o.Entry.Reason, o.Entry.Detail, o.Index.Action, tt.reason)
				}
			}
			f := visit(t, 304, "", tt.header...)
			f.lease.Entry.Reason, f.lease.Entry.Validators.ETag, f.ruling.noIndex = aranea.BodyType, `"1"`, tt.file
			o := plan(options(t), f)
			if o.Entry.Reason != tt.reason || (o.Entry.Validators == aranea.Validators{}) == (tt.reason == aranea.BodyType) {
				t.Errorf("as it was: %s, validators %+v; want %s", o.Entry.Reason, o.Entry.Validators, tt.reason)
			}
		})
	}
}

// TestPlanRoutes: the trail says of a page how many of its links only its scripts interpret.
func TestPlanRoutes(t *testing.T) {
	t.Parallel()
	o := plan(options(t), visit(t, 200, body+"<a href='#/guide'>Guide</a> <a href='#!/api'>API</a> <a href='#part'>Part</a>"))
	if want := "2 links that only its scripts interpret"; o.Entry.Reason != aranea.IndexAdded || !strings.Contains(o.Entry.Detail, want) {
		t.Errorf("%s (%s), want %s", o.Entry.Reason, o.Entry.Detail, want)
	}
}
