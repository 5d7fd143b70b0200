// Package evidence phrases what the trail of a URL says beside its reasons: the exchange, the
// deciding rule of a robots file, the operator's rules that set zones.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It decides nothing.
package evidence

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
)

// Exchange describes an answer: its status, bytes and type.
func Exchange(f *aranea.Fetched) string {
	s := fmt.Sprintf("status %d, %d bytes", f.Status, f.WireBytes)
	if t := extract.MediaType(f.Header.Get("Content-Type")); t != "" {
		s += ", " + t
	}
	if f.Access != "" {
		s += ", with the secret " + f.Access
	}
	if !f.Captured.IsZero() {
		s += ", captured " + f.Captured.UTC().Format(time.RFC3339)
	}
	if f.TTFB > 0 {
		s += fmt.Sprintf(", first byte after %d ms", f.TTFB.Milliseconds())
	}
	return s
}

// Allowed names the rule that allows a page, or says why none was needed. It is short, because
// every visit has one.
func Allowed(d robotstxt.Decision) string {
	switch {
	case d.Line > 0:
		return Rule(d)
	case d.Reason == robotstxt.ReasonNoRule:
		return "no rule matches"
	case d.Reason == robotstxt.ReasonNoGroup:
		return "no group is for this robot"
	case d.Reason == robotstxt.ReasonUnavailable:
		return "there is no robots file"
	}
	return d.Reason.String()
}

// Rule names the deciding rule and the dialect that found it: "robots.txt line 12: Disallow:
// /private (group *, dialect rfc9309)".
func Rule(d robotstxt.Decision) string {
	if d.Line == 0 {
		return fmt.Sprintf("%s (dialect %s)", d.Reason, d.Dialect)
	}
	where := fmt.Sprintf(" (group %s, dialect %s)", d.Agent, d.Dialect)
	rule := fmt.Sprintf("robots.txt line %d: %s", d.Line, d.Rule)
	if over := len(rule) + len(where) - aranea.MaxDetail; over > 0 {
		rule = show.Clip(rule, len(rule)-over)
	}
	return rule + where
}

// IsScan reports whether a page, which may be nil, is a document whose text no reader looked for in the pictures of
// its pages, and which has no other but for its properties.
func IsScan(p *aranea.Page) bool {
	return p != nil && p.Format == "pdf" && p.Trouble == "" && isBuiltIn(p.Reader) && !slices.ContainsFunc(p.Elements, func(e aranea.Element) bool {
		return e.Kind != aranea.ElementTitle && e.Kind != aranea.ElementDescription && e.Kind != aranea.ElementKeywords
	})
}

// isBuiltIn reports whether a reader of PDF documents is the one of this program.
func isBuiltIn(reader string) bool { return reader == "" || strings.HasPrefix(reader, "pdfium ") }

// NoText says why a document may contain no text.
func NoText(p *aranea.Page) string {
	switch {
	case p.Format != "pdf":
		return ""
	case isBuiltIn(p.Reader):
		return "its pages may be pictures of text, as scans are, which are not read (see aranea plugin ocr)"
	}
	return "no text was recognised in its pages, read by " + p.Reader
}

// Textless continues what is said of a page in the index, if that is a scan.
func Textless(p *aranea.Page) string {
	if !IsScan(p) {
		return ""
	}
	return ", without text: " + NoText(p)
}

// maxRuleLines is the number of rules that the trail of a page names at most.
const maxRuleLines = 5

// ZoneRules names the operator's rules that set zones of a page, "" if none did.
func ZoneRules(p *aranea.Page) string {
	var lines []int
	for i := range p.Containers {
		if line := p.Containers[i].Rule; line != 0 && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	slices.Sort(lines)
	text := "rule"
	for i, line := range lines[:min(len(lines), maxRuleLines)] {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %d", line)
	}
	if more := len(lines) - maxRuleLines; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Robots describes the answer for a robots file.
func Robots(f *aranea.Fetched) string {
	if f.Status == 0 {
		return show.Clip(f.Failure.String()+" "+f.Detail, aranea.MaxDetail)
	}
	return fmt.Sprintf("status %d, %d bytes", f.Status, len(f.Body))
}
