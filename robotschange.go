package aranea

import (
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// A RobotsChange says what the change of a robots file did to the known URLs of its origin.
type RobotsChange struct {
	Origin   weburl.Origin
	Closed   int      // URLs that were not excluded and are now denied
	Opened   int      // URLs that were denied and no longer are
	Hidden   int      // of those closed, the ones that were found and are now hidden
	Shown    int      // of those opened, the ones that are found again without a visit
	Findable uint64   // pages of the origin that can still be found
	Examples []string // some of the URLs, at most 10
}

// maxChangeExamples is how many URLs a RobotsChange names.
const maxChangeExamples = 10

// Note counts an entry that was decided again.
func (c *RobotsChange) Note(before, after *Entry) {
	if len(c.Examples) < maxChangeExamples {
		c.Examples = append(c.Examples, after.URL.String())
	}
	switch {
	case after.State == StateExcluded:
		c.Closed++
		if before.Found() {
			c.Hidden++
		}
	default:
		c.Opened++
		if after.Found() {
			c.Shown++
		}
	}
}

// String returns the numbers that are not 0 and the examples in one line, with … if those
// are not all.
func (c RobotsChange) String() string {
	var parts []string
	for _, p := range [...]struct {
		n, of      int
		done, then string
	}{{c.Closed, c.Hidden, "closed", "hidden"}, {c.Opened, c.Shown, "opened", "shown again"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s, %d of them %s", p.n, p.done, p.of, p.then))
		}
	}
	s := strings.Join(parts, "; ")
	if len(c.Examples) > 0 {
		s += ": " + strings.Join(c.Examples, " ")
		if len(c.Examples) < c.Closed+c.Opened {
			s += " …"
		}
	}
	return s
}

// Within returns String with as many examples as fit into max bytes; at least it has none.
func (c RobotsChange) Within(max int) string {
	for len(c.Examples) > 0 && len(c.String()) > max {
		c.Examples = c.Examples[:len(c.Examples)-1]
	}
	return c.String()
}
