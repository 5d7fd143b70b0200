package index

import (
	"os"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/wal"
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

// TestFormatBeforeTheLog: before anything is logged in a folder of a former format, its manifest
// has the present one: so no version before reads a log that it would take for damaged. Who
// changes nothing leaves the format.
func TestFormatBeforeTheLog(t *testing.T) {
	t.Parallel()
	for n := range 12 {
		files, _ := logged(t, 1)
		man, err := readManifest(files)
		if err != nil {
			t.Fatal(err)
		}
		man.Format = manifestFormat - 1
		if err := man.write(files); err != nil {
			t.Fatal(err)
		}
		x := open(t, files, slow)
		before, err := readManifest(files)
		if err != nil || before.Format != manifestFormat-1 {
			t.Fatalf("who opens the folder makes it %d, %v", before.Format, err)
		}
		files.FailAfter(n)
		failed := x.Apply(t.Context(), []aranea.IndexChange{put(t, "http://a.test/2", "text:zq2x")}) != nil
		left := files.Kill()
		_ = x.Close() // of the folder that failed
		after, err := readManifest(left)
		if err != nil {
			t.Fatal(err)
		}
		second, err := wal.Look(left, 2)
		if err != nil {
			t.Fatal(err)
		}
		if (second.Changed || !failed) && after.Format != manifestFormat {
			t.Errorf("with %d operations the log has a change, and the manifest the format %d", n, after.Format)
		}
		if got, err := count(t, left); err != nil || got < 1 || !failed && got != 2 {
			t.Errorf("with %d operations, %d documents, %v", n, got, err)
		}
		if !failed {
			return
		}
	}
	t.Error("no change was logged")
}
