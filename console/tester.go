package console

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// Limits of the tester for robots files. A file is pasted into the address of the page, because
// pages only read; longer files must be tested on the command line.
const (
	maxPasted     = 8000    // bytes of a pasted file
	maxCandidates = 50      // rules that are listed
	maxCompared   = 100_000 // known URLs for which two files are compared
	maxChanged    = 50      // changed URLs that are listed
)

// defaultRobot is the robot if none is given.
const defaultRobot = "Aranea"

type testerPage struct {
	frame
	URL, Robot, File string
	MaxFile          string
	Dialects         []option
	Compare          bool
	Problem          string
	Source           string // which file was used
	Verdict          *verdictView
	Lines            []robotsLine
	Notes            []string
	Change           *changeView
}

// verdictView shows the answer to one question.
type verdictView struct {
	Verdict, URL, Line, Group, Reason, Dialect string
	Allowed                                    bool
	Rules                                      []ruleRow
	More                                       string
}

type ruleRow struct{ Line, Rule, Why string }

type robotsLine struct {
	Text    string
	Decides bool
}

// changeView shows which known URLs a pasted file would close and open.
type changeView struct {
	Asked, Closed, Opened string
	Cut                   string // why not all URLs were compared
	List                  []changeRow
}

type changeRow struct{ URL, Text, Change, Before, After string }

// A question is a question to the tester.
type question struct {
	url, robot, file string
	compare          bool
	dialect          dialect.Dialect
	site             string
}

func (s *Server) handleTester(w http.ResponseWriter, r *http.Request) {
	q, problem := readQuestion(r)
	p := testerPage{
		frame: s.frame(r, "Robots tester"), URL: show.Visible(q.url), Robot: q.robot, File: q.file, MaxFile: show.Number(maxPasted), Compare: q.compare, Problem: problem,
	}
	for _, d := range dialect.All() {
		p.Dialects = append(p.Dialects, option{Value: d.Name, Text: d.Name, Chosen: d.Name == q.dialect.Name})
	}
	if q.url == "" || problem != "" {
		code := http.StatusOK
		if problem != "" {
			code = http.StatusBadRequest
		}
		s.render(w, code, "tester", p)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), scanTimeout)
	defer cancel()
	if err := s.test(ctx, &p, &q); err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, http.StatusOK, "tester", p)
}

// readQuestion reads the form. It returns a sentence about invalid input, or "".
func readQuestion(r *http.Request) (q question, problem string) {
	v := r.URL.Query()
	text := func(name string) string { return strings.ToValidUTF8(strings.TrimSpace(v.Get(name)), "\uFFFD") }
	q = question{url: text("url"), robot: text("robot"), file: text("file"), compare: v.Get("compare") == "1"}
	if q.robot == "" {
		q.robot = defaultRobot
	}
	d, ok := dialect.ByName(text("dialect"))
	if q.dialect = d; !ok {
		return q, "That dialect is not known."
	}
	if len(q.file) > maxPasted {
		return q, "The pasted file is too long for this page: at most " + show.Number(maxPasted) + " bytes. The command aranea robots test takes files of any length."
	}
	if q.url == "" {
		if q.file != "" {
			problem = "Name the URL to ask for."
		}
		return q, problem
	}
	o, ok := originOf(q.url)
	if !strings.Contains(q.url, "://") {
		q.url = "http://" + q.url
	}
	site, _, split := robotstxt.SplitURL(q.url)
	if q.site = site; !ok || !split || o == "" {
		return q, "That is not a URL that can be crawled. A URL starts with http:// or https:// and names a host."
	}
	return q, ""
}

// agents returns the product tokens of the robot: the token of a whole User-Agent field, or those
// of a list, of which the first that has a group counts.
func (q *question) agents() []dialect.AgentToken {
	if t := dialect.TokenFromUserAgent(q.robot); strings.ContainsAny(q.robot, "/(") && t != "" {
		return []dialect.AgentToken{t}
	}
	var out []dialect.AgentToken
	for _, f := range strings.FieldsFunc(q.robot, func(r rune) bool { return r == ',' || r == ' ' }) {
		out = append(out, dialect.AgentToken(f))
	}
	return out
}

