package robotsmeta

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// answers returns the verdicts as booleans and numbers, without sources.
func answers(d Directives) [13]int {
	b := func(v bool) int {
		if v {
			return 1
		}
		return 0
	}
	v := d.Judge(Situation{Now: now})
	snippet, _ := d.MaxSnippet()
	free := func(n int) int { // so that a larger number means more permission
		if n < 0 {
			return 1 << 62
		}
		return n
	}
	return [13]int{
		b(v.Visit.Allowed), b(v.Index.Allowed), b(v.Follow.Allowed), b(v.Archive.Allowed), b(v.Snippet.Allowed), b(v.Images.Allowed),
		b(v.Translate.Allowed), b(!v.Search.Known || v.Search.Allowed), b(!v.Train.Known || v.Train.Allowed), b(!v.Mining.Known || v.Mining.Allowed),
		free(snippet), free(d.MaxVideoPreview()), slices.Index(imageSizes[:], d.MaxImagePreview()),
	}
}

// sane checks what holds for all results.
func sane(t *testing.T, d Directives) {
	t.Helper()
	if len(d.Statements()) > MaxDirectives || len(d.Canonicals()) > MaxLinks || len(d.Licenses()) > MaxLinks || len(d.Policies()) > MaxLinks || len(d.Preferences()) > maxUses {
		t.Fatal("a limit does not hold")
	}
	for _, s := range d.Statements() {
		if s.Name == "" || s.Name != strings.ToLower(s.Name) || s.Place.Source == "" {
			t.Fatalf("statement %+v", s)
		}
	}
	v := d.Judge(Situation{Now: now})
	for _, q := range []Verdict{v.Visit, v.Index, v.Follow, v.Archive, v.Snippet, v.Images, v.Translate} {
		if q.Allowed != (q.Source == "") {
			t.Fatalf("verdict %+v", q)
		}
	}
	if !v.Index.Allowed && !strings.Contains(v.Index.Source, " in ") {
		t.Fatalf("no place in %q", v.Index.Source)
	}
	found := d.Lint(LintOptions{Now: now, Closed: true, InSitemap: true, CanonicalClosed: true, CanonicalNoIndex: true})
	if len(found) > maxFindings {
		t.Fatal("too many findings")
	}
	for _, f := range found {
		if f.Check == CheckNone || f.Place.Source == "" || len(f.Detail) > maxDetail {
			t.Fatalf("finding %+v", f)
		}
	}
}

// FuzzFields checks for fields and tags with any content:
//   - in a dialect where the stricter counts, more directives never permit more,
//     whatever came before, and the order makes no difference;
//   - in any dialect, directives for other robots make no difference;
//   - case makes no difference;
//   - directives written as one field have the same meaning when read again;
//   - junk before a prohibition does not hide it.
func FuzzFields(f *testing.F) {
	f.Add("Link", "<a>; rel=\"canonical\", <b>;rel=license", "refresh", "noindex")
	f.Add("X-Robots-Tag", "foobot: noindex, unavailable_after: Fri, 1 Jan 2027, max-snippet:1", "robots", "max-snippet:3, none")
	f.Add("Content-Usage", "train-ai=n;x, search=\"y\"", "revisit-after", "noai")
	f.Add("Robots-Tag", "*=noindex;foobot=nosnippet", "tdm-reservation", "1")
	var many strings.Builder
	for i := range 2 * MaxDirectives {
		fmt.Fprintf(&many, "x%d,", i)
	}
	f.Add("X-Robots-Tag", "unavailable-after: 25 Jun 2030", "robots", many.String())
	f.Add("Content-Signal", "search=yes ai-train=\"", "robots", "\"index")
	f.Fuzz(func(t *testing.T, name, value, tag, content string) {
		if len(value) > MaxContent/4 || len(content) > MaxContent/4 {
			return // the cut may fall anywhere
		}
		said := func(r *Reader, first, second bool) {
			if first {
				r.Field(name, value)
				r.Field("X-Robots-Tag", value)
				r.Field("Robots-Tag", value)
			}
			if second {
				r.Tag(Tag{Name: tag, HTTPEquiv: tag, Content: content, InBody: true})
				r.Tag(Tag{HTTPEquiv: "refresh", Content: content})
				r.Meta("robots", content)
			}
		}
		for _, d := range Dialects() {
			read := func(first, second bool) Directives {
				r := NewReaderFor(d, "FooBot")
				said(r, first, second)
				return r.Directives()
			}
			one, two, both := read(true, false), read(false, true), read(true, true)
			sane(t, both)
			swapped := NewReaderFor(d, "FooBot")
			said(swapped, false, true)
			said(swapped, true, false)
			full := d.PermitWins && len(both.Statements()) >= maxOrdinary // and a permission may be missing
			if got := answers(swapped.Directives()); got != answers(both) && !full {
				t.Fatalf("%s: the order counts: %v, %v", d.Name, got, answers(both))
			}
			if !d.PermitWins && !d.NoFollowByDefault {
				a, b, ab := answers(one), answers(two), answers(both)
				for i := range ab {
					if ab[i] != min(a[i], b[i]) {
						t.Fatalf("%s: answer %d is %d, of %d and %d", d.Name, i, ab[i], a[i], b[i])
					}
				}
			}
			rewritten(t, d, both)
		}
		refused(t, value)
		refused(t, content)
		stranger := NewReader("FooBot")
		stranger.Field("Robots-Tag", "elsebot="+strings.ReplaceAll(value, ";", ","))
		if !strings.Contains(value, ":") && beginsDirective(strings.TrimSpace(value)) {
			stranger.Field("X-Robots-Tag", "elsebot: "+value)
		}
		stranger.Meta("elsebot", content)
		if answers(stranger.Directives()) != answers(Directives{}) {
			t.Fatalf("another robot's directives count: %v", stranger.Directives().Statements())
		}
	})
}

