package sitename

import (
	"maps"
	"slices"
	"sync/atomic"
)

// A Table holds the names of hosts, words in the form of the index (analyze.QueryToken), and what of the titles of
// pages is their sites'. It is immutable and safe for concurrent use. The nil Table has none.
type Table struct {
	names  map[string][]string // by host: its names, ascending
	hosts  map[string][]string // by name: its hosts, ascending
	titles Titles
}

// newTable returns the table of some hosts with their names, and of titles, which are sorted in place.
func newTable(names map[string][]string, titles []affixed) *Table {
	t := &Table{names: names, hosts: map[string][]string{}, titles: newTitles(titles)}
	for _, host := range slices.Sorted(maps.Keys(names)) {
		slices.Sort(names[host])
		for _, name := range names[host] {
			t.hosts[name] = append(t.hosts[name], host)
		}
	}
	return t
}

// Hosts returns the hosts that are called by a word, without their ports.
func (t *Table) Hosts(word string) []string {
	if t == nil {
		return nil
	}
	return t.hosts[word]
}

// Titles returns what of the titles of pages is their sites', valid as long as the table is in use.
func (t *Table) Titles() *Titles {
	if t == nil {
		return nil
	}
	return &t.titles
}

// Len returns how many hosts have names.
func (t *Table) Len() int {
	if t == nil {
		return 0
	}
	return len(t.names)
}

// Equal reports whether two tables say the same.
func (t *Table) Equal(o *Table) bool {
	if t == nil || o == nil {
		return t == o
	}
	return maps.EqualFunc(t.names, o.names, slices.Equal) && slices.Equal(t.titles.keys, o.titles.keys) && slices.Equal(t.titles.affixes, o.titles.affixes)
}

// A Current holds the current Table. It is safe for concurrent use.
type Current struct{ table atomic.Pointer[Table] }

// Table returns the current table, nil if there is none.
func (c *Current) Table() *Table { return c.table.Load() }

// Put replaces the current table.
func (c *Current) Put(t *Table) { c.table.Store(t) }

// A Source returns the current table. The nil Source has none.
type Source func() *Table

// Table returns the current table, nil if there is none.
func (s Source) Table() *Table {
	if s == nil {
		return nil
	}
	return s()
}
