package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/wal"
)

// repaired repairs a folder and returns what it then holds, by URL, and what
// was wrong.
func repaired(t *testing.T, files *disktest.Memory) (model, []Fault) {
	t.Helper()
	faults, err := repairOn(t.Context(), files, single)
	if err != nil {
		t.Fatal(err)
	}
	if got := checkMemory(t, files); len(got) > 0 {
		t.Errorf("after the repair there is %v", got)
	}
	x := open(t, files, single)
	defer x.Close()
	got := model{}
	for d, err := range snapshot(t, x).Documents(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got[d.URL] = strings.TrimSpace(string(d.Text))
	}
	return got, faults
}

// TestRepairOfEveryFile: whichever file is damaged or gone, the repaired index
// opens, holds no wrong text, and what is lost is what was in that file.
func TestRepairOfEveryFile(t *testing.T) {
	t.Parallel()
	files, m := town(t)
	names, _ := files.List()
	for _, name := range names {
		for _, how := range []string{"removed", "flipped", "cut"} {
			left := files.Kill()
			data, err := whole(left, name)
			if err != nil {
				t.Fatal(err)
			}
			switch how {
			case "removed":
				err = left.Remove(name)
			case "flipped":
				bad := slices.Clone(data)
				bad[len(bad)/2] ^= 1
				left.Put(name, bad)
			case "cut":
				left.Put(name, data[:len(data)/3])
			}
			if err != nil {
				t.Fatal(err)
			}
			got, faults := repaired(t, left)
			least := 200 // a segment was lost, 300 pages of 520 at most
			if name == manifestFile {
				least = len(m)
			} else if strings.HasPrefix(name, "wal-") {
				least = 490
			}
			if len(faults) == 0 && how != "cut" && !(strings.HasPrefix(name, "wal-") && how == "flipped") || len(got) < least {
				t.Errorf("%s %s: %d documents, faults %v", name, how, len(got), faults)
			}
			for url, text := range got {
				if text != m[url] && !strings.HasPrefix(name, "seg-") && !strings.HasPrefix(name, "wal-") {
					t.Errorf("%s %s: %s has the text %q", name, how, url, text)
				}
			}
		}
	}
}

// TestRepairKeepsRecordsBehindDamage: one wrong record costs its own changes.
func TestRepairKeepsRecordsBehindDamage(t *testing.T) {
	t.Parallel()
	files, log := logged(t, 5)
	_, two := logged(t, 2)
	log[len(two)+24+3] ^= 1 // in the third record
	files.Put(wal.Name(1), log)
	if _, err := OpenOn(files.Kill(), single); aranea.KindOf(err) != aranea.Corrupt {
		t.Fatalf("%v", err)
	}
	got, faults := repaired(t, files)
	if len(got) != 4 || len(faults) != 1 || faults[0].File != wal.Name(1) {
		t.Errorf("%d documents, faults %v", len(got), faults)
	}
	if _, err := whole(files, setAside+wal.Name(1)); err != nil {
		t.Errorf("the damaged log is not kept: %v", err)
	}
}

// TestRepairOfWhatACrashLeaves: a cut end of the last log, and a log behind it that was
// made ahead, are no damage: nothing is said, and no log is set aside.
func TestRepairOfWhatACrashLeaves(t *testing.T) {
	t.Parallel()
	files, log := logged(t, 3)
	files.Put(wal.Name(1), log[:len(log)-3])
	ahead := files.Kill()
	ahead.Put(wal.Name(2), nil)
	x := open(t, files.Kill(), single) // the cut log is not the last one any more
	followed := x.files.Folder.(*disktest.Memory).Kill()
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	for name, left := range map[string]*disktest.Memory{"cut": files, "cut before one made ahead": ahead, "cut and followed": followed} {
		if got := checkMemory(t, left); len(got) > 0 {
			t.Fatalf("%s: the check finds %v", name, got)
		}
		got, faults := repaired(t, left)
		if len(got) != 2 || len(faults) > 0 {
			t.Errorf("%s: %d documents, faults %v", name, len(got), faults)
		}
		if _, err := whole(left, setAside+wal.Name(1)); err == nil {
			t.Errorf("%s: the log is set aside", name)
		}
	}
}

// TestRepairWhileOpen: a damaged segment is given up, its pages are known to be
// missing, and nothing is said of it any more.
func TestRepairWhileOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := openDir(t, dir)
	defer x.Close()
	for i := range 4 {
		apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:zq1x"))
		if i%2 == 1 {
			snapshot(t, x)
		}
	}
	flip(t, dir, "seg-00000001.pst")
	if got := faults(t, x.Check(t.Context(), nil)); len(got) != 1 {
		t.Fatalf("the check finds %v", got)
	}
	if err := x.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := faults(t, x.Check(t.Context(), nil)); len(got) != 0 {
		t.Errorf("after the repair the check finds %v", got)
	}
	for i, want := range []bool{false, false, true, true} {
		if x.Has(parse(t, fmt.Sprintf("http://a.test/%d", i)).ID()) != want {
			t.Errorf("page %d is there: %t", i, !want)
		}
	}
	names, err := x.files.List()
	if err != nil || !slices.Contains(names, setAside+"seg-00000001.pst") {
		t.Errorf("the damaged files are not kept: %v, %v", names, err)
	}
}
