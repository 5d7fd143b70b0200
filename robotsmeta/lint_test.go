package robotsmeta

import (
	"slices"
	"strings"
	"testing"
)

func TestLint(t *testing.T) {
	t.Parallel()
	meta := func(content string) Tag { return Tag{Name: "robots", Content: content} }
	tests := []struct {
		name string
		tags []Tag
		opt  LintOptions
		want []Check
	}{
		{"nothing", []Tag{meta("noindex, nofollow")}, LintOptions{}, nil},
		{"contradiction", []Tag{meta("index, noindex")}, LintOptions{}, []Check{CheckContradiction}},
		{"contradiction of tags", []Tag{meta("all"), {Name: "foobot", Content: "nofollow"}}, LintOptions{}, []Check{CheckContradiction}},
		{"archive and nocache", []Tag{meta("archive, nocache")}, LintOptions{}, []Check{CheckContradiction}},
		{"nosnippet and a length", []Tag{meta("nosnippet, max-snippet:9")}, LintOptions{}, []Check{CheckContradiction}},
		{"nosnippet and no length", []Tag{meta("nosnippet, max-snippet:0")}, LintOptions{}, nil},
		{"two numbers", []Tag{meta("max-snippet:1, max-snippet:2")}, LintOptions{}, []Check{CheckContradiction}},
		{"duplicate", []Tag{meta("noindex, noindex")}, LintOptions{}, []Check{CheckDuplicate}},
		{"duplicate in two tags", []Tag{meta("noindex"), {Name: "robots", Content: "noindex", Line: 7}}, LintOptions{}, []Check{CheckDuplicate}},
		{"redundant", []Tag{meta("all, follow")}, LintOptions{}, []Check{CheckRedundant}},
		{"unknown", []Tag{meta("no-index")}, LintOptions{}, []Check{CheckUnknown}},
		{"outside the head", []Tag{{Name: "robots", Content: "noindex", InBody: true}}, LintOptions{}, []Check{CheckOutsideHead}},
		{"http-equiv", []Tag{{HTTPEquiv: "robots", Content: "noindex"}}, LintOptions{}, []Check{CheckWrongAttribute}},
		{"a field in http-equiv", []Tag{{HTTPEquiv: " X-Robots-Tag", Content: "noindex"}}, LintOptions{}, []Check{CheckWrongAttribute}},
		{"another field in http-equiv", []Tag{{HTTPEquiv: "Content-Type", Content: "noindex"}}, LintOptions{}, nil},
		{"several names", []Tag{{Name: "robots,bingbot", Content: "noindex"}}, LintOptions{}, []Check{CheckSeveralNames}},
		{"several names, ours among them", []Tag{{Name: "googlebot; FooBot", Content: "noindex"}}, LintOptions{}, []Check{CheckSeveralNames}},
		{"several names of others", []Tag{{Name: "googlebot, bingbot", Content: "noindex"}, {Name: ", robots2 ,", Content: "noindex"}}, LintOptions{}, nil},
		{"value for content", []Tag{{Name: "robots", Misspelt: "value"}}, LintOptions{}, []Check{CheckMisspelt}},
		{"property", []Tag{{Property: "FooBot", Content: "noindex"}}, LintOptions{}, []Check{CheckWrongAttribute}},
		{"misspelt", []Tag{{Name: "robots", Misspelt: "contect"}}, LintOptions{}, []Check{CheckMisspelt}},
		{"separator", []Tag{meta("noindex nofollow; noarchive")}, LintOptions{}, []Check{CheckSeparator}},
		{"typographic quotes", []Tag{{Name: "\u201DRobots\u201D", Content: "\u201Dnoindex\u201D"}}, LintOptions{}, []Check{CheckQuotes}},
		{"bad number", []Tag{meta("max-snippet:few")}, LintOptions{}, []Check{CheckBadValue}},
		{"no number", []Tag{meta("max-snippet")}, LintOptions{}, []Check{CheckBadValue}},
		{"a value too much", []Tag{meta("noindex: yes")}, LintOptions{}, []Check{CheckBadValue}},
		{"bad size", []Tag{meta("max-image-preview:huge")}, LintOptions{}, []Check{CheckBadValue}},
		{"bad date", []Tag{meta("unavailable_after: soon")}, LintOptions{}, []Check{CheckBadValue}},
		{"bad interval", []Tag{{Name: "revisit-after", Content: "soon"}}, LintOptions{}, []Check{CheckBadValue}},
		{"bad refresh", []Tag{{HTTPEquiv: "refresh", Content: "now"}}, LintOptions{}, []Check{CheckBadValue}},
		{"bad reservation", []Tag{{Name: "tdm-reservation", Content: "yes"}}, LintOptions{}, []Check{CheckBadValue}},
		{"expired", []Tag{meta("unavailable_after: 2020-01-01")}, LintOptions{Now: now}, []Check{CheckExpired}},
		{"not expired without a clock", []Tag{meta("unavailable_after: 2020-01-01")}, LintOptions{}, nil},
		{"obsolete", []Tag{meta("noodp")}, LintOptions{}, []Check{CheckObsolete}},
		{"other tags' names", []Tag{{Name: "FooBot", Content: "otherbot: noindex"}}, LintOptions{}, []Check{CheckUnknown}},
		{"no effect", []Tag{meta("indexifembedded")}, LintOptions{}, []Check{CheckNoEffect}},
		{"effect", []Tag{meta("noindex, indexifembedded")}, LintOptions{}, nil},
		{"other tags", []Tag{{Name: "description", Content: "noindex; noindex"}}, LintOptions{}, nil},
	}
	covered := []Check{CheckCanonicalHidden, CheckCanonicalTwice, CheckCanonicalClosed, CheckCanonicalUnfit, CheckUnseen, CheckSitemapHidden, CheckWrongWord, CheckUnclearName}
	for _, tt := range tests {
		r := NewReader("FooBot")
		for _, tag := range tt.tags {
			r.Tag(tag)
		}
		var got []Check
		for _, f := range r.Directives().Lint(tt.opt) {
			got = append(got, f.Check)
			if !strings.HasPrefix(f.String(), f.Check.String()+" in ") {
				t.Errorf("%s: %q", tt.name, f)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		covered = append(covered, tt.want...)
	}
	for _, c := range Checks() {
		if !slices.Contains(covered, c) || c.Text() == "" || strings.Contains(c.String(), "(") {
			t.Errorf("check %s is not shown", c)
		}
	}
	if Check(200).String() != "check(200)" || Check(200).Text() != "" {
		t.Error("an unknown check")
	}
}

func TestLintCanonical(t *testing.T) {
	t.Parallel()
	r := NewReader("x")
	r.Meta("robots", "noindex")
	r.Link(LinkTag{Rel: "canonical", Href: "https://a/1"})
	r.Field("Link", "<https://a/2>; rel=canonical")
	checks := func(opt LintOptions) []Check {
		var got []Check
		for _, f := range r.Directives().Lint(opt) {
			got = append(got, f.Check)
		}
		return got
	}
	if got := checks(LintOptions{URL: "https://a/1"}); !slices.Equal(got, []Check{CheckCanonicalHidden, CheckCanonicalTwice}) {
		t.Errorf("the page itself first: %v", got)
	}
	if got := checks(LintOptions{URL: "https://a/1", CanonicalClosed: true, CanonicalNoIndex: true}); len(got) != 2 {
		t.Errorf("the page itself is closed: %v", got)
	}
	got := checks(LintOptions{URL: "https://a/3", CanonicalClosed: true, CanonicalNoIndex: true})
	if !slices.Equal(got, []Check{CheckCanonicalHidden, CheckCanonicalHidden, CheckCanonicalTwice, CheckCanonicalClosed, CheckCanonicalUnfit}) {
		t.Errorf("another page: %v", got)
	}
}

// TestLintMeant checks that a name similar to a directive is reported with that directive.
func TestLintMeant(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"no-index": "noindex", "no index": "noindex", "no_follow": "nofollow", "noidnex": "noindex", "nofolow": "nofollow", "noarchieve": "noarchive",
		"unavailable-after": "unavailable_after", "maxsnippet:9": "max-snippet", "no-ai": "noai", "NoIndex_": "noindex",
		"dofollow": "", "moindex": "", "crawl": "", "nosnip": "", "noay": "", "index-me-please": "", strings.Repeat("-", 400) + "index": "",
	} {
		r := NewReader("FooBot")
		r.Meta("robots", said)
		var found []Finding
		for _, f := range r.Directives().Lint(LintOptions{}) {
			if f.Check == CheckUnknown {
				found = append(found, f)
			}
		}
		name, _, _ := strings.Cut(strings.ToLower(said), ":")
		if want != "" {
			name += "; did you mean " + want + "?"
		}
		if len(found) != 1 || found[0].Detail != clip(name, maxDetail) {
			t.Errorf("%q: %v, want the detail %q", said, found, name)
		}
	}
}

func TestIsMisspelt(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"contect": true, "conten": true, "contents": true, "ocntent": true, "Contnet": true, "contant": true, "vontent": true, "cotnent": true,
		"content": false, "name": false, "context-menu": false, "consent": true, "contentt": true, "contextx": false, "": false, "tnetnoc": false,
		"value": true, "Value": true, "values": false,
	} {
		if IsMisspelt(name) != want {
			t.Errorf("IsMisspelt(%q) = %v", name, !want)
		}
	}
}

