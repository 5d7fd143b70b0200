package engine

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/search"
)

// A wound changes one file of a folder.
type wound struct {
	name string
	hurt func(path string, rnd *rand.Rand) error
}

var wounds = []wound{
	{"flip", func(path string, rnd *rand.Rand) error {
		data, err := os.ReadFile(path)
		if err != nil || len(data) == 0 {
			return err
		}
		data[rnd.IntN(len(data))] ^= 1 << rnd.IntN(8)
		return os.WriteFile(path, data, 0o600)
	}},
	{"cut", func(path string, rnd *rand.Rand) error {
		info, err := os.Stat(path)
		if err != nil || info.Size() == 0 {
			return err
		}
		return os.Truncate(path, rnd.Int64N(info.Size()))
	}},
	{"remove", func(path string, _ *rand.Rand) error { return os.Remove(path) }},
}

// TestDamagedFolder flips a bit in, truncates and removes every file of a folder in turn. The
// result must never be a panic, a wrong answer, or a missing answer without a report: opening
// fails with a reason, or the check reports a fault, or everything is still there. With repair
// and a crawl everything is restored, unless the frontier itself is damaged, and then that is
// reported.
func TestDamagedFolder(t *testing.T) {
	t.Parallel()
	whole := filepath.Join(t.TempDir(), "whole")
	site := servicetest.NewSite(t)
	e, err := Open(t.Context(), whole, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Crawl(t.Context(), servicetest.Settings(site), nil); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for _, name := range filesOf(t, whole) {
		for _, w := range wounds {
			for seed := range seeds {
				t.Run(fmt.Sprintf("%s/%s/%d", name, w.name, seed), func(t *testing.T) {
					t.Parallel()
					dir := filepath.Join(t.TempDir(), "data")
					if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
						t.Fatal(err)
					}
					if err := w.hurt(filepath.Join(dir, name), rand.New(rand.NewPCG(seed, 1))); err != nil {
						t.Fatal(err)
					}
					p := patient{t: t, dir: dir, frontier: strings.HasPrefix(name, "frontier")}
					p.examine()
					p.heal(servicetest.Settings(site))
				})
			}
		}
	}
}

// filesOf lists the files of a folder that are not empty, except the lock.
func filesOf(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if info, ierr := d.Info(); ierr == nil && info.Size() > 0 && name != "LOCK" {
			out = append(out, name)
		}
		return err
	})
	if err != nil || len(out) < 8 {
		t.Fatalf("files: %v, %v", out, err)
	}
	return out
}

// A patient is a folder with a damaged file.
type patient struct {
	t        *testing.T
	dir      string
	told     bool // a fault was reported
	frontier bool // the damage is in the frontier
}

// examine opens the folder and searches it. Missing pages must have been reported.
func (p *patient) examine() {
	p.t.Helper()
	e, err := Open(p.t.Context(), p.dir, Options{})
	if err != nil {
		p.note(err)
		return
	}
	p.check(e, false)
	r, err := e.Search(p.t.Context(), search.Request{Query: "silk"})
	switch {
	case err != nil:
		p.note(err)
	case r.Total != 4 && !p.told:
		p.t.Errorf("%d of 4 pages found, and no fault was named", r.Total)
	}
	for _, res := range r.Results {
		if !strings.HasPrefix(res.Title, "Page ") {
			p.t.Errorf("a wrong answer: %+v", res)
		}
	}
	if err := e.Close(); err != nil {
		p.note(err)
	}
}

// note checks that an error reports damage, or that a folder is not a data folder.
func (p *patient) note(err error) {
	p.t.Helper()
	p.told = true
	switch aranea.KindOf(err) {
	case aranea.Corrupt, aranea.NotFound, aranea.Invalid:
	case aranea.Denied:
		// A damaged store that fails to close keeps its lock until the process ends, and the
		// test runs in one process.
		if p.frontier {
			return
		}
		fallthrough
	default:
		p.t.Errorf("an error of kind %v: %v", aranea.KindOf(err), err)
	}
}

// check records the faults of the folder.
func (p *patient) check(e *Engine, repair bool) (repaired int) {
	p.t.Helper()
	for f, err := range e.Check(p.t.Context(), repair) {
		if err != nil {
			p.note(err)
			break
		}
		p.told = true
		if f.Repaired {
			repaired++
		}
	}
	return repaired
}

// heal repairs what can be repaired, crawls, and checks that everything is restored.
func (p *patient) heal(set service.Settings) {
	p.t.Helper()
	e, err := Open(p.t.Context(), p.dir, Options{})
	if err != nil {
		var faults []service.Fault
		for f, err := range CheckBroken(p.t.Context(), p.dir, Options{}, true) {
			if err != nil {
				p.note(err)
				return // it reports why it cannot repair
			}
			faults = append(faults, f)
		}
		if len(faults) == 0 {
			p.t.Fatalf("%v, and the check finds nothing", err)
		}
		if slices.ContainsFunc(faults, func(f service.Fault) bool { return !f.Repaired }) {
			return // reported and not repairable
		}
		if e, err = Open(p.t.Context(), p.dir, Options{}); err != nil {
			p.t.Fatalf("after repair: %v", err)
		}
	}
	defer func() {
		if err := e.Close(); err != nil {
			p.note(err)
		}
	}()
	p.check(e, true)
	if _, err := e.Crawl(p.t.Context(), set, nil); err != nil {
		p.note(err)
		return
	}
	if r, err := e.Search(p.t.Context(), search.Request{Query: "silk"}); err != nil || r.Total != 4 {
		p.t.Errorf("after repair and crawl %d of 4 pages are found, %v", r.Total, err)
	}
}
