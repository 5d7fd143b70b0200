package robotsmeta

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func read(fields ...[2]string) Directives {
	r := NewReader("FooBot")
	for _, f := range fields {
		r.Field(f[0], f[1])
	}
	return r.Directives()
}

func TestTrap53Combination(t *testing.T) {
	t.Parallel()
	for d, want := range map[Dialect]bool{Strictest(): false, Google(): false, Yandex(): true, Inktomi(): false} {
		r := NewReaderFor(d, "x")
		r.Meta("robots", "all, none")
		if got := r.Directives().Index(now); got.Allowed != want {
			t.Errorf("%s: %+v", d.Name, got)
		}
		if by, ok := DialectByName(d.Name); !ok || by != d {
			t.Errorf("DialectByName(%s)", d.Name)
		}
	}
	if d, ok := DialectByName(""); !ok || d != Strictest() {
		t.Error("the default is not the strictest")
	}
	if _, ok := DialectByName("martian"); ok {
		t.Error("an unknown dialect was found")
	}
}

func TestTrap56Unseen(t *testing.T) {
	t.Parallel()
	d := read([2]string{"X-Robots-Tag", "noindex"})
	found := d.Lint(LintOptions{Closed: true, InSitemap: true})
	if len(found) != 2 || found[0].Check != Unseen || found[1].Check != SitemapHidden {
		t.Errorf("%v", found)
	}
}

func TestPreviews(t *testing.T) {
	t.Parallel()
	tests := []struct {
		value          string
		snippet, video int
		image          string
	}{
		{"", -1, -1, "large"},
		{"max-snippet:50, max-snippet:20, max-video-preview:3, max-image-preview:standard", 20, 3, "standard"},
		{"nosnippet, max-snippet:50", 0, 0, "large"},
		{"max-snippet:-1, max-image-preview:NONE, max-image-preview:large", -1, -1, "none"},
		{"max-snippet:soon, max-video-preview:0", -1, 0, "large"},
	}
	for _, tt := range tests {
		d := read([2]string{"X-Robots-Tag", tt.value})
		if d.MaxSnippet(now) != tt.snippet || d.MaxVideoPreview() != tt.video || d.MaxImagePreview() != tt.image {
			t.Errorf("%q: %d, %d, %s", tt.value, d.MaxSnippet(now), d.MaxVideoPreview(), d.MaxImagePreview())
		}
	}
	d := read([2]string{"X-Robots-Tag", "notranslate, noimageindex, noindex, indexifembedded"})
	if d.Translate(now).Allowed || d.ImageIndex(now).Allowed || d.Index(now).Allowed || !d.IndexEmbedded(now).Allowed {
		t.Error("translate, pictures or embedding")
	}
}

func TestRobotsTag(t *testing.T) {
	t.Parallel()
	for value, want := range map[string][2]bool{
		"noindex": {false, true}, "*=noindex, nosnippet": {false, false}, "otherbot=noindex": {true, true},
		"otherbot=noindex; foobot=nosnippet": {true, false}, "FooBot=noindex; *=nosnippet": {false, false}, "": {true, true},
	} {
		d := read([2]string{"Robots-Tag", value})
		if d.Index(now).Allowed != want[0] || d.Snippet(now).Allowed != want[1] {
			t.Errorf("%q: index %+v, snippet %+v", value, d.Index(now), d.Snippet(now))
		}
	}
}

