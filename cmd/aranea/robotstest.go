package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

func newRobotsTest() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test [--file F | --url U | --status N] [flags] [URL...|-]",
		Short: "Say for each URL whether a robot may visit it",
		Long: `Test prints one line for each URL: the verdict (allow, deny or postpone), the line
of the robots file that decides (0 where no rule does), the reason, and the URL,
separated by tabs. URLs may be whole or start with a slash. With - or without
URLs they are read from standard input, one a line.

URLs and paths are asked for as they stand: robots resolve "..", and decode what
they decode, before they ask. --fail-on deny makes a denial an exit code of 1.

Without --file, --url and --status each URL's own site is asked for its file. If
one cannot be had now (no answer, 429, 5xx), all URLs are answered and the exit
code is 2 at the end, or 1 with --fail-on postpone.
--status asks what an answer to the request for the file would mean: --file is
then its body or, if it is none of 2xx, the last good copy from an hour ago;
--status 0 is no answer at all.`,
		Example: `  aranea robots test --file robots.txt --agent Googlebot /private/ /index.html
  aranea robots test --contact you@example.org https://example.org/private/
  aranea robots test --status 503 --header 'Retry-After: 120' /
  aranea robots test --url https://example.org/ - < urls.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return askRobots(cmd, args, answerTest) },
	}
	addQuestionFlags(cmd.Flags())
	return cmd
}

func newRobotsExplain() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain [--file F | --url U | --status N] [flags] [URL...|-]",
		Short: "Say why a robot may visit a URL, which rules lost, and what else the file asks",
		Long: `Explain tells for each URL the verdict, the rule and the group that decide, why
every other rule that matches lost, and what the other lines of the file ask of
the robot: pauses, hours, parameters without meaning, uses of the page. It takes
the flags of "aranea robots test".`,
		Example: `  aranea robots explain --file robots.txt --dialect yandex --agent YandexBot '/list?sid=1'
  aranea robots explain --contact you@example.org https://example.org/private/`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return askRobots(cmd, args, answerExplain) },
	}
	addQuestionFlags(cmd.Flags())
	return cmd
}

func addQuestionFlags(f *pflag.FlagSet) {
	f.String("file", "", "robots file to read, - for standard input")
	f.String("url", "", "site, or URL of a robots file, to fetch")
	f.Int("status", 0, "HTTP status of a made-up answer; 0 is no answer")
	f.StringArray("header", nil, "field of the made-up answer, as in 'Retry-After: 120' (repeatable)")
	f.Bool("json", false, "print one JSON object for each URL")
	f.StringSlice("fail-on", nil, "verdicts that make the exit code 1: deny, postpone, allow")
	addReadingFlags(f)
	addNetFlags(f)
}

// A robotsQuestion is one URL that was asked for.
type robotsQuestion struct {
	text   string // as asked
	target string
	*siteRobots
	// answer stands in place of a decision of the site's file if there is none
	// to be had: the text is no URL, or of another site than --url.
	answer *acquire.Decision
}

// askRobots answers for the URLs of the command line or of standard input.
func askRobots(cmd *cobra.Command, args []string, answer func(w io.Writer, q robotsQuestion, asJSON bool) error) error {
	fromStdin := len(args) == 0 || len(args) == 1 && args[0] == "-"
	if file, _ := cmd.Flags().GetString("file"); file == "-" && fromStdin {
		return usage("standard input can hold the robots file or the URLs, not both")
	}
	fail, err := readFailOn(cmd, "deny", "postpone", "allow")
	if err != nil {
		return err
	}
	s, err := newRobotsSource(cmd)
	if err != nil {
		return err
	}
	defer s.live.close()
	asJSON, _ := cmd.Flags().GetBool("json")
	out := bufio.NewWriter(cmd.OutOrStdout())
	var unread, other badLines
	failed, asked := false, false
	one := func(text string, whole bool) error {
		asked = true
		q, err := s.question(cmd.Context(), text, whole)
		switch {
		case errors.Is(err, errBadURL):
			unread.add(q.text)
		case errors.Is(err, errOtherSite):
			other.add(q.text)
		case err != nil:
			return err
		}
		failed = failed || fail[q.decide().Verdict.String()]
		return answer(out, q, asJSON)
	}
	if fromStdin {
		if in, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(in.Fd())) {
			fmt.Fprintln(cmd.ErrOrStderr(), "Type URLs, one a line; Ctrl-D ends.")
		}
		if err = eachLine(cmd.InOrStdin(), one, out.Flush); err == nil && !asked {
			tellEmpty(cmd.ErrOrStderr(), "standard input")
		}
	} else {
		for _, text := range args {
			if err = one(text, true); err != nil {
				break
			}
		}
	}
	err = errors.Join(err, out.Flush(), unread.err("%s cannot be read: a URL begins with http:// or https://, a path with /; the first is %q"),
		other.err("%s of another site than --url names; leave it out to ask each site for its own file; the first is %q"))
	if !fail["postpone"] {
		err = errors.Join(err, s.outage())
	}
	if err == nil && failed {
		return &exitError{code: exitInternal}
	}
	return err
}

