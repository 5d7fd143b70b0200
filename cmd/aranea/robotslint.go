package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/lint"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

func newRobotsLint() *cobra.Command {
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
		RunE: runRobotsLint,
	}
	f := cmd.Flags()
	f.String("min", "warning", "least severity that is shown: info, warning or error")
	f.String("fix", "", "repair: safe changes no verdict of any named dialect, all may")
	f.Lookup("fix").NoOptDefVal = "safe"
	f.Bool("write", false, "with --fix: replace the file")
	f.String("at", "", "URL at which a file is found, for what depends on it")
	f.String("wanted", "", "file of URLs or paths that should be open, one a line, - for standard input: those of sitemaps and canonical links")
	f.String("resources", "", "file of URLs or paths of style sheets and scripts, one a line")
	f.StringSlice("agent", nil, `robots for which --wanted counts; default "*"`)
	f.String("code", "", `explain one code instead; "list" shows all codes`)
	f.Bool("json", false, "print one JSON object for each finding")
	addNetFlags(f)
	return cmd
}

// A lintRun is what the flags of lint say.
type lintRun struct {
	min         lint.Severity
	fix         string
	write, json bool
	options     lint.Options
	out, errw   io.Writer
}

func runRobotsLint(cmd *cobra.Command, args []string) (err error) {
	if code, _ := cmd.Flags().GetString("code"); code != "" {
		return explainChecks(cmd, code)
	}
	r, err := readLintFlags(cmd)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return usage("name a robots file, a site's URL, or - for standard input")
	}
	if r.fix != "" && !r.write && len(args) > 1 {
		return usage("--fix prints one repaired file; add --write to repair several in their places")
	}
	r.out, r.errw = cmd.OutOrStdout(), cmd.ErrOrStderr()
	if r.fix == "" {
		out := bufio.NewWriter(r.out)
		defer func() { err = errors.Join(err, out.Flush()) }()
		r.out = out
	}
	live := newLiveRobots(cmd, dialect.RFC9309())
	defer live.close()
	failed := false
	var faults []error
	for _, arg := range args {
		in, err := readRobotsInput(cmd.Context(), cmd, live, arg)
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
		return &exitError{code: exitInternal}
	}
	return errors.Join(faults...)
}

func readLintFlags(cmd *cobra.Command) (r lintRun, err error) {
	f := cmd.Flags()
	least, _ := f.GetString("min")
	r.fix, _ = f.GetString("fix")
	r.write, _ = f.GetBool("write")
	r.json, _ = f.GetBool("json")
	r.options.URL, _ = f.GetString("at")
	switch least {
	case "info":
		r.min = lint.SeverityInfo
	case "warning":
		r.min = lint.SeverityWarning
	case "error":
		r.min = lint.SeverityError
	default:
		return r, unknownValue("min", least, []string{"info", "warning", "error"})
	}
	if r.fix != "" && r.fix != "safe" && r.fix != "all" {
		return r, unknownValue("fix", r.fix, []string{"safe", "all"})
	}
	if r.write && r.fix == "" {
		return r, usage("--write puts a repaired file in its place: add --fix")
	}
	if r.options.Agents, err = readAgents(cmd); err != nil {
		return r, err
	}
	tellReading(cmd.ErrOrStderr(), dialect.RFC9309(), r.options.Agents)
	if r.options.Wanted, err = readTargets(cmd, "wanted"); err != nil {
		return r, err
	}
	r.options.Resources, err = readTargets(cmd, "resources")
	return r, err
}

