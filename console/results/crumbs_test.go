package results

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

func TestCrumbs(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 500)
	tests := []struct{ name, url, want string }{
		{"root", "http://a.test/", ""},
		{"folders", "http://a.test/one/two.html", "one|two.html"},
		{"empty folders", "http://a.test//one//two/", "one|two"},
		{"letters", "http://a.test/%D1%88%D1%91%D0%BB%D0%BA/%E8%9B%9B%20a", "шёлк|蛛 a"},
		{"query", "http://a.test/one?q=%D1%88&b=c+d", "one?q=ш&b=c+d"},
		{"query of the root", "http://a.test/?x=1", "?x=1"},
		{"empty query", "http://a.test/one?", "one"},
		{"many folders", "http://a.test/1/2/3/4/5/6/7/8", "1|2|…|7|8"},
		{"five folders", "http://a.test/1/2/3/4/5", "1|2|3|4|5"},
		{"long folder", "http://a.test/" + long, strings.Repeat("a", 44) + "…" + strings.Repeat("a", 15)},
		{"long query", "http://a.test/?" + long, "?" + strings.Repeat("a", 44) + "…" + strings.Repeat("a", 15)},
		{"an escaped slash", "http://a.test/one%2Ftwo", "one%2Ftwo"},
		{"a mark between folders", "http://a.test/%E2%80%BA%20bank.test", "%E2%80%BA%20bank.test"},
		{"reordering", "http://a.test/%E2%80%AEmoc.knab", "%E2%80%AEmoc.knab"},
		{"invisible", "http://a.test/a%E2%80%8Bb/%C2%ADc/%EF%BB%BF", "a%E2%80%8Bb|%C2%ADc|%EF%BB%BF"},
		{"wide spaces", "http://a.test/a%E3%80%80b/%C2%A0", "a%E3%80%80b|%C2%A0"},
		{"controls", "http://a.test/%00%0A%1B", "%00%0A%1B"},
		{"not UTF-8", "http://a.test/%FF%FE", "%FF%FE"},
		{"a replacement character", "http://a.test/%EF%BF%BD", "%EF%BF%BD"},
		{"an escaped percent", "http://a.test/100%25", "100%25"},
		{"a lone percent", "http://a.test/100%", "100%"},
	}
	for _, tt := range tests {
		if got := strings.Join(crumbs(weburl.MustParse(tt.url)), "|"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
