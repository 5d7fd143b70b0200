package index

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/segment"
)

// town returns a folder with two segments, deletions and a log with changes, and
// what it holds.
func town(t testing.TB) (*disktest.Memory, model) {
	t.Helper()
	files, m := disktest.New(), model{}
	x := open(t, files, single)
	words := vocabulary()
	add := func(from, to int) {
		var changes []aranea.IndexChange
		for i := from; i < to; i++ {
			url := fmt.Sprintf("http://a.test/%d", i)
			m[url] = strings.Join(words[i%15:i%15+9], " ")
			changes = append(changes, put(t, url, "text:"+m[url]))
		}
		apply(t, x, changes...)
	}
	add(0, 300)
	snapshot(t, x)
	add(200, 500)
	snapshot(t, x)
	add(490, 520)
	left := files.Kill()
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	return left, m
}

// TestEveryFileTells flips, cuts and removes every file of a folder in many
// places. Opening says so, or the check does; what is still found is right.
func TestEveryFileTells(t *testing.T) {
	t.Parallel()
	files, m := town(t)
	if got := checkMemory(t, files); len(got) > 0 {
		t.Fatalf("a whole folder has %v", got)
	}
	names, _ := files.List()
	if len(names) != 2*len(segment.Parts())+3 {
		t.Fatalf("the folder holds %v", names)
	}
	rnd := rand.New(rand.NewPCG(1, 3))
	for _, name := range names {
		data, err := whole(files, name)
		if err != nil {
			t.Fatal(err)
		}
		for try := range 20 {
			left := files.Kill()
			what := ""
			switch {
			case try == 0:
				what = "removed"
				if err := left.Remove(name); err != nil {
					t.Fatal(err)
				}
			case try < 7:
				n := rnd.IntN(len(data))
				what = fmt.Sprintf("cut at %d of %d", n, len(data))
				left.Put(name, data[:n])
			default:
				bad := slices.Clone(data)
				at := rnd.IntN(len(bad))
				bad[at] ^= byte(1 << rnd.IntN(8))
				what = fmt.Sprintf("byte %d of %d flipped", at, len(data))
				left.Put(name, bad)
			}
			told(t, left, m, name+" "+what)
		}
	}
}

// told fails if damage is passed over: every document of the model is found
// right, or somebody says what is wrong. The log's last record may be lost, as
// by a crash, but only whole.
func told(t *testing.T, files *disktest.Memory, m model, what string) {
	t.Helper()
	faults := checkMemory(t, files.Kill())
	x, err := OpenOn(files, single)
	if err != nil {
		if aranea.KindOf(err) != aranea.Corrupt && aranea.KindOf(err) != aranea.Invalid || len(faults) == 0 {
			t.Errorf("%s: %v; the check finds %v", what, err, faults)
		}
		return
	}
	defer x.Close()
	s := snapshot(t, x)
	got := 0
	for d, err := range s.Documents(t.Context()) {
		if err != nil {
			got = -1 // it is said
			break
		}
		if strings.TrimSpace(string(d.Text)) != m[d.URL] && !strings.HasPrefix(what, "wal-") {
			t.Errorf("%s: %s has the text %.40q", what, d.URL, d.Text)
		}
		got++
	}
	if got == len(m) && len(faults) == 0 || strings.HasPrefix(what, "wal-") && got == 500 {
		return
	}
	if len(faults) == 0 {
		t.Errorf("%s: %d of %d documents, and nobody says so", what, got, len(m))
	}
}

// TestMissingManifest: segments without a manifest are no new index, and stay.
func TestMissingManifest(t *testing.T) {
	t.Parallel()
	files, _ := town(t)
	before, _ := files.List()
	if err := files.Remove(manifestFile); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenOn(files, single); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), "missing beside") {
		t.Errorf("%v", err)
	}
	if after, _ := files.List(); len(after) != len(before)-1 {
		t.Errorf("%d files of %d are left", len(after), len(before)-1)
	}
}

// TestStrangers: files that this index did not write stay, and the check names
// them; what a crash left is swept.
func TestStrangers(t *testing.T) {
	t.Parallel()
	files, _ := town(t)
	man, err := readManifest(files)
	if err != nil {
		t.Fatal(err)
	}
	crashed := segmentName(man.Next+3) + ".pst"
	for _, name := range []string{crashed, segmentName(man.Limit) + ".pst", "notes.txt", "MANIFEST.tmp"} {
		files.Put(name, []byte("half"))
	}
	if got := checkMemory(t, files); len(got) != 1 || got[0].File != segmentName(man.Limit)+".pst" {
		t.Errorf("the check finds %v", got)
	}
	if _, err := count(t, files); err != nil {
		t.Fatal(err)
	}
	names, _ := files.List()
	for name, want := range map[string]bool{crashed: false, segmentName(man.Limit) + ".pst": true, "notes.txt": true, "MANIFEST.tmp": false} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s is there: %t", name, !want)
		}
	}
}

// TestDamagedSegmentIsLeftOut: the rest is found, searches are told, and the
// manifest remembers. New versions of its pages take their place.
func TestDamagedSegmentIsLeftOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := openDir(t, dir)
	for i := range 40 {
		apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:zq1x"))
		if i%20 == 19 {
			snapshot(t, x)
		}
	}
	flip(t, dir, "seg-00000001.doc")
	s, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Doc(0, 0); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), "seg-00000001.doc") {
		t.Errorf("reading the document: %v", err)
	}
	s.Close()
	for range 2 {
		s, err := x.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Faults(); s.Docs() != 20 || len(got) != 1 || got[0].File != "seg-00000001.doc" {
			t.Errorf("%d documents, faults %v", s.Docs(), got)
		}
		s.Close()
		x.isolateFaulty()
	}
	apply(t, x, put(t, "http://a.test/3", "text:zq2x"))
	if s := snapshot(t, x); s.Docs() != 21 || found(t, s, "zq2x") != "a.test/3@[0]" {
		t.Errorf("%d documents with the page put again", s.Docs())
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	y := openDir(t, dir)
	defer y.Close()
	if s := snapshot(t, y); s.Docs() != 21 || len(s.Faults()) != 1 {
		t.Errorf("after opening again: %d documents, %v", s.Docs(), s.Faults())
	}
	if err := y.Backup(t.Context(), t.TempDir()); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a backup of what is left: %v", err)
	}
}

// flip changes a byte of a file in place, which maps see.
func flip(t testing.TB, dir, name string) {
	t.Helper()
	files, err := disk.At(dir)
	if err != nil {
		t.Fatal(err)
	}
	data, err := whole(files, name)
	if err != nil {
		t.Fatal(err)
	}
	data[3] ^= 1
	rewrite(t, dir, name, data)
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	for _, format := range []int{1, oldestFormat - 1, manifestFormat + 1} {
		files := disktest.New()
		if err := (manifest{Format: format}).write(files); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenOn(files, slow); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "new folder") {
			t.Errorf("format %d: %v", format, err)
		}
	}
	for _, text := range []string{"", "{}\n00000000\n", "half"} {
		files := disktest.New()
		files.Put(manifestFile, []byte(text))
		if _, err := OpenOn(files, slow); aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("the manifest %q: %v", text, err)
		}
	}
	files := disktest.New()
	man := manifest{Format: manifestFormat, WAL: 1, Segments: []manifestSegment{{Name: "../seg-1"}}}
	if err := man.write(files); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenOn(files, slow); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a name that leads out: %v", err)
	}
}