// refused checks that a prohibition counts after any junk. Only robot names that are followed by
// a directive may take it away.
func refused(t *testing.T, junk string) {
	t.Helper()
	fields := [][2]string{{"X-Robots-Tag", junk + ", *: noindex"}, {"Robots-Tag", junk + "; *=noindex"}, {"Content-Usage", junk + ", search=n"}, {"Content-Signal", junk + ", search=no"}}
	low := strings.ToLower(junk)
	if !strings.Contains(low, ":") || !slices.ContainsFunc(directives[:], func(k KnownDirective) bool { return strings.Contains(low, k.Name) }) {
		fields = append(fields, [2]string{"X-Robots-Tag", junk + ", noindex"})
	}
	for _, f := range fields {
		if read(f).Index(now).Allowed {
			t.Fatalf("%s: %s leaves the page in the index", f[0], f[1])
		}
	}
	r := NewReader("FooBot")
	r.Meta("robots", junk+", noindex")
	if r.Directives().Index(now).Allowed {
		t.Fatalf("a tag with %q before noindex leaves the page in the index", junk)
	}
}

// rewritten checks that statements written as one field have the same meaning.
func rewritten(t *testing.T, d Dialect, from Directives) {
	t.Helper()
	if d.PermitWins {
		return // tags and fields differ in this case
	}
	r := NewReaderFor(d, "FooBot")
	for _, s := range from.Statements() {
		if k, ok := lookup(s.Name); ok && (k.Value == NoValue || k.Value.fits(s.Value)) {
			text := s.Name
			if k.Value != NoValue {
				text += ": " + s.Value
			}
			r.Field("X-Robots-Tag", text)
		}
	}
	again, before := answers(r.Directives()), answers(from)
	for _, i := range []int{2, 3, 4, 5, 6, 10, 11, 12} { // without the usage fields
		if again[i] != before[i] {
			t.Fatalf("%s: answer %d is %d when written again, was %d: %v", d.Name, i, again[i], before[i], from.Statements())
		}
	}
	if from.NoIndex() != (Verdict{Allowed: true}) != (r.Directives().NoIndex() != Verdict{Allowed: true}) {
		t.Fatalf("%s: noindex is lost: %v", d.Name, from.Statements())
	}
}

// FuzzXRobotsTag checks that capitals, and splitting the field into several fields at names, make
// no difference, and that a field and a tag for all robots have the same effect.
func FuzzXRobotsTag(f *testing.F) {
	f.Add("otherbot: noindex, unavailable_after: Fri, 1 Jan 2027, max-snippet:1")
	f.Add("foobot/1: none,*:nocache;all|index")
	f.Fuzz(func(t *testing.T, value string) {
		if len(value) > MaxContent/2 {
			return
		}
		read := func(value string) Directives {
			r := NewReader("FooBot")
			r.XRobotsTag(value)
			return r.Directives()
		}
		d := read(value)
		sane(t, d)
		if ascii(value) {
			if up := read(strings.ToUpper(value)); answers(up) != answers(d) {
				t.Fatalf("capitals count: %v, %v", up.Statements(), d.Statements())
			}
		}
		if !strings.Contains(value, ":") {
			r := NewReader("FooBot")
			r.Meta("robots", value)
			if ascii(value) && answers(r.Directives()) != answers(d) {
				t.Fatalf("a tag says %v, a field %v", r.Directives().Statements(), d.Statements())
			}
		}
		if joined := read(value + ", *: noindex"); joined.NoIndex().Allowed {
			t.Fatal("what a proxy joined to the field is lost")
		}
	})
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c >= 0x80 })
}

// rawText matches elements whose content is not markup. The tokenizer of x/net and Parts treat
// unclosed ones differently.
var rawText = regexp.MustCompile(`(?i)<(script|style|title|textarea|xmp|iframe|noembed|noframes|noscript|plaintext|math|svg)|\x00|<!\[CDATA`)

