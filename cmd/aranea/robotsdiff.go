package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

func newRobotsDiff() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff [flags] BEFORE AFTER, or diff --crawled URL AFTER, or diff --dialects A,B FILE",
		Short: "Say which URLs a new version of a file opens and closes, or on which dialects disagree",
		Long: `Diff compares two versions of a robots file for every robot that either names and
for all others, or for the --agent you name. It asks for the URLs of --urls, or
else for sample URLs made from the rules, and shows the pairs of lines that make
the difference. It exits with 1 if the new version closes URLs, so that it serves
in a build.

With --crawled it takes the site's file as the last crawl read it and asks for
every URL that crawls have met there: what would the new version have closed?

With --dialects it compares readings of one file.`,
		Example: `  aranea robots diff old.txt new.txt
  aranea robots diff --urls known.txt --contact you@example.org https://example.org/ robots.txt
  aranea robots diff --crawled https://example.org/ robots.txt
  aranea robots diff --dialects google,yandex robots.txt`,
		Args: cobra.RangeArgs(1, 2),
		RunE: runRobotsDiff,
	}
	f := cmd.Flags()
	f.StringSlice("dialects", nil, "readings of one file to compare, or all")
	f.String("dialect", "rfc9309", "reading of both versions: "+dialectNames()+", or auto for each robot's own")
	f.StringSlice("agent", nil, "one robot by its names, the first that has a group counts; default every robot that the files name and all others")
	f.StringSlice("fail-on", []string{"closed"}, "what makes the exit code 1: closed, opened, disagree")
	f.String("urls", "", "file of URLs or paths to ask for, one a line, - for standard input")
	f.String("crawled", "", "site in the data folder whose file, if only AFTER is named, and whose URLs are taken")
	f.String("at", "", "URL of the site, for Host lines and rules that hold whole URLs")
	f.Bool("list", false, "print each URL that differs: verdicts, lines, robots and the URL, separated by tabs")
	f.Bool("json", false, "print one JSON object for each URL that differs")
	addNetFlags(f)
	return cmd
}

// A diffRun is what the flags of diff say.
type diffRun struct {
	dialect    string               // a name, or auto for each robot's own
	agents     []dialect.AgentToken // nil for all
	targets    iter.Seq[string]     // nil for sample URLs
	crawled    *crawledSite         // nil if no data folder is asked
	site       string
	list, json bool
	fail       map[string]bool // "opened", "closed" or "disagree" make the exit code 1
	out, errw  io.Writer
}

func runRobotsDiff(cmd *cobra.Command, args []string) (err error) {
	names, _ := cmd.Flags().GetStringSlice("dialects")
	crawled, _ := cmd.Flags().GetString("crawled")
	switch {
	case len(names) > 0 && len(args) != 1:
		return usage("--dialects compares readings of one file")
	case len(names) == 0 && crawled == "" && len(args) != 2:
		return usage("name two versions of a file, or add --crawled or --dialects")
	}
	r, err := readDiffFlags(cmd)
	if err != nil {
		return err
	}
	if crawled != "" {
		if r.targets != nil {
			return usage("--crawled takes the URLs of the data folder: leave --urls out")
		}
		var done func()
		if r.crawled, done, err = openCrawled(cmd, crawled); err != nil {
			return err
		}
		defer done()
		r.targets, r.site = r.crawled.targets(), string(r.crawled.origin)
	}
	files, err := r.files(cmd, args, len(names) == 0)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	defer func() { err = errors.Join(err, out.Flush()) }()
	r.out, r.errw = out, cmd.ErrOrStderr()
	if len(names) > 0 {
		err = r.dialects(files[0], names)
	} else {
		err = r.versions(files[0], files[1])
	}
	if r.crawled != nil {
		err = errors.Join(r.crawled.err, err)
	}
	return err
}

