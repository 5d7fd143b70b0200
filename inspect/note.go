package inspect

import (
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Note describes what is unusual about a copy of a robots file, or returns "".
func Note(c *acquire.Copy) string {
	what := "no answer"
	if c.Status != 0 {
		what = fmt.Sprintf("status %d", c.Status)
	}
	if strings.HasPrefix(c.Detail, what) { // what a crawl notes has the status too
		what = c.Detail
	} else if c.Detail != "" {
		what += ", " + c.Detail
	}
	switch c.Class {
	case acquire.ClassRules:
		switch {
		case c.Failures > 0:
			return "the robots file is unavailable now (" + what + "); the last good copy decides"
		case c.IsHTML():
			return "a web page stands where the robots file should be; it has no rules"
		case c.Truncated:
			return "the robots file is longer than 500 KiB; what stands behind that is not read"
		}
		return ""
	case acquire.ClassUnavailable:
		return noteMissing(c, what)
	case acquire.ClassForbidden:
		return "the robots file is refused (" + what + "); the dialect reads that as closed"
	case acquire.ClassUnreachable:
		return fmt.Sprintf("the robots file is unavailable now (%s); robots wait and ask again at %s", what, c.Expires.UTC().Format(time.RFC3339))
	}
	return "the robots file is not known yet"
}

// noteMissing describes why there is no file to obey.
func noteMissing(c *acquire.Copy, what string) string {
	switch c.Status {
	case 401, 403:
		return "the robots file is refused (" + what + "), which counts as no file; nothing is closed"
	case 200:
		if c.WebPage {
			return "a web page has stood where the robots file should be for too long; it counts as no file, and nothing is closed"
		}
	case 404, 410:
		return "there is no robots file (" + what + "); nothing is closed"
	}
	return "the robots file is unavailable for good (" + what + "), which counts as no file; nothing is closed"
}

// PageNote says that there is a web page instead of a robots file, or returns "". A file that
// begins with markup and continues with groups is a robots file.
func PageNote(body []byte) string {
	c := acquire.Copy{Class: acquire.ClassRules, Body: body}
	if !c.IsHTML() {
		return ""
	}
	for l := range robotstxt.Parse(body).Lines() {
		if l.Key == syntax.KeyUserAgent {
			return ""
		}
	}
	return Note(&c)
}
