package results

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestMissing: each word that a page lacks leads to the pages that hold it, if it stands
// in the query by itself.
func TestMissing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ query, words, want string }{
		{"zebra motion undo", "zebra", "zebra /?q=%22zebra%22+motion+undo"},
		{"zebra motion undo", "zebra|undo", "zebra /?q=%22zebra%22+motion+undo|undo /?q=zebra+motion+%22undo%22"},
		{"机器人如何 zebra", "如何", "如何 "},
		{"a b c d e f g h i", "b|c|d|e|f|g|h|i", "b /?q=a+%22b%22+c+d+e+f+g+h+i|c /?q=a+b+%22c%22+d+e+f+g+h+i|d /?q=a+b+c+%22d%22+e+f+g+h+i|" +
			"e /?q=a+b+c+d+%22e%22+f+g+h+i|f /?q=a+b+c+d+e+%22f%22+g+h+i|g /?q=a+b+c+d+e+f+%22g%22+h+i|and 2 others "},
	} {
		v := viewOf(search.Result{URL: weburl.MustParse("http://a.test/"), Missing: strings.Split(tt.words, "|")}, query.Parse(tt.query), tt.query)
		var got []string
		for _, c := range v.Missing {
			got = append(got, c.Text+" "+c.URL)
		}
		if text := strings.Join(got, "|"); text != tt.want {
			t.Errorf("%s: %s, want %s", tt.query, text, tt.want)
		}
	}
}
