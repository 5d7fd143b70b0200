package items

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/pageitem"
)

// TestRules: what is read as a rule is written as the same rule, and what is none is told.
func TestRules(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"quote=css:div.quote":                           "quote=css:div.quote",
		" Quote.authorName = css: .author ":             "", // a name has no space
		"Quote.authorName=  css: .author ":              "Quote.authorName=css:.author",
		"quote.tags[]=css::scope > .tag@HREF":           "quote.tags[]=css::scope > .tag@href",
		"quote.id=css:@data-id":                         "quote.id=css:@data-id",
		"quote=Shop.Example.ORG  css:li":                "quote=Shop.Example.ORG css:li",
		"quote.x=müller.de css:a@href":                  "quote.x=müller.de css:a@href",
		"job=schema:JobPosting":                         "job=schema:JobPosting",
		"job.at=a.test schema:hiringOrganization.name":  "job.at=a.test schema:hiringOrganization.name",
		"job.x[]=schema: itemListElement.2.name":        "job.x[]=schema:itemListElement.2.name",
		"job.type=schema:@type":                         "job.type=schema:@type",
		"job=schema:JobPosting.title":                   "",
		"job=schema:*":                                  "",
		"job=schema:":                                   "",
		"job.x=schema:2.name":                           "",
		"job.x=schema:a..b":                             "",
		"job.x=schema:a.b.c.d.e.f.g.h.i":                "",
		"quote":                                         "",
		"quote=":                                        "",
		"quote=.quote":                                  "",
		"=css:p":                                        "",
		"quote.=css:p":                                  "",
		"quote.[]=css:p":                                "",
		"quote.a.b=css:p":                               "",
		"quote[]=css:p":                                 "",
		"quote=css:div@href":                            "",
		"quote=css::scope":                              "",
		"quote.x=css:":                                  "",
		"quote.x=css:p:hover":                           "",
		"quote.x=https://a.test css:p":                  "",
		"quote.x=meta":                                  "",
		"quote.x=css:" + strings.Repeat("p ", 16):       "",
		"quote.x=css:" + strings.Repeat("p", MaxSource): "",
		strings.Repeat("q", 41) + "=css:p":              "",
		"quote.x=css:\xff":                              "",
	} {
		r, err := Parse(text)
		if err != nil && (want != "" || !strings.HasPrefix(err.Error(), "item ")) || err == nil && r.String() != want {
			t.Errorf("%q is read as %s, %v, want %q", text, r, err, want)
		}
	}
}

// large returns rules that are as many and as large as each may be.
func large() (out []string) {
	for k := range MaxKinds {
		out = append(out, fmt.Sprintf("q%d=css:p", k))
		for f := range MaxFields {
			out = append(out, fmt.Sprintf("q%d.f%d=css:%s", k, f, strings.Repeat("p ", MaxParts)))
		}
	}
	return out
}

// TestForeignRules: who knows other programs is told how what they read is written here.
func TestForeignRules(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"q.t=css:span.text::text":        "the value is the text: write css:span.text without ::text",
		"q.t=css:::text":                 "the value is the text: write css::scope",
		"q.h=css:li a::attr( href )":     "an attribute is written as css:li a@href",
		"q.h=css:::attr(href)":           "an attribute is written as css:@href",
		"q=css://div":                    errXPath.Error(),
		"q.t=xpath://div":                errXPath.Error(),
		"q.t=//div/text()":               errXPath.Error(),
		"q.t=css:./a/@href":              errXPath.Error(),
		"q.t=css:a/text()":               errXPath.Error(),
		"q.t=css:> a":                    "the element of the item is :scope: write css::scope > a",
		"q.page=css:a":                   "a field is named neither page nor kind",
		"q.kind[]=schema:additionalType": "a field is named neither page nor kind",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{`q.t=css:a[title="::text"]`, `q.t=css:a[href^="/"]@href`, "page=css:p", "kind.kinds=css:p"} {
		if _, err := Parse(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFaultsOfAll: rules have to fit together.
func TestFaultsOfAll(t *testing.T) {
	t.Parallel()
	many := func(n int, rules ...string) (out []string) {
		for i := range n {
			for _, r := range rules {
				out = append(out, strings.ReplaceAll(r, "N", fmt.Sprint(i)))
			}
		}
		return out
	}
	for name, tt := range map[string]struct {
		rules []string
		want  string
	}{
		"no items":                 {[]string{"q.x=css:p"}, "item q: no rule says which elements are items: q=css:SELECTOR"},
		"no fields":                {[]string{"q=css:p"}, "item q: it has no fields, as in q.NAME=css:SELECTOR"},
		"sources that do not meet": {[]string{"q=css:p", "q.x=css:b", "q.y=schema:name"}, "item q: items of css: have fields of css:, and items of schema: fields of schema:; one of both is missing"},
		"a list and none":          {[]string{"q=css:p", "q.x[]=css:b", "q.x=css:i"}, "item q.x=css:i: a field is a list or none; write [] behind its name always or never"},
		"too many kinds":           {many(9, "qN=css:p", "qN.x=css:b"), "9 kinds of items: at most 8 are read"},
		"too many fields":          {append(many(17, "q.fN=css:b"), "q=css:p"), "item q: it has 17 fields; at most 16 are read"},
		"too many rules":           {many(201, "q=hN.test css:p"), "201 rules on items: at most 200 are read"},
		"too large selectors":      {large(), "items: the selectors for * have 1928 parts; 512 are the limit"},
		"wrong rules":              {[]string{"q", "q.x"}, `item "q": ` + form + "\n" + `item "q.x": ` + form},
		"all are well":             {[]string{"q=css:p", "q=a.test css:div", "q.x=css:b", "q.x=a.test css:i", "r=css:p", "r.x[]=css:b"}, "-"},
	} {
		all, err := ParseAll(tt.rules)
		if err == nil && tt.want == "-" {
			all.Plan()
			continue
		}
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// TestAbsent: of items that a page has, the fields are named that none of them has.
func TestAbsent(t *testing.T) {
	t.Parallel()
	all, err := ParseAll([]string{"a=css:p", "a.x=css:b", "a.y=css:b", "b=css:i", "b.x=css:b"})
	if err != nil {
		t.Fatal(err)
	}
	p := aranea.Page{Items: pageitem.List{All: []pageitem.Item{{Kind: "a"}, {Kind: "a", Fields: pageitem.Fields{{Name: "y", Values: []string{"1"}}}}}}}
	if got := strings.Join(all.Absent(&p).Texts(), " "); got != "a.x=css:b b=css:i" {
		t.Error(got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("quote.tags[]=a.test css:.tag > a@href")
	f.Add("quote=css:div")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(r.String()); err != nil || again != r {
			t.Errorf("%q is written as %q, and read as %v, %v", text, r, again, err)
		}
	})
}
