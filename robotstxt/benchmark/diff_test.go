package benchmark

import (
	"strings"
	"testing"

	"github.com/jimsmart/grobotstxt"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// TestGoogleAgainstPort compares the dialect of Google's parser with a port of it, on the
// witnesses of every file of the corpus. The port is from 2022: it compares hexadecimal digits
// of escapes with regard to case, which Google's parser does not, so affected targets and files
// are left out.
func TestGoogleAgainstPort(t *testing.T) {
	d := dialect.Google()
	d.Catalogue = false // the port takes a list of tokens and has no fallbacks
	asked, differ := 0, 0
	for i, body := range read(t) {
		file := robotstxt.Parse(body)
		if file.Truncated() || file.Encoding() >= syntax.EncodingUTF16LE || strings.Contains(string(body), "%") || strings.ContainsAny(string(body), "\x00") {
			continue
		}
		m := file.Compile(d, "FooBot")
		n := 0
		for target := range rewrite.Witnesses(m) {
			if strings.ContainsFunc(target, func(r rune) bool { return r <= ' ' || r >= 0x7F || strings.ContainsRune("\"<>\\^`{|}%", r) }) {
				continue // the port rewrites such targets first
			}
			if n++; n > 200 {
				break
			}
			asked++
			got := m.Decide(target)
			want := grobotstxt.AgentAllowed(string(body), "FooBot", "http://example.org"+target)
			if (got.Verdict == robotstxt.Allow) != want {
				if differ++; differ < 20 {
					t.Errorf("file %d, %s: %s by line %d (%s), the port says %v", i, target, got.Verdict, got.Line, got.Rule, want)
				}
			}
		}
	}
	t.Logf("%d questions, %d answers differ", asked, differ)
}
