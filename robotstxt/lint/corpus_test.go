package lint

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

var corpusDir = flag.String("corpus", "../testdata/corpus", "a folder of robots files to run over")

// TestCorpus checks whole files: fixes do what they claim, safe ones change nothing, and neither
// does dropping a dead rule. By default it uses the files in testdata, which were written for
// it; -corpus names another folder.
func TestCorpus(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob(filepath.Join(*corpusDir, "*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no robots files in %s: %v", *corpusDir, err)
	}
	for _, name := range names {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := robotstxt.Parse(body)
		if len(f.Text()) >= 20_000 {
			continue
		}
		found := File(f, Options{URL: "https://example.org/robots.txt"})
		sameForAll(t, name, f, found, 0)
		deadHolds(t, name, f, 0)
		proven := map[Check]bool{}
		for _, x := range found {
			if x.Fix == nil || proven[x.Check] {
				continue
			}
			proven[x.Check] = true
			if d := Prove(f, x, dialect.RFC9309()); x.Fix.Effect&EffectOpens == 0 && d.Opened > 0 || x.Fix.Effect&EffectCloses == 0 && d.Closed > 0 {
				t.Errorf("%s: fix of %s on line %d says %s: %+v", name, x.Check, x.Line, x.Fix.Effect, d.Changes[0])
			}
		}
	}
}
