package renewal

import (
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// Reason returns the result of the last request for a robots file, and for the detail, what is
// in force if that is not the file. m is nil if the copy has no rules.
func Reason(d dialect.Dialect, c *acquire.Copy, m *robotstxt.Matcher) (reason aranea.Reason, sequel string) {
	file := c.Event(d) == acquire.EventFile
	switch {
	case c.Event(d) == acquire.EventWebPage:
		return aranea.RobotsWebPage, "; " + counts(d, c)
	case file && c.IsHTML():
		return aranea.RobotsWebPage, "; it has no rules, so nothing is closed"
	case file && unread(m) != "":
		return aranea.RobotsUnavailable, "; the dialect does not read it (" + unread(m) + "), so nothing is closed"
	case file && c.Status == http.StatusNotModified:
		return aranea.HTTPNotModified, ""
	case file && c.Truncated:
		return aranea.RobotsParsed, "; what stands behind 500 KiB is not read"
	case file:
		return aranea.RobotsParsed, ""
	case c.Stage(d) == acquire.StageStale:
		return aranea.RobotsStale, "; " + counts(d, c)
	}
	switch c.Class {
	case acquire.ClassForbidden:
		return aranea.RobotsForbidden, "; " + counts(d, c)
	case acquire.ClassUnavailable:
		return aranea.RobotsUnavailable, "; " + counts(d, c)
	}
	return aranea.RobotsUnreachable, "; " + counts(d, c)
}

// unread returns why a dialect ignores the file, "" if it reads it.
func unread(m *robotstxt.Matcher) string {
	if m == nil {
		return ""
	}
	switch r := m.Decide("/").Reason; r {
	case robotstxt.ReasonTooLarge, robotstxt.ReasonEncoding:
		return r.String()
	default:
		return ""
	}
}

// counts says what is in force for the host's pages while its file is unavailable.
func counts(d dialect.Dialect, c *acquire.Copy) string {
	what := "nothing may be asked for until it is there"
	switch c.Class {
	case acquire.ClassRules:
		return "the copy of " + c.FetchedAt.UTC().Format(time.RFC3339) + " counts"
	case acquire.ClassUnavailable:
		what = "nothing is closed"
	case acquire.ClassForbidden:
		what = "everything is closed"
	}
	switch c.Stage(d) {
	case acquire.StageStale:
		return what + ", as before"
	case acquire.StageLate:
		return what + ", in an outage since " + c.DownSince.UTC().Format(time.RFC3339)
	}
	return what
}
