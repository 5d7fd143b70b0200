package ask

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt/acquire"
)

func newRobotsTest(version string) *cobra.Command {
	q := questionFlags{answer: answerTest, liveFlags: liveFlags{version: version}}
	cmd := &cobra.Command{
		Use:   "test [flags] [--file F | --url U | --status N] [URL...|-]",
		Short: "Say for each URL whether a robot may visit it",
		Long: `Test prints one line for each URL: the verdict (allow, deny or postpone), the line
of the robots file that decides (0 where no rule does), the reason, and the URL,
separated by tabs. URLs may be whole or start with a slash. With - or without
URLs they are read from standard input, one a line.

URLs and paths are asked for as they stand: robots resolve "..", and decode what
they decode, before they ask. --fail-on deny makes a denial an exit code of 1.

Without --file, --url and --status each URL's own site is asked for its file. If
one is unavailable now (no answer, 429, 5xx), all URLs are answered and the exit
code is 2 at the end, or 1 with --fail-on postpone.
--status asks what an answer to the request for the file would mean: --file is
then its body or, if it is none of 2xx, the last good copy from an hour ago;
--status 0 is no answer at all.`,
		Example: `  aranea robots test --file robots.txt --agent Googlebot /private/ /index.html
  aranea robots test --contact you@example.org https://example.org/private/
  aranea robots test --status 503 --header 'Retry-After: 120' /
  aranea robots test --contact you@example.org --url https://example.org/ - < urls.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: q.run,
	}
	q.bind(cmd.Flags())
	return cmd
}

func newRobotsExplain(version string) *cobra.Command {
	q := questionFlags{answer: answerExplain, liveFlags: liveFlags{version: version}}
	cmd := &cobra.Command{
		Use:   "explain [flags] [--file F | --url U | --status N] [URL...|-]",
		Short: "Say why a robot may visit a URL, which rules lost, and what else the file asks",
		Long: `Explain tells for each URL the verdict, the rule and the group that decide, why
every other rule that matches lost, and what the other lines of the file ask of
the robot: delays, hours, parameters without meaning, uses of the page. It takes
the flags of "aranea robots test".`,
		Example: `  aranea robots explain --file robots.txt --dialect yandex --agent YandexBot '/list?sid=1'
  aranea robots explain --contact you@example.org https://example.org/private/`,
		Args: cobra.ArbitraryArgs,
		RunE: q.run,
	}
	q.bind(cmd.Flags())
	return cmd
}

// questionFlags are the flags of test and explain.
type questionFlags struct {
	robotFlags
	liveFlags
	file, url    string
	status       int
	header, fail []string
	json         bool
	// answer prints the answer to one question.
	answer func(w io.Writer, q *inspect.Question, asJSON bool) error
}

func (q *questionFlags) bind(f *pflag.FlagSet) {
	f.StringVar(&q.file, "file", "", "robots file to read, - for standard input")
	f.StringVar(&q.url, "url", "", "site, or URL of a robots file, to fetch")
	f.IntVar(&q.status, "status", 0, "HTTP status of a made-up answer; 0 is no answer")
	f.StringArrayVar(&q.header, "header", nil, "field of the made-up answer, as in 'Retry-After: 120' (repeatable)")
	f.BoolVar(&q.json, "json", false, "print one JSON object for each URL")
	f.StringSliceVar(&q.fail, "fail-on", nil, "verdicts that make the exit code 1: deny, postpone, allow")
	q.robotFlags.bind(f)
	q.liveFlags.bind(f)
}