// FuzzParts checks that the parts are in the page, in order and without overlap; that they are
// the texts that the tokenizer of x/net/html finds; that a page in a closed fragment is closed;
// and that closing a page removes no text.
func FuzzParts(f *testing.F) {
	f.Add("<p>a<!--noindex-->b<noindex>c</p></noindex><div data-nosnippet class='x robots-nocontent'>d</div><script>e</script>")
	f.Add("<a <b c=\"d></a><!-- <!DOCTYPE")
	f.Add("<!--a--!>b<!-->c</>d</ e>f<?g>h<1>i</div x='>'>j")
	f.Fuzz(func(t *testing.T, page string) {
		at := 0
		var all strings.Builder
		for p := range Parts(page) {
			if p.Start < at || p.Text == "" || p.Start+len(p.Text) > len(page) || page[p.Start:p.Start+len(p.Text)] != p.Text {
				t.Fatalf("%+v behind %d", p, at)
			}
			at = p.Start + len(p.Text)
			all.WriteString(p.Text)
		}
		if !rawText.MatchString(page) {
			if want := tokenizerText(page); all.String() != want {
				t.Fatalf("text %q, the tokenizer finds %q", all.String(), want)
			}
		}
		if low := strings.ToLower(page); strings.Contains(low, "noindex") || strings.Contains(low, "googleon") {
			return
		}
		for open, want := range map[string]Region{"<noindex>": NoIndexText, "<!--noindex-->": NoIndexText, "<!--googleoff: all-->": NoIndexText | NoAnchorText | NoSnippetText} {
			var closed strings.Builder
			for p := range Parts(open + page) {
				if p.Region&want != want {
					t.Fatalf("%s: %+v is %s", open, p, p.Region)
				}
				closed.WriteString(p.Text)
			}
			if closed.String() != all.String() {
				t.Fatalf("%s takes text away: %q of %q", open, closed.String(), all.String())
			}
		}
	})
}

// tokenizerText returns the text of a page according to the tokenizer of x/net/html.
func tokenizerText(page string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Raw())
		}
	}
}

// FuzzLinkField checks that the links of a Link field, written as a field again, are parsed the
// same way.
func FuzzLinkField(f *testing.F) {
	f.Add(`</c,d>; rel="canonical"; title="a\", b", </l.xml>; rel=license; hreflang=ru, <f>; type="a/b; c", <bad`)
	f.Fuzz(func(t *testing.T, field string) {
		links := ParseLinks(field)
		var b strings.Builder
		for _, l := range links {
			if strings.ContainsAny(l.URL, "<>") && strings.Contains(l.URL, ">") {
				t.Fatalf("address %q", l.URL)
			}
			b.WriteString("<" + l.URL + `>; rel="` + l.Rel.String() + `"`)
			if l.Lang != "" {
				b.WriteString(`; hreflang="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(l.Lang) + `"`)
			}
			if l.Type != "" {
				b.WriteString(`; type="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(l.Type) + `"`)
			}
			b.WriteString(", ")
		}
		if b.Len() > MaxContent {
			return
		}
		if again := ParseLinks(b.String()); !slices.Equal(again, links) {
			t.Fatalf("%+v, written out and read %+v", links, again)
		}
	})
}

// FuzzValues checks that dates, refreshes and intervals have the same value when they are
// formatted and parsed again.
func FuzzValues(f *testing.F) {
	for _, s := range []string{"Fri, 25 Jun 2010 15:00:00 GMT", "25-Aug-2007 15:00:00 EST", "2010-06-25", "June 25, 2010", "0; url='/x'", " 3.5 ,URL=a b", "10 days", "2weeks"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if at, ok := ParseDate(s); ok {
			if year := at.UTC().Year(); year >= 1 && year <= 9999 { // RFC 3339 has four digits
				text := at.UTC().Format(time.RFC3339Nano)
				if again, ok := ParseDate(text); !ok || !again.Equal(at) {
					t.Fatalf("%q is %s, written out %s, %v", s, at, again, ok)
				}
			}
			if padded, ok := ParseDate(" " + s + "\t"); len(s) < maxDate-2 && (!ok || !padded.Equal(at)) {
				t.Fatalf("%q with whitespace is %s, %v", s, padded, ok)
			}
		}
		if r, ok := ParseRefresh(s); ok && len(s) <= MaxContent {
			if r.After < 0 || r.After > maxRefresh*time.Second {
				t.Fatalf("%q after %s", s, r.After)
			}
			if !strings.ContainsAny(r.URL, `'"`) {
				text := fmt.Sprintf("%d; url='%s'", int(r.After.Seconds()), r.URL)
				if again, ok := ParseRefresh(text); len(text) <= MaxContent && (!ok || again != r) {
					t.Fatalf("%q is %+v, %q is %+v", s, r, text, again)
				}
			}
		}
		if d, ok := ParseRevisit(s); ok && (d <= 0 || d > MaxRevisit || d%time.Hour != 0) {
			t.Fatalf("%q is %s", s, d)
		}
	})
}