// readFailOn reads --fail-on, a list of the given words.
func readFailOn(cmd *cobra.Command, words ...string) (map[string]bool, error) {
	list, _ := cmd.Flags().GetStringSlice("fail-on")
	out := map[string]bool{}
	for _, w := range list {
		if !slices.Contains(words, w) {
			return nil, unknownValue("fail-on", w, words)
		}
		out[w] = true
	}
	return out, nil
}

// errBadURL says that a question is no URL; it is answered with the reason
// bad-url.
var errBadURL = errors.New("not a URL")

// badLines counts questions that could not be answered by a file.
type badLines struct {
	n     int
	first string
}

func (b *badLines) add(text string) {
	if b.n++; b.n == 1 {
		b.first = text
	}
}

// err returns what to say at the end, nil if there was none. The format takes
// their number and the first.
func (b *badLines) err(format string) error {
	if b.n == 0 {
		return nil
	}
	text := fmt.Sprintf(format, show.Count(b.n, "line"), b.first)
	if info, err := os.Stat(b.first); err == nil && !info.IsDir() {
		text += fmt.Sprintf(" (%s is a file: name it with --file)", b.first)
	}
	return usage("%s", text)
}

// question reads one URL or path. Neither is changed: robots files are asked for
// what is sent.
func (s *robotsSource) question(ctx context.Context, text string, whole bool) (robotsQuestion, error) {
	q := robotsQuestion{text: text, target: text, siteRobots: &siteRobots{}}
	site := ""
	if whole && !strings.HasPrefix(text, "/") {
		site, q.target, whole = robotstxt.SplitURL(text)
		if whole && (s.given == nil || s.only != "") { // the site matters, in its one spelling
			o, err := weburl.ParseOrigin(site)
			site, whole = string(o), err == nil
		}
	}
	if !whole {
		const shown = 200
		if len(text) > shown {
			q.text = text[:shown] + "..."
		}
		q.answer = &acquire.Decision{Decision: robotstxt.Decision{Reason: robotstxt.ReasonBadURL, Dialect: s.dialect.Name}}
		if s.given != nil { // it was read all the same
			r, err := s.of(ctx, "")
			if err != nil {
				return q, err
			}
			q.siteRobots = r
		}
		return q, errBadURL
	}
	r, err := s.of(ctx, site)
	if errors.Is(err, errOtherSite) {
		q.answer = &acquire.Decision{Decision: robotstxt.Decision{Reason: robotstxt.ReasonUnknown, Dialect: s.dialect.Name}}
	}
	if err == nil {
		q.siteRobots = r
	}
	return q, err
}

// eachLine calls fn for each line that is not empty. A line longer than
// maxSeedLine comes cut, with whole false. Before it waits for more input it
// calls idle, so that a program at the other end of a pipe gets its answers.
func eachLine(r io.Reader, fn func(line string, whole bool) error, idle func() error) error {
	in := bufio.NewReaderSize(r, maxSeedLine)
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

// A testJSON is one line of "aranea robots test --json".
type testJSON struct {
	URL string `json:"url"`
	decisionJSON
	File *fileJSON `json:"file,omitempty"` // none if no file was asked for
}

// A fileJSON says which copy of a robots file decided, or would have if the
// question were a URL.
type fileJSON struct {
	URL     string `json:"url,omitempty"` // where it was found, after redirects
	Hops    int    `json:"redirects,omitempty"`
	Class   string `json:"class"`
	Status  int    `json:"status,omitempty"`
	Bytes   int    `json:"bytes,omitempty"` // of the text that is read
	SHA256  string `json:"sha256,omitempty"`
	Age     int64  `json:"age_seconds"`
	Expires string `json:"expires,omitempty"`
	Note    string `json:"note,omitempty"`
}

// newFileJSON describes a copy; nil for none.
func newFileJSON(r *siteRobots) *fileJSON {
	c, a := &r.copy, r.access
	if c.Class == acquire.ClassUnknown {
		return nil
	}
	j := &fileJSON{
		URL: r.url, Hops: r.hops, Class: c.Class.String(), Status: int(c.Status), Bytes: len(c.Body), Note: copyNote(c),
		Age: int64(a.Age(time.Now()).Seconds()),
	}
	if !c.Expires.IsZero() {
		j.Expires = c.Expires.UTC().Format(time.RFC3339)
	}
	if h := a.Hash(); h != [32]byte{} {
		j.SHA256 = hex.EncodeToString(h[:])
	}
	return j
}

// decide answers the question.
func (q *robotsQuestion) decide() acquire.Decision {
	if q.answer != nil {
		return *q.answer
	}
	return q.access.Decide(q.target)
}

// answerTest prints the line for one URL.
func answerTest(w io.Writer, q robotsQuestion, asJSON bool) error {
	d := q.decide()
	if asJSON {
		return writeJSON(w, testJSON{URL: q.text, decisionJSON: newDecisionJSON(d), File: newFileJSON(q.siteRobots)})
	}
	_, err := fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", d.Verdict, d.Line, d.Reason, show.Line(q.text))
	return err
}
