package series

import (
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// singles returns which of some pages, each "address|heading|line|line", are single lists, or the error of learning. A
// heading may be followed by "=" and the title of the page.
func singles(t *testing.T, failed error, all ...string) (string, error) {
	t.Helper()
	names := map[rank.Key]string{}
	var pages []Page
	for _, text := range all {
		f := strings.Split(text, "|")
		if strings.HasPrefix(f[0], "/") {
			f[0] = "http://a.test" + f[0]
		}
		key := rank.KeyOf(weburl.MustParse(f[0]).ID())
		names[key] = f[0]
		heading, title, _ := strings.Cut(f[1], "=")
		pages = append(pages, Page{URL: f[0], Key: key, Title: title, Heading: heading, XML: strings.HasSuffix(f[0], ".xml"), Opening: func(lines int) ([]string, error) {
			return f[2:min(len(f), 2+lines)], failed
		}})
	}
	keys, err := SingleLists(func() iter.Seq2[Page, error] {
		return func(yield func(Page, error) bool) {
			for _, p := range pages {
				if !yield(p, nil) {
					return
				}
			}
		}
	})
	found := map[string]bool{}
	for _, key := range keys {
		found[names[key]] = true
	}
	var out []string
	for _, p := range pages { // in their order
		if found[p.URL] {
			out = append(out, strings.TrimPrefix(p.URL, "http://a.test"))
		}
	}
	return strings.Join(out, " "), err
}

// TestSingleLists: a page with the address of a single list is one if it begins with the heading of a page of its host that
// is none.
func TestSingleLists(t *testing.T) {
	t.Parallel()
	post := "/2024/05/orb/|The orb weaver|It spins its web by night."
	for _, tt := range []struct {
		name  string
		pages []string
		want  string
	}{
		{"a heading of its own", []string{post, "/tag/silk/|Tag: silk|The orb weaver|by Jane|It spins"}, "/tag/silk/"},
		{"none of its own", []string{"/2024/05/|the Orb  Weaver|It spins", post}, "/2024/05/"},
		{"behind a date and a name", []string{post, "/author/jane/|Jane|About Jane|1 May 2024|Jane|The orb weaver"}, "/author/jane/"},
		{"named after its tag", []string{post, "/tag/silk/|The orb weaver=Silk - The weavers' blog"}, "/tag/silk/"},
		{"with the title of a page", []string{"/howto/testing/|Testing", "/topics/testing/|Testing=Testing a web | Documentation|Testing|It runs"}, ""},
		{"too far down", []string{post, "/author/jane/|Jane|1|2|3|4|5|6|The orb weaver"}, ""},
		{"data of XML", []string{post, "/schedule.xml||Days of spiders|2024-05-01|Hall|10:00|1|2|3|The orb weaver|by Jane"}, "/schedule.xml"},
		{"data of XML, too far down", []string{post, "/schedule.xml|" + strings.Repeat("|x", 40) + "|The orb weaver"}, ""},
		{"data of XML that tells of no page", []string{post, "/looms.xml||Looms|Shuttle"}, ""},
		{"another address", []string{post, "/silk/|Silk|The orb weaver"}, ""},
		{"nothing of a page", []string{post, "/tags/img.html|img|The element of pictures"}, ""},
		{"the heading of another single list", []string{"/tag/silk/|Silk|Web", "/tag/web/|Web|Silk"}, ""},
		{"another host", []string{"http://b.test/orb/|The orb weaver", "/tag/silk/|Silk|The orb weaver"}, ""},
		{"no headings", []string{"/a/|", "/tag/silk/||"}, ""},
	} {
		if got, err := singles(t, nil, tt.pages...); got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
	if _, err := singles(t, errors.New("damage"), "/tag/silk/|Silk"); err == nil {
		t.Error("a page that cannot be read is nothing")
	}
}
