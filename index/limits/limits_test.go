package limits

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// TestHolds: a part is told from a piece of a longer word, and found where words have no
// spaces between them.
func TestHolds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, part string
		want       bool
	}{
		{"call 555 now", "555", true},
		{"call 1555, or 555.", "555", true},
		{"call 15550 now", "555", false},
		{"the web", "we", false},
		{"(web)", "web", true},
		{"蜘蛛の巣", "蛛の", true},
		{"паутина", "паут", false},
		{"web", "web", true},
		{"web", "webs", false},
	} {
		if got := holds([]byte(tt.text), []byte(tt.part)); got != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.part, tt.text, got, tt.want)
		}
	}
}

// TestAllow: an older version keeps to the limits of a newer one if it has limits
// that are as narrow.
func TestAllow(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	free := aranea.IndexChange{Snippet: true}
	tests := []struct {
		name         string
		newer, older aranea.IndexChange
		want         bool
	}{
		{"nothing is forbidden", free, free, true},
		{"nothing any more", free, aranea.IndexChange{}, true},
		{"no words", aranea.IndexChange{}, free, false},
		{"no words as before", aranea.IndexChange{}, aranea.IndexChange{}, true},
		{"no text", aranea.IndexChange{Snippet: true, NoCopy: true}, free, false},
		{"no text, and no words before", aranea.IndexChange{Snippet: true, NoCopy: true}, aranea.IndexChange{}, true},
		{"few letters", aranea.IndexChange{Snippet: true, MaxSnippet: 9}, free, false},
		{"fewer letters", aranea.IndexChange{Snippet: true, MaxSnippet: 9}, aranea.IndexChange{Snippet: true, MaxSnippet: 10}, false},
		{"more letters", aranea.IndexChange{Snippet: true, MaxSnippet: 10}, aranea.IndexChange{Snippet: true, MaxSnippet: 9}, true},
		{"an end", aranea.IndexChange{Snippet: true, Expires: day}, free, false},
		{"an earlier end", aranea.IndexChange{Snippet: true, Expires: day}, aranea.IndexChange{Snippet: true, Expires: day.Add(1)}, false},
		{"a secret", aranea.IndexChange{Snippet: true, Access: "a"}, free, false},
		{"another secret", aranea.IndexChange{Snippet: true, Access: "a"}, aranea.IndexChange{Snippet: true, Access: "b"}, false},
		{"the same secret", aranea.IndexChange{Snippet: true, Access: "a"}, aranea.IndexChange{Snippet: true, Access: "a"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.newer.Page, tt.older.Page = &aranea.Page{}, &aranea.Page{}
			if got := Of(&tt.newer).Allow(Of(&tt.older)); got != tt.want {
				t.Errorf("the older one keeps to it: %v, want %v", got, tt.want)
			}
		})
	}
}
