package results

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/query"
)

// TestKinds: another kind of file is one step away, also where nothing but a kind is
// asked for.
func TestKinds(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{
		"silk":                "[All] Pictures Sound Video PDF",
		"silk filetype:image": "All [Pictures] Sound Video PDF",
		"filetype:image":      "[Pictures] Sound Video PDF",
		"filetype:docx":       "Pictures Sound Video PDF",
	} {
		var got []string
		for _, c := range kinds(query.Parse(q)) {
			if c.Current {
				c.Text = "[" + c.Text + "]"
			}
			got = append(got, c.Text)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, want %s", q, text, want)
		}
	}
}