// files reads the files of the command line; for two versions of which one is
// named, the other is the crawled one.
func (r *diffRun) files(cmd *cobra.Command, args []string, versions bool) ([]*robotstxt.File, error) {
	d, err := parseDialect(r.dialect, nil)
	if err != nil {
		return nil, err
	}
	live := newLiveRobots(cmd, d)
	defer live.close()
	var inputs []robotsInput
	if versions && len(args) == 1 {
		in, err := r.crawled.file()
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	for _, arg := range args {
		in, err := readRobotsInput(cmd.Context(), cmd, live, arg)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	var files []*robotstxt.File
	for _, in := range inputs {
		if in.note != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "aranea: %s: %s\n", show.Line(in.name), show.Line(in.note))
		}
		if site, _, ok := robotstxt.SplitURL(in.url); ok && r.site == "" {
			r.site = site
		}
		files = append(files, robotstxt.Parse(in.body))
	}
	return files, nil
}

func readDiffFlags(cmd *cobra.Command) (r diffRun, err error) {
	f := cmd.Flags()
	r.dialect, _ = f.GetString("dialect")
	if _, err = parseDialect(r.dialect, nil); err != nil {
		return r, err
	}
	if r.fail, err = readFailOn(cmd, "closed", "opened", "disagree"); err != nil {
		return r, err
	}
	if f.Changed("agent") {
		if r.agents, err = readAgents(cmd); err != nil {
			return r, err
		}
		if r.agents == nil {
			r.agents = []dialect.AgentToken{"*"}
		}
	}
	if at, _ := f.GetString("at"); at != "" {
		site, _, ok := robotstxt.SplitURL(at)
		if !ok {
			return r, usage("--at %q is not a whole URL", at)
		}
		r.site = site
	}
	if file, _ := f.GetString("urls"); file != "" {
		lines, err := readTargets(cmd, "urls")
		if err != nil {
			return r, err
		}
		for i, l := range lines {
			_, lines[i], _ = splitTarget(l)
		}
		r.targets = slices.Values(lines)
	}
	r.list, _ = f.GetBool("list")
	r.json, _ = f.GetBool("json")
	return r, nil
}

// noun says what is counted.
func (r *diffRun) noun() string {
	if r.targets == nil {
		return "sample URL"
	}
	return "URL"
}

// named returns the chains to compare for: the operator's, or one for every
// robot that a file names and one for all others.
func (r *diffRun) named(readings func(dialect.AgentToken) []dialect.Dialect, files ...*robotstxt.File) [][]dialect.AgentToken {
	if r.agents != nil {
		return [][]dialect.AgentToken{r.agents}
	}
	return namedAgents(readings, files...)
}

// dialectFor returns the dialect for a chain of agents.
func (r *diffRun) dialectFor(chain []dialect.AgentToken) dialect.Dialect {
	d, err := parseDialect(r.dialect, chain)
	if err != nil {
		panic("the dialect was checked: " + err.Error())
	}
	return d
}

// A diffGroup is a difference that several robots share.
type diffGroup struct {
	agents []string
	diff   rewrite.Diff
}

// A changeJSON is one line of "aranea robots diff --json".
type changeJSON struct {
	Target string       `json:"target"`
	Change string       `json:"change"` // "closed" or "opened"
	Agents []string     `json:"agents"` // "*" is all that the files do not name
	Before decisionJSON `json:"before"`
	After  decisionJSON `json:"after"`
}

