package ask

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/lint"
	"github.com/aranea-search/aranea/store"
)

// lintFlags are the flags of lint.
type lintFlags struct {
	liveFlags
	min, fix, at, wanted, resources, code string
	agents                                []string
	write, json                           bool
}

func newRobotsLint(version string) *cobra.Command {
	var l lintFlags
	l.version = version
	cmd := &cobra.Command{
		Use:   "lint [flags] FILE|URL|-...",
		Short: "Find mistakes and surprises in robots files",
		Long: `Lint prints what is wrong, odd or worth knowing about robots files, as
name:line:column. It exits with 1 if a file has errors, so that it serves in a
build. Notes are counted only; --min info shows them.

--fix repairs what can be repaired without changing a verdict; --fix=all takes
the repairs too that change some, and says how many of the sample URLs made from
the rules they open and close. The repaired file goes to standard output, or
back into its place with --write.`,
		Example: `  aranea robots lint robots.txt
  aranea robots lint --fix --write robots.txt
  aranea robots lint --contact you@example.org --wanted sitemap-urls.txt https://example.org/
  aranea robots lint --code dead-rule`,
		Args: cobra.ArbitraryArgs,
		RunE: l.run,
	}
	f := cmd.Flags()
	f.StringVar(&l.min, "min", "warning", "least severity that is shown: info, warning or error")
	f.StringVar(&l.fix, "fix", "", "repair: safe changes no verdict of any named dialect, all may")
	f.Lookup("fix").NoOptDefVal = "safe"
	f.BoolVar(&l.write, "write", false, "with --fix: replace the file")
	f.StringVar(&l.at, "at", "", "URL at which a file is found, for what depends on it")
	f.StringVar(&l.wanted, "wanted", "", "file of URLs or paths that should be open, one a line, - for standard input: those of sitemaps and canonical links")
	f.StringVar(&l.resources, "resources", "", "file of URLs or paths of style sheets and scripts, one a line")
	f.StringSliceVar(&l.agents, "agent", nil, `robots for which --wanted counts; default "*"`)
	f.StringVar(&l.code, "code", "", `explain one code instead; "list" shows all codes`)
	f.BoolVar(&l.json, "json", false, "print one JSON object for each finding")
	l.liveFlags.bind(f)
	return cmd
}

// A lintRun is one run of lint with its flags.
type lintRun struct {
	*lintFlags
	min       lint.Severity
	options   lint.Options
	out, errw io.Writer
}

func (l *lintFlags) run(cmd *cobra.Command, args []string) (err error) {
	if l.code != "" {
		return l.explainChecks(cmd.OutOrStdout())
	}
	r, err := l.read(cmd)
	switch {
	case err != nil:
		return err
	case len(args) == 0:
		return command.Usage("name a robots file, a site's URL, or - for standard input")
	case l.fix != "" && !l.write && len(args) > 1:
		return command.Usage("--fix prints one repaired file; add --write to repair several in their places")
	}
	if l.fix == "" {
		out := bufio.NewWriter(r.out)
		defer func() { err = errors.Join(err, out.Flush()) }()
		r.out = out
	}
	live, done, err := l.open(cmd)
	if err != nil {
		return err
	}
	defer done()
	failed := false
	var faults []error
	for _, arg := range args {
		in, err := readRobotsInput(cmd.Context(), cmd.InOrStdin(), live, dialect.RFC9309(), arg)
		bad := false
		if err == nil {
			bad, err = r.file(in)
		}
		if err != nil {
			faults = append(faults, err)
		}
		failed = failed || bad
	}
	if failed && len(faults) == 0 {
		return &command.Error{Code: command.ExitInternal}
	}
	return errors.Join(faults...)
}

// severities returns the values of --min.
func severities() []lint.Severity {
	return []lint.Severity{lint.SeverityInfo, lint.SeverityWarning, lint.SeverityError}
}

