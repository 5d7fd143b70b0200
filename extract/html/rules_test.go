package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// ruledPage parses a page of a.test with rules.
func ruledPage(t *testing.T, rules, body string) aranea.Page {
	t.Helper()
	r, err := selector.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	u, _ := weburl.Parse("http://a.test/x")
	page := aranea.Page{URL: u, Base: u}
	p := NewParser(Limits{Text: 1 << 20, Links: 100, Elements: 100_000, Title: 1000, Attribute: 1000})
	p.WithRules(r)
	p.Parse(&page, []byte(body), nil, robotsmeta.NewReader())
	return page
}

// TestRules: a rule splits a text where it begins and ends, and its zone takes precedence over
// the markup; properties of a page have none.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, rules, body, want string }{
		{"block", "a.test template .x", "<div>a</div><div class=x>b<p>c</div>d", "a=main b=template/1 c=template/1 d=main"},
		{"inside a text", "a.test advertising span.x", "<p>a <span class=x>b <i>c</i></span> d", "a=main b c=advertising/1 d=main"},
		{"over the markup", "a.test main nav", "<nav>a<div hidden>b</div></nav><nav class=ad>c</nav>", "a=main/1 b=main/1 c=main/1"},
		{"in each other", "a.test main #c\na.test template .x", "<div id=c>a<div class=x>b</div>c</div>d", "a=main/1 b=template/2 c=main/1 d=main"},
		{"another host", "b.test main p", "<p>a", "a=main"},
		{"title", "a.test template *", "<title>t</title><meta name=description content=d><p>a", "t=main d=main a=template/1"},
		{"alternative text", "a.test advertising .x", "<p>a<b class=x><img alt=b></b>c", "a=main b=advertising/1 c=main"},
		{"what is skipped", "a.test template svg, .x", "a<svg><p class=x>b</svg>c<select class=x><option>d</select>e", "a=main c=main e=main"},
		{"raw text", "a.test template .x", "<script class=x>b</script>a<textarea class=x>b</textarea>c", "ac=main"},
		{"an unclosed title", "a.test template .x", "<div class=x>a<title>b<p>c</div>d", "ab=template/1 c=template/1 d=main"},
	} {
		page := ruledPage(t, tt.rules, tt.body)
		var got []string
		for _, e := range page.Elements {
			if !e.Kind.IsBlock() {
				continue
			}
			text := fmt.Sprintf("%s=%s", page.Text[e.Start:e.End], e.Zone)
			if c := page.Containers[e.Container]; c.Rule != 0 {
				text += fmt.Sprintf("/%d", c.Rule)
			}
			got = append(got, text)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}

// TestRuledContainers: a page with more containers than permitted keeps its rules, and no more
// containers.
func TestRuledContainers(t *testing.T) {
	t.Parallel()
	var wide strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&wide, "<div class=%s><p class=x>x</div>", strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(i)))
	}
	page := ruledPage(t, "a.test template .x", wide.String())
	if n := len(page.Containers); n > maxContainers+maxRuled+1 {
		t.Errorf("%d containers", n)
	}
	for i, e := range page.Elements {
		if c := page.Containers[e.Container]; c.Rule != 1 || e.Zone != aranea.ZoneTemplate {
			t.Fatalf("element %d stands in %+v", i, c)
		}
	}
}
