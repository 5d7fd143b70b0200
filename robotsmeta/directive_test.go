package robotsmeta

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/internal/preference"
)

// read reads fields of a response for the robot FooBot.
func read(fields ...[2]string) Directives { return readFor(Strictest(), fields...) }

func readFor(d Dialect, fields ...[2]string) Directives {
	r := NewReaderFor(d, "FooBot")
	for _, f := range fields {
		r.Field(f[0], f[1])
	}
	return r.Directives()
}

// show formats the prohibitions and limits of a page.
func show(d Directives) string {
	v := d.Judge(Situation{Now: now})
	var out []string
	for _, q := range []struct {
		name string
		Verdict
	}{{"visit", v.Visit}, {"index", v.Index}, {"follow", v.Follow}, {"archive", v.Archive}, {"snippet", v.Snippet}, {"images", v.Images}, {"translate", v.Translate}} {
		if !q.Allowed {
			out = append(out, "no "+q.name)
		}
		if q.Allowed != (q.Source == "") {
			out = append(out, "WRONG SOURCE")
		}
	}
	if n, _ := d.MaxSnippet(); n > 0 {
		out = append(out, fmt.Sprintf("snippet %d", n))
	}
	if n := d.MaxVideoPreview(); n >= 0 {
		out = append(out, fmt.Sprintf("video %d", n))
	}
	if s := d.MaxImagePreview(); s != "large" {
		out = append(out, "picture "+s)
	}
	for _, label := range []string{UseTrain, UseTrainImages} {
		if u := d.Use(label); u.Known && !u.Allowed {
			out = append(out, "no "+label)
		}
	}
	if out == nil {
		return "free"
	}
	return strings.Join(out, ", ")
}

// TestEachDirective checks at least one case for every known directive, in a meta tag, in
// X-Robots-Tag and in Robots-Tag.
func TestEachDirective(t *testing.T) {
	t.Parallel()
	tests := []struct{ said, want string }{
		{"", "free"},
		{"index", "free"}, {"follow", "free"}, {"all", "free"}, {"archive", "free"}, {"snippet", "free"},
		{"noindex", "no index"},
		{"nofollow", "no follow"},
		{"none", "no index, no follow"},
		{"noarchive", "no archive"},
		{"nocache", "no archive"},
		{"nosnippet", "no snippet, video 0"},
		{"max-snippet:0", "no snippet"},
		{"max-snippet:50", "snippet 50"},
		{"max-snippet: 50", "snippet 50"},
		{"max-snippet:-1", "free"},
		{"max-snippet:50, max-snippet:20", "snippet 20"},
		{"max-snippet:-1, max-snippet:20", "snippet 20"},
		{"max-snippet:few", "free"},
		{"nosnippet, max-snippet:50", "no snippet, video 0"},
		{"max-video-preview:3", "video 3"},
		{"max-video-preview:0", "video 0"},
		{"max-video-preview:-1", "free"},
		{"max-image-preview:none", "picture none"},
		{"max-image-preview:STANDARD", "picture standard"},
		{"max-image-preview:large", "free"},
		{"max-image-preview:large, max-image-preview:standard", "picture standard"},
		{"max-image-preview:huge", "free"},
		{"notranslate", "no translate"},
		{"noimageindex", "no images"},
		{"unavailable_after: 2026-11-19", "no index"},
		{"unavailable_after: 2026-11-21", "free"},
		{"unavailable_after: 2027-01-01, unavailable_after: 2010-01-01", "no index"},
		{"indexifembedded", "free"},
		{"noindex, indexifembedded", "no index"},
		{"noai", "no train-ai, no train-images"},
		{"noimageai", "no train-images"},
		{"noodp, noydir, noyaca", "free"},
		{"martian", "free"},
	}
	covered := map[string]bool{}
	for _, tt := range tests {
		for part := range strings.SplitSeq(tt.said, ",") {
			covered[statementOf(part).Name] = true
		}
		m := NewReader("FooBot")
		m.Meta("ROBOTS", strings.ToUpper(tt.said))
		named := NewReader("FooBot")
		named.Meta("foobot", tt.said)
		for form, d := range map[string]Directives{
			"meta": m.Directives(), "named meta": named.Directives(),
			"X-Robots-Tag": read([2]string{"x-robots-tag", tt.said}), "Robots-Tag": read([2]string{"Robots-Tag", "*=" + tt.said}),
		} {
			if got := show(d); got != tt.want {
				t.Errorf("%s %q: %s, want %s", form, tt.said, got, tt.want)
			}
		}
	}
	for _, k := range KnownDirectives() {
		if !covered[k.Name] {
			t.Errorf("no case shows %s", k.Name)
		}
		if o, ok := lookup(k.Opposite); k.Opposite != "" && (!ok || o.Opposite == "") || k.Meaning == "" || strings.Contains(k.Value.String(), "(") {
			t.Errorf("%+v", k)
		}
	}
}

