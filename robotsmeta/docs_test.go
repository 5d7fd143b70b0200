package robotsmeta

import (
	"os"
	"strings"
	"testing"
)

// TestPageDirectivesDoc checks that docs/robots/page-directives.md describes every directive,
// dialect, field and check, and no check that does not exist.
func TestPageDirectivesDoc(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../docs/robots/page-directives.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	for _, k := range KnownDirectives() {
		if !strings.Contains(doc, "`"+k.Name+"`") && !strings.Contains(doc, "`"+k.Name+":") {
			t.Errorf("nothing on the directive %s", k.Name)
		}
	}
	for _, name := range Fields() {
		if !strings.Contains(doc, name) {
			t.Errorf("nothing on the field %s", name)
		}
	}
	for _, d := range Dialects() {
		cells := []string{"`" + d.Name + "`", "the stricter counts", "index, follow", "count", "keeps the page out"}
		for i, other := range map[int]string{1: "the permitting one counts, in tags", 2: "index, nofollow", 3: "say nothing", 4: "is recorded"} {
			if []bool{1: d.PermitWins, 2: d.NoFollowByDefault, 3: d.HeadOnly, 4: d.IgnoreUsage}[i] {
				cells[i] = other
			}
		}
		row := "\n| " + strings.Join(cells, " | ") + " |\n"
		if !strings.Contains(doc, row) {
			t.Errorf("no row %s", row)
		}
	}
	_, lint, _ := strings.Cut(doc, "## What lint finds")
	rows := strings.Count(lint, "\n| `")
	for _, c := range Checks() {
		if !strings.Contains(lint, "\n| `"+c.String()+"` | "+c.Text()+" |\n") {
			t.Errorf("no row for the check %s", c)
		}
	}
	if rows != len(Checks()) {
		t.Errorf("%d rows for %d checks", rows, len(Checks()))
	}
}

// TestReadmeIsAnExample checks that the README's code for this package is an Example.
func TestReadmeIsAnExample(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for i, block := range strings.Split(string(readme), "```") {
		code, ok := strings.CutPrefix(block, "go\n")
		if i%2 == 0 || !ok || !strings.Contains(code, "robotsmeta.") {
			continue
		}
		found = true
		if want := "\t" + strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n\t") + "\n"; !strings.Contains(string(example), want) {
			t.Errorf("this code of the README is in no example:\n%s", code)
		}
	}
	if !found {
		t.Error("the README has no code of the package")
	}
}
