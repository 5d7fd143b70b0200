package listing

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// maxExample is the maximum length of the example URL in bytes.
const maxExample = 120

// Unvisited counts the URLs of a list that are not visited. The first is the example.
type Unvisited struct {
	// More says that not all URLs were examined.
	More bool

	n       int
	example weburl.URL
	why     aranea.Reason
}

// Add counts a URL with the reason why it is not visited.
func (l *Unvisited) Add(u weburl.URL, why aranea.Reason) {
	if l.n++; l.n == 1 {
		l.example, l.why = u, why
	}
}

// String returns how many there are, with the example; "" if there are none.
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
