package robots

import (
	"iter"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/robotsfile"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// MaxPasted is the maximum number of bytes of a pasted file. It is sent in the address of the page,
// because pages only read; longer files must be tested on the command line.
const MaxPasted = 8000

// Limits of an answer.
const (
	maxCandidates = 50      // rules that are listed
	maxCompared   = 100_000 // known URLs for which two files are compared
	maxChanged    = 50      // changed URLs that are listed
)

// defaultRobot is the robot if none is given.
const defaultRobot = "Aranea"

// Dialects returns the names of the dialects that a question may ask for.
func Dialects() []string {
	var names []string
	for _, d := range dialect.All() {
		names = append(names, d.Name)
	}
	return names
}

// A Question is a question to the tester: may a robot visit a URL? File is the pasted file, "" if
// the stored one is asked.
type Question struct {
	URL, Robot, File string
	// Compare also asks which known URLs the pasted file would close and open.
	Compare bool
	dialect dialect.Dialect
	origin  weburl.Origin
	site    string
}

// Origin returns the origin of the URL.
func (q *Question) Origin() weburl.Origin { return q.origin }

// Dialect returns the name of the dialect in which the file is read.
func (q *Question) Dialect() string { return q.dialect.Name }

// Read reads the form of the tester. It returns a sentence about invalid input, or "".
func Read(v url.Values) (q Question, problem string) {
	text := func(name string) string { return strings.ToValidUTF8(strings.TrimSpace(v.Get(name)), "\uFFFD") }
	q = Question{URL: text("url"), Robot: text("robot"), File: text("file"), Compare: v.Get("compare") == "1"}
	if q.Robot == "" {
		q.Robot = defaultRobot
	}
	d, ok := dialect.ByName(text("dialect"))
	if q.dialect = d; !ok {
		return q, "That dialect is not known."
	}
	if len(q.File) > MaxPasted {
		return q, "The pasted file is too long for this page: at most " + show.Number(MaxPasted) + " bytes. The command aranea robots test takes files of any length."
	}
	if q.URL == "" {
		if q.File != "" {
			problem = "Name the URL to ask for."
		}
		return q, problem
	}
	u, err := trail.ParseURL(q.URL)
	if !strings.Contains(q.URL, "://") {
		q.URL = "http://" + q.URL
	}
	site, _, split := robotstxt.SplitURL(q.URL)
	q.origin, q.site = u.Origin(), site
	if err != nil || !split || q.origin == "" {
		return q, "That is not a URL that can be crawled. A URL starts with http:// or https:// and names a host."
	}
	return q, ""
}

// agents returns the product tokens of the robot: the token of a whole User-Agent field, or those
// of a list, of which the first that has a group counts.
func (q *Question) agents() []dialect.AgentToken {
	if t := dialect.TokenFromUserAgent(q.Robot); strings.ContainsAny(q.Robot, "/(") && t != "" {
		return []dialect.AgentToken{t}
	}
	var out []dialect.AgentToken
	for _, f := range strings.FieldsFunc(q.Robot, func(r rune) bool { return r == ',' || r == ' ' }) {
		out = append(out, dialect.AgentToken(f))
	}
	return out
}

// An Answer is what the tester shows for a question.
type Answer struct {
	Problem string
	Source  string // which file was used
	Verdict *Verdict
	Lines   []Line
	Notes   []string
	Change  *Change
}

// A Verdict shows the decision about one URL.
type Verdict struct {
	Verdict, URL, Line, Group, Reason, Dialect string
	Allowed                                    bool
	Rules                                      []Rule
	More                                       string
}

// A Rule is a rule of the group that was asked, with what became of it.
type Rule struct{ Line, Rule, Why string }

// A Line is a line of the file.
type Line struct {
	Text    string
	Decides bool
}

// A Change shows which known URLs a pasted file would close and open.
type Change struct {
	Asked, Closed, Opened string
	Cut                   string // why not all URLs were compared
	List                  []ChangedURL
}

// A ChangedURL is a URL about which two files decide differently.
type ChangedURL struct{ URL, Text, Change, Before, After string }

// Answer answers the question with the pasted file, or with the stored one, which is nil if there
// is none. Known yields the URLs that are compared, if Compare asks for that; if it ends with an
// error, the answer has what was compared until then.
func (q *Question) Answer(stored *robotsfile.File, known iter.Seq2[string, error], now time.Time) (a Answer, err error) {
	if stored != nil && stored.Class == "" {
		stored = nil
	}
	var body []byte
	switch {
	case q.File != "":
		body, a.Source = []byte(q.File), "By the pasted file."
	case stored == nil:
		a.Problem = "No robots file of " + show.URL(string(q.origin)) + " is stored. Paste one."
		return a, nil
	default:
		body, a.Source = stored.Body, "By the stored file of "+show.URL(string(q.origin))+": "+show.Visible(Describe(stored))+"."
	}
	x, err := inspect.Test(body, q.URL, inspect.Robot{Dialect: q.dialect, Agents: q.agents()}, now)
	if err != nil {
		return a, err
	}
	a.Verdict = verdictOf(q, &x)
	lines, notes := Lines(body)
	a.Notes = notes
	for i, l := range lines {
		a.Lines = append(a.Lines, Line{l, i+1 == x.Line})
	}
	if !q.Compare || q.File == "" {
		return a, nil
	}
	if stored == nil {
		a.Problem = "No robots file of " + show.URL(string(q.origin)) + " is stored to compare with."
		return a, nil
	}
	before := robotstxt.Parse(stored.Body).CompileFor(q.dialect, q.site, q.agents()...)
	after := robotstxt.Parse(body).CompileFor(q.dialect, q.site, q.agents()...)
	a.Change, err = compare(known, before, after)
	return a, err
}

// verdictOf returns a decision with the rules that lost.
func verdictOf(q *Question, x *inspect.Explained) *Verdict {
	v := &Verdict{
		URL: show.Shorten(show.Visible(q.URL), results.MaxTitle), Allowed: x.Verdict == robotstxt.Allow.String(), Reason: x.Reason, Dialect: x.Dialect,
		Verdict: "Allowed", Group: "no group speaks to this robot",
	}
	switch x.Verdict {
	case robotstxt.Deny.String():
		v.Verdict = "Denied"
	case robotstxt.Postpone.String():
		v.Verdict = "Postponed"
	}
	if x.Line > 0 {
		v.Line = "line " + show.Number(x.Line) + ": " + show.Shorten(show.Visible(x.Rule), maxLine)
	}
	if x.GroupLine > 0 {
		v.Group = "the group of line " + show.Number(x.GroupLine) + ", for " + show.Visible(x.Agent)
	}
	for i, c := range x.Candidates {
		if i == maxCandidates {
			v.More = "The first " + show.Number(maxCandidates) + " of " + show.Count(len(x.Candidates), "rule") + " are listed."
			break
		}
		v.Rules = append(v.Rules, Rule{show.Number(c.Line), show.Shorten(show.Visible(c.Rule), maxLine), c.Why})
	}
	return v
}

// compare compares two files for every known URL of an origin. If known ends with an error, the
// change is that of the URLs before it.
func compare(known iter.Seq2[string, error], before, after *robotstxt.Matcher) (*Change, error) {
	c := &Change{}
	asked, closed, opened := 0, 0, 0
	var fault error
	for u, err := range known {
		if fault = err; err != nil {
			break
		}
		if asked == maxCompared {
			c.Cut = "Only the first URLs were asked for."
			break
		}
		_, target, ok := robotstxt.SplitURL(u)
		if !ok {
			continue
		}
		asked++
		x, y := before.Decide(target), after.Decide(target)
		if (x.Verdict == robotstxt.Allow) == (y.Verdict == robotstxt.Allow) {
			continue
		}
		row := ChangedURL{URL: results.WhyURL(u), Text: show.Shorten(show.Visible(show.URL(u)), results.MaxTitle), Change: "opened", Before: decider(&x), After: decider(&y)}
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
	slices.SortStableFunc(c.List, func(a, b ChangedURL) int { return strings.Compare(a.Change, b.Change) })
	c.Asked, c.Closed, c.Opened = show.Count(asked, "known URL"), show.Count(closed, "URL"), show.Count(opened, "URL")
	return c, fault
}

// decider describes what decides.
func decider(d *robotstxt.Decision) string {
	if d.Line == 0 {
		return d.Reason.String()
	}
	return "line " + show.Number(d.Line) + ": " + show.Shorten(show.Visible(d.Rule), maxLine)
}