func TestUse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name           string
		fields         [][2]string
		label          string
		allowed, known bool
	}{
		{"nothing", nil, "train-ai", false, false},
		{"a grant", [][2]string{{"Content-Usage", "train-ai=y"}}, "train-ai", true, true},
		{"a refusal", [][2]string{{"content-usage", "search=y, train-ai=n;x=1"}}, "train-ai", false, true},
		{"the most restrictive", [][2]string{{"Content-Usage", "train-ai=n"}, {"Content-Signal", "ai-train=yes"}}, "ai-train", false, true},
		{"the most restrictive, the other order", [][2]string{{"Content-Signal", "ai-train=yes"}, {"Content-Usage", "train-ai=n"}}, "train-ai", false, true},
		{"a signal", [][2]string{{"Content-Signal", "search=yes,ai-input=no"}}, "ai-input", false, true},
		{"noai", [][2]string{{"X-Robots-Tag", "noai"}}, "train-ai", false, true},
		{"noai beats a grant", [][2]string{{"X-Robots-Tag", "noai"}, {"Content-Usage", "train-ai=y"}}, "train-ai", false, true},
		{"text and data mining", [][2]string{{"TDM-Reservation", "1"}}, "tdm", false, true},
		{"text and data mining, free", [][2]string{{"tdm-reservation", "0"}}, "tdm", true, true},
		{"an unknown word", [][2]string{{"Content-Usage", "train-ai=maybe"}}, "train-ai", false, false},
	}
	for _, tt := range tests {
		got := read(tt.fields...).Use(tt.label)
		if got.Allowed != tt.allowed || got.Known != tt.known || got.Known && got.Source == "" {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	d := read([2]string{"Content-Usage", "search=n"})
	if v := d.Index(now); v.Allowed || v.Source != "search=n in Content-Usage" {
		t.Errorf("search=n: %+v", v)
	}
	r := NewReaderFor(Google(), "x")
	r.Field("Content-Usage", "search=n")
	if !r.Directives().Index(now).Allowed {
		t.Error("a dialect that ignores usage obeys search=n")
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	r := NewReader("x")
	r.Link("Canonical", " /a ")
	r.Link("stylesheet", "/b.css")
	r.Field("Link", `</c,d>; rel="canonical"; title="a, b", </l.xml>; rel=license, <bad`)
	d := r.Directives()
	if got := fmt.Sprint(d.Canonicals()); got != "[{/a link tag} {/c,d Link}]" {
		t.Errorf("canonicals %s", got)
	}
	if got := fmt.Sprint(d.Licenses()); got != "[{/l.xml Link}]" {
		t.Errorf("licenses %s", got)
	}
	if rel := ParseRel(" NoFollow\tugc alternate x "); rel.String() != "nofollow ugc alternate" || !rel.NoFollow() {
		t.Errorf("rel %s", rel)
	}
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]Refresh{
		"5":                  {After: 5 * time.Second},
		"0; url=/x":          {URL: "/x"},
		" 3 ,URL = '/a b' z": {After: 3 * time.Second, URL: "/a b"},
		"1 /y":               {After: time.Second, URL: "/y"},
		"2.5;url=\"/q":       {After: 2 * time.Second, URL: "/q"},
		".5; urls":           {URL: "urls"},
	} {
		got, ok := ParseRefresh(content)
		if !ok || got != want {
			t.Errorf("%q: %+v, %v", content, got, ok)
		}
	}
	for _, bad := range []string{"", "x", "url=/x", "5x", "-1", "99999999999"} {
		if got, ok := ParseRefresh(bad); ok {
			t.Errorf("%q: %+v", bad, got)
		}
	}
	r := NewReader("x")
	r.Tag(Tag{HTTPEquiv: "Refresh", Content: "0;url=/new"})
	r.Field("Refresh", "9")
	if f := r.Directives().Refresh(); f == nil || !f.Permanent() || f.Source != "meta refresh" {
		t.Errorf("%+v", f)
	}
}

func TestRevisit(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for content, want := range map[string]time.Duration{
		"10 days": 10 * day, "1 day": day, "7": 7 * day, "2 Weeks": 14 * day, "1 month": 30 * day, "12 hours": 12 * time.Hour, "1 year": 365 * day,
		"": 0, "soon": 0, "0 days": 0, "-1 days": 0, "3 moons": 0, "99999 days": 0,
	} {
		if got, ok := ParseRevisit(content); got != want || ok != (want > 0) {
			t.Errorf("%q: %s, %v", content, got, ok)
		}
	}
}

func TestFragments(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, page, want string }{
		{"comment form", "a<!--noindex-->b<!--/noindex-->c", "a/open b/noindex c/open"},
		{"misnested", "<b>a<noindex>b</b>c</noindex>d", "a/open b/noindex c/noindex d/open"},
		{"never closed", "a<noindex>b<p>c", "a/open b/noindex c/noindex"},
		{"googleoff index", "a<!--googleoff: index-->b<!--googleon: index-->c", "a/open b/noindex c/open"},
		{"googleoff all, partly on", "<!-- googleoff: all -->b<!--googleon:index-->c", "b/noindex,noanchor,nosnippet c/noanchor,nosnippet"},
		{"googleoff anchor and snippet", "<!--googleoff:anchor-->a<!--googleoff:snippet-->b", "a/noanchor b/noanchor,nosnippet"},
		{"nosnippet", "<div data-nosnippet>a<div>b</div>c</div>d", "a/nosnippet b/nosnippet c/nosnippet d/open"},
		{"nosnippet on another element", "<p data-nosnippet>a</p>b", "a/open b/open"},
		{"nosnippet with a value", "<span x=1 DATA-NOSNIPPET='true' y>a</span>b", "a/nosnippet b/open"},
		{"nocontent", `<ul class="menu robots-nocontent"><li>a</li></ul>b`, "a/noindex b/open"},
		{"scripts", "a<script>if (a<b) '<noindex>'</script>b<style></style>c", "a/open b/open c/open"},
		{"elements without content", "<img class=robots-nocontent>a", "a/open"},
		{"odd markup", "a<1</>b<!x>c<", "a/open </open 1/open </open />b/open c/open </open"},
	}
	for _, tt := range tests {
		var got []string
		for p := range Parts(tt.page) {
			got = append(got, p.Text+"/"+p.Region.String())
			if tt.page[p.Start:p.Start+len(p.Text)] != p.Text {
				t.Errorf("%s: %+v is not at its place", tt.name, p)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, strings.Join(got, " "), tt.want)
		}
	}
}

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
		{"contradiction", []Tag{meta("index, noindex")}, LintOptions{}, []Check{Contradiction}},
		{"contradiction of tags", []Tag{meta("all"), {Name: "foobot", Content: "nofollow"}}, LintOptions{}, []Check{Contradiction}},
		{"two numbers", []Tag{meta("max-snippet:1, max-snippet:2")}, LintOptions{}, []Check{Contradiction}},
		{"duplicate", []Tag{meta("noindex, noindex")}, LintOptions{}, []Check{Duplicate}},
		{"redundant", []Tag{meta("all, follow")}, LintOptions{}, []Check{Redundant}},
		{"unknown", []Tag{meta("no-index")}, LintOptions{}, []Check{Unknown}},
		{"outside the head", []Tag{{Name: "robots", Content: "noindex", InBody: true}}, LintOptions{}, []Check{OutsideHead}},
		{"http-equiv", []Tag{{HTTPEquiv: "robots", Content: "noindex"}}, LintOptions{}, []Check{WrongAttribute}},
		{"property", []Tag{{Property: "FooBot", Content: "noindex"}}, LintOptions{}, []Check{WrongAttribute}},
		{"misspelt", []Tag{{Name: "robots", Misspelt: "contect"}}, LintOptions{}, []Check{Misspelt}},
		{"separator", []Tag{meta("noindex nofollow; noarchive")}, LintOptions{}, []Check{Separator}},
		{"bad number", []Tag{meta("max-snippet:few")}, LintOptions{}, []Check{BadValue}},
		{"bad size", []Tag{meta("max-image-preview:huge")}, LintOptions{}, []Check{BadValue}},
		{"bad date", []Tag{meta("unavailable_after: soon")}, LintOptions{}, []Check{BadValue}},
		{"bad interval", []Tag{{Name: "revisit-after", Content: "soon"}}, LintOptions{}, []Check{BadValue}},
		{"expired", []Tag{meta("unavailable_after: 2020-01-01")}, LintOptions{Now: now}, []Check{Expired}},
		{"obsolete", []Tag{meta("noodp")}, LintOptions{}, []Check{Obsolete}},
	}
	covered := []Check{CanonicalHidden, CanonicalTwice, Unseen, SitemapHidden}
	for _, tt := range tests {
		r := NewReader("FooBot")
		for _, tag := range tt.tags {
			r.Tag(tag)
		}
		var got []Check
		for _, f := range r.Directives().Lint(tt.opt) {
			got = append(got, f.Check)
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
	r := NewReader("x")
	r.Meta("robots", "noindex")
	r.Link("canonical", "https://a/1")
	r.Field("Link", "<https://a/2>; rel=canonical")
	var got []Check
	for _, f := range r.Directives().Lint(LintOptions{URL: "https://a/1"}) {
		got = append(got, f.Check)
	}
	if !slices.Equal(got, []Check{CanonicalHidden, CanonicalTwice}) {
		t.Errorf("canonical: %v", got)
	}
}

func TestSeparatorsAreTaken(t *testing.T) {
	t.Parallel()
	r := NewReader("x")
	r.Meta("robots", "noindex nofollow;noarchive")
	if d := r.Directives(); d.Index(now).Allowed || d.Follow(now).Allowed || d.Archive(now).Allowed {
		t.Errorf("%v", d.Statements())
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	r := NewReader("x")
	for i := range 1000 {
		r.Meta("robots", fmt.Sprintf("x%d, noindex noindex", i))
		r.Link("canonical license", fmt.Sprintf("/%d", i))
		r.Field("Content-Usage", fmt.Sprintf("l%d=y", i))
	}
	d := r.Directives()
	if len(d.Statements()) > MaxDirectives || len(d.Canonicals()) > MaxLinks || len(d.uses) > maxUses || len(d.Lint(LintOptions{})) > maxFindings {
		t.Error("a limit does not hold")
	}
}

// FuzzParts holds that parts lie in the page, in order and without overlap, and
// that no text gets lost from a page without markup.
func FuzzParts(f *testing.F) {
	f.Add("<p>a<!--noindex-->b<noindex>c</p></noindex><div data-nosnippet class='x robots-nocontent'>d</div><script>e</script>")
	f.Add("<a <b c=\"d></a><!-- <!DOCTYPE")
	f.Fuzz(func(t *testing.T, page string) {
		at, text := 0, 0
		for p := range Parts(page) {
			if p.Start < at || p.Text == "" || p.Start+len(p.Text) > len(page) || page[p.Start:p.Start+len(p.Text)] != p.Text {
				t.Fatalf("%+v behind %d", p, at)
			}
			at = p.Start + len(p.Text)
			text += len(p.Text)
		}
		if !strings.Contains(page, "<") && text != len(page) {
			t.Fatal("text is lost")
		}
	})
}

// FuzzFields holds that no field or tag upsets the reader.
func FuzzFields(f *testing.F) {
	f.Add("Link", "<a>; rel=\"canonical\", <b>;rel=license", "refresh")
	f.Add("X-Robots-Tag", "foobot: noindex, unavailable_after: Fri, 1 Jan 2027, max-snippet:1", "robots")
	f.Add("Content-Usage", "train-ai=n;x, search=\"y\"", "revisit-after")
	f.Fuzz(func(t *testing.T, name, value, tag string) {
		for _, d := range Dialects() {
			r := NewReaderFor(d, "FooBot")
			r.Field(name, value)
			r.Field("X-Robots-Tag", value)
			r.Field("Robots-Tag", value)
			r.Field("Link", value)
			r.Tag(Tag{Name: tag, HTTPEquiv: tag, Content: value, InBody: true})
			r.Tag(Tag{HTTPEquiv: "refresh", Content: value})
			out := r.Directives()
			for _, s := range out.Statements() {
				if s.Name == "" || s.Name != strings.ToLower(s.Name) {
					t.Fatalf("name %q", s.Name)
				}
			}
			if v := out.Index(now); !v.Allowed && v.Source == "" {
				t.Fatal("a refusal without source")
			}
			if n := out.MaxSnippet(now); n < -1 {
				t.Fatalf("max-snippet %d", n)
			}
			if len(out.Lint(LintOptions{Now: now, Closed: true})) > maxFindings {
				t.Fatal("too many findings")
			}
		}
	})
}

func BenchmarkParts(b *testing.B) {
	page := strings.Repeat("<div class=\"a b\"><p>Some text with <b>bold</b> words</p><!--noindex-->x<!--/noindex--></div>\n", 500)
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		for p := range Parts(page) {
			_ = p
		}
	}
}