// read checks the flags and reads the lists of targets.
func (l *lintFlags) read(cmd *cobra.Command) (r lintRun, err error) {
	r = lintRun{lintFlags: l, out: cmd.OutOrStdout(), errw: cmd.ErrOrStderr()}
	least := slices.IndexFunc(severities(), func(s lint.Severity) bool { return s.String() == l.min })
	switch {
	case least < 0:
		return r, command.UnknownValue("min", l.min, command.Names(severities(), lint.Severity.String))
	case l.fix != "" && l.fix != "safe" && l.fix != "all":
		return r, command.UnknownValue("fix", l.fix, []string{"safe", "all"})
	case l.write && l.fix == "":
		return r, command.Usage("--write puts a repaired file in its place: add --fix")
	}
	r.min, r.options.URL = severities()[least], l.at
	if r.options.Agents, err = parseAgents(r.errw, l.agents, cmd.Flags().Changed("agent")); err != nil {
		return r, err
	}
	tell(r.errw, inspect.Robot{Dialect: dialect.RFC9309(), Agents: r.options.Agents}.Notes()...)
	if r.options.Wanted, err = readTargets(cmd, "wanted", l.wanted); err != nil {
		return r, err
	}
	r.options.Resources, err = readTargets(cmd, "resources", l.resources)
	return r, err
}

// file lints one file and reports whether it has errors that were not fixed.
func (r *lintRun) file(in robotsInput) (failed bool, err error) {
	if in.missing {
		tell(r.errw, in.name+": "+in.note)
	}
	opt := r.options
	if in.url != "" {
		opt.URL, opt.Asked = in.url, in.asked
	}
	if site, _, ok := robotstxt.SplitURL(opt.URL); ok {
		tellForeign(r.errw, "wanted", site, opt.Wanted)
		tellForeign(r.errw, "resources", site, opt.Resources)
	}
	text := in.body
	if r.fix != "" {
		if text, err = r.repair(in, opt); err != nil {
			return false, err
		}
	}
	file := robotstxt.Parse(text)
	findings := lint.File(file, opt)
	w := r.out
	if r.fix != "" && !r.write {
		if err := writeFile(r.out, text); err != nil {
			return false, err
		}
		w = r.errw
	}
	count := map[lint.Severity]int{}
	told := map[lint.Check]bool{}
	for _, x := range findings {
		count[x.Check.Severity()]++
		switch {
		case x.Check.Severity() < r.min:
		case r.json:
			err = errors.Join(err, command.WriteJSON(w, inspect.FindingOf(in.name, file, x)))
		default:
			printFinding(w, in.name, x, !told[x.Check])
			told[x.Check] = true
		}
	}
	if !r.json {
		r.summary(w, in.name, count)
	}
	return count[lint.SeverityError] > 0, err
}

// repair applies fixes until none is left, writes the file if wanted, and prints what changed.
func (r *lintRun) repair(in robotsInput, opt lint.Options) ([]byte, error) {
	if in.longerThanRead() {
		return nil, command.Usage("%s is longer than 500 KiB, of which robots read no more: cut it first, because a repaired file would lose the rest", in.name)
	}
	if err := in.writable(r.write); err != nil {
		return nil, err
	}
	fixed, err := inspect.Repair(in.body, opt, r.fix == "all")
	d := &fixed.Diff
	if err != nil {
		return nil, fmt.Errorf("%s: %w: they would open %d and close %d of %s; nothing is repaired. "+
			"This is a fault of aranea: please report it with the file", in.name, err, d.Opened, d.Closed, show.Count(d.Asked, "sample URL"))
	}
	fmt.Fprintf(r.errw, "%s: %s applied", show.Line(in.name), show.Count(fixed.Applied, "repair"))
	if fixed.Applied > 0 {
		fmt.Fprintf(r.errw, "; of %s, %d opened and %d closed", show.Count(d.Asked, "sample URL"), d.Opened, d.Closed)
		if d.LeftOut > 0 {
			fmt.Fprintf(r.errw, " (%s not compared)", show.Count(d.LeftOut, "robot"))
		}
	}
	if fixed.Left > 0 {
		fmt.Fprintf(r.errw, "; %d more would change verdicts (--fix=all)", fixed.Left)
	}
	fmt.Fprintln(r.errw)
	if r.write && fixed.Applied > 0 {
		return fixed.Text, replaceFile(in.name, fixed.Text)
	}
	return fixed.Text, nil
}

