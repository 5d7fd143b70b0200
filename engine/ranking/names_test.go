package ranking

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
)

// named adds pages to the index whose titles end in the name of their host: of a host that everybody may
// read, of one that only searchers with a secret may read, and of one that was removed.
func named(t *testing.T, opt Options) {
	t.Helper()
	var docs []aranea.IndexChange
	for i := range 12 {
		for host, access := range map[string]string{"open": "", "closed": "wiki", "gone": ""} {
			title := fmt.Sprintf("Page%d of %s | Brand%s", i, host, host)
			p := &aranea.Page{URL: parse(t, fmt.Sprintf("http://%s.test/%d", host, i)), Text: []byte(title), Elements: []aranea.Element{{Kind: aranea.ElementTitle, End: uint32(len(title))}}}
			docs = append(docs, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p, Access: access})
			if host == "gone" {
				docs = append(docs, aranea.IndexChange{Action: aranea.IndexDelete, URL: p.URL})
			}
		}
	}
	if err := opt.Pages.Apply(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
	if err := opt.Pages.Flush(); err != nil {
		t.Fatal(err)
	}
}

func (r *Ranker) named() string {
	return strings.Join(append(append(r.Names().Hosts("brandopen"), r.Names().Hosts("brandclosed")...), r.Names().Hosts("brandgone")...), " ")
}

// TestNamesLearned: names are learned with the ranks, from pages that everybody can find, and kept; a copy
// has them; damage is told, and repaired by the next update.
func TestNamesLearned(t *testing.T) {
	t.Parallel()
	opt := options(t)
	named(t, opt)
	r := open(t, opt)
	if _, err := r.Update(t.Context()); err != nil || r.named() != "open.test" {
		t.Fatalf("named by titles: %s, %v", r.named(), err)
	}
	copied := opt
	copied.AnchorsDir, copied.RankDir, copied.View = filepath.Join(t.TempDir(), "anchors"), filepath.Join(t.TempDir(), "rank"), true
	if err := errors.Join(r.Anchors().Backup(t.Context(), copied.AnchorsDir), r.Backup(copied.RankDir)); err != nil {
		t.Fatal(err)
	}
	if got := open(t, copied).named(); got != "open.test" {
		t.Errorf("in a copy: %s", got)
	}
	file := filepath.Join(opt.RankDir, "names")
	flip(t, file, -6)
	if err := r.Check(); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a check says %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r = open(t, opt)
	if f := r.Faults(); len(f) != 1 || f[0].File != namesName || r.Names() != nil {
		t.Errorf("faults %v, names %v", f, r.Names())
	}
	if _, err := r.Update(t.Context()); err != nil || r.named() != "open.test" || r.Check() != nil {
		t.Errorf("learned anew: %s, %v, %v", r.named(), err, r.Check())
	}
	if err := r.Forget(t.Context()); err != nil || r.Names() != nil {
		t.Errorf("forgotten: %v, %v", err, r.Names())
	}
}

// TestNamesBesideDamage: where it cannot be read which pages are closed, nothing is learned from titles.
func TestNamesBesideDamage(t *testing.T) {
	t.Parallel()
	opt := options(t)
	named(t, opt)
	dir := filepath.Join(t.TempDir(), "index")
	if err := opt.Pages.Backup(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.pst"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		flip(t, file, 0)
	}
	if opt.Pages, err = index.Open(dir, index.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opt.Pages.Close() })
	r := open(t, opt)
	if err := r.learnNames(t.Context()); err != nil || r.named() != "" {
		t.Errorf("named by titles: %s, %v", r.named(), err)
	}
}
