package html

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
)

// TestSpansLeaveRoom: a paragraph with more links than the limit of elements is kept.
func TestSpansLeaveRoom(t *testing.T) {
	t.Parallel()
	page := parsed(t, "<p>start "+strings.Repeat("<a href=x>y</a>", 2000)+"<p>end")
	if got := paths(&page); !strings.HasPrefix(got, "p>start yyy") || !strings.HasSuffix(got, " p>end") {
		t.Errorf("blocks: %.60s", got)
	}
	if len(page.Elements) > 1000 || len(page.Warnings) != 1 {
		t.Errorf("%d elements, warnings %v", len(page.Elements), page.Warnings)
	}
}

// TestCutAttribute: a long attribute is cut between two characters.
func TestCutAttribute(t *testing.T) {
	t.Parallel()
	for n := range 4 {
		p := NewParser(Limits{Text: 1 << 10, Elements: 10, Title: 100, Attribute: 60})
		page := aranea.Page{}
		p.Parse(&page, []byte("<img alt='"+strings.Repeat("a", n)+strings.Repeat("ж€", 50)+"'>"), nil, robotsmeta.NewReader())
		if !utf8.Valid(page.Text) || len(page.Text) < 50 || len(page.Warnings) != 1 {
			t.Errorf("behind %d bytes %q with warnings %v", n, page.Text, page.Warnings)
		}
	}
}
