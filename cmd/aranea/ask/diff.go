package ask

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

// diffFlags are the flags of diff.
type diffFlags struct {
	liveFlags
	dialects, agents, fail []string
	dialect, urls          string
	crawled, at            string
	list, json             bool
}

func newRobotsDiff(version string) *cobra.Command {
	var d diffFlags
	d.version = version
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

With --dialects it compares what one file means in several.`,
		Example: `  aranea robots diff old.txt new.txt
  aranea robots diff --urls known.txt --contact you@example.org https://example.org/ robots.txt
  aranea robots diff --crawled https://example.org/ robots.txt
  aranea robots diff --dialects google,yandex robots.txt`,
		Args: command.Args(1, 2),
		RunE: d.run,
	}
	f := cmd.Flags()
	f.StringSliceVar(&d.dialects, "dialects", nil, "dialects of one file to compare, or all")
	f.StringVar(&d.dialect, "dialect", "rfc9309", "dialect of both versions: "+command.DialectNames()+", or auto for each robot's own")
	f.StringSliceVar(&d.agents, "agent", nil, "one robot by its names, the first that has a group counts; default every robot that the files name and all others")
	f.StringSliceVar(&d.fail, "fail-on", []string{"closed"}, "what makes the exit code 1: closed, opened, disagree")
	f.StringVar(&d.urls, "urls", "", "file of URLs or paths to ask for, one a line, - for standard input")
	f.StringVar(&d.crawled, "crawled", "", "site in the data folder whose file, if only AFTER is named, and whose URLs are taken")
	f.StringVar(&d.at, "at", "", "URL of the site, for Host lines and rules that hold whole URLs")
	f.BoolVar(&d.list, "list", false, "print each URL that differs: verdicts, lines, robots and the URL, separated by tabs")
	f.BoolVar(&d.json, "json", false, "print one JSON object for each URL that differs")
	d.liveFlags.bind(f)
	return cmd
}

// A diffRun is one run of diff with its flags.
type diffRun struct {
	*diffFlags
	inspect.Comparison
	site *crawledSite // nil if no data folder is used
	out  io.Writer
}

func (d *diffFlags) run(cmd *cobra.Command, args []string) (err error) {
	switch {
	case len(d.dialects) > 0 && len(args) != 1:
		return command.Usage("--dialects compares what one file means")
	case len(d.dialects) == 0 && d.crawled == "" && len(args) != 2:
		return command.Usage("name two versions of a file, or add --crawled or --dialects")
	case d.crawled != "" && d.urls != "":
		return command.Usage("--crawled takes the URLs of the data folder: leave --urls out")
	}
	r, err := d.read(cmd)
	if err != nil {
		return err
	}
	if d.crawled != "" {
		if r.site, err = openCrawled(cmd, d.version, d.crawled); err != nil {
			return err
		}
		defer func() { _ = r.site.session.Close() }() // nothing was written
		r.Targets, r.Site = r.site.targets(cmd.Context()), string(r.site.origin)
	}
	files, err := r.files(cmd, args)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	defer func() { err = errors.Join(err, out.Flush()) }()
	r.out = out
	if len(d.dialects) > 0 {
		err = r.disagreements(cmd.ErrOrStderr(), files[0])
	} else {
		if r.Agents != nil {
			tell(cmd.ErrOrStderr(), r.Notes()...)
		}
		err = r.versions(files[0], files[1])
	}
	if r.site != nil {
		err = errors.Join(r.site.err, err)
	}
	return err
}

// read checks the flags and reads the list of targets.
func (d *diffFlags) read(cmd *cobra.Command) (r diffRun, err error) {
	r = diffRun{diffFlags: d, Comparison: inspect.Comparison{Dialect: d.dialect}}
	if _, err = parseDialect(d.dialect, nil); err != nil {
		return r, err
	}
	if err := checkWords("fail-on", d.fail, "closed", "opened", "disagree"); err != nil {
		return r, err
	}
	if cmd.Flags().Changed("agent") {
		if r.Agents, err = parseAgents(cmd.ErrOrStderr(), d.agents, true); err != nil {
			return r, err
		}
		if r.Agents == nil {
			r.Agents = []dialect.AgentToken{"*"}
		}
	}
	if d.at != "" {
		site, _, ok := robotstxt.SplitURL(d.at)
		if !ok {
			return r, command.Usage("--at %q is not a whole URL", d.at)
		}
		r.Site = site
	}
	if d.urls != "" {
		lines, err := readTargets(cmd, "urls", d.urls)
		if err != nil {
			return r, err
		}
		for i, l := range lines {
			_, lines[i], _ = splitTarget(l)
		}
		r.Targets = slices.Values(lines)
	}
	return r, nil
}

// files reads the files of the command line. If only one of two versions is given, the other is
// the crawled one.
func (r *diffRun) files(cmd *cobra.Command, args []string) ([]*robotstxt.File, error) {
	d, err := parseDialect(r.dialect, nil)
	if err != nil {
		return nil, err
	}
	live, done, err := r.open(cmd)
	if err != nil {
		return nil, err
	}
	defer done()
	var inputs []robotsInput
	if len(r.dialects) == 0 && len(args) == 1 {
		in, err := r.site.file(cmd.Context())
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	for _, arg := range args {
		in, err := readRobotsInput(cmd.Context(), cmd.InOrStdin(), live, d, arg)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	var files []*robotstxt.File
	for _, in := range inputs {
		if in.note != "" {
			tell(cmd.ErrOrStderr(), in.name+": "+in.note)
		}
		if site, _, ok := robotstxt.SplitURL(in.url); ok && r.Site == "" {
			r.Site = site
		}
		files = append(files, robotstxt.Parse(in.body))
	}
	return files, nil
}

// noun returns what is counted.
func (r *diffRun) noun() string {
	if r.Targets == nil {
		return "sample URL"
	}
	return "URL"
}

// versions compares two versions of a file.
func (r *diffRun) versions(before, after *robotstxt.File) error {
	c := r.Versions(before, after)
	for i := range c.Differences {
		if err := r.print(&c.Differences[i]); err != nil {
			return err
		}
	}
	if err := r.otherLines(inspect.OtherLines(before, after)); err != nil {
		return err
	}
	if !r.json && !r.list {
		fmt.Fprintf(r.out, "%s, %s: %d opened, %d closed.\n", show.Count(c.Robots, "robot"), show.Count(c.Asked, "question"), c.Opened, c.Closed)
	}
	if c.Closed > 0 && slices.Contains(r.fail, "closed") || c.Opened > 0 && slices.Contains(r.fail, "opened") {
		return &command.Error{Code: command.ExitInternal}
	}
	return nil
}

// otherLines prints the lines other than access rules that were added or removed.
func (r *diffRun) otherLines(lines []inspect.LineChange) error {
	if len(lines) > 0 && !r.json && !r.list {
		fmt.Fprintln(r.out, "Other lines:")
	}
	for _, l := range lines {
		var err error
		switch {
		case r.json:
			err = command.WriteJSON(r.out, l)
		case r.list:
			_, err = fmt.Fprintf(r.out, "%s\t0\t0\t%s\t%s\n", l.Change, show.Line(strings.Join(l.Agents, ",")), show.Line(l.Line))
		default:
			mark := map[string]string{"line-added": "+", "line-removed": "-"}[l.Change]
			who := ""
			if len(l.Agents) > 0 {
				who = "  for " + show.Line(strings.Join(l.Agents, ", "))
			}
			_, err = fmt.Fprintf(r.out, "  %s %s%s\n", mark, show.Line(l.Line), who)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A changeJSON is one line of "aranea robots diff --json".
type changeJSON struct {
	Target string           `json:"target"`
	Change string           `json:"change"` // "closed" or "opened"
	Agents []string         `json:"agents"` // "*" means all robots that the files do not name
	Before inspect.Decision `json:"before"`
	After  inspect.Decision `json:"after"`
}

func changeName(c rewrite.Change) string {
	if c.Opens() {
		return "opened"
	}
	return "closed"
}

func (r *diffRun) print(g *inspect.Difference) error {
	if r.json || r.list {
		for _, c := range g.Changes {
			var err error
			if r.json {
				err = command.WriteJSON(r.out, changeJSON{c.Target, changeName(c), g.Agents, inspect.DecisionOf(acquire.Decision{Decision: c.Before}), inspect.DecisionOf(acquire.Decision{Decision: c.After})})
			} else {
				_, err = fmt.Fprintf(r.out, "%s\t%d\t%d\t%s\t%s\n", changeName(c), c.Before.Line, c.After.Line, show.Line(strings.Join(g.Agents, ",")), show.Line(c.Target))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(r.out, "For %s:\n", agentList(g.Agents))
	for _, c := range g.Clauses() {
		fmt.Fprintf(r.out, "  %s %s, for example %s\n", changeName(rewrite.Change{Before: c.Before, After: c.After}), show.Count(c.Targets, r.noun()), show.Line(c.Example))
		fmt.Fprintf(r.out, "    before: %s\n    after:  %s\n", clauseText(c.Before), clauseText(c.After))
	}
	if kept := len(g.Changes); kept < g.Opened+g.Closed {
		fmt.Fprintf(r.out, "  of %d URLs that differ, the first %d were looked at\n", g.Opened+g.Closed, kept)
	}
	return nil
}

// maxAgentsShown is the maximum number of robots in a line.
const maxAgentsShown = 8

// agentList lists robots, with a description instead of "*".
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