// run answers questions about the URLs of the command line or of standard input.
func (q *questionFlags) run(cmd *cobra.Command, args []string) error {
	fromStdin := len(args) == 0 || len(args) == 1 && args[0] == "-"
	if q.file == "-" && fromStdin {
		return command.Usage("standard input can hold the robots file or the URLs, not both")
	}
	if err := checkWords("fail-on", q.fail, "deny", "postpone", "allow"); err != nil {
		return err
	}
	live, done, err := q.open(cmd)
	if err != nil {
		return err
	}
	defer done()
	a := asker{questionFlags: q, cmd: cmd, out: bufio.NewWriter(cmd.OutOrStdout())}
	if a.source, err = a.newSource(live); err != nil {
		return err
	}
	if fromStdin {
		if in, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(in.Fd())) {
			fmt.Fprintln(cmd.ErrOrStderr(), "Type URLs, one a line; Ctrl-D ends.")
		}
		if err = eachLine(cmd.InOrStdin(), a.ask, a.out.Flush); err == nil && !a.asked {
			err = command.Usage("standard input is empty: no URL was asked for")
		}
	} else {
		for _, text := range args {
			if err = a.ask(text, true); err != nil {
				break
			}
		}
	}
	return a.end(err)
}

// An asker answers questions one after another.
type asker struct {
	*questionFlags
	cmd           *cobra.Command
	source        *inspect.Source
	out           *bufio.Writer
	unread, other badLines
	mute          badLines // robots files that were requested and are unavailable
	asked, failed bool
}

// newSource returns the source of the rules according to the flags.
func (a *asker) newSource(live *inspect.Live) (*inspect.Source, error) {
	madeUp := a.cmd.Flags().Changed("status")
	switch {
	case a.url != "" && (a.file != "" || madeUp):
		return nil, command.Usage("--url fetches the file itself: leave --file and --status out")
	case len(a.header) > 0 && !madeUp:
		return nil, command.Usage("--header belongs to a made-up answer: add --status")
	}
	robot, err := a.robot(a.cmd)
	if err != nil {
		return nil, err
	}
	s := inspect.NewSource(robot, live)
	switch {
	case a.url != "":
		command.TellScheme(a.cmd.ErrOrStderr(), a.url)
		u, err := command.ParseURL(a.url)
		if err != nil {
			return nil, &command.Error{Code: command.ExitUsage, Err: err}
		}
		r, err := s.AskOnly(a.cmd.Context(), u)
		if err != nil {
			return nil, err
		}
		a.heard(u.Origin().RobotsURL().String(), &r.Copy)
	case a.file != "" || madeUp:
		c, name, err := a.given(robot, madeUp)
		if err != nil {
			return nil, err
		}
		s.Give(c, !madeUp)
		a.note(name, &c)
	}
	tell(a.cmd.ErrOrStderr(), robot.Hints(a.cmd.Flags().Changed("dialect"))...)
	return s, nil
}

// given returns the copy that results from --file and a made-up answer, and its name.
func (a *asker) given(robot inspect.Robot, madeUp bool) (c acquire.Copy, name string, err error) {
	m, name := inspect.MadeUp{Status: 200}, a.file
	if a.file != "" {
		if m.Body, err = readRobotsFile(a.cmd.InOrStdin(), a.file); err != nil {
			return c, "", command.Usage("read the robots file: %w", err)
		}
	}
	if madeUp {
		m.Status, name = a.status, "the made-up answer"
	}
	if m.Status != 0 && (m.Status < 100 || m.Status > 599) {
		return c, "", command.Usage("--status %d: a status lies between 100 and 599; 0 is no answer", m.Status)
	}
	if m.Header, err = parseFields(a.header); err != nil {
		return c, "", err
	}
	if c, err = m.Acquire(robot.Dialect, time.Now()); errors.Is(err, inspect.ErrRedirected) {
		return c, "", command.Usage("%w: ask again with the --status of its target", err)
	}
	return c, name, err
}

// note prints what is unusual about the file.
func (a *asker) note(name string, c *acquire.Copy) {
	if n := inspect.Note(c); n != "" {
		tell(a.cmd.ErrOrStderr(), name+": "+n)
	}
}

// heard is note for the response of a live site.
func (a *asker) heard(url string, c *acquire.Copy) {
	a.note(url, c)
	if c.Class == acquire.ClassUnreachable {
		a.mute.add(url)
	}
}

