package mcp

import (
	"context"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/robotsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// maxExplained is the maximum number of lines that tell how a robots file decided.
const maxExplained = 60

// A robotsQuestion is a question of the tool robots.
type robotsQuestion struct {
	URL   string `json:"url" jsonschema:"the URL, such as https://example.org/page"`
	Agent string `json:"agent,omitempty" jsonschema:"the name of the robot in robots files, such as Googlebot, or its whole User-Agent field; Aranea if it is left out"`
}

// A decision is an answer of the tool robots.
type decision struct {
	URL   string `json:"url"`
	Agent string `json:"agent"`
	Known bool   `json:"known" jsonschema:"a robots file of the site is stored; otherwise there is no verdict"`
	// Verdict, Reason and the rest of the decision are as in inspect.Decision.
	Verdict   string `json:"verdict,omitempty" jsonschema:"allow, deny, or postpone while the file is unavailable"`
	Reason    string `json:"reason,omitempty"`
	Line      int    `json:"line,omitempty" jsonschema:"the line of the file that decides"`
	Rule      string `json:"rule,omitempty" jsonschema:"that line"`
	GroupLine int    `json:"group_line,omitempty" jsonschema:"the line at which the group for the robot begins"`
	Group     string `json:"group,omitempty" jsonschema:"the name that the group is for"`
	Dialect   string `json:"dialect,omitempty" jsonschema:"how the file was read: each search engine has its own dialect"`
	File      *file  `json:"file,omitempty" jsonschema:"the stored robots file"`
	Asks      []asks `json:"asks,omitempty" jsonschema:"what else the file asks of the robot, such as a delay"`
}

// A file is a stored robots file.
type file struct {
	URL     string `json:"url"`
	Class   string `json:"class" jsonschema:"rules: it was read; unavailable: there is none; unreachable: it is not there for a while; forbidden: it was refused"`
	Status  int    `json:"status,omitempty" jsonschema:"of the last answer"`
	Fetched string `json:"fetched,omitempty" jsonschema:"when it was read"`
	Checked string `json:"checked,omitempty" jsonschema:"when it was last asked for"`
	Bytes   int    `json:"bytes,omitempty"`
	Note    string `json:"note,omitempty"`
}

// An asks is what a file asks of a robot besides its rules.
type asks struct {
	What string `json:"what"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
}

func (s *Server) addRobots() {
	add(s, tool[robotsQuestion, decision]{
		name: "robots", title: "What a robots file says of a URL",
		about: "Tell whether the stored robots file of a site allows a robot to visit a URL, with the line that decides and the rules that lost. " +
			"The file is that of the last crawl: nothing is requested from the site.",
		answer: s.robots,
	})
}

func (s *Server) robots(ctx context.Context, q robotsQuestion, _ []string) (decision, string, error) {
	if strings.TrimSpace(q.URL) == "" {
		return decision{}, "", errNoURL
	}
	if strings.TrimSpace(q.Agent) == "" {
		q.Agent = string(service.ProductToken)
	}
	name, ok := inspect.AgentName(strings.TrimSpace(q.Agent))
	if !ok {
		return decision{}, "", invalid("agent: %q is no name of a robot, such as Googlebot", q.Agent)
	}
	target, origin, stored, err := s.storedRobots(ctx, strings.TrimSpace(q.URL))
	if err != nil {
		return decision{}, "", err
	}
	out := decision{URL: clean(target), Agent: clean(string(name))}
	if stored == nil {
		return out, "No robots file of " + clean(string(origin)) + " is stored: no crawl of this folder has asked for it.", nil
	}
	return out.decide(ctx, origin, stored, name)
}

// storedRobots returns the stored robots file of the site of a URL, nil if there is none, and the URL with
// its scheme: without one, it is that of which there is a file, http first.
func (s *Server) storedRobots(ctx context.Context, text string) (target string, origin weburl.Origin, stored *robotsfile.File, err error) {
	for _, target = range targetsOf(text) {
		u, err := trail.ParseURL(target)
		if err != nil {
			return "", "", nil, err
		}
		origin = u.Origin()
		h, err := s.service.Host(ctx, origin)
		switch {
		case aranea.KindOf(err) == aranea.NotFound:
		case err != nil:
			return "", "", nil, err
		case h.Robots != nil && h.Robots.Class != "":
			return target, origin, h.Robots, nil
		}
	}
	return target, origin, nil, nil
}

// targetsOf returns the URLs that a text may mean.
func targetsOf(text string) []string {
	if strings.Contains(text, "://") {
		return []string{text}
	}
	return []string{"http://" + text, "https://" + text}
}

// decide adds what a stored file says of the URL of d.
func (d decision) decide(ctx context.Context, origin weburl.Origin, stored *robotsfile.File, name dialect.AgentToken) (decision, string, error) {
	robot := inspect.Robot{Agents: []dialect.AgentToken{name}}
	robot.Dialect, _ = inspect.DialectFor(inspect.AutoDialect, robot.Agents)
	source := inspect.NewSource(robot, nil) // asks no site: a file is given
	source.Give(stored.Copy(), false)
	question, err := source.Ask(ctx, d.URL, true)
	if err != nil {
		return d, "", invalid("%w", err)
	}
	x := question.Explain(time.Now())
	d.Known, d.Verdict, d.Reason, d.Dialect = true, x.Verdict, x.Reason, x.Dialect
	d.Line, d.Rule, d.GroupLine, d.Group = x.Line, clean(x.Rule), x.GroupLine, clean(x.Agent)
	d.File = &file{
		URL: clean(origin.RobotsURL().String()), Class: stored.Class, Status: stored.Status, Fetched: show.Instant(stored.Fetched), Checked: show.Instant(stored.Checked), Bytes: len(stored.Body),
	}
	if x.File != nil {
		d.File.Note = clean(x.File.Note)
	}
	for _, a := range x.Asks {
		d.Asks = append(d.Asks, asks{a.What, a.Line, clean(a.Text)})
	}
	return d, d.text(x.Text), nil
}

// text returns the answer as text, with the lines that explain it.
func (d *decision) text(explained string) string {
	var l lines
	l.add("%s for %s: %s", d.Verdict, d.Agent, d.URL)
	n := 0
	for line := range strings.Lines(explained) {
		if n++; n > maxExplained {
			l.add("and further lines")
			break
		}
		l.add("%s", clean(strings.TrimSuffix(line, "\n")))
	}
	for _, a := range d.Asks {
		l.add("%s: %s", a.What, a.Text)
	}
	l.add("The file %s was last asked for %s.", d.File.URL, d.File.Checked)
	if d.File.Note != "" {
		l.add("%s", d.File.Note)
	}
	return l.String()
}
