package show_test

import (
	"os/exec"
	"testing"

	"github.com/aranea-search/aranea/internal/show"
)

// TestWord checks that a shell parses a word as the original text.
func TestWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"aranea-data": "aranea-data", "http://a.test:8080/x/%20_y": "http://a.test:8080/x/%20_y",
		"some folder": "'some folder'", "": "''", "http://a.test/?a=1&b=2": "'http://a.test/?a=1&b=2'",
		"it's $(here)": `'it'\''s $(here)'`, "*": "'*'", "~": "'~'", "данные": "'данные'",
	} {
		got := show.Word(text)
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		read, err := exec.Command("sh", "-c", "printf %s "+got).Output()
		if err != nil || string(read) != text {
			t.Errorf("%s is read as %q, %v", got, read, err)
		}
	}
}
