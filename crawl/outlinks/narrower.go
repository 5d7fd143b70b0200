package outlinks

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// How much later lists come in the queue of their host.
const (
	narrowerBy = 8 // for each further value of their parameters,
	mostNarrow = 7 // of at most so many
)

// Narrower returns the priority, from -56 to 0, of a link of a page to its own path with other parameters: what
// combines more values of them than the list did that other pages name comes later. So lists with one filter, and the
// pages that they name, come before those with two, of which there are many more.
func Narrower(from *aranea.Entry, to weburl.URL, how aranea.How) int8 {
	if !how.IsChosen() || from.URL.Origin() != to.Origin() || !trap.IsListBeside(from.URL.Target(), to.Target()) {
		return 0
	}
	level := -int(min(from.Priority, 0)) / narrowerBy
	level += trap.Combines(to.Target()) - max(trap.Combines(from.URL.Target()), 1)
	return int8(-narrowerBy * min(max(level, 0), mostNarrow)) //nolint:gosec // it is no lower than -56
}