// test answers a question with the pasted file, or with the stored one.
func (s *Server) test(ctx context.Context, p *testerPage, q *question) error {
	o, _ := originOf(q.url)
	h, err := s.service.Host(ctx, o)
	if err != nil && aranea.KindOf(err) != aranea.NotFound {
		return err
	}
	stored := h.Robots
	if err != nil || stored != nil && stored.Class == "" {
		stored = nil
	}
	var body []byte
	switch {
	case q.file != "":
		body, p.Source = []byte(q.file), "By the pasted file."
	case stored == nil:
		p.Problem = "No robots file of " + show.URL(string(o)) + " is stored. Paste one."
		return nil
	default:
		body, p.Source = stored.Body, "By the stored file of "+show.URL(string(o))+": "+show.Visible(copyText(stored))+"."
	}
	x, err := inspect.Test(body, q.url, inspect.Robot{Dialect: q.dialect, Agents: q.agents()}, time.Now())
	if err != nil {
		return err
	}
	p.Verdict = verdictOf(q, &x)
	lines, notes := robotsLines(body)
	p.Notes = notes
	for i, l := range lines {
		p.Lines = append(p.Lines, robotsLine{l, i+1 == x.Line})
	}
	if !q.compare || q.file == "" {
		return nil
	}
	if stored == nil {
		p.Problem = "No robots file of " + show.URL(string(o)) + " is stored to compare with."
		return nil
	}
	before := robotstxt.Parse(stored.Body).CompileFor(q.dialect, q.site, q.agents()...)
	after := robotstxt.Parse(body).CompileFor(q.dialect, q.site, q.agents()...)
	p.Change, err = s.compare(ctx, string(o), before, after)
	return err
}

// verdictOf returns a decision with the rules that lost.
func verdictOf(q *question, x *inspect.Explained) *verdictView {
	v := &verdictView{
		URL: show.Shorten(show.Visible(q.url), results.MaxTitle), Allowed: x.Verdict == robotstxt.Allow.String(), Reason: x.Reason, Dialect: x.Dialect,
		Verdict: "Allowed", Group: "no group speaks to this robot",
	}
	switch x.Verdict {
	case robotstxt.Deny.String():
		v.Verdict = "Denied"
	case robotstxt.Postpone.String():
		v.Verdict = "Postponed"
	}
	if x.Line > 0 {
		v.Line = "line " + show.Number(x.Line) + ": " + show.Shorten(show.Visible(x.Rule), maxRobotsLine)
	}
	if x.GroupLine > 0 {
		v.Group = "the group of line " + show.Number(x.GroupLine) + ", for " + show.Visible(x.Agent)
	}
	for i, c := range x.Candidates {
		if i == maxCandidates {
			v.More = "The first " + show.Number(maxCandidates) + " of " + show.Count(len(x.Candidates), "rule") + " are listed."
			break
		}
		v.Rules = append(v.Rules, ruleRow{show.Number(c.Line), show.Shorten(show.Visible(c.Rule), maxRobotsLine), c.Why})
	}
	return v
}

// compare compares two files for every known URL of an origin.
func (s *Server) compare(ctx context.Context, origin string, before, after *robotstxt.Matcher) (*changeView, error) {
	c := &changeView{}
	asked, closed, opened := 0, 0, 0
	for u, err := range s.service.URLs(ctx, service.URLFilter{Host: origin}) {
		switch {
		case ctx.Err() != nil, err != nil && isCalledOff(err): // rules may be slow on purpose
			c.Cut = "The comparison was ended after " + scanTimeout.String() + "."
		case err != nil:
			return nil, err
		case asked == maxCompared:
			c.Cut = "Only the first URLs were asked for."
		}
		if c.Cut != "" {
			break
		}
		_, target, ok := robotstxt.SplitURL(u.URL)
		if !ok {
			continue
		}
		asked++
		x, y := before.Decide(target), after.Decide(target)
		if (x.Verdict == robotstxt.Allow) == (y.Verdict == robotstxt.Allow) {
			continue
		}
		row := changeRow{URL: whyURL(u.URL), Text: show.Shorten(show.Visible(show.URL(u.URL)), results.MaxTitle), Change: "opened", Before: decider(&x), After: decider(&y)}
		if y.Verdict != robotstxt.Allow {
			row.Change = "closed"
			closed++
		} else {
			opened++
		}
		if len(c.List) < maxChanged {
			c.List = append(c.List, row)
		}
	}
	slices.SortStableFunc(c.List, func(a, b changeRow) int { return strings.Compare(a.Change, b.Change) })
	c.Asked, c.Closed, c.Opened = show.Count(asked, "known URL"), show.Count(closed, "URL"), show.Count(opened, "URL")
	return c, nil
}

// decider describes what decides.
func decider(d *robotstxt.Decision) string {
	if d.Line == 0 {
		return d.Reason.String()
	}
	return "line " + show.Number(d.Line) + ": " + show.Shorten(show.Visible(d.Rule), maxRobotsLine)
}