// ask answers one question.
func (a *asker) ask(text string, whole bool) error {
	a.asked = true
	q, err := a.source.Ask(a.cmd.Context(), text, whole)
	switch {
	case errors.Is(err, inspect.ErrBadURL):
		a.unread.add(q.Text)
	case errors.Is(err, inspect.ErrOtherSite):
		a.other.add(q.Text)
	case errors.Is(err, inspect.ErrNoSite):
		return command.Usage("a target that starts with a slash needs --file, --url or --status")
	case err != nil:
		return err
	}
	if q.Asked != "" {
		a.heard(q.Asked, &q.Copy)
	}
	if slices.Contains(a.fail, q.Answer(time.Now()).Verdict) {
		a.failed = true
	}
	return a.answer(a.out, &q, a.json)
}

// end prints what could not be answered, and returns the exit code. If a site gave no answer, the
// result is not known, so a check of it has not passed.
func (a *asker) end(err error) error {
	err = errors.Join(err, a.out.Flush(), a.unread.err("%s cannot be read: a URL begins with http:// or https://, a path with /; the first is %q"),
		a.other.err("%s of another site than --url names; leave it out to ask each site for its own file; the first is %q"))
	if a.mute.n > 0 && !slices.Contains(a.fail, "postpone") {
		err = errors.Join(err, command.Usage("%s unavailable now, so that robots wait; the first is %s. Ask again later, check the name of the site, --proxy, --allow-net and --ca-file, or name a copy with --file",
			show.CountVerb(a.mute.n, "robots file", "is", "are"), a.mute.first))
	}
	if err == nil && a.failed {
		return &command.Error{Code: command.ExitInternal}
	}
	return err
}

// checkWords returns an error for a word that a flag with a list of words does not accept.
func checkWords(flag string, list []string, words ...string) error {
	for _, w := range list {
		if !slices.Contains(words, w) {
			return command.UnknownValue(flag, w, words)
		}
	}
	return nil
}

// eachLine calls fn for each line that is not empty. A line longer than command.MaxLine is
// truncated, with whole false. Before it waits for more input it calls idle, so that a program at
// the other end of a pipe gets its answers.
func eachLine(r io.Reader, fn func(line string, whole bool) error, idle func() error) error {
	in := bufio.NewReaderSize(r, command.MaxLine)
	for {
		if in.Buffered() == 0 {
			if err := idle(); err != nil {
				return err
			}
		}
		line, more, err := in.ReadLine()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		text := strings.TrimSpace(string(line))
		whole := !more
		for more && err == nil {
			_, more, err = in.ReadLine()
		}
		if text == "" && whole {
			continue
		}
		if err := fn(text, whole); err != nil {
			return err
		}
	}
}

// parseFields parses header fields in the format of a response.
func parseFields(fields []string) (aranea.Header, error) {
	h := aranea.Header{}
	for _, f := range fields {
		name, value, ok := strings.Cut(f, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, command.Usage("--header %q is not of the form 'Name: value'", f)
		}
		key := textproto.CanonicalMIMEHeaderKey(name)
		h[key] = append(h[key], strings.TrimSpace(value))
	}
	return h, nil
}

// answerTest prints the line for one URL.
func answerTest(w io.Writer, q *inspect.Question, asJSON bool) error {
	d := q.Answer(time.Now())
	if asJSON {
		return command.WriteJSON(w, d)
	}
	_, err := fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", d.Verdict, d.Line, d.Reason, show.Line(q.Text))
	return err
}

// answerExplain prints the explanation of the decision about one URL.
func answerExplain(w io.Writer, q *inspect.Question, asJSON bool) error {
	e := q.Explain(time.Now())
	if asJSON {
		return command.WriteJSON(w, e)
	}
	var b strings.Builder
	b.WriteString(e.Text)
	if note := inspect.Note(&q.Copy); note != "" && q.HasAnswer() {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	if q.Hops > 0 {
		fmt.Fprintf(&b, "  found at %s, %s on\n", q.URL, show.Count(q.Hops, "redirect"))
	}
	for _, a := range e.Asks {
		fmt.Fprintf(&b, "  %s: %s", a.What, a.Text)
		if a.Line > 0 {
			fmt.Fprintf(&b, " (line %d)", a.Line)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, show.Text(b.String()))
	return err
}
