package engine

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
)

// damagedFolder creates a folder in which the tables of the frontier are damaged.
func damagedFolder(t *testing.T) (dir string, tables []string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	crawlSite(t, dir)
	return dir, servicetest.Flip(t, dir, "frontier/*.sst")
}

// TestCheckNamesEveryDamagedFile checks that damage of the frontier does not hide damage of the
// index, that a repair that would need the frontier changes nothing, and that nothing is written
// into the damaged store.
func TestCheckNamesEveryDamagedFile(t *testing.T) {
	t.Parallel()
	dir, want := damagedFolder(t)
	want = append(want, servicetest.Flip(t, dir, "index/seg-*.pst")...)
	_, err := Open(t.Context(), dir, Options{})
	var damage *store.FileDamage
	if !errors.As(err, &damage) || !slices.Contains(want, damage.Name) {
		t.Fatalf("opening says %v", err)
	}
	before := servicetest.Files(t, filepath.Join(dir, "frontier"))
	for _, repair := range []bool{false, true} {
		got := map[string]bool{}
		for _, f := range servicetest.Gather(t, CheckBroken(t.Context(), dir, Options{}, repair)) {
			if got[f.File] = true; f.Repaired || strings.Contains(f.Text, "carrier") {
				t.Errorf("with repair %t: %+v", repair, f)
			}
		}
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
			t.Errorf("with repair %t: %v, want %v", repair, names, want)
		}
	}
	if !maps.Equal(before, servicetest.Files(t, filepath.Join(dir, "frontier"))) {
		t.Error("the check wrote into a damaged store")
	}
}

// TestRepairEndsDamage checks that the status no longer reports damage after a repair, in the
// process that found it.
func TestRepairEndsDamage(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	crawlSite(t, dir)
	servicetest.Flip(t, dir, "index/seg-*.pst")
	e := openEngine(t, dir)
	e.catchUp(t.Context()) // as an owner does after a while
	told := func() []service.Fault {
		st, err := e.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return st.Damage
	}
	if len(told()) == 0 || len(servicetest.Gather(t, e.Check(t.Context(), false))) == 0 || len(told()) == 0 {
		t.Fatal("the damage is not told before it is repaired")
	}
	for _, f := range servicetest.Gather(t, e.Check(t.Context(), true)) {
		if !f.Repaired {
			t.Errorf("not repaired: %+v", f)
		}
	}
	if damage := told(); len(damage) > 0 {
		t.Errorf("after the repair the status tells %v", damage)
	}
}

// TestRepairWithoutSettings checks that the index of a folder that does not open is repaired as well.
func TestRepairWithoutSettings(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	crawlSite(t, dir)
	want := append(servicetest.Flip(t, dir, "index/seg-*.pst"), servicetest.Flip(t, dir, "options.json")...)
	for _, f := range servicetest.Gather(t, CheckBroken(t.Context(), dir, Options{}, true)) {
		if want = slices.DeleteFunc(want, func(name string) bool { return name == f.File }); !f.Repaired {
			t.Errorf("not repaired: %+v", f)
		}
	}
	if len(want) > 0 {
		t.Errorf("not told: %v", want)
	}
	if left := servicetest.Gather(t, openEngine(t, dir).Check(t.Context(), false)); len(left) > 0 {
		t.Errorf("after the repair: %v", left)
	}
}

// TestSearchRaisesDamage checks that the status reports damage that a search has met, before
// anybody has checked the files.
func TestSearchRaisesDamage(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	crawlSite(t, dir)
	servicetest.Flip(t, dir, "index/seg-*.pst")
	e, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	r, err := e.Search(t.Context(), search.Request{Query: "silk"})
	if err != nil || len(r.Damage) == 0 {
		t.Fatalf("damage %v, %v", r.Damage, err)
	}
	st, err := e.Status(t.Context())
	if err != nil || !slices.ContainsFunc(st.Damage, func(f service.Fault) bool { return f.File == "index/"+r.Damage[0].File }) {
		t.Errorf("the status tells %v of %v, %v", st.Damage, r.Damage, err)
	}
}
