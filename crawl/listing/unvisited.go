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
	switch l.n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("1 of them is not visited: %s (%s)", show.Shorten(l.example.String(), maxExample), l.why)
	}
	return fmt.Sprintf("%d of them are not visited, such as %s (%s)", l.n, show.Shorten(l.example.String(), maxExample), l.why)
}
