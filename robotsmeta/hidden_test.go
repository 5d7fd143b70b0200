package robotsmeta

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestUnknownNameSwallowsNothing checks that a word before a colon is a robot's name only if a
// directive follows, so that a misspelt directive does not hide others.
func TestUnknownNameSwallowsNothing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, value, want string
		unclear           bool
	}{
		{"a hyphen for a low line", "unavailable-after: 25 Jun 2030, noindex", "no index", true},
		{"a hyphen, and a date with commas", "unavailable-after: Fri, 25 Jun 2030 15:00:00 GMT, noindex", "no index", true},
		{"a directive of tomorrow", "max-audio: short, nofollow", "no follow", true},
		{"a number of tomorrow", "max-audio-preview: 3, nofollow", "no follow", false},
		{"nothing behind the colon", "otherbot:, noindex", "no index", true},
		{"two words and nothing", "a: b:, noindex", "no index", true},
		{"a slip inside another robot's scope", "otherbot: noindex, nofolow: yes, nofollow", "free", true},
		{"another robot", "otherbot: noindex, nofollow", "free", false},
		{"another robot, a value", "otherbot/2: MAX-SNIPPET : 3, nofollow", "free", false},
		{"another robot, no commas", "otherbot: noindex;nofollow", "free", false},
		{"two other robots", "otherbot: elsebot: noindex, nofollow", "free", false},
		{"our name before anything", "otherbot: noindex, foobot: new, nofollow", "no follow", false},
		{"a star before anything", "otherbot: noindex, *: new, nofollow", "no follow", false},
		{"our name among others", "foobot: otherbot: noindex", "no index", false},
	}
	for _, d := range Dialects() {
		for _, tt := range tests {
			if d.NoFollowByDefault {
				continue
			}
			page := readFor(d, [2]string{"X-Robots-Tag", tt.value})
			if got := show(page); got != tt.want {
				t.Errorf("%s: %s: %s: %s, want %s", d.Name, tt.name, tt.value, got, tt.want)
			}
			told := slices.ContainsFunc(page.Lint(LintOptions{}), func(f Finding) bool { return f.Check == CheckUnclearName })
			if told != tt.unclear {
				t.Errorf("%s: %s: the finding is %v", tt.name, tt.value, told)
			}
		}
	}
}

// TestNothingHidesARefusal checks that a forbidding directive within the first MaxContent bytes
// counts, whatever comes before it, and however often.
func TestNothingHidesARefusal(t *testing.T) {
	t.Parallel()
	const strict = "none, noarchive, nosnippet, max-snippet:0, max-video-preview:0, max-image-preview:none, notranslate, noimageindex, noai, unavailable_after: 2020-01-01"
	want := show(read([2]string{"X-Robots-Tag", strict}))
	junk := map[string]func(i int) string{
		"unknown words":  func(i int) string { return fmt.Sprintf("x%d", i) },
		"numbers":        func(i int) string { return fmt.Sprintf("max-snippet:%d", 9000-i) },
		"bad values":     func(i int) string { return fmt.Sprintf("max-snippet:x%d", i) },
		"sizes":          func(i int) string { return fmt.Sprintf("max-image-preview:large, max-image-preview:l%d", i) },
		"dates":          func(i int) string { return fmt.Sprintf("unavailable_after: %d-01-01", 9999-i) },
		"permissions":    func(i int) string { return fmt.Sprintf("index:%d, all:%d", i, i) },
		"no commas":      func(i int) string { return fmt.Sprintf("x%d index follow", i) },
		"names":          func(i int) string { return fmt.Sprintf("bot%d: noindex, *: x%d", i, i) },
		"the same again": func(int) string { return "index" },
	}
	for name, part := range junk {
		tags, list := NewReader("FooBot"), ""
		for i := range 1000 {
			tags.Tag(Tag{Name: fmt.Sprintf("foobot/%d", i), Content: part(i), Line: i + 1})
			tags.Field("X-Robots-Tag", part(i))
			tags.Field("Robots-Tag", part(i))
			if next := list + part(i) + ", "; len(next)+len(strict) <= MaxContent {
				list = next
			}
		}
		tags.Field("X-Robots-Tag", strict)
		one := NewReader("FooBot")
		one.Field("X-Robots-Tag", list+strict)
		meta := NewReader("FooBot")
		meta.Meta("robots", list+strict)
		for form, r := range map[string]*Reader{"many": tags, "one field": one, "one tag": meta} {
			d := r.Directives()
			if got := show(d); got != want {
				t.Errorf("%s, %s: %s, want %s", name, form, got, want)
			}
			if n := len(d.Statements()); n > MaxDirectives {
				t.Errorf("%s, %s: %d statements", name, form, n)
			}
		}
	}
}

// TestRefusalAtTheLimit checks a prohibition at the last byte that is read.
func TestRefusalAtTheLimit(t *testing.T) {
	t.Parallel()
	for _, junk := range []string{"x, ", "a:", "a: ", ",", "noindex:", "index ", "max-snippet:", "\u201D, "} {
		value := strings.Repeat(junk, (MaxContent-20)/len(junk)) + ", *: noindex"
		if read([2]string{"X-Robots-Tag", value}).Index(now).Allowed {
			t.Errorf("%q hides noindex", junk)
		}
	}
}

// TestQuotedDirectives checks values with the quotation marks that servers copy from their
// settings.
func TestQuotedDirectives(t *testing.T) {
	t.Parallel()
	for _, said := range []string{`"noindex, nofollow"`, `"noindex", "nofollow"`, `'noindex, nofollow'`, `\"noindex, nofollow\"`, "\u201Cnoindex, nofollow\u201D", "noindex, \u201Enofollow\u201D", `"noindex" "nofollow"`} {
		tag := NewReader("FooBot")
		tag.Meta("robots", said)
		for form, d := range map[string]Directives{
			"X-Robots-Tag": read([2]string{"X-Robots-Tag", said}), "X-Robots-Tag by name": read([2]string{"X-Robots-Tag", `"foobot: ` + said}),
			"Robots-Tag": read([2]string{"Robots-Tag", `"*"=` + said}), "meta": tag.Directives(),
		} {
			if got := show(d); got != "no index, no follow" {
				t.Errorf("%s: %s: %s", form, said, got)
			}
			if !slices.ContainsFunc(d.Lint(LintOptions{}), func(f Finding) bool { return f.Check == CheckQuotes }) {
				t.Errorf("%s: %s: no finding", form, said)
			}
		}
	}
	if got := show(read([2]string{"X-Robots-Tag", `"max-snippet": "50", "unavailable_after": "25 Jun 2010"`})); got != "no index, snippet 50" {
		t.Errorf("quoted values: %s", got)
	}
}
