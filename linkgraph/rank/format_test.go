package rank

import (
	"encoding/hex"
	"flag"
	"os"
	"strings"
	"testing"
)

var rewrite = flag.Bool("update", false, "rewrite the example on the page of the format")

const formatPage = "../../docs/format/rank.md"

// TestFormatPage compares the example in the page of the format with what is written. If it
// changes, raise fileVersion. Run with -update to rewrite the example.
func TestFormatPage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(formatPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "```dump\n")
	old, behind, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("the page has no example")
	}
	files, w := newMemory(), web{"a.test/": {"b.test/"}}
	if _, _, err := Update(t.Context(), files, w.input(t, []string{"a.test/", "b.test/"}, nil), nil); err != nil {
		t.Fatal(err)
	}
	data, release, err := files.Map(fileName)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	got := hex.Dump(data)
	if *rewrite {
		if err := os.WriteFile(formatPage, []byte(before+"```dump\n"+got+"```"+behind), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if got != old {
		t.Errorf("the file became\n%s", got)
	}
}
