package schedule

import (
	"fmt"
	"slices"
)

// A Refreshing says which visited URLs a crawl visits again.
type Refreshing uint8

// The values of Refreshing. The zero value visits what is due.
const (
	RefreshDue  Refreshing = 0 // those whose next visit is due
	RefreshAll  Refreshing = 1 // all that were visited or given up
	RefreshNone Refreshing = 2 // none
)

var refreshNames = [...]string{"due", "all", "none"}

// String returns "due", "all" or "none".
func (r Refreshing) String() string {
	if int(r) < len(refreshNames) {
		return refreshNames[r]
	}
	return fmt.Sprintf("refreshing(%d)", uint8(r))
}

// ParseRefreshing reads what String returns, and "" as RefreshDue.
func ParseRefreshing(s string) (Refreshing, bool) {
	if s == "" {
		return RefreshDue, true
	}
	i := slices.Index(refreshNames[:], s)
	return Refreshing(max(i, 0)), i >= 0
}

// Refreshes returns the names of all values of Refreshing.
func Refreshes() []string { return slices.Clone(refreshNames[:]) }
