package maintenance

import (
	"fmt"
	"strings"
	"testing"
)

// TestFaults checks that the lines with each fault are named up to a limit, that all others are
// counted by their fault, and that neither grows with the number of lines or of faults.
func TestFaults(t *testing.T) {
	t.Parallel()
	var f faults
	var b strings.Builder
	for n := range 1000 {
		f.tellOne(&b, &refused{number: 2*n + 1, why: `unknown field "a"`})
		f.tellOne(&b, &refused{number: 2*n + 2, url: fmt.Sprintf("http://a.test/%d", n), why: "it has no title"})
	}
	f.tellOne(&b, &refused{number: 2001, why: "it is no JSON object"})
	f.tellRest(&b)
	got := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(got) != 23 || got[1] != "aranea: line 2: http://a.test/0: it has no title" || got[20] != "aranea: line 2001: it is no JSON object" ||
		got[21] != "aranea: 990 lines more: it has no title" || got[22] != `aranea: 990 lines more: unknown field "a"` {
		t.Errorf("%d lines:\n%s", len(got), b.String())
	}

	f = faults{}
	b.Reset()
	f.tellOne(&b, &refused{number: 1, url: "http://a.test/" + strings.Repeat("a", 1<<20), why: "url is no URL of the web"})
	if got := b.String(); len(got) > 2*maxURL || !strings.Contains(got, "http://a.test/aaa") || !strings.HasSuffix(got, "aaa: url is no URL of the web\n") {
		t.Errorf("a long URL: %d bytes: %.300s", len(got), got)
	}

	f, total := faults{}, 0
	b.Reset()
	for n := range 5000 {
		f.tellOne(&b, &refused{number: n + 1, why: fmt.Sprintf("fault %d", n)})
	}
	if named := strings.Count(b.String(), "\n"); named != maxNamed {
		t.Errorf("%d lines are named", named)
	}
	for _, n := range f.behind {
		total += n
	}
	if len(f.found) > maxFaults+1 || total != 5000-maxNamed {
		t.Errorf("%d faults are kept, %d lines not named", len(f.found), total)
	}
}
