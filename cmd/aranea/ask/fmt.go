package ask

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

// formatFlags are the flags of fmt.
type formatFlags struct {
	liveFlags
	write, check, minimise, json bool
	merge, dialect               string
}

func newRobotsFmt(version string) *cobra.Command {
	var r formatFlags
	r.version = version
	cmd := &cobra.Command{
		Use:   "fmt [flags] FILE|URL|-...",
		Short: "Write robots files in the usual form, merge or shorten them",
		Long: `Fmt writes a robots file in the usual form: keys in their usual case, one space
behind the colon, groups apart. Comments and lines that are not understood stay,
and no verdict of any dialect changes; a file in UTF-16, which becomes UTF-8, and
a line that is longer than a dialect reads are better understood than before.

--merge joins another file to it, so that each robot has one group; --minimise
drops the rules that decide nothing in the --dialect, or in all of them, and says
which.`,
		Example: `  aranea robots fmt robots.txt
  aranea robots fmt --check robots.txt
  aranea robots fmt --merge network.txt --minimise robots.txt > joined.txt`,
		Args: command.Args(1, command.NoLimit),
		RunE: r.run,
	}
	f := cmd.Flags()
	f.BoolVar(&r.write, "write", false, "replace the files")
	f.BoolVar(&r.check, "check", false, "print the names of files that are not in the usual form, and exit with 1 if there are any")
	f.BoolVar(&r.minimise, "minimise", false, "drop rules that decide nothing")
	f.StringVar(&r.merge, "merge", "", "file, URL or - to join to it")
	f.StringVar(&r.dialect, "dialect", "rfc9309", "dialect in which --minimise changes nothing: all, or one of "+command.DialectNames())
	f.BoolVar(&r.json, "json", false, "print one JSON object for each file")
	r.liveFlags.bind(f)
	return cmd
}

// A formatJSON is one line of "aranea robots fmt --json".
type formatJSON struct {
	File    string        `json:"file"`
	Changed bool          `json:"changed"`
	Text    string        `json:"text"`
	Dropped []droppedJSON `json:"dropped,omitempty"`
	// Unchecked says why --minimise did not change some rules.
	Unchecked string `json:"unchecked,omitempty"`
}

type droppedJSON struct {
	Line int    `json:"line"`
	Rule string `json:"rule"`
	By   int    `json:"by,omitempty"` // the line that makes it redundant
	Dead bool   `json:"dead"`
}

func (f *formatFlags) run(cmd *cobra.Command, args []string) error {
	dialects := dialect.All()
	if f.dialect != "all" {
		d, err := parseDialect(f.dialect, nil)
		if err != nil {
			return err
		}
		dialects = []dialect.Dialect{d}
	}
	switch {
	case f.write && f.check:
		return command.Usage("give either --write or --check")
	case len(args) > 1 && !f.write && !f.check && !f.json:
		return command.Usage("several files would run together: add --write, --check or --json")
	}
	live, done, err := f.open(cmd)
	if err != nil {
		return err
	}
	defer done()
	r := formatRun{formatFlags: f, cmd: cmd, live: live, dialects: dialects}
	if f.merge != "" {
		in, err := r.readWhole(f.merge)
		if err != nil {
			return err
		}
		r.join = robotstxt.Parse(in.body)
	}
	var faults []error
	for _, arg := range args {
		if err := r.file(arg); err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) == 0 && f.check && r.unusual {
		return &command.Error{Code: command.ExitInternal}
	}
	return errors.Join(faults...)
}

// A formatRun is one run of fmt with its flags.
type formatRun struct {
	*formatFlags
	cmd      *cobra.Command
	live     *inspect.Live
	dialects []dialect.Dialect // in which --minimise must not change the meaning
	join     *robotstxt.File   // nil to merge nothing
	unusual  bool              // a file was not in the canonical format
}

// file formats one file.
func (r *formatRun) file(arg string) error {
	in, err := r.readWhole(arg)
	if err != nil {
		return err
	}
	if err := in.writable(r.write); err != nil {
		return err
	}
	text, small, err := r.formatted(in)
	if err != nil {
		return err
	}
	changed := !bytes.Equal(text, in.body)
	r.unusual = r.unusual || changed
	out := r.cmd.OutOrStdout()
	if r.write && changed {
		if err := replaceFile(in.name, text); err != nil {
			return err
		}
	}
	if r.json {
		j := formatJSON{File: in.name, Changed: changed, Text: string(text), Unchecked: small.Unchecked}
		for _, x := range small.Dropped {
			j.Dropped = append(j.Dropped, droppedJSON{x.Line, x.Rule, x.By, x.Dead})
		}
		return command.WriteJSON(out, j)
	}
	if small.Unchecked != "" {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "%s: some rules stay unchecked: %s\n", show.Line(in.name), small.Unchecked)
	}
	for _, x := range small.Dropped {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "%s: dropped %s\n", show.Line(in.name), show.Line(x.String()))
	}
	switch {
	case r.check && changed:
		_, err = fmt.Fprintln(out, show.Line(in.name))
	case !r.check && !r.write:
		err = writeFile(out, text)
	}
	return err
}

// readWhole reads a file that will be rewritten, and so must be read completely.
func (r *formatRun) readWhole(arg string) (robotsInput, error) {
	in, err := readRobotsInput(r.cmd.Context(), r.cmd.InOrStdin(), r.live, r.dialects[0], arg)
	switch {
	case err != nil:
		return in, err
	case in.longerThanRead():
		return in, command.Usage("%s is longer than 500 KiB, of which robots read no more: a file in its usual form would lose the rest", in.name)
	case in.note != "":
		return in, command.Usage("%s: %s", in.name, in.note)
	}
	return in, nil
}

// formatted returns a formatted file, merged and minimized if wanted. The line numbers of dropped
// rules are those of the merged file.
func (r *formatRun) formatted(in robotsInput) ([]byte, rewrite.Minimised, error) {
	var small rewrite.Minimised
	body := in.body
	if r.join != nil {
		var ok bool
		if body, ok = rewrite.Merge(robotstxt.Parse(body), r.join); !ok {
			return nil, small, command.Usage("%s and the file to join are longer than 500 KiB together, of which robots read no more", in.name)
		}
	}
	if r.minimise {
		small = rewrite.Minimise(robotstxt.Parse(body), r.dialects...)
		body = small.Text
	}
	return rewrite.Format(robotstxt.Parse(body)), small, nil
}
