package report

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
)

// TestPrint: what a run did is told apart from what the folder holds, and numbers are
// written in one way.
func TestPrint(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		fetched uint64 // by this run
		want    string
	}{
		{"the first run", 2058, "2,058 pages fetched from 31 hosts in 1:53, 1,976 in the index."},
		{"a later run", 12, "2,058 pages fetched from 31 hosts, 12 of them in this run of 1:53, 1,976 in the index."},
		{"mirrors were found", 2070, "2,058 pages fetched from 31 hosts in 1:53, 1,976 in the index."},
	} {
		r := crawl.Report{Hosts: 31, Elapsed: 113 * time.Second}
		r.Counts[aranea.CountFetched], r.Counts[aranea.CountIndexed], r.Counts[aranea.CountExcluded] = 2058, 1976, 4742
		r.Counts[aranea.CountDuplicates], r.Counts[aranea.CountNoIndex] = 65, 3
		r.Run[aranea.CountFetched] = tt.fetched
		var b strings.Builder
		Print(&b, r, "some folder")
		for _, want := range []string{tt.want, "\n   4,742 URLs are left out: out of scope", "\n      14 URLs have nothing to index", "aranea urls --data 'some folder' --reason CODE"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: %q lacks\n%s", tt.name, b.String(), want)
			}
		}
	}
}