// writeFile writes the text of a file unchanged, except that on a terminal, control characters
// are made visible.
func writeFile(w io.Writer, text []byte) error {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		text = []byte(show.Text(string(text)))
	}
	_, err := w.Write(text)
	return err
}

// replaceFile replaces a file atomically, and keeps its mode. A symbolic link is followed.
func replaceFile(name string, text []byte) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	if err := store.WriteFile(name, text, mode); err != nil {
		return fmt.Errorf("replace %s: %w", name, err)
	}
	return nil
}

// place returns "name:line:column", without unknown parts.
func place(name string, line, column int) string {
	switch {
	case line == 0:
		return show.Line(name)
	case column == 0:
		return fmt.Sprintf("%s:%d", show.Line(name), line)
	}
	return fmt.Sprintf("%s:%d:%d", show.Line(name), line, column)
}

func printFinding(w io.Writer, name string, x lint.Finding, explain bool) {
	fmt.Fprintf(w, "%s: %s: %s", place(name, x.Line, x.Column), x.Check.Severity(), x.Check)
	if x.Detail != "" {
		fmt.Fprintf(w, ": %s", show.Line(x.Detail))
	}
	if x.Fix != nil {
		fmt.Fprintf(w, " [%s]", fixHint(x.Fix.Effect))
	}
	fmt.Fprintln(w)
	if explain {
		fmt.Fprintf(w, "    %s\n", x.Check.Text())
	}
}

// fixHint returns the value of --fix that repairs a finding.
func fixHint(e lint.Effect) string {
	if e == lint.EffectNone {
		return "--fix"
	}
	return "--fix=all " + map[lint.Effect]string{
		lint.EffectCloses: "closes URLs", lint.EffectOpens: "opens URLs", lint.EffectBoth: "opens and closes URLs",
	}[e]
}

func (r *lintRun) summary(w io.Writer, name string, count map[lint.Severity]int) {
	fmt.Fprintf(w, "%s: %s, %s, %s", show.Line(name), show.Count(count[lint.SeverityError], "error"),
		show.Count(count[lint.SeverityWarning], "warning"), show.Count(count[lint.SeverityInfo], "note"))
	if r.min > lint.SeverityInfo && count[lint.SeverityInfo] > 0 {
		fmt.Fprint(w, " (--min info shows them)")
	}
	fmt.Fprintln(w)
}

// explainChecks prints the explanation of one code, or of all.
func (l *lintFlags) explainChecks(w io.Writer) error {
	list := lint.Checks()
	if l.code != "list" {
		c, ok := lint.CheckByCode(l.code)
		if !ok {
			return command.Usage("--code %q is unknown%s\n--code list shows all", l.code, command.Meant(l.code, command.CheckCodes()))
		}
		list = []lint.Check{c}
	}
	for _, c := range list {
		if l.json {
			err := command.WriteJSON(w, map[string]string{"code": c.String(), "severity": c.Severity().String(), "text": c.Text(), "example": c.Example()})
			if err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(w, "%s (%s)\n    %s\n", c, c.Severity(), c.Text())
	}
	if len(list) == 1 && !l.json {
		showCheck(w, list[0])
	}
	return nil
}

// showCheck prints an example file for a check, its findings, and the result of the fix.
func showCheck(w io.Writer, c lint.Check) {
	body := c.Example()
	if body == "" {
		return
	}
	file := robotstxt.Parse([]byte(body))
	i := slices.IndexFunc(lint.File(file, lint.Options{}), func(x lint.Finding) bool { return x.Check == c })
	if i < 0 {
		return
	}
	x := lint.File(file, lint.Options{})[i]
	fmt.Fprintf(w, "\nIn this file:\n\n%s\n", indented(file.Text()))
	printFinding(w, "robots.txt", x, false)
	if x.Fix != nil {
		fmt.Fprintf(w, "\nRepaired:\n\n%s", indented(string(lint.Apply(file, x))))
	}
}

// indented returns a file's text for people, with each line indented by four spaces.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "    %s\n", show.Line(strings.TrimRight(line, "\r\n")))
	}
	return b.String()
}