// versions compares two versions of a file.
func (r *diffRun) versions(before, after *robotstxt.File) error {
	var groups []*diffGroup
	var asked, opened, closed, robots int
	own := func(a dialect.AgentToken) []dialect.Dialect {
		return []dialect.Dialect{r.dialectFor([]dialect.AgentToken{a})}
	}
	if r.agents != nil {
		tellReading(r.errw, r.dialectFor(r.agents), r.agents)
	}
	for _, chain := range r.named(own, before, after) {
		by := r.dialectFor(chain)
		d := rewrite.Compare(before.CompileFor(by, r.site, chain...), after.CompileFor(by, r.site, chain...), r.targets)
		asked, opened, closed, robots = asked+d.Asked, opened+d.Opened, closed+d.Closed, robots+1
		if !d.Same() {
			groups = addDiff(groups, string(chain[0]), d)
		}
	}
	for _, g := range groups {
		if err := r.print(g); err != nil {
			return err
		}
	}
	if err := r.otherLines(before, after); err != nil {
		return err
	}
	if !r.json && !r.list {
		fmt.Fprintf(r.out, "%s, %s: %d opened, %d closed.\n", show.Count(robots, "robot"), show.Count(asked, "question"), opened, closed)
	}
	if closed > 0 && r.fail["closed"] || opened > 0 && r.fail["opened"] {
		return &exitError{code: exitInternal}
	}
	return nil
}

// addDiff adds a robot's difference to the group that has the same one.
func addDiff(groups []*diffGroup, agent string, d rewrite.Diff) []*diffGroup {
	same := func(a, b rewrite.Change) bool {
		return a.Target == b.Target && a.Before.Line == b.Before.Line && a.After.Line == b.After.Line &&
			a.Before.Verdict == b.Before.Verdict && a.After.Verdict == b.After.Verdict
	}
	for _, g := range groups {
		if g.diff.Closed == d.Closed && g.diff.Opened == d.Opened && slices.EqualFunc(g.diff.Changes, d.Changes, same) {
			g.agents = append(g.agents, agent)
			return groups
		}
	}
	return append(groups, &diffGroup{[]string{agent}, d})
}

func changeName(c rewrite.Change) string {
	if c.Opens() {
		return "opened"
	}
	return "closed"
}

func (r *diffRun) print(g *diffGroup) error {
	if r.json || r.list {
		for _, c := range g.diff.Changes {
			var err error
			if r.json {
				err = writeJSON(r.out, changeJSON{c.Target, changeName(c), g.agents, newDecisionJSON(acquire.Decision{Decision: c.Before}), newDecisionJSON(acquire.Decision{Decision: c.After})})
			} else {
				_, err = fmt.Fprintf(r.out, "%s\t%d\t%d\t%s\t%s\n", changeName(c), c.Before.Line, c.After.Line, show.Line(strings.Join(g.agents, ",")), show.Line(c.Target))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(r.out, "For %s:\n", agentList(g.agents))
	for _, c := range g.diff.Clauses() {
		fmt.Fprintf(r.out, "  %s %s, for example %s\n", changeName(rewrite.Change{Before: c.Before, After: c.After}), show.Count(c.Targets, r.noun()), show.Line(c.Example))
		fmt.Fprintf(r.out, "    before: %s\n    after:  %s\n", clauseText(c.Before), clauseText(c.After))
	}
	if kept := len(g.diff.Changes); kept < g.diff.Opened+g.diff.Closed {
		fmt.Fprintf(r.out, "  of %d URLs that differ, the first %d were looked at\n", g.diff.Opened+g.diff.Closed, kept)
	}
	return nil
}

// maxAgentsShown is how many robots a line names.
const maxAgentsShown = 8

// agentList names robots, "*" as what it means.
func agentList(agents []string) string {
	var names []string
	others := slices.Contains(agents, "*")
	for _, a := range agents {
		if a != "*" {
			names = append(names, show.Line(a))
		}
	}
	if more := len(names) - maxAgentsShown; more > 0 {
		names = append(names[:maxAgentsShown], fmt.Sprintf("%d more", more))
	}
	switch {
	case others && len(names) == 0:
		return "robots without a group of their own"
	case others:
		names = append(names, "robots without a group of their own")
	}
	return strings.Join(names, ", ")
}

func clauseText(d robotstxt.Decision) string {
	if d.Line == 0 {
		return fmt.Sprintf("%s, %s", d.Verdict, d.Reason)
	}
	return fmt.Sprintf("%s, line %d: %s", d.Verdict, d.Line, show.Line(d.Rule))
}
