package standby

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/checkpoint"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope/partition"
)

var (
	part = partition.Partition{Number: 2, Of: 3}
	t0   = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
)

// A fake node has files in memory, and fails at the n-th call.
type fake struct {
	*checkpoint.Keeper
	files  map[string]string
	now    time.Time
	calls  int
	fail   int // the call that fails, 0 for none
	parts  []string
	damage bool // it sends other bytes than its list says
	older  bool // it knows no blocks
	sent   int  // bytes of files
}

var errKilled = errors.New("killed")

// BackupLinked implements checkpoint.Linker.
func (f *fake) BackupLinked(_ context.Context, dir string) (service.Copied, error) {
	for name, text := range f.files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			return service.Copied{}, err
		}
	}
	return service.Copied{}, nil
}

func (f *fake) call() error {
	if f.calls++; f.calls == f.fail {
		return errKilled
	}
	return nil
}

func (f *fake) TakeMoment(ctx context.Context, standby string) (checkpoint.Moment, error) {
	if err := f.call(); err != nil {
		return checkpoint.Moment{}, err
	}
	return f.Take(ctx, standby)
}

func (f *fake) MomentFiles(ctx context.Context, id string) iter.Seq2[checkpoint.File, error] {
	if err := f.call(); err != nil {
		return func(yield func(checkpoint.File, error) bool) { yield(checkpoint.File{}, err) }
	}
	return f.Files(ctx, id)
}

func (f *fake) MomentPart(ctx context.Context, p checkpoint.Part) ([]byte, error) {
	f.parts = append(f.parts, fmt.Sprint(p.Name, "+", p.Offset))
	if err := f.call(); err != nil {
		return nil, err
	}
	data, err := f.Read(ctx, p)
	f.sent += len(data)
	if f.damage && len(data) > 0 {
		data[0]++
	}
	return data, err
}

func (f *fake) MomentBlocks(ctx context.Context, p checkpoint.Part) (checkpoint.Blocks, error) {
	if f.older {
		return checkpoint.Blocks{}, &aranea.Error{Op: "ask node", Kind: aranea.Invalid, Err: errors.New("it is of another version")}
	}
	if err := f.call(); err != nil {
		return checkpoint.Blocks{}, err
	}
	return f.Blocks(ctx, p)
}

func (f *fake) EndMoment(ctx context.Context, id string) error {
	return errors.Join(f.call(), f.End(ctx, id))
}

// node returns a node with a folder of some files.
func node(t *testing.T) *fake {
	t.Helper()
	f := &fake{now: t0, files: map[string]string{
		"FORMAT": "aranea data folder, format 1\n", "index/seg-00000001.idx": strings.Repeat("page", 100),
		"frontier/000001.sst": strings.Repeat("x", checkpoint.MaxPart+100), "frontier/CURRENT": "1", "rank/same": "1", "empty": "",
	}}
	k, err := checkpoint.NewKeeper(f, t.TempDir(), func() time.Time { return f.now })
	if err != nil {
		t.Fatal(err)
	}
	f.Keeper = k
	return f
}

func open(t *testing.T, dir string) *Folder {
	t.Helper()
	f, err := Open(dir, part)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func nobody(Progress) {}

func toNobody(*Copy) error { return nil }

// same checks that a folder has the files of a node, and no others but its lock.
func same(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	n := 0
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == lockName {
			return err
		}
		n++
		data, err := os.ReadFile(filepath.Join(dir, name))
		if text, known := files[name]; !known || string(data) != text {
			t.Errorf("%s: %.20q, %v", name, data, err)
		}
		return err
	})
	if err != nil || n != len(files) {
		t.Errorf("%s: %d of %d files, %v", dir, n, len(files), err)
	}
}

// TestFetch: a copy is complete, the next one fetches what has changed only, and the one before goes.
func TestFetch(t *testing.T) {
	t.Parallel()
	n, f := node(t), open(t, filepath.Join(t.TempDir(), "standby"))
	c, err := f.Fetch(t.Context(), n, nobody, toNobody)
	if err != nil || !c.At.Equal(t0) {
		t.Fatalf("%+v, %v", c, err)
	}
	same(t, c.Dir, n.files)
	if len(n.parts) != 5 { // the two files with the same content are fetched once, the empty one not at all
		t.Errorf("fetched %v", n.parts)
	}
	n.parts, n.now, n.files["frontier/CURRENT"] = nil, t0.Add(time.Minute), "2"
	delete(n.files, "index/seg-00000001.idx")
	var last Progress
	next, err := f.Fetch(t.Context(), n, func(p Progress) { last = p }, toNobody)
	if err != nil || fmt.Sprint(n.parts) != "[frontier/CURRENT+0]" || last.Fetched != 1 || last.Missing != 1 || last.Files != 5 {
		t.Fatalf("fetched %v, %+v, %v", n.parts, last, err)
	}
	same(t, next.Dir, n.files)
	if _, err := os.Stat(c.Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the copy before is still there: %v", err)
	}
}