// TestReads checks that Reads is true for exactly the tags that have an effect.
func TestReads(t *testing.T) {
	t.Parallel()
	for _, tag := range []Tag{
		{Name: "robots"}, {Name: " ROBOTS "}, {Name: "foobot"}, {Name: "FooBot/1"}, {Name: "otherbot"}, {Name: "viewport"}, {Name: "\u201Crobots\u201D"},
		{Name: "revisit-after"}, {Name: "tdm-reservation"}, {Name: "tdm-policy"}, {HTTPEquiv: "refresh"}, {HTTPEquiv: "Content-Type"}, {HTTPEquiv: "robots"},
		{HTTPEquiv: "X-Robots-Tag"}, {HTTPEquiv: "Robots-Tag"}, {HTTPEquiv: "Link"}, {Name: "robots,bingbot"}, {Name: "robots "}, {Name: "a,b"}, {Name: "robots,"},
		{Property: "robots"}, {Property: "og:title"}, {}, {Name: "description", HTTPEquiv: "refresh"},
	} {
		r := NewReader("FooBot")
		tag.Content = "0 days, noindex, martian"
		r.Tag(tag)
		d := r.Directives()
		trace := len(d.Statements())+len(d.Policies())+len(d.Lint(LintOptions{})) > 0 || d.Refresh() != nil
		if got := r.Reads(tag.Name, tag.HTTPEquiv, tag.Property); got != trace {
			t.Errorf("%+v: Reads is %v", tag, got)
		}
	}
}