func TestIndexIfEmbedded(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]bool{
		"noindex, indexifembedded": true, "none, indexifembedded": true, "noindex": false, "": true, "indexifembedded": true,
		"noindex, indexifembedded, unavailable_after: 2010-01-01": false,
	} {
		if got := read([2]string{"X-Robots-Tag", said}).IndexEmbedded(now); got.Allowed != want {
			t.Errorf("%q: %+v", said, got)
		}
	}
	if read([2]string{"X-Robots-Tag", "noindex, indexifembedded"}, [2]string{"Content-Usage", "search=n"}).IndexEmbedded(now).Allowed {
		t.Error("indexifembedded lifts search=n")
	}
}

// TestCombination shows how the dialects interpret contradictions.
func TestCombination(t *testing.T) {
	t.Parallel()
	type said struct{ meta, named, field string }
	tests := []struct {
		name                            string
		said                            said
		strictest, yandex, inktomi, old string
	}{
		{"nothing", said{}, "free", "free", "no follow", "free"},
		{"trap 53: all, none", said{meta: "all, none"}, "no index, no follow", "free", "no index, no follow", "no index, no follow"},
		{"none, index", said{meta: "none, index"}, "no index, no follow", "no follow", "no index, no follow", "no index, no follow"},
		{"index, follow", said{meta: "index, follow"}, "free", "free", "free", "free"},
		{"archive, noarchive", said{meta: "archive, noarchive"}, "no archive", "free", "no archive, no follow", "no archive"},
		{"generic and named add up", said{meta: "noindex", named: "nofollow"}, "no index, no follow", "no index, no follow", "no index, no follow", "no index, no follow"},
		{"named permits, generic forbids", said{meta: "noindex", named: "index"}, "no index", "free", "no index, no follow", "no index"},
		{"a field permits, a tag forbids", said{meta: "noindex", field: "index"}, "no index", "no index", "no index, no follow", "no index"},
		{"a tag permits, a field forbids", said{meta: "index", field: "noindex"}, "no index", "free", "no index, no follow", "no index"},
		{"all in a field is not read by Yandex", said{field: "all, none"}, "no index, no follow", "no index, no follow", "no index, no follow", "no index, no follow"},
		{"follow in a field", said{field: "follow"}, "free", "free", "free", "free"},
		{"the smaller number", said{meta: "max-snippet:50", field: "max-snippet:9"}, "snippet 9", "snippet 9", "no follow, snippet 9", "snippet 9"},
		{"nosnippet beats a number", said{meta: "max-snippet:50", named: "nosnippet"}, "no snippet, video 0", "no snippet, video 0", "no follow, no snippet, video 0", "no snippet, video 0"},
	}
	for _, tt := range tests {
		for _, d := range Dialects() {
			r := NewReaderFor(d, "FooBot")
			r.Meta("robots", tt.said.meta)
			r.Meta("FOOBOT", tt.said.named)
			r.Field("X-Robots-Tag", tt.said.field)
			want := map[string]string{"yandex": tt.yandex, "inktomi": tt.inktomi, "html4": tt.old}[d.Name]
			if want == "" {
				want = tt.strictest
			}
			if got := sorted(show(r.Directives())); got != sorted(want) {
				t.Errorf("%s by %s: %s, want %s", tt.name, d.Name, got, want)
			}
		}
	}
	for _, d := range Dialects() {
		if by, ok := DialectByName(d.Name); !ok || by != d {
			t.Errorf("DialectByName(%s)", d.Name)
		}
		if got := NewReaderFor(d).Directives().Dialect(); got != d {
			t.Errorf("Dialect() is %s", got.Name)
		}
	}
	if d, ok := DialectByName(""); !ok || d != Strictest() {
		t.Error("the default is not the strictest")
	}
	if _, ok := DialectByName("martian"); ok {
		t.Error("an unknown dialect was found")
	}
}