// file lints one file and reports whether errors are left.
func (r *lintRun) file(in robotsInput) (failed bool, err error) {
	if in.missing {
		fmt.Fprintf(r.errw, "aranea: %s: %s\n", show.Line(in.name), show.Line(in.note))
	}
	opt := r.options
	if in.url != "" {
		opt.URL = in.url
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
			err = errors.Join(err, writeJSON(w, newFindingJSON(in.name, file, x)))
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

// maxRepairs bounds the rounds of repairs: one may lay bare the next.
const maxRepairs = 10

// repair applies fixes until none is left, writes the file if it should, and
// says what changed.
func (r *lintRun) repair(in robotsInput, opt lint.Options) ([]byte, error) {
	if in.longerThanRead() {
		return nil, usage("%s is longer than 500 KiB, of which robots read no more: cut it first, because a repaired file would lose the rest", in.name)
	}
	if r.write && (in.url != "" || in.name == "stdin") {
		return nil, usage("--write needs a file, not %s", in.name)
	}
	before := robotstxt.Parse(in.body)
	file, applied, left := before, 0, 0
	for range maxRepairs {
		var take []lint.Finding
		left = 0
		for _, x := range lint.File(file, opt) {
			switch {
			case x.Fix == nil:
			case x.Fix.Effect == lint.EffectNone || r.fix == "all":
				take = append(take, x)
			default:
				left++
			}
		}
		text := lint.Apply(file, take...)
		if len(take) == 0 || string(text) == file.Text() || bytes.Equal(text, file.Bytes()) {
			break
		}
		applied += len(take)
		file = robotstxt.Parse(text)
	}
	text := in.body
	var d rewrite.Diff
	if applied > 0 {
		text = []byte(file.Text())
		d = rewrite.CompareFiles(before, file, dialect.RFC9309())
		if r.fix != "all" && !d.Same() {
			return nil, fmt.Errorf("%s: repairs that are held to be safe would open %d and close %d of %s; nothing is repaired. "+
				"This is a fault of aranea: please report it with the file", in.name, d.Opened, d.Closed, show.Count(d.Asked, "sample URL"))
		}
	}
	fmt.Fprintf(r.errw, "%s: %s applied", show.Line(in.name), show.Count(applied, "repair"))
	if applied > 0 {
		fmt.Fprintf(r.errw, "; of %s, %d opened and %d closed", show.Count(d.Asked, "sample URL"), d.Opened, d.Closed)
		if d.LeftOut > 0 {
			fmt.Fprintf(r.errw, " (%s not compared)", show.Count(d.LeftOut, "robot"))
		}
	}
	if left > 0 {
		fmt.Fprintf(r.errw, "; %d more would change verdicts (--fix=all)", left)
	}
	fmt.Fprintln(r.errw)
	if r.write && applied > 0 {
		return text, replaceFile(in.name, text)
	}
	return text, nil
}

// writeFile writes a file's text as it is, but to a terminal what could steer it
// made visible.
func writeFile(w io.Writer, text []byte) error {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		text = []byte(show.Text(string(text)))
	}
	_, err := w.Write(text)
	return err
}

// replaceFile puts text in the place of a file, whole or not at all, and keeps
// its mode. A symbolic link stays one.
func replaceFile(name string, text []byte) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	temp := name + ".new"
	if err := os.WriteFile(temp, text, mode); err != nil {
		return fmt.Errorf("write %s: %w", temp, err)
	}
	if err := os.Rename(temp, name); err != nil {
		return errors.Join(fmt.Errorf("replace %s: %w", name, err), os.Remove(temp))
	}
	return nil
}

// place returns "name:line:column", without what is not known.
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

// fixHint says which --fix repairs a finding.
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

// A findingJSON is one line of "aranea robots lint --json".
type findingJSON struct {
	File     string   `json:"file"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Start    int      `json:"start"` // byte offsets into the text as UTF-8 without mark
	End      int      `json:"end"`
	Severity string   `json:"severity"`
	Code     string   `json:"code"`
	Text     string   `json:"text"`
	Detail   string   `json:"detail,omitempty"`
	Source   string   `json:"source,omitempty"` // the bytes that the finding is about
	Fix      *fixJSON `json:"fix,omitempty"`
}

type fixJSON struct {
	Effect string     `json:"effect"`
	Edits  []editJSON `json:"edits"`
}

type editJSON struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

func newFindingJSON(name string, file *robotstxt.File, x lint.Finding) findingJSON {
	j := findingJSON{
		File: name, Line: x.Line, Column: x.Column, Start: x.Start, End: x.End,
		Severity: x.Check.Severity().String(), Code: x.Check.String(), Text: x.Check.Text(), Detail: x.Detail,
		Source: strings.ToValidUTF8(file.Text()[x.Start:x.End], "\uFFFD"),
	}
	if x.Fix != nil {
		j.Fix = &fixJSON{Effect: x.Fix.Effect.String(), Edits: []editJSON{}}
		for _, e := range x.Fix.Edits {
			j.Fix.Edits = append(j.Fix.Edits, editJSON(e))
		}
	}
	return j
}

// explainChecks prints what a code means, or all codes.
func explainChecks(cmd *cobra.Command, code string) error {
	list := lint.Checks()
	if code != "list" {
		c, ok := lint.CheckByCode(code)
		if !ok {
			return usage("--code %q is unknown%s\n--code list shows all", code, meant(code, checkCodes()))
		}
		list = []lint.Check{c}
	}
	asJSON, _ := cmd.Flags().GetBool("json")
	for _, c := range list {
		if asJSON {
			err := writeJSON(cmd.OutOrStdout(), map[string]string{"code": c.String(), "severity": c.Severity().String(), "text": c.Text()})
			if err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s (%s)\n    %s\n", c, c.Severity(), c.Text())
	}
	return nil
}
