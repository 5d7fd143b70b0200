package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
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

Without --file, --url and --status each URL's own site is asked for its file.
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
	addReadingFlags(f)
	addNetFlags(f)
}

// A robotsSource gives the copy that decides on the URLs of a site: one that was
// given, or the site's own.
type robotsSource struct {
	robotsReading
	given *robotstxt.Copy // nil to ask each site
	local bool            // given is a file as it is, no answer
	only  string          // the site that --url names, "" if any will do
	live  *liveRobots
	errw  io.Writer
	known map[string]*siteRobots
}

// siteRobots is a copy, ready to decide for one site.
type siteRobots struct {
	copy   robotstxt.Copy
	access robotstxt.Access
	local  bool // it is a file, not an answer of a site
	// bad says that what was asked for is no URL; dialect is then the one in use.
	bad     bool
	dialect string
}

// maxSitesAsked bounds the sites that one command keeps; beyond it, all are
// forgotten.
const maxSitesAsked = 10_000

// of returns the rules for a site as robotstxt.SplitURL returns it, "" for a
// target without one.
func (s *robotsSource) of(ctx context.Context, site string) (*siteRobots, error) {
	if r, ok := s.known[site]; ok {
		return r, nil
	}
	r := &siteRobots{}
	switch {
	case s.only != "" && site != "" && site != s.only:
		return nil, usage("%s is another site than %s; leave --url out to ask each site for its own file", site, s.only)
	case s.given != nil:
		r.copy, r.local = *s.given, s.local
	case site == "":
		return nil, usage("a target that starts with a slash needs --file, --url or --status")
	default:
		u, err := weburl.Parse(site + "/robots.txt")
		if err != nil {
			return nil, &exitError{code: exitUsage, err: err}
		}
		if r.copy, err = s.live.fetch(ctx, u); err != nil {
			return nil, err
		}
		s.tell(u.String(), &r.copy)
	}
	if site == "" {
		site = s.only
	}
	r.access = r.copy.Access(s.dialect, site, s.agents...)
	if len(s.known) >= maxSitesAsked {
		clear(s.known)
	}
	s.known[site] = r
	return r, nil
}

// tell says on standard error what stands in place of an ordinary file.
func (s *robotsSource) tell(name string, c *robotstxt.Copy) {
	if note := copyNote(c); note != "" {
		fmt.Fprintf(s.errw, "aranea: %s: %s\n", safeLine(name), safeLine(note))
	}
}

// newRobotsSource reads the flags of addQuestionFlags.
func newRobotsSource(cmd *cobra.Command) (*robotsSource, error) {
	f := cmd.Flags()
	file, _ := f.GetString("file")
	site, _ := f.GetString("url")
	fields, _ := f.GetStringArray("header")
	madeUp := f.Changed("status")
	switch {
	case site != "" && (file != "" || madeUp):
		return nil, usage("--url fetches the file itself: leave --file and --status out")
	case len(fields) > 0 && !madeUp:
		return nil, usage("--header belongs to a made-up answer: add --status")
	}
	r, err := readReading(cmd)
	if err != nil {
		return nil, err
	}
	s := &robotsSource{
		robotsReading: r, live: newLiveRobots(cmd, r.dialect), errw: cmd.ErrOrStderr(), known: map[string]*siteRobots{},
	}
	switch {
	case site != "":
		return s, s.fetchOnly(cmd.Context(), site)
	case file != "" || madeUp:
		s.local = !madeUp
		s.given, err = givenCopy(cmd, r.dialect, file, fields)
		if madeUp && err == nil {
			s.tell("the made-up answer", s.given)
		}
	}
	return s, err
}

// fetchOnly fetches the file of --url.
func (s *robotsSource) fetchOnly(ctx context.Context, site string) error {
	u, err := parseSeed(site)
	if err != nil {
		return &exitError{code: exitUsage, err: err}
	}
	at := u.Origin().RobotsURL()
	c, err := s.live.fetch(ctx, at)
	if err != nil {
		return err
	}
	s.given, s.only = &c, string(u.Origin())
	s.tell(at.String(), &c)
	return nil
}

// givenCopy returns the copy that --file and a made-up answer lead to.
func givenCopy(cmd *cobra.Command, d robotstxt.Dialect, file string, fields []string) (*robotstxt.Copy, error) {
	var body []byte
	if file != "" {
		var err error
		if body, err = readRobotsFile(cmd.InOrStdin(), file); err != nil {
			return nil, usage("read the robots file: %w", err)
		}
	}
	now := time.Now()
	status := 200
	if cmd.Flags().Changed("status") {
		status, _ = cmd.Flags().GetInt("status")
	}
	if status != 0 && (status < 100 || status > 599) {
		return nil, usage("--status %d: a status lies between 100 and 599; 0 is no answer", status)
	}
	header, err := parseFields(fields)
	if err != nil {
		return nil, err
	}
	var before robotstxt.Copy
	answer := robotsFetch(status, header, body)
	if status < 200 || status > 299 {
		answer.Body = nil
		if file != "" {
			before, _ = robotstxt.Acquire(d, before, robotsFetch(200, nil, body), now.Add(-time.Hour))
		}
	}
	answer.Location = header.Get("Location") != ""
	c, step := robotstxt.Acquire(d, before, answer, now)
	if step == robotstxt.StepFollow {
		return nil, &exitError{code: exitUsage, err: errRedirected}
	}
	return &c, nil
}