func sorted(s string) string {
	parts := strings.Split(s, ", ")
	for i := range parts {
		for j := i + 1; j < len(parts); j++ {
			if parts[j] < parts[i] {
				parts[i], parts[j] = parts[j], parts[i]
			}
		}
	}
	return strings.Join(parts, ", ")
}

// TestNamedAgents checks that each robot obeys the directives addressed to it, whatever the case,
// and no other robot does.
func TestNamedAgents(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"googlebot", "googlebot-news", "bingbot", "msnbot", "yandex", "baiduspider", "applebot", "slurp", "seznambot", "some_bot-2"} {
		for _, form := range []string{name, strings.ToUpper(name), " " + name + " ", name + "/2.1"} {
			for _, listener := range []string{name, "FooBot"} {
				r := NewReader(listener)
				r.Meta(form, "noindex")
				r.Field("X-Robots-Tag", form+": nofollow")
				d := r.Directives()
				if heard := listener == name; d.Index(now).Allowed == heard || d.Follow().Allowed == heard {
					t.Errorf("%q heard by %s: %v", form, listener, d.Statements())
				}
			}
		}
	}
	// A robot with two names obeys the directives for both; parts of a name are not names.
	r := NewReader("Googlebot-News", "Googlebot")
	r.Meta("googlebot", "noindex")
	r.Meta("googlebot-news", "nosnippet")
	r.Meta("google", "nofollow")
	if got := show(r.Directives()); got != "no index, no snippet, video 0" {
		t.Errorf("googlebot-news: %s", got)
	}
}

func TestTrap53Combination(t *testing.T) {
	t.Parallel()
	for d, want := range map[Dialect]bool{Strictest(): false, Google(): false, Yandex(): true, Inktomi(): false, HTML4(): false} {
		r := NewReaderFor(d, "x")
		r.Meta("robots", "all, none")
		if got := r.Directives().Index(now); got.Allowed != want {
			t.Errorf("%s: %+v", d.Name, got)
		}
	}
}

// TestTrap56Unseen checks that the directives of a blocked page are not seen.
func TestTrap56Unseen(t *testing.T) {
	t.Parallel()
	for _, by := range Dialects() {
		d := readFor(by, [2]string{"X-Robots-Tag", "noindex"})
		found := d.Lint(LintOptions{Closed: true, InSitemap: true})
		if len(found) != 2 || found[0].Check != CheckUnseen || found[1].Check != CheckSitemapHidden {
			t.Errorf("%s: %v", by.Name, found)
		}
		v := readFor(by, [2]string{"Content-Usage", "train-ai=y"}).Judge(Situation{Now: now, Closed: "robots.txt line 2: Disallow: /"})
		for i, got := range []Verdict{v.Visit, v.Index, v.Follow, v.Archive, v.Snippet, v.Images, v.Translate} {
			if got.Allowed || got.Source != "robots.txt line 2: Disallow: /" {
				t.Errorf("%s: verdict %d of a closed page: %+v", by.Name, i, got)
			}
		}
		if v.Train.Known || v.Search.Known || v.Mining.Known {
			t.Errorf("%s: the page is closed and grants %+v", by.Name, v)
		}
	}
}

// TestHeadOnly checks that a dialect may require the tag to be in the head, as in seed 001; the
// default obeys a restriction wherever it is.
func TestHeadOnly(t *testing.T) {
	t.Parallel()
	for _, d := range Dialects() {
		r := NewReaderFor(d, "FooBot")
		r.Tag(Tag{Name: "robots", Content: "noindex", InBody: true, Line: 9, Column: 3})
		out := r.Directives()
		if out.Index(now).Allowed != d.HeadOnly {
			t.Errorf("%s: %+v", d.Name, out.Index(now))
		}
		if found := out.Lint(LintOptions{}); len(found) != 1 || found[0].Check != CheckOutsideHead || found[0].Place.Line != 9 {
			t.Errorf("%s: %v", d.Name, found)
		}
	}
	r := NewReader("x")
	r.Link(LinkTag{Rel: "canonical", Href: "/a", InBody: true})
	r.Link(LinkTag{Rel: "stylesheet", Href: "/b", InBody: true})
	if d := r.Directives(); len(d.Canonicals()) != 0 || len(d.Lint(LintOptions{})) != 1 {
		t.Errorf("a canonical link in the body: %v, %v", d.Canonicals(), d.Lint(LintOptions{}))
	}
}

