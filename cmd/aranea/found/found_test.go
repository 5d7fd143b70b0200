package found

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestNumbers: the results of a later page are numbered on.
func TestNumbers(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	Print(&b, &search.Response{First: 11, Total: 12, Results: []search.Result{
		{URL: weburl.MustParse("http://a.test/"), Title: "One"}, {URL: weburl.MustParse("http://a.test/2"), Title: "Two"},
	}})
	if got := b.String(); !strings.HasPrefix(got, "11. One\n") || !strings.Contains(got, "\n12. Two\n") {
		t.Errorf("printed:\n%s", got)
	}
}
