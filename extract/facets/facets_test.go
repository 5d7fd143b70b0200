package facets_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/weburl"
)

// TestPath: a rule on paths gives the part that its braces stand for, on all hosts or on one, and
// nothing where the path is another or the value would have a slash.
func TestPath(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, url, want string }{
		{"version=/docs/{}/", "http://a.test/docs/2.0/x.html", "2.0"},
		{"version=/docs/{}/", "http://a.test/docs/x.html", ""},
		{"version=/docs/{}/", "http://a.test/docs//x.html", ""},
		{"version=/docs/{}/", "http://a.test/en/docs/2.0/", ""},
		{"version=/docs/v{}/", "http://a.test/docs/v3/", "3"},
		{"version=/docs/v{}/", "http://a.test/docs/3/", ""},
		{"version=/{}-docs/", "http://a.test/old-docs/x", "old"},
		{"version=/{}-docs/", "http://a.test/old/x-docs/", ""},
		{"version=/docs/{}", "http://a.test/docs/x.html", "x.html"},
		{"version=a.test/{}/", "http://a.test/2.0/", "2.0"},
		{"version=A.test/{}/", "http://b.test/2.0/", ""},
		{"product=/{}/", "http://a.test/Web%20Server/", "Web Server"},
		{"product=/{}/", "http://a.test/%D0%B2%D0%B5%D0%B1/", "веб"},
		{"product=/{}/", "http://a.test/%ff%00/", "\uFFFD"},
		// The rule is written as people write addresses, the URL in its canonical form.
		{"v=/док/{}/", "http://a.test/док/два/x", "два"},
		{"v=/%d0%b4/{}/", "http://a.test/д/два/x", "два"},
		{"v=/a b/{}/", "http://a.test/a b/c/", "c"},
		{"v=/a/../{}-ю/", "http://a.test/x-ю/", "x"},
		{"v=/.{}/", "http://a.test/.x/", "x"},
		{"v=/%7B%7D/{}%7b%7d/", "http://a.test/{}/x{}/", "x"},
		{"v=müller.de/{}/", "http://müller.de/a/x", "a"},
		{"v=xn--mller-kva.de/{}/", "https://MÜLLER.de:8080/a/x", "a"},
		{"v=[::1]/{}/", "http://[::1]/a/x", "a"},
		// Only values that fit a pattern between the braces count.
		{"version=/{[0-9]*|latest}/", "http://a.test/2.0/x", "2.0"},
		{"version=/{[0-9]*|latest}/", "http://a.test/latest/x", "latest"},
		{"version=/{[0-9]*|latest}/", "http://a.test/blog/x", ""},
		{"version=/{[0-9]*|latest}/", "http://a.test/latest-news/x", ""},
		{"version=a.test/docs/v{*.*}-en/", "http://a.test/docs/v1.2-en/x", "1.2"},
		{"version=a.test/docs/v{*.*}-en/", "http://a.test/docs/v12-en/x", ""},
		{"version=/{зима|Web Server}/", "http://a.test/Web%20Server/", "Web Server"},
		{"version=/{зима|Web Server}/", "http://a.test/%D0%B7%D0%B8%D0%BC%D0%B0/", "зима"},
		// With empty braces, others are part of the path.
		{"version=/{a}/{}/", "http://a.test/{a}/2.0/", "2.0"},
	} {
		rule, err := facets.Parse(tt.rule)
		if err != nil {
			t.Fatal(err)
		}
		var p aranea.Page
		facets.Rules{rule}.Path(&p, weburl.MustParse(tt.url))
		got := ""
		if len(p.Facets) > 0 {
			got = p.Facets[0].Value
		}
		if got != tt.want {
			t.Errorf("%s of %s: %q, want %q", tt.rule, tt.url, got, tt.want)
		}
	}
}

