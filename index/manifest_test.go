package index

import (
	"os"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestExampleOfTheManifest: the manifest that docs/format/index.md shows is read, and is what
// this program writes.
func TestExampleOfTheManifest(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/format/index.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "\n## MANIFEST\n")
	_, rest, _ = strings.Cut(rest, "\n```\n")
	example, _, _ := strings.Cut(rest, "```\n")
	m, err := parseManifest([]byte(example))
	if err != nil || len(m.Segments) != 2 {
		t.Fatalf("%+v, %v, of %q", m, err, example)
	}
	m.Format = manifestFormat
	files := disktest.New()
	if err := m.write(files); err != nil {
		t.Fatal(err)
	}
	if got, err := manifestBytes(files); string(got) != example {
		t.Errorf("it is written as\n%s, %v; the page shows\n%s", got, err, example)
	}
}
