package docs_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/docs"
)

func TestPages(t *testing.T) {
	t.Parallel()
	names := docs.Pages()
	for _, want := range []string{"reasons", "http-api", "exit-codes", "robots/lint", "format/index"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not carried", want)
		}
	}
	for _, n := range names {
		text, ok := docs.Page(n)
		if !ok || !strings.HasPrefix(text, "# ") {
			t.Errorf("%s: found %v, and it begins %.20q, not with a title", n, ok, text)
		}
		for _, mark := range []string{"\n<<<<<<< ", "\n=======\n", "\n>>>>>>> "} {
			if strings.Contains(text, mark) {
				t.Errorf("%s: %q is left of a merge", n, mark)
			}
		}
	}
	for _, n := range []string{"", "none", "docs", "../README", "/reasons", "reasons.md", "robots", "robots/", "robots//lint", "\x00"} {
		if text, ok := docs.Page(n); ok {
			t.Errorf("%q is a page: %.20q", n, text)
		}
	}
}