// TestAppended: of a file that was appended to, or changed in its midst, only the blocks that differ are fetched; of
// one that became shorter as well. An earlier version sends all of it.
func TestAppended(t *testing.T) {
	t.Parallel()
	const name, block = "frontier/000002.log", 4 << 10
	long := func(blocks int) []byte {
		text := make([]byte, 0, blocks*block)
		for i := range blocks {
			text = append(text, strings.Repeat(string(rune('a'+i%26))+fmt.Sprintf("%03d", i), block/4)...)
		}
		return text
	}
	for _, tt := range []struct {
		name  string
		now   func(before []byte) []byte
		older bool
		most  int // bytes that are sent
	}{
		{"nothing", func(b []byte) []byte { return b }, false, 0},
		{"appended", func(b []byte) []byte { return append(b, "new"...) }, false, 3},
		{"in the midst", func(b []byte) []byte { b[100*block+5], b[101*block] = '!', '!'; return b }, false, 2 * block},
		{"in two places", func(b []byte) []byte { b[0], b[len(b)-1] = '!', '!'; return append(b, b[:10]...) }, false, 2*block + 10},
		{"shorter", func(b []byte) []byte { return b[:150*block+7] }, false, 7},
		{"much longer", func(b []byte) []byte { return append(b, b...) }, false, 200 * block},
		{"a short one", func(b []byte) []byte { return b[:block] }, false, block},
		{"an earlier version", func(b []byte) []byte { return append(b, "new"...) }, true, 200*block + 3},
	} {
		n, f := node(t), open(t, filepath.Join(t.TempDir(), "standby"))
		n.files[name] = string(long(200))
		if _, err := f.Fetch(t.Context(), n, nobody, toNobody); err != nil {
			t.Fatal(err)
		}
		n.now, n.sent, n.older = t0.Add(time.Minute), 0, tt.older
		n.files[name] = string(tt.now(long(200)))
		var last Progress
		c, err := f.Fetch(t.Context(), n, func(p Progress) { last = p }, toNobody)
		if err != nil || n.sent > tt.most || last.Fetched != int64(n.sent) || last.Missing != last.Fetched {
			t.Errorf("%s: %d bytes were sent, at most %d are new, %+v, %v", tt.name, n.sent, tt.most, last, err)
			continue
		}
		same(t, c.Dir, n.files)
	}
}

// TestCutOff: whenever the node is killed, the copy before stays whole, and nothing is fetched twice.
func TestCutOff(t *testing.T) {
	t.Parallel()
	for fail := 1; ; fail++ {
		n, dir := node(t), filepath.Join(t.TempDir(), "standby")
		f := open(t, dir)
		before, err := f.Fetch(t.Context(), n, nobody, toNobody)
		if err != nil {
			t.Fatal(err)
		}
		old := map[string]string{}
		for name, text := range n.files {
			old[name], n.files[name] = text, text+"+"
		}
		n.files["FORMAT"] = old["FORMAT"]
		n.now, n.parts, n.calls, n.fail = t0.Add(time.Minute), nil, 0, fail
		_, err = f.Fetch(t.Context(), n, nobody, toNobody)
		if err == nil && n.calls < fail {
			break
		}
		if err != nil {
			if c, nerr := f.Newest(); nerr != nil || *c != *before {
				t.Fatalf("killed at call %d: %+v, %v", fail, c, nerr)
			}
			same(t, before.Dir, old)
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			f, n.fail, n.now = open(t, dir), 0, t0.Add(time.Hour) // both begin again
			c, err := f.Fetch(t.Context(), n, nobody, toNobody)
			if err != nil {
				t.Fatal(err)
			}
			same(t, c.Dir, n.files)
		}
		slices.Sort(n.parts)
		if twice := len(n.parts) - len(slices.Compact(n.parts)); twice > 1 {
			t.Errorf("killed at call %d: %d parts were fetched twice", fail, twice)
		}
	}
}

// TestDamagedOnTheWay: what is not as the list says never gets into a copy.
func TestDamagedOnTheWay(t *testing.T) {
	t.Parallel()
	n, f := node(t), open(t, t.TempDir())
	n.damage = true
	if _, err := f.Fetch(t.Context(), n, nobody, toNobody); !errors.Is(err, errCut) {
		t.Fatal(err)
	}
	if c, err := f.Newest(); c != nil || err != nil {
		t.Errorf("%+v, %v", c, err)
	}
	n.damage = false
	if c, err := f.Fetch(t.Context(), n, nobody, toNobody); err != nil {
		t.Error(err)
	} else {
		same(t, c.Dir, n.files)
	}
}

// TestBecome: the copy becomes the folder, also if that was killed on the way.
func TestBecome(t *testing.T) {
	t.Parallel()
	for killed := range 4 {
		n, dir := node(t), filepath.Join(t.TempDir(), "standby")
		f := open(t, dir)
		c, err := f.Fetch(t.Context(), n, nobody, toNobody)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Become(dir, part); aranea.KindOf(err) != aranea.Denied {
			t.Errorf("beside the standby: %v", err)
		}
		if killed > 0 { // after so many steps
			if _, err = f.choose(); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"frontier", "FORMAT"}[:max(killed-1, 0)] {
			if err := os.Rename(filepath.Join(c.Dir, name), filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := Become(dir, part)
		if err != nil || !got.At.Equal(t0) || Is(dir) {
			t.Fatalf("killed after %d steps: %+v, %v", killed, got, err)
		}
		same(t, dir, n.files)
	}
}

// TestRefusals: a folder of something else, of another node, or without a copy is refused.
func TestRefusals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := open(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, partition.Partition{Number: 1, Of: 3}); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "standby of node 2/3") {
		t.Errorf("of another node: %v", err)
	}
	if _, err := Become(dir, part); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("without a copy: %v", err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "thesis.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(other, part); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "thesis.txt") {
		t.Errorf("of something else: %v", err)
	}
}
