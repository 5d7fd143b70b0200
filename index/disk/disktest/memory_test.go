package disktest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/index/disk"
)

func TestContract(t *testing.T) {
	t.Parallel()
	t.Run("memory", func(t *testing.T) { Run(t, New()) })
	t.Run("memory that outlives nothing", func(t *testing.T) { Run(t, disk.NewMemory()) })
	t.Run("file system", func(t *testing.T) {
		d, err := disk.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		Run(t, d)
		for _, name := range []string{"", ".", "..", "a/b", "../a"} {
			if _, err := d.Create(name); err == nil {
				t.Errorf("%q is taken for a name", name)
			}
		}
	})
}

// TestCrash: what was synced stays, in every crash; what was not may be cut.
func TestCrash(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for seed := range uint64(200) {
		m := New()
		f, err := m.Create("a")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = f.Write([]byte("safe"))
		if err := errors.Join(f.Sync(), m.Sync()); err != nil {
			t.Fatal(err)
		}
		_, _ = f.Write([]byte("lost"))
		if _, err := m.Create("b"); err != nil {
			t.Fatal(err)
		}
		c := m.Crash(rand.New(rand.NewPCG(seed, 1)))
		data, _, err := c.Map("a")
		if err != nil || !strings.HasPrefix(string(data), "safe") {
			t.Fatalf("%q, %v", data, err)
		}
		names, _ := c.List()
		seen[string(data)+" "+strings.Join(names, "+")] = true
	}
	for _, want := range []string{"safe a", "safelost a+b", "safelo a", "safe\x00 a+b"} {
		if !seen[want] {
			t.Errorf("no crash in 200 left %q", want)
		}
	}
}

// TestSectors: what was not synced is there or not by whole sectors, wherever they are.
func TestSectors(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for seed := range uint64(400) {
		m := New()
		f, err := m.Create("a")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(bytes.Repeat([]byte("x"), 3*sector)); err != nil {
			t.Fatal(err)
		}
		if err := m.Sync(); err != nil {
			t.Fatal(err)
		}
		data, _, err := m.Crash(rand.New(rand.NewPCG(seed, 1))).Map("a")
		if err != nil {
			t.Fatal(err)
		}
		left := ""
		for part := range slices.Chunk(data, sector) {
			if x := bytes.Count(part, []byte("x")); x > 0 && x < len(part) {
				t.Fatalf("seed %d: %d bytes of a sector with %d", seed, x, len(part))
			}
			left += string(part[:1])
		}
		seen[left] = true
	}
	for _, want := range []string{"", "x", "xxx", "x\x00x", "\x00xx", "xx\x00"} {
		if !seen[want] {
			t.Errorf("no crash in 400 left %q", want)
		}
	}
}

// TestCrashOverOldBytes: what was written over and not synced is as it was or as it is, by
// whole sectors; what stands beside it in the same sector stays.
func TestCrashOverOldBytes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for seed := range uint64(400) {
		m := New()
		f, err := m.Create("a")
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteAt(append([]byte("safe"), make([]byte, 2*sector)...), 0)
		if err := errors.Join(err, f.Sync(), m.Sync()); err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteAt(bytes.Repeat([]byte("x"), sector), 4); err != nil {
			t.Fatal(err)
		}
		data, _, err := m.Crash(rand.New(rand.NewPCG(seed, 1))).Map("a")
		if err != nil || len(data) != 4+2*sector || string(data[:4]) != "safe" {
			t.Fatalf("%d bytes, %v", len(data), err)
		}
		seen[strings.ReplaceAll(strings.ReplaceAll(string(data[4:sector+8]), strings.Repeat("x", sector-4), "1"), strings.Repeat("\x00", sector-4), "0")] = true
	}
	for _, want := range []string{"1xxxx\x00\x00\x00\x00", "0xxxx\x00\x00\x00\x00", "1" + strings.Repeat("\x00", 8), "0" + strings.Repeat("\x00", 8)} {
		if !seen[want] {
			t.Errorf("no crash in 400 left %q of %d", want, len(seen))
		}
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	m := New()
	f, err := m.Create("a")
	if err != nil {
		t.Fatal(err)
	}
	m.FailAfter(1)
	if _, err := f.Write([]byte("ab")); err != nil {
		t.Fatal(err)
	}
	if n, err := f.Write([]byte("cd")); n != 1 || !errors.Is(err, ErrInjected) || !m.Failed() {
		t.Errorf("%d bytes, %v", n, err)
	}
	if err := f.Sync(); err != nil {
		t.Errorf("after the fault: %v", err)
	}
	data, _, _ := m.Kill().Map("a")
	if !slices.Equal(data, []byte("abc")) {
		t.Errorf("%q", data)
	}
}