// TestMeta: names are compared in any case; what a query could not contain is left out of a value,
// and a value that is given again is not added.
func TestMeta(t *testing.T) {
	t.Parallel()
	rules, err := facets.ParseAll([]string{"Version=docsearch:version", "product=product"})
	if err != nil {
		t.Fatal(err)
	}
	var p aranea.Page
	for _, m := range [][2]string{
		{"DocSearch:Version", " 2.0\n beta "}, {"docsearch:version", "2.0 beta"}, {"product", "the \"Web\" Server"}, {"product", " \t"}, {"prod", "x"}, {"version", "x"},
	} {
		rules.Meta(&p, []byte(m[0]), []byte(m[1]))
	}
	if want := []aranea.Facet{{Name: "version", Value: "2.0 beta"}, {Name: "product", Value: "the Web Server"}}; !slices.Equal(p.Facets, want) {
		t.Errorf("%q", p.Facets)
	}
}

// TestLimits: a page has so many values of so many bytes, and a crawl so many rules.
func TestLimits(t *testing.T) {
	t.Parallel()
	rules, err := facets.ParseAll([]string{"version=version"})
	if err != nil {
		t.Fatal(err)
	}
	var p aranea.Page
	for i := range facets.MaxValues + 3 {
		rules.Meta(&p, []byte("version"), fmt.Appendf(nil, "%d%s", i, strings.Repeat("ж", facets.MaxValue)))
	}
	if len(p.Facets) != facets.MaxValues {
		t.Errorf("%d values", len(p.Facets))
	}
	if v := p.Facets[0].Value; len(v) > facets.MaxValue || len(v) < facets.MaxValue-1 || !utf8.ValidString(v) {
		t.Errorf("a value of %d bytes: %q", len(v), v)
	}
	if err := facets.Give(&p, "version", "1"); err == nil {
		t.Error("one more value was given")
	}
	if _, err := facets.ParseAll(slices.Repeat([]string{"a=b"}, facets.MaxRules+1)); err == nil {
		t.Error("too many rules were read")
	}
}

// TestRulesThatMatchNothing: a rule that no URL can match is refused, with what to write instead.
func TestRulesThatMatchNothing(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string]string{
		"v=https://a.test/{}/": "without a scheme",
		"v=a.test:8080/{}/":    "without a port",
		"v=[::1]:80/{}/":       "without a port",
		"v=*.a.test/{}/":       "is no host",
		"v=a b/{}/":            "is no host",
		"v=me@a.test/{}/":      "is no host",
		"v=/docs/{}/?x":        "has no ? and no #",
		"v=/docs#{}":           "has no ? and no #",
		"v=/docs/{}/../":       "is not in the path",
		"v=docs{}":             "begins with /",
		"v=/docs/{a|}/":        "is empty",
		"v=/docs/{[a-}/":       "is no pattern",
		"v=/docs/{a/b}/":       "has {} once",
		"v=/{a}/{b}/":          "has {} once",
		"v=/{?}/":              "has no ? and no #",

		"v=css:":                            "a selector is missing",
		"v=css:@href":                       "a selector is missing",
		"v=css:p:hover":                     "begins with a colon",
		"v=css:p ? q":                       "is missing, at character 3",
		"v=css:" + strings.Repeat("a ", 16): "has 16 parts; at most 15",
		"v=http://a.test css:p":             "write a.test, without a scheme",
		"v=a.test:80 css:p":                 "without a port",
		"v=schema:name":                     `css:[property="schema:x"]@content`,
		"v=schema:Product.":                 `"" is no name`,
		"v=schema:Product.a b":              `"a b" is no name`,
		"v=schema:Product.2":                "2 follows no property",
		"v=schema:3.a":                      "3 follows no property",
		"v=schema:Product.a.0":              "count from 1",
		"v=schema:A.1a.b.c.d.e.f.g.h.i":     "at most 8 are followed",
		"v=/docs/{}\\..\\..\\x/":            "is not in the path",
	} {
		if r, err := facets.Parse(rule); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %v, %v; want %q", rule, r, err, want)
		}
	}
}

