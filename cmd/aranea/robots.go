package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

func newRobots() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "robots",
		Short: "Ask what a robots file means, find its mistakes, compare, format",
		Long: `Robots answers questions about robots files: those in a folder, on standard
input, or of a live site.

  aranea robots test https://example.org/private/      may a robot go there?
  aranea robots explain --file robots.txt /private/    why, and which rules lost
  aranea robots lint robots.txt                        what is wrong with the file
  aranea robots diff https://example.org/ robots.txt   what a new version changes
  aranea robots fmt --write robots.txt                 the usual form`,
		Args: subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRobotsTest(), newRobotsExplain(), newRobotsLint(), newRobotsFmt(),
		newRobotsDiff(), newRobotsHistory(), newRobotsPage(), newRobotsDialects(), newRobotsAgents())
	return cmd
}

// addReadingFlags adds how a robots file is read.
func addReadingFlags(f *pflag.FlagSet) {
	f.String("dialect", "rfc9309", "reading of the file: "+dialectNames()+", or auto for the one of the first agent")
	f.StringSlice("agent", []string{string(productToken)}, `names of the robot, the first that has a group counts; "*" is any other robot`)
}

// addNetFlags adds how a live file is fetched.
func addNetFlags(f *pflag.FlagSet) {
	f.String("contact", "", "e-mail address or URL by which site owners can reach you")
	f.String("proxy", "", "forward proxy, http://host:port")
	f.StringArray("resolve", nil, "take address for host and port: host:port:address (repeatable)")
	f.StringSlice("allow-net", nil, "open a private address range (repeatable)")
}

// A robotsReading is how robots files are read.
type robotsReading struct {
	dialect dialect.Dialect
	agents  []dialect.AgentToken // empty is any robot without a group of its own
}

// readReading reads the flags of addReadingFlags.
func readReading(cmd *cobra.Command) (r robotsReading, err error) {
	if r.agents, err = readAgents(cmd); err != nil {
		return r, err
	}
	name, _ := cmd.Flags().GetString("dialect")
	if r.dialect, err = parseDialect(name, r.agents); err == nil {
		tellReading(cmd.ErrOrStderr(), r.dialect, r.agents)
	}
	return r, err
}

func parseDialect(name string, agents []dialect.AgentToken) (dialect.Dialect, error) {
	if name == "auto" {
		name = ""
		for _, a := range agents[:min(1, len(agents))] {
			k, ok := dialect.KnownAgentByToken(a)
			if !ok { // a name of several words, say
				k, ok = dialect.KnownAgentByToken(dialect.TokenFromUserAgent(string(a)))
			}
			if ok {
				name = k.Dialect
			}
		}
	}
	d, ok := dialect.ByName(name)
	if !ok {
		return d, unknownValue("dialect", name, dialectList())
	}
	return d, nil
}

// A decisionJSON is a decision in the output of --json. Fields are only added,
// never renamed.
type decisionJSON struct {
	Verdict   string     `json:"verdict"`
	Reason    string     `json:"reason"`
	Line      int        `json:"line"` // 0 where no rule decided
	Column    int        `json:"column,omitempty"`
	Rule      string     `json:"rule,omitempty"`
	Agent     string     `json:"agent,omitempty"`
	GroupLine int        `json:"group_line,omitempty"`
	Dialect   string     `json:"dialect"`
	Event     string     `json:"event,omitempty"` // what the last request for the file led to
	Stage     string     `json:"stage,omitempty"` // of an outage
	RetryAt   *time.Time `json:"retry_at,omitempty"`
}

func newDecisionJSON(d acquire.Decision) decisionJSON {
	j := decisionJSON{
		Verdict: d.Verdict.String(), Reason: d.Reason.String(), Line: d.Line, Column: d.Column,
		Rule: d.Rule, Agent: d.Agent, GroupLine: d.GroupLine, Dialect: d.Dialect,
	}
	if d.Event != acquire.EventUnknown {
		j.Event = d.Event.String()
	}
	if d.Stage != acquire.StageNone {
		j.Stage = d.Stage.String()
	}
	if !d.RetryAt.IsZero() {
		j.RetryAt = &d.RetryAt
	}
	return j
}

// A robotsInput is a robots file that was named on the command line.
type robotsInput struct {
	name string // as shown
	url  string // where it was found, "" if it was a file
	body []byte
	note string // what is unusual about it, "" if nothing is
	// missing says that the site has no file, so that body is empty.
	missing bool
}

// longerThanRead reports whether the file goes on behind what is read.
func (in *robotsInput) longerThanRead() bool { return len(in.body) > robotstxt.MaxBody }

// readRobotsInput reads a file, standard input for "-", or the robots file of a
// live site for an http or https URL. A site without one gives an empty file.
func readRobotsInput(ctx context.Context, cmd *cobra.Command, live *liveRobots, arg string) (robotsInput, error) {
	if !isWebURL(arg) {
		body, err := readRobotsFile(cmd.InOrStdin(), arg)
		if err != nil {
			return robotsInput{}, usage("read the robots file: %w", err)
		}
		if arg == "-" {
			arg = "stdin"
		}
		return robotsInput{name: arg, body: body, note: pageNote(body)}, nil
	}
	u, err := parseSeed(arg)
	if err != nil {
		return robotsInput{}, &exitError{code: exitUsage, err: err}
	}
	at := u.Origin().RobotsURL()
	c, err := live.fetch(ctx, at)
	if err != nil {
		return robotsInput{}, err
	}
	in := robotsInput{name: at.String(), url: at.String(), body: c.Body}
	switch c.Class {
	case acquire.ClassRules, acquire.ClassUnavailable:
		in.note, in.missing = copyNote(&c.Copy), c.Class == acquire.ClassUnavailable
		return in, nil
	}
	return in, usage("%s: %s", at, copyNote(&c.Copy)) // not an answer to what was asked
}

// pageNote says that a web page stands in place of a robots file, "" if none
// does. A file that begins with markup and goes on with groups is a robots file.
func pageNote(body []byte) string {
	c := acquire.Copy{Class: acquire.ClassRules, Body: body}
	if !c.IsHTML() {
		return ""
	}
	for l := range robotstxt.Parse(body).Lines() {
		if l.Key == syntax.KeyUserAgent {
			return ""
		}
	}
	return copyNote(&c)
}

func isWebURL(s string) bool {
	s = strings.ToLower(s)
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}