// TestPlaces checks that each statement has the place where it was made.
func TestPlaces(t *testing.T) {
	t.Parallel()
	r := NewReader("FooBot")
	r.Field("X-Robots-Tag", "noarchive")
	r.Field("x-robots-tag", "otherbot: noai")
	r.Field("X-ROBOTS-TAG", "foobot/2.1: nofollow")
	r.Tag(Tag{Name: "Robots", Content: "noindex, max-snippet:7", Line: 4, Column: 1})
	r.Tag(Tag{Name: "FOOBOT", Content: "nosnippet", Line: 5, Column: 2})
	r.Tag(Tag{HTTPEquiv: "refresh", Content: "3;url=/x", Line: 6, Column: 3})
	r.Link(LinkTag{Rel: "canonical", Href: "/c", Line: 7, Column: 4})
	r.Field("Link", "</d>; rel=license")
	r.Field("Content-Usage", "train-ai=n")
	r.Field("TDM-Policy", "https://a.test/tdm.json")
	d := r.Directives()
	var got []string
	for _, s := range d.Statements() {
		got = append(got, s.String())
	}
	got = append(got, d.Refresh().Place.String(), d.Canonicals()[0].String(), d.Licenses()[0].String(), d.Preferences()[0].String(), d.Policies()[0].String())
	want := []string{
		"noarchive in X-Robots-Tag",
		"nofollow for FooBot in X-Robots-Tag, field 3",
		"noindex in meta robots, line 4, column 1",
		"max-snippet:7 in meta robots, line 4, column 1",
		"nosnippet for FooBot in meta foobot, line 5, column 2",
		"meta refresh, line 6, column 3",
		"/c in link, line 7, column 4",
		"/d in Link",
		"train-ai=n in Content-Usage",
		"https://a.test/tdm.json in TDM-Policy",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	v := d.Judge(Situation{Now: now})
	for source, want := range map[string]string{v.Index.Source: want[2], v.Follow.Source: want[1], v.Archive.Source: want[0], v.Snippet.Source: want[4], v.Train.Source: want[8]} {
		if source != want {
			t.Errorf("source %q, want %q", source, want)
		}
	}
	if n, source := d.MaxSnippet(); n != 0 || source != want[4] {
		t.Errorf("MaxSnippet() = %d, %q", n, source)
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	at := func(s string) time.Time {
		out, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for text, want := range map[string]string{
		"Fri, 25 Jun 2010 15:00:00 GMT":    "2010-06-25T15:00:00Z",
		"Fri, 25 Jun 2010 15:00:00 +0200":  "2010-06-25T13:00:00Z",
		"25 Jun 10 15:00 EST":              "2010-06-25T20:00:00Z",
		"25 Jun 2010 15:00:00 PST":         "2010-06-25T23:00:00Z",
		"25-Aug-2007 15:00:00 EST":         "2007-08-25T20:00:00Z",
		"7 Jul 2007 16:30:00 GMT":          "2007-07-07T16:30:00Z",
		"Friday, 25-Jun-27 15:00:00 UTC":   "2027-06-25T15:00:00Z",
		"Friday,   25-Jun-27 15:00:00 edt": "2027-06-25T19:00:00Z",
		"25 Jun 2010 15:00:00 MSK":         "2010-06-25T15:00:00Z",
		"Fri Jun 25 15:00:00 2010":         "2010-06-25T15:00:00Z",
		"2010-06-25T15:00:00Z":             "2010-06-25T15:00:00Z",
		"2010-06-25t15:00:00+02:00":        "2010-06-25T13:00:00Z",
		"2010-06-25T15:00:00.5+02:00":      "2010-06-25T13:00:00.5Z",
		"2010-06-25T15:00":                 "2010-06-25T15:00:00Z",
		"2010-06-25 15:00:00":              "2010-06-25T15:00:00Z",
		"2010-06-25":                       "2010-06-26T00:00:00Z",
		"25 Jun 2010":                      "2010-06-26T00:00:00Z",
		"June 25, 2010":                    "2010-06-26T00:00:00Z",
		// ISO 8601: the basic form, and omitted parts.
		"20260625T150000Z":          "2026-06-25T15:00:00Z",
		"20260625t150000z":          "2026-06-25T15:00:00Z",
		"20260625T150000":           "2026-06-25T15:00:00Z",
		"20260625T150000.25Z":       "2026-06-25T15:00:00.25Z",
		"20260625T1500+0200":        "2026-06-25T13:00:00Z",
		"20260625T15-05":            "2026-06-25T20:00:00Z",
		"2026-06-25T15:00:00+0200":  "2026-06-25T13:00:00Z",
		"2026-06-25T15:00:00+02":    "2026-06-25T13:00:00Z",
		"2026-06-25 15:00Z":         "2026-06-25T15:00:00Z",
		"2026-06-25 15:00:00 -0700": "2026-06-25T22:00:00Z",
		"20260625":                  "2026-06-26T00:00:00Z",
		"2026/06/25":                "2026-06-26T00:00:00Z",
		// Full month names, and formats that people use.
		"25 June 2026 15:00:00 GMT":                  "2026-06-25T15:00:00Z",
		"Thursday, 25 June 2026 15:00:00 EST":        "2026-06-25T20:00:00Z",
		"25 June 2026 15:00 -0700":                   "2026-06-25T22:00:00Z",
		"1 Sept 2026 15:00":                          "2026-09-01T15:00:00Z",
		"25-June-2026 15:00:00 GMT":                  "2026-06-25T15:00:00Z",
		"June 25, 2026 15:00:00 GMT":                 "2026-06-25T15:00:00Z",
		"June 25, 2026 3:30 PM":                      "2026-06-25T15:30:00Z",
		"Jun 25 2026 12:05:00am EST":                 "2026-06-25T05:05:00Z",
		"Thu Jun 25 15:00:00 EDT 2026":               "2026-06-25T19:00:00Z",
		"Thu Jun 25 2026 15:00:00 GMT+0200 (CEST)":   "2026-06-25T13:00:00Z",
		"25 Jun 2026 15:00:00 GMT+3":                 "2026-06-25T12:00:00Z",
		"25\u00A0June\u00A02026\u00A015:00\u00A0GMT": "2026-06-25T15:00:00Z",
		"25 \t June\t2026  15:00 \t GMT ":            "2026-06-25T15:00:00Z",
		"25. June 2026":                              "2026-06-26T00:00:00Z",
		"June 25th, 2026":                            "2026-06-26T00:00:00Z",
		"31 December 2026":                           "2027-01-01T00:00:00Z",
		"29 February 2028 15:00:00 UT":               "2028-02-29T15:00:00Z",
		"25 June 2026 15:00:00 none":                 "", // not a zone
		"25 June 2026 15:00:00 noindex":              "",
		"25 June 2026 15:00:00 +25":                  "",
		"25 June 2026 25:00":                         "",
		"25 Juni 2026":                               "",
		"T150000":                                    "",
		"15:00:00":                                   "",
		"20260625T noindex":                          "",
		"25 June 2026 at:30":                         "",
		"25 June 2026 :30":                           "",
		"Fri,\t25-Jun-10":                            "2010-06-26T00:00:00Z",
		"20260625T":                                  "",
		"20261325T150000Z":                           "",
		"29 February 2026 15:00:00 GMT":              "",
		"25 June 2026 GMT":                           "",
		"soon":                                       "", "": "", "Friday": "", "31 Feb 2010 00:00:00 GMT": "", "2010": "",
	} {
		got, ok := ParseDate(text)
		if ok != (want != "") || ok && !got.Equal(at(want)) {
			t.Errorf("%q: %s, %v, want %q", text, got, ok, want)
		}
	}
	if _, ok := ParseDate(strings.Repeat(" ", 1000) + "2010-06-25"); ok {
		t.Error("a date of a thousand bytes is read")
	}
	d := read([2]string{"X-Robots-Tag", "unavailable_after: 2027-01-01, unavailable_after: 2026-12-01T00:00:00Z, unavailable_after: never"})
	if got, source := d.Expires(); !got.Equal(at("2026-12-01T00:00:00Z")) || source != "unavailable_after:2026-12-01T00:00:00Z in X-Robots-Tag" {
		t.Errorf("Expires() = %s, %q", got, source)
	}
	for _, text := range []string{"20260625T150000Z", "25 June 2026 15:00:00 GMT", "Thursday, June 25, 2026, 15:00:00"} {
		d := read([2]string{"X-Robots-Tag", "unavailable_after: " + text + ", nofollow"})
		if d.Index(at("2026-06-25T15:00:00Z")).Allowed || !d.Index(at("2026-06-25T14:59:59Z")).Allowed || d.Follow().Allowed {
			t.Errorf("in a field, %s: %v", text, d.Statements())
		}
	}
	if v := d.Index(at("2026-12-01T00:00:00Z")); v.Allowed || v.Source != "unavailable_after:2026-12-01T00:00:00Z in X-Robots-Tag" {
		t.Errorf("at the instant: %+v", v)
	}
	if !d.Index(at("2026-11-30T23:59:59Z")).Allowed {
		t.Error("out before its time")
	}
	if got, source := read().Expires(); !got.IsZero() || source != "" {
		t.Error("a page without a date expires")
	}
}

// TestLists checks that nothing is lost in lists that are not separated by commas.
func TestLists(t *testing.T) {
	t.Parallel()
	tests := []struct{ said, want string }{
		{"noindex nofollow;noarchive", "no index, no follow, no archive"},
		{"noindex\tnofollow\nnoarchive", "no index, no follow, no archive"},
		{"noindex，nofollow", "no index, no follow"},
		{"noindex、nofollow", "no index, no follow"},
		{"noindex|nofollow", "no index, no follow"},
		{"max-snippet: 20 noindex", "no index, snippet 20"},
		{"noindex max-snippet:20", "no index, snippet 20"},
		{"noindex; max-snippet: 20", "no index, snippet 20"},
		{"noindex please", "free"},
		{",, noindex ,,", "no index"},
		{"\u201Cnoindex, nofollow\u201D", "no index, no follow"},
		{"\u2019noindex\u2019", "no index"},
		{"unavailable_after: Fri, noindex", "no index"},
		{"unavailable_after: June 25, 2010, nofollow", "no index, no follow"},
		{"noindex unavailable_after: Fri, 25 Jun 2027 15:00:00 GMT", "free"},
	}
	for _, tt := range tests {
		r := NewReader("x")
		r.Meta("robots", tt.said)
		if got := show(r.Directives()); sorted(got) != sorted(tt.want) {
			t.Errorf("%q: %s, want %s", tt.said, got, tt.want)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	r := NewReader("x")
	for i := range 1000 {
		r.Meta("robots", fmt.Sprintf("x%d, noindex noindex", i))
		r.Link(LinkTag{Rel: "canonical license", Href: fmt.Sprintf("/%d", i)})
		r.Field("Content-Usage", fmt.Sprintf("l%d=y", i))
		r.Field("TDM-Policy", fmt.Sprintf("/p%d", i))
	}
	d := r.Directives()
	if n := len(d.Statements()); n != maxUnknown+1 {
		t.Errorf("%d statements", n)
	}
	if len(d.Canonicals()) != MaxLinks || len(d.Licenses()) != MaxLinks || len(d.Policies()) != MaxLinks || len(d.Preferences()) != maxUses-preference.KnownLabels {
		t.Error("a list has not the length of its limit")
	}
	if n := len(d.Lint(LintOptions{})); n > maxFindings {
		t.Errorf("%d findings", n)
	}
	long := read([2]string{"X-Robots-Tag", strings.Repeat("x, ", MaxContent/3) + ", noindex"})
	if !long.Index(now).Allowed {
		t.Error("what lies beyond 8 KiB is read")
	}
	if near := read([2]string{"X-Robots-Tag", strings.Repeat(",", MaxContent-7) + "noindex"}); near.Index(now).Allowed {
		t.Error("8 KiB are not read to their end")
	}
}
