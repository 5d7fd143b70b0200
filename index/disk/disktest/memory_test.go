package disktest

import (
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