// parseFields reads header fields as they stand in an answer.
func parseFields(fields []string) (aranea.Header, error) {
	h := aranea.Header{}
	for _, f := range fields {
		name, value, ok := strings.Cut(f, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, usage("--header %q is not of the form 'Name: value'", f)
		}
		key := textproto.CanonicalMIMEHeaderKey(name)
		h[key] = append(h[key], strings.TrimSpace(value))
	}
	return h, nil
}

// A robotsQuestion is one URL that was asked for.
type robotsQuestion struct {
	text   string // as asked
	target string
	*siteRobots
}

// askRobots answers for the URLs of the command line or of standard input.
func askRobots(cmd *cobra.Command, args []string, answer func(w io.Writer, q robotsQuestion, asJSON bool) error) error {
	fromStdin := len(args) == 0 || len(args) == 1 && args[0] == "-"
	if file, _ := cmd.Flags().GetString("file"); file == "-" && fromStdin {
		return usage("standard input can hold the robots file or the URLs, not both")
	}
	s, err := newRobotsSource(cmd)
	if err != nil {
		return err
	}
	defer s.live.close()
	asJSON, _ := cmd.Flags().GetBool("json")
	out := bufio.NewWriter(cmd.OutOrStdout())
	bad := badLines{}
	one := func(text string) error {
		q, err := s.question(cmd.Context(), text)
		if errors.Is(err, errBadURL) {
			bad.add(text)
			err = nil
		}
		if err != nil {
			return err
		}
		return answer(out, q, asJSON)
	}
	if fromStdin {
		if in, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(in.Fd())) {
			fmt.Fprintln(cmd.ErrOrStderr(), "Type URLs, one a line; Ctrl-D ends.")
		}
		err = eachLine(cmd.InOrStdin(), one)
	} else {
		for _, text := range args {
			if err = one(text); err != nil {
				break
			}
		}
	}
	return errors.Join(err, out.Flush(), bad.err())
}

// errBadURL says that a question is no URL; it is answered with the reason
// bad-url.
var errBadURL = errors.New("not a URL")

// badLines counts questions that are no URLs.
type badLines struct {
	n     int
	first string
}

func (b *badLines) add(text string) {
	if b.n++; b.n == 1 {
		b.first = text
	}
}

// err returns what to say at the end, nil if all were URLs.
func (b *badLines) err() error {
	if b.n == 0 {
		return nil
	}
	return usage("%s cannot be read as a URL or a path, the first is %q", plural(b.n, "line"), b.first)
}

func (s *robotsSource) question(ctx context.Context, text string) (robotsQuestion, error) {
	q := robotsQuestion{text: text, target: text}
	site := ""
	if !strings.HasPrefix(text, "/") {
		u, err := parseSeed(text)
		if err != nil {
			q.siteRobots = &siteRobots{bad: true, dialect: s.dialect.Name}
			return q, errBadURL
		}
		site, q.target = string(u.Origin()), u.Target()
	}
	var err error
	q.siteRobots, err = s.of(ctx, site)
	return q, err
}

func eachLine(r io.Reader, fn func(string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxSeedLine)
	for s.Scan() {
		if line := strings.TrimSpace(s.Text()); line != "" {
			if err := fn(line); err != nil {
				return err
			}
		}
	}
	return s.Err()
}

// A testJSON is one line of "aranea robots test --json".
type testJSON struct {
	URL string `json:"url"`
	decisionJSON
	File fileJSON `json:"file"`
}

// A fileJSON says which copy of a robots file decided.
type fileJSON struct {
	Class   string `json:"class"`
	Status  int    `json:"status,omitempty"`
	SHA256  string `json:"sha256,omitempty"`
	Age     int64  `json:"age_seconds"`
	Expires string `json:"expires,omitempty"`
	Note    string `json:"note,omitempty"`
}

func newFileJSON(c *robotstxt.Copy, a robotstxt.Access) fileJSON {
	j := fileJSON{
		Class: c.Class.String(), Status: int(c.Status), Note: copyNote(c),
		Age: int64(a.Age(time.Now()).Seconds()), Expires: c.Expires.UTC().Format(time.RFC3339),
	}
	if h := a.Hash(); h != [32]byte{} {
		j.SHA256 = hex.EncodeToString(h[:])
	}
	return j
}

// decide answers the question.
func (q *robotsQuestion) decide() robotstxt.Decision {
	if q.bad {
		return robotstxt.Decision{Reason: robotstxt.ReasonBadURL, Dialect: q.dialect}
	}
	return q.access.Decide(q.target)
}

// answerTest prints the line for one URL.
func answerTest(w io.Writer, q robotsQuestion, asJSON bool) error {
	d := q.decide()
	if asJSON {
		return writeJSON(w, testJSON{URL: q.text, decisionJSON: newDecisionJSON(d), File: newFileJSON(&q.copy, q.access)})
	}
	_, err := fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", d.Verdict, d.Line, d.Reason, safeLine(q.text))
	return err
}
