package pebblestore_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// TestDamageEndsMerges checks that a store in which tables pile up above one that cannot be
// merged can be opened and closed repeatedly, without waiting for a merge that cannot happen.
func TestDamageEndsMerges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 { // only the first is damaged, not the store's mark
		if err := set(s, fmt.Sprint("k", i), strings.Repeat("v", 5000)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	tables := tablesOf(t, dir)
	if len(tables) != 1 {
		t.Fatalf("tables %q", tables)
	}
	data, err := os.ReadFile(tables[0])
	if err != nil {
		t.Fatal(err)
	}
	data[10] ^= 1
	if err := os.WriteFile(tables[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 90 {
		reopen(t, dir)
	}
	if n := len(tablesOf(t, dir)); n < 64 { // the number at which Pebble blocks writes
		t.Errorf("%d tables", n)
	}
	if s, err = pebblestore.Open(dir, pebblestore.Options{}); err != nil {
		t.Fatal(err)
	}
	err = nil
	for _, fault := range s.Scan(nil, nil) {
		err = fault
	}
	if aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("the damage is told as %v", err)
	}
	if err := s.Close(); err != nil && aranea.KindOf(err) != aranea.Corrupt {
		t.Error(err)
	}
}

// reopen opens a store and closes it, both of which write the store's mark. Closing may return
// the damage.
func reopen(t *testing.T, dir string) {
	t.Helper()
	s, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil && aranea.KindOf(err) != aranea.Corrupt {
		t.Fatal(err)
	}
}

func tablesOf(t *testing.T, dir string) []string {
	t.Helper()
	tables, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	if err != nil {
		t.Fatal(err)
	}
	return tables
}
