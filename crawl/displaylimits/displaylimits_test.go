package displaylimits

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// A shelf says whether it shows more than given limits, and counts how often it was asked.
type shelf struct {
	more  bool
	asked int
}

func (s *shelf) ShowsMore(weburl.ID, *aranea.IndexChange) bool {
	s.asked++
	return s.more
}

// TestNarrows: the index is asked only about fields that limit something, for this robot.
func TestNarrows(t *testing.T) {
	t.Parallel()
	for field, limits := range map[string]bool{
		"": false, "index, follow": false, "max-snippet: -1": false, "otherbot: nosnippet": false, "nofollow": false,
		"nosnippet": true, "noarchive": true, "max-snippet: 20": true, "aranea: unavailable_after: 2099-01-01": true,
	} {
		for _, more := range []bool{false, true} {
			x := &shelf{more: more}
			d := Fields(aranea.Header{"X-Robots-Tag": {field}}, robotsmeta.Strictest(), []string{"Aranea"})
			if got := Narrows(d, weburl.MustParse("http://a.test/"), x); got != (limits && more) || (x.asked > 0) != limits {
				t.Errorf("%q, shows more %v: %v, asked %d times", field, more, got, x.asked)
			}
		}
	}
}