// TestAbout: several rules may be about one facet.
func TestAbout(t *testing.T) {
	t.Parallel()
	rules, err := facets.ParseAll([]string{"Version=x", "product=y", "version=/{}/"})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(rules.Names(), rules.About([]string{"version", "z"}), rules.About(nil)); got != "[version product] [version=x version=/{}/] []" {
		t.Error(got)
	}
}

// TestRulesAreStored: rules come back from JSON as they were written; wrong ones are told.
func TestRulesAreStored(t *testing.T) {
	t.Parallel()
	rules, err := facets.ParseAll([]string{"version=docsearch:version", "version=docs.a.test/v{}/", "продукт=/{}", "v=müller.de/док/{}/",
		"c=css:nav > li:nth-of-type(2), [a='x@y']", "c=Müller.de css: [data-sku] @Data-SKU", "p=schema:Product.offers.1.price", "p=a.test  schema:*.@type"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(rules)
	if err != nil {
		t.Fatal(err)
	}
	var again facets.Rules
	if err := json.Unmarshal(text, &again); err != nil || !slices.Equal(again, rules) {
		t.Errorf("%s gives %v, %v", text, again, err)
	}
	if got := strings.Join(rules.Texts()[4:], "; "); got != "c=css:nav > li:nth-of-type(2), [a='x@y']; c=Müller.de css:[data-sku]@data-sku; p=schema:Product.offers.1.price; p=a.test schema:*.@type" {
		t.Error(got)
	}
	for _, wrong := range []string{"", "version", "=x", "version=", "a b=x", "a:b=x", "x=/docs/", "x=/{}/{}/", "x=y\xff", "x=" + strings.Repeat("Ⱥ", facets.MaxSource/2), strings.Repeat("Ⱥ", facets.MaxName/2) + "=x", "x=" + strings.Repeat("y", facets.MaxSource+1), strings.Repeat("x", facets.MaxName+1) + "=y"} {
		if r, err := facets.Parse(wrong); err == nil {
			t.Errorf("%q is read as %v", wrong, r)
		}
	}
}

// FuzzParse: every rule that is read is written so that it is read as the same one, and what it
// gives of any page keeps the limits.
func FuzzParse(f *testing.F) {
	f.Add("version=docsearch:version", "docsearch:version", "2.0", "http://a.test/")
	f.Add("version=/docs/v{}/", "", "", "http://a.test/docs/v%32/x")
	f.Add("version=/{[0-9]*|latest}/", "", "", "http://a.test/2.0/x")
	f.Add("x=a.test/{}-{", "", "", "http://a.test/a-{/")
	f.Add("x=a.test css:p > [y='@z'] @content", "", "", "http://a.test/")
	f.Add("x=ü.de schema:*.offers.2.@type", "", "", "http://a.test/")
	f.Add("x=MÜLLER.de/док/../%7b%7D{}%", "", "", "http://müller.de/%7B%7D1%")
	f.Fuzz(func(t *testing.T, rule, name, content, at string) {
		r, err := facets.Parse(rule)
		if err != nil {
			return
		}
		if again, err := facets.Parse(r.String()); err != nil || again != r {
			t.Fatalf("%q gives %q, and that %v, %v", rule, r, again, err)
		}
		var p aranea.Page
		facets.Rules{r}.Meta(&p, []byte(name), []byte(content))
		if u, err := weburl.Parse(at); err == nil {
			facets.Rules{r}.Path(&p, u)
		}
		for _, v := range p.Facets {
			if len(v.Value) == 0 || len(v.Value) > facets.MaxValue || !utf8.ValidString(v.Value) || strings.ContainsAny(v.Value, "\"\n\x00") {
				t.Fatalf("value %q", v.Value)
			}
		}
	})
}
