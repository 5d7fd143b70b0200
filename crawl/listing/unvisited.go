package listing

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// maxExample is how much of the URL of an example is told, in bytes.
const maxExample = 120

// Unvisited counts the URLs of a list that are not visited. The first is the example.
type Unvisited struct {
	// More says that not all were looked at.
	More bool

	n       int
	example weburl.URL
	why     aranea.Reason
}

// Add counts one, with the reason for which it is not visited.
func (l *Unvisited) Add(u weburl.URL, why aranea.Reason) {
	if l.n++; l.n == 1 {
		l.example, l.why = u, why
	}
}

// String tells how many there are, with the example; "" if there are none.
func (l *Unvisited) String() string {
	if l.n == 0 {
		return ""
	}
	least := ""
	if l.More {
		least = "at least "
	}
	example := fmt.Sprintf("%s (%s)", show.Shorten(l.example.String(), maxExample), l.why)
	if l.n == 1 {
		return least + "1 of them is not visited: " + example
	}
	return fmt.Sprintf("%s%d of them are not visited, such as %s", least, l.n, example)
}
