package robots

import (
	"github.com/aranea-search/aranea/engine/robotsfile"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
)

// Limits of a robots file on a page.
const (
	maxLines = 2000 // lines of the file
	maxLine  = 300  // characters of one of them
)

// Describe describes a stored robots file in a few words, which may be those of its host.
func Describe(c *robotsfile.File) string {
	switch c.Class {
	case "rules":
		text := "read " + trail.When(c.Fetched) + ", " + show.Bytes(len(c.Body))
		if c.Truncated {
			text += ", all that is read of a longer file"
		}
		return text
	case "unreachable":
		return "unavailable since " + trail.When(c.DownSince) + detailOf(c)
	case "forbidden":
		return "refused, which closes the host" + detailOf(c)
	case "unavailable":
		return "none, so nothing is closed" + detailOf(c)
	}
	return c.Class + detailOf(c)
}

// detailOf returns the evidence in parentheses.
func detailOf(c *robotsfile.File) string {
	switch {
	case c.Detail != "":
		return " (" + c.Detail + ")"
	case c.Status > 0:
		return " (status " + show.Number(c.Status) + ")"
	}
	return ""
}

// Lines returns the lines of a robots file in order, numbered like its rules, and notes about
// what is omitted.
func Lines(body []byte) (lines, notes []string) {
	if len(body) == 0 {
		return nil, nil
	}
	for l := range robotstxt.Parse(body).Lines() {
		if len(lines) == maxLines {
			return lines, []string{"The first " + show.Number(maxLines) + " lines are shown."}
		}
		lines = append(lines, show.Shorten(show.Visible(l.Raw), maxLine))
	}
	return lines, nil
}
