package robotsmeta

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestXRobotsTagScopes(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, value, want string }{
		{"all robots", "noindex, nofollow", "no index, no follow"},
		{"another robot", "otherbot: noindex, nofollow", "free"},
		{"our name in any case", "FOOBOT: noindex", "no index"},
		{"our name with a version", "FooBot/2.1: noindex", "no index"},
		{"a part of our name", "Foo: noindex", "free"},
		{"a star", "*: noindex", "no index"},
		{"robots for a name", "robots: noindex", "no index"},
		{"joined by a proxy", "otherbot: noindex, foobot: nofollow", "no follow"},
		{"back to all", "otherbot: noindex, *: nofollow", "no follow"},
		{"all before a name", "nofollow, otherbot: noindex", "no follow"},
		{"several directives of one name", "foobot: noindex, nofollow, otherbot: noarchive", "no index, no follow"},
		{"a valued directive is no name", "max-snippet:0", "no snippet"},
		{"a valued directive behind a name", "foobot: max-snippet: 12, otherbot: max-snippet:3", "snippet 12"},
		{"a date is no name", "unavailable_after: 25 Jun 2010 15:00:00 GMT", "no index"},
		{"a date with a comma", "unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, nofollow", "no index, no follow"},
		{"a date of RFC 850", "foobot: unavailable_after: Friday, 25-Jun-10 15:00:00 UTC, otherbot: nofollow", "no index"},
		{"a date ahead", "unavailable_after: Friday, 25-Jun-27 15:00:00 UTC, nofollow", "no follow"},
		{"a date for another", "otherbot: unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT", "free"},
		{"a directive with a stray colon", "noindex:", "no index"},
		{"two names", "otherbot: foobot: noindex", "no index"},
		{"a number is nobody's directive", "max-audio-preview:3, noindex", "no index"},
		{"nothing", "", "free"},
		{"colons and commas", ":,:,,:", "free"},
		{"a URL", "https://a.test/: noindex", "free"},
	}
	for _, tt := range tests {
		if got := show(read([2]string{"X-Robots-Tag", tt.value})); got != tt.want {
			t.Errorf("%s: %q: %s, want %s", tt.name, tt.value, got, tt.want)
		}
	}
	if got := show(read([2]string{"X-Robots-Tag", "otherbot: noindex"}, [2]string{"X-Robots-Tag", "nofollow"})); got != "no follow" {
		t.Errorf("the scope of one field reaches into the next: %s", got)
	}
}

