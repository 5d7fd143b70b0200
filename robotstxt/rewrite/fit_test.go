package rewrite

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestRewritesThatDoNotFit checks that a large file in UTF-16, which in UTF-8 is longer than
// robots read, is not rewritten if it would lose its last rules.
func TestRewritesThatDoNotFit(t *testing.T) {
	t.Parallel()
	body := []byte{0xFF, 0xFE}
	text := anybody + "Disalow: /typo\n" + strings.Repeat("# "+strings.Repeat("\u4e2d", 60)+"\n", 3500) + "Disallow: /late/\nDisallow: /late/x\n"
	for _, u := range utf16.Encode([]rune(text)) {
		body = append(body, byte(u), byte(u>>8))
	}
	f := robotstxt.Parse(body)
	if f.Truncated() || len(f.Text()) <= robotstxt.MaxBody {
		t.Fatalf("the file has %d bytes, %d in UTF-8", len(body), len(f.Text()))
	}
	small := Minimise(f, dialect.RFC9309())
	if small.Unchecked == "" || len(small.Dropped) > 0 {
		t.Errorf("minimising does not tell that it did nothing: %q, %v", small.Unchecked, small.Dropped)
	}
	for name, out := range map[string][]byte{"format": Format(f), "minimise": small.Text} {
		if !bytes.Equal(out, body) {
			t.Errorf("%s: %d bytes became %d", name, len(body), len(out))
		}
		if d := robotstxt.Parse(out).Compile(dialect.RFC9309(), "FooBot").Decide("/late/"); d.Verdict != robotstxt.Deny {
			t.Errorf("%s: the last rule is lost: %s", name, d.Reason)
		}
	}
	narrow := []byte(anybody + "Disallow:/late/\n")
	for len(narrow) < robotstxt.MaxBody-20 {
		narrow = append(narrow, "Allow:/a\n"...)
	}
	if out := Format(robotstxt.Parse(narrow)); !bytes.Equal(out, narrow) {
		t.Errorf("whitespace makes a file of %d bytes one of %d", len(narrow), len(out))
	}
}
