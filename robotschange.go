package aranea

import (
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// A RobotsChange says what a robots file that changed did to what is known of its
// origin.
type RobotsChange struct {
	Origin   weburl.Origin
	Closed   int      // URLs that were not excluded and are denied now
	Opened   int      // URLs that had been denied and are not now
	Hidden   int      // of those closed, the ones that were found and are hidden now
	Shown    int      // of those opened, the ones that are found again without a visit
	Left     uint64   // pages of the origin that can be found still
	Examples []string // some of the URLs, at most 10
}

// maxChangeExamples is how many URLs a RobotsChange names.
const maxChangeExamples = 10

// Note counts an entry that was decided anew.
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

// Within returns String with so few examples that it has at most max bytes, if
// that can be done.
func (c RobotsChange) Within(max int) string {
	for len(c.Examples) > 0 && len(c.String()) > max {
		c.Examples = c.Examples[:len(c.Examples)-1]
	}
	return c.String()
}