func TestRobotsTag(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"noindex": "no index", "*=noindex, nosnippet": "no index, no snippet, video 0", "otherbot=noindex": "free",
		"otherbot=noindex; foobot=nosnippet": "no snippet, video 0", "FooBot=noindex; *=nosnippet": "no index, no snippet, video 0", "": "free", "=noindex": "free",
	} {
		if got := show(read([2]string{"Robots-Tag", value})); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
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
		{"whitespace and case", [][2]string{{"content-usage", " Search = Y , TRAIN-AI = N "}}, "Train-AI", false, true},
		{"the most restrictive", [][2]string{{"Content-Usage", "train-ai=n"}, {"Content-Signal", "ai-train=yes"}}, "ai-train", false, true},
		{"the most restrictive, the other order", [][2]string{{"Content-Signal", "ai-train=yes"}, {"Content-Usage", "train-ai=n"}}, "train-ai", false, true},
		{"the most restrictive in one field", [][2]string{{"Content-Usage", "train-ai=n, train-ai=y"}}, "train-ai", false, true},
		{"a signal", [][2]string{{"Content-Signal", "search=yes,ai-input=no"}}, "ai-input", false, true},
		{"a signal in the words of the other field", [][2]string{{"Content-Signal", "search=y"}}, "search", true, true},
		{"noai", [][2]string{{"X-Robots-Tag", "noai"}}, "train-ai", false, true},
		{"noai beats a grant", [][2]string{{"X-Robots-Tag", "noai"}, {"Content-Usage", "train-ai=y"}}, "train-ai", false, true},
		{"noai says nothing of search", [][2]string{{"X-Robots-Tag", "noai"}}, "search", false, false},
		{"noimageai says nothing of texts", [][2]string{{"X-Robots-Tag", "noimageai"}}, "train-ai", false, false},
		{"noimageai beats a grant", [][2]string{{"X-Robots-Tag", "noimageai"}, {"Content-Usage", "train-ai=y"}}, UseTrainImages, false, true},
		{"a grant for pictures too", [][2]string{{"Content-Usage", "train-ai=y"}}, UseTrainImages, true, true},
		{"text and data mining", [][2]string{{"TDM-Reservation", "1"}}, "tdm", false, true},
		{"text and data mining, free", [][2]string{{"tdm-reservation", "0"}}, "tdm", true, true},
		{"text and data mining, unclear", [][2]string{{"tdm-reservation", "yes"}}, "tdm", false, false},
		{"an unknown word", [][2]string{{"Content-Usage", "train-ai=maybe"}}, "train-ai", false, false},
		{"no value", [][2]string{{"Content-Usage", "train-ai"}}, "train-ai", false, false},
		{"a string for a token", [][2]string{{"Content-Usage", `train-ai="n"`}}, "train-ai", false, true},
		{"a label of tomorrow", [][2]string{{"Content-Usage", "dance=n"}}, "dance", false, true},
	}
	for _, tt := range tests {
		got := read(tt.fields...).Use(tt.label)
		if got.Allowed != tt.allowed || got.Known != tt.known || got.Known != (got.Source != "") {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	d := read([2]string{"Content-Usage", "search=n"})
	if v := d.Index(now); v.Allowed || v.Source != "search=n in Content-Usage" || !d.NoIndex().Allowed {
		t.Errorf("search=n: %+v", v)
	}
	for _, dialect := range Dialects() {
		if got := readFor(dialect, [2]string{"Content-Usage", "search=n"}).Index(now).Allowed; got != dialect.IgnoreUsage {
			t.Errorf("%s: search=n gives %v", dialect.Name, got)
		}
	}
	said := read([2]string{"Content-Signal", "search=yes, use=reference"}).Preferences()
	if len(said) != 2 || said[1].Label != "use" || said[1].Value != "reference" {
		t.Errorf("preferences %v", said)
	}
}

// TestTDMRep checks the header fields and meta tags of the TDM Reservation Protocol.
func TestTDMRep(t *testing.T) {
	t.Parallel()
	r := NewReader("x")
	r.Meta("TDM-Reservation", "1")
	r.Meta("tdm-policy", " https://a.test/policy.json ")
	d := r.Directives()
	if u := d.Use(UseMining); u.Allowed || u.Source != "tdm=1 in meta tdm-reservation" {
		t.Errorf("reservation %+v", u)
	}
	if p := d.Policies(); len(p) != 1 || p[0].URL != "https://a.test/policy.json" {
		t.Errorf("policies %v", p)
	}
	if !d.Index(now).Allowed {
		t.Error("a reservation of mining keeps the page out of the index")
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	r := NewReader("x")
	r.Link(LinkTag{Rel: "Canonical", Href: " /a "})
	r.Link(LinkTag{Rel: "stylesheet", Href: "/b.css"})
	r.Link(LinkTag{Rel: "canonical"})
	r.Field("Link", `</c,d>; rel="canonical"; title="a, b", </l.xml>; rel=license, <bad`)
	d := r.Directives()
	if got := fmt.Sprint(d.Canonicals()); got != "[/a in link /c,d in Link]" {
		t.Errorf("canonicals %s", got)
	}
	if got := fmt.Sprint(d.Licenses()); got != "[/l.xml in Link]" {
		t.Errorf("licenses %s", got)
	}
}

func TestLinkField(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, field, want string }{
		{"one", "</a>; rel=canonical", "/a canonical"},
		{"several", `</a>; rel=next, </b>;rel="prev license"`, "/a next|/b license prev"},
		{"comma and semicolon in the address", "</a,b;c>; rel=next", "/a,b;c next"},
		{"separators in quotes", `</a>; title="x; rel=license, <y>"; rel=next`, "/a next"},
		{"an escaped quote", `</a>; title="x\"; rel=license"; rel=next`, "/a next"},
		{"the first rel counts", "</a>; rel=next; rel=canonical", "/a next"},
		{"another page's link", `</a>; rel=canonical; anchor="/other"`, ""},
		{"language", `</a>; rel=alternate; hreflang=ru; hreflang=en`, "/a alternate ru"},
		{"media type", `</a>; rel=alternate; type="application/atom+xml; charset=utf-8"; type=x`, "/a alternate application/atom+xml; charset=utf-8"},
		{"case and whitespace", ` < /a > ; REL = "CANONICAL" `, "/a canonical"},
		{"no relation", "</a>", "/a "},
		{"junk before a link", "junk, </a>; rel=next", "/a next"},
		{"never closed", "</a>; rel=next, </b", "/a next"},
		{"an open quote takes the rest", `</a>; title="x, </b>; rel=next`, "/a "},
		{"nothing", " , ,", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, l := range ParseLinks(tt.field) {
			s := l.URL + " " + l.Rel.String()
			if l.Lang != "" {
				s += " " + l.Lang
			}
			if l.Type != "" {
				s += " " + l.Type
			}
			got = append(got, s)
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%s: %q gives %q, want %q", tt.name, tt.field, s, tt.want)
		}
	}
}

func TestRel(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "nofollow": "nofollow!", "UGC": "ugc!", "sponsored noopener": "sponsored!", " NoFollow\tugc alternate x ": "nofollow ugc alternate!",
		"next": "next", "Previous": "prev", "license": "license", "canonical": "canonical", "SiteMap": "sitemap", "nofollows": "",
	} {
		rel := ParseRel(text)
		got := rel.String()
		if rel.NoFollow() {
			got += "!"
		}
		if got != want || NoFollowRel(text) != strings.HasSuffix(want, "!") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
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
		"0;'/q'":             {URL: "/q"},
		"0;;url=/x":          {URL: ";url=/x"},
		"0;url":              {URL: "url"},
		"0;url=":             {},
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
	r.Tag(Tag{HTTPEquiv: "Refresh", Content: "0;url=/new", Line: 3, Column: 1})
	r.Field("Refresh", "9")
	if f := r.Directives().Refresh(); f == nil || !f.Permanent() || f.Place.String() != "meta refresh, line 3, column 1" {
		t.Errorf("%+v", f)
	}
	if (Refresh{After: time.Second, URL: "/x"}).Permanent() || (Refresh{}).Permanent() {
		t.Error("permanent without cause")
	}
}

// TestRevisitLanguages: the languages of seeds 000, 001, 003 and 004.
func TestRevisitLanguages(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for content, want := range map[string]time.Duration{
		"1 день": day, "2 дня": 2 * day, "10 ДНЕЙ": 10 * day, "1 неделя": 7 * day, "2 недели": 14 * day, "5 недель": 35 * day,
		"1 месяц": 30 * day, "2 месяца": 60 * day, "6 месяцев": 180 * day, "1 год": 365 * day, "3 часа": 3 * time.Hour, "2 сутки": 2 * day,
		"10天": 10 * day, "10 天": 10 * day, "7日": 7 * day, "2周": 14 * day, "2 週": 14 * day, "1星期": 7 * day, "1个月": 30 * day, "2個月": 60 * day,
		"1月": 30 * day, "1年": 365 * day, "12小时": 12 * time.Hour, "3\u3000天": 3 * day,
		"1 dia": day, "7 dias": 7 * day, "1 semana": 7 * day, "2 semanas": 14 * day, "1 mês": 30 * day, "1 MÊS": 30 * day, "1 mes": 30 * day, "3 meses": 90 * day, "1 ano": 365 * day, "6 horas": 6 * time.Hour,
		"2 дняя": 0, "天": 0, "dia": 0, "100 недель": 700 * day, "2 天 3": 0, "101 лет": 0,
	} {
		if got, ok := ParseRevisit(content); got != want || ok != (want > 0) {
			t.Errorf("%q: %s, %v", content, got, ok)
		}
	}
}

func TestRevisit(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for content, want := range map[string]time.Duration{
		"10 days": 10 * day, "1 day": day, "7": 7 * day, "2 Weeks": 14 * day, "1 month": 30 * day, "12 hours": 12 * time.Hour, "1 year": 365 * day,
		"3days": 3 * day, "": 0, "soon": 0, "0 days": 0, "-1 days": 0, "3 moons": 0, "99999 days": 0,
	} {
		if got, ok := ParseRevisit(content); got != want || ok != (want > 0) {
			t.Errorf("%q: %s, %v", content, got, ok)
		}
	}
	r := NewReader("x")
	r.Meta("Revisit-After", "2 days")
	r.Meta("revisit-after", "9 days")
	if got := r.Directives().Revisit(); got != 2*day {
		t.Errorf("revisit after %s", got)
	}
}
