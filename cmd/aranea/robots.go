package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/weburl"
)

func newRobots() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "robots",
		Short: "Ask what a robots file means",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRobotsTest())
	return cmd
}

func newRobotsTest() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test (--file F | --url U) [flags] [URL...|-]",
		Short: "Say for each URL whether a robot may visit it",
		Long: `Test prints one line for each URL: the verdict (allow, deny or postpone), the line
of the robots file that decides (0 where no rule does), the reason, and the URL,
separated by tabs. URLs may be whole or start with a slash. With - or without
URLs they are read from standard input, one a line.`,
		Example: `  aranea robots test --file robots.txt --agent Googlebot /private/ /index.html
  aranea robots test --url https://example.org/ - < urls.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: runRobotsTest,
	}
	f := cmd.Flags()
	f.String("file", "", "robots file to read, - for standard input")
	f.String("url", "", "site, or URL of a robots file, to fetch")
	f.String("dialect", "rfc9309", "reading of the file: "+dialectNames())
	f.StringSlice("agent", []string{string(productToken)}, "product tokens, the first that has a group counts")
	f.String("contact", "", "e-mail address or URL by which site owners can reach you")
	f.String("proxy", "", "forward proxy, http://host:port")
	f.StringArray("resolve", nil, "take address for host and port: host:port:address (repeatable)")
	f.StringSlice("allow-net", nil, "open a private address range (repeatable)")
	return cmd
}

// A robotsTest answers for one robots file.
type robotsTest struct {
	matcher *robotstxt.Matcher // nil if blanket holds
	blanket robotstxt.Decision
}

func runRobotsTest(cmd *cobra.Command, args []string) error {
	file, _ := cmd.Flags().GetString("file")
	site, _ := cmd.Flags().GetString("url")
	if (file == "") == (site == "") {
		return usage("give either --file or --url")
	}
	name, _ := cmd.Flags().GetString("dialect")
	dialect, ok := robotstxt.DialectByName(name)
	if !ok {
		return usage("--dialect %q is unknown; use one of %s", name, dialectNames())
	}
	tokens, _ := cmd.Flags().GetStringSlice("agent")
	var chain []robotstxt.AgentToken
	for _, t := range tokens {
		if a := robotstxt.AgentToken(t); a.Valid() {
			chain = append(chain, a)
		} else {
			return usage("--agent %q is not a product token; use letters, - and _ only", t)
		}
	}
	fromStdin := len(args) == 0 || len(args) == 1 && args[0] == "-"
	if file == "-" && fromStdin {
		return usage("standard input can hold the robots file or the URLs, not both")
	}
	t, err := loadRobots(cmd, file, site, dialect, chain)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	if fromStdin {
		err = eachLine(cmd.InOrStdin(), func(line string) error { return t.answer(out, line) })
	} else {
		for _, u := range args {
			if err = t.answer(out, u); err != nil {
				break
			}
		}
	}
	if ferr := out.Flush(); err == nil {
		err = ferr
	}
	return err
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

// answer prints the line for one URL.
func (t *robotsTest) answer(w io.Writer, text string) error {
	target := text
	if !strings.HasPrefix(text, "/") {
		u, err := parseSeed(text)
		if err != nil {
			return &exitError{code: exitUsage, err: err}
		}
		target = u.Target()
	}
	d := t.blanket
	if t.matcher != nil {
		d = t.matcher.Decide(target)
	}
	_, err := fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", d.Verdict, d.Line, d.Reason, safeLine(text))
	return err
}

func loadRobots(cmd *cobra.Command, file, site string, d robotstxt.Dialect, chain []robotstxt.AgentToken) (*robotsTest, error) {
	if file != "" {
		body, err := readRobotsFile(cmd.InOrStdin(), file)
		if err != nil {
			return nil, usage("read the robots file: %w", err)
		}
		return &robotsTest{matcher: robotstxt.Parse(body).Compile(d, chain...)}, nil
	}
	u, err := parseSeed(site)
	if err != nil {
		return nil, &exitError{code: exitUsage, err: err}
	}
	client, err := robotsClient(cmd, u)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	c := fetchRobots(cmd.Context(), client, u.Origin().RobotsURL(), d)
	return &robotsTest{matcher: c.Rules(d, chain...), blanket: c.Blanket(d)}, nil
}

func readRobotsFile(stdin io.Reader, name string) ([]byte, error) {
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return io.ReadAll(io.LimitReader(in, robotstxt.MaxBody+1))
}

func robotsClient(cmd *cobra.Command, u weburl.URL) (*fetch.Client, error) {
	f := cmd.Flags()
	contact, _ := f.GetString("contact")
	if err := needContact(contact, []weburl.URL{u}); err != nil {
		return nil, err
	}
	o := fetch.Options{Product: string(productToken), Version: version, Contact: contact}
	o.Proxy, _ = f.GetString("proxy")
	o.Resolve, _ = f.GetStringArray("resolve")
	nets, _ := f.GetStringSlice("allow-net")
	for _, n := range nets {
		p, err := parsePrefix(n)
		if err != nil {
			return nil, &exitError{code: exitUsage, err: err}
		}
		o.AllowNet = append(o.AllowNet, p)
	}
	return fetch.New(o)
}

// fetchRobots asks for a robots file and follows its redirects, as a crawl
// does. One command asks once, so no pause is owed between the hops.
func fetchRobots(ctx context.Context, client *fetch.Client, u weburl.URL, d robotstxt.Dialect) robotstxt.Copy {
	var c robotstxt.Copy
	for hops := 0; ; hops++ {
		f := client.Do(ctx, fetch.Request{URL: u, MaxBody: robotstxt.MaxBody})
		target, _ := u.Resolve(f.Header.Get("Location"))
		next, step := robotstxt.Acquire(d, c, robotstxt.Fetch{
			Status: f.Status, Body: f.Body, Truncated: f.Truncated, Broken: f.Status != 0 && f.Failure != aranea.ReasonNone,
			CacheControl: f.Header.Get("Cache-Control"), Expires: f.Header.Get("Expires"), RetryAfter: f.Header.Get("Retry-After"),
			Location: f.Header.Get("Location") != "" && !target.IsZero(), Hops: hops,
		}, time.Now())
		if step != robotstxt.StepFollow {
			return next
		}
		u = target
	}
}
