package subtitle_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea/search/subtitle"
	"github.com/aranea-search/aranea/weburl"
)

// TestOf: results with one title are told apart by their headings, or else by the ends of their addresses.
func TestOf(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("The documentation of the whole house ", 5)
	for _, tt := range []struct {
		name  string
		pages []string // address, title, heading, and perhaps the first line; * before a title that is that of its site
		want  []string
	}{
		{"titles that differ", []string{"/a|Silk|", "/b|Wool|Wool and silk"}, []string{"", ""}},
		{"headings", []string{"/a|Docs|Silk", "/b|Docs|  Wool\n of sheep"}, []string{"Silk", "Wool of sheep"}},
		{"case and whitespace", []string{"/a|Docs|Silk", "/b| DOCS |Wool"}, []string{"Silk", "Wool"}},
		{"what is seen of them is the same", []string{"/a|" + long + "silk " + long + "|", "/b|" + long + "wool " + long + "|"}, []string{"a", "b"}},
		{"one heading", []string{"/a.html|Docs|Home", "/b.html|Docs|Home", "/c.html|Docs|Silk"}, []string{"a.html", "b.html", "Silk"}},
		{"a heading that is the title", []string{"/a/|Docs|Docs", "/b%C3%A9/|Docs|"}, []string{"a", "bé"}},
		{"names of files that are the same", []string{"/1/a|D|", "/2/a|D|", "/2/b|D|"}, []string{"1/a", "2/a", "b"}},
		{"the query", []string{"/?id=1|D|", "/?id=2|D|"}, []string{"/?id=1", "/?id=2"}},
		{"the beginning of a long path", []string{"/x/1/2/3/4|D|", "/y/1/2/3/4|D|"}, []string{"/x/1/2/3/4", "/y/1/2/3/4"}},
		{"hosts", []string{"/a|Docs|Silk", "http://b.test/|Docs|Wool"}, []string{"", ""}},
		{"schemes alone", []string{"/a|D|", "https://a.test/a|D|"}, []string{"/a", "/a"}},
		{"that of the site", []string{"/src/Silk.html|*Source code|", "/b|Wool|"}, []string{"Silk.html", ""}},
		{"numbers for names", []string{"/a01.html|Members||of Silk", "/a02.html|Members||of Wool", "/list.html|Members||of all"}, []string{"of Silk", "of Wool", "list.html"}},
		{"numbers of products", []string{"/?id=7|Shop||Silk", "/p/12|Shop||Wool", "/p/13|Shop||Shop", "/p/14|Shop||Cart", "/q/14|Shop||Cart"}, []string{"Silk", "Wool", "13", "p/14", "q/14"}},
		{"nothing that is text", []string{"/%FF|*D|"}, []string{"%FF"}},
		{"none", nil, nil},
	} {
		var pages []subtitle.Page
		for _, p := range tt.pages {
			part := strings.Split(p, "|")
			if strings.HasPrefix(part[0], "/") {
				part[0] = "http://a.test" + part[0]
			}
			title, of := strings.CutPrefix(part[1], "*")
			pages = append(pages, subtitle.Page{URL: weburl.MustParse(part[0]), Title: title, Heading: part[2], Opening: strings.Join(part[3:], ""), OfSite: of})
		}
		if got := subtitle.Of(pages); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestOpening: the first line is bounded, and text.
func TestOpening(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"Silk\nWool": "Silk", "": "", "\nWool": "", strings.Repeat("é", 600): strings.Repeat("é", 512), "a" + strings.Repeat("é", 600): "a" + strings.Repeat("é", 511)} {
		if got := subtitle.Opening([]byte(text)); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestLength: headings and addresses of any length make short subtitles, addresses by their ends.
func TestLength(t *testing.T) {
	t.Parallel()
	got := subtitle.Of([]subtitle.Page{
		{URL: weburl.MustParse("http://a.test/" + strings.Repeat("é", 300) + "-end"), Title: "D", OfSite: true},
		{URL: weburl.MustParse("http://a.test/b"), Title: "E", Heading: strings.Repeat("é", 300), OfSite: true},
	})
	for _, s := range got {
		if n := utf8.RuneCountInString(s); n != subtitle.Longest {
			t.Errorf("%d characters: %q", n, s)
		}
	}
	if !strings.HasSuffix(got[0], "-end") {
		t.Errorf("an address lost its end: %q", got[0])
	}
}
