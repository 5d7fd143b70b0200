package ask

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// robotFlags are the flags for the robot of a question.
type robotFlags struct {
	dialect string
	agents  []string
}

func (r *robotFlags) bind(f *pflag.FlagSet) {
	f.StringVar(&r.dialect, "dialect", "rfc9309", "dialect of the file: "+command.DialectNames()+", or auto for the one of the first agent")
	f.StringSliceVar(&r.agents, "agent", []string{string(service.ProductToken)}, `names of the robot, the first that has a group counts; "*" is any other robot`)
}

// robot returns the robot, and prints how the dialect interprets unusual names.
func (r *robotFlags) robot(cmd *cobra.Command) (out inspect.Robot, err error) {
	if out.Agents, err = parseAgents(cmd.ErrOrStderr(), r.agents, cmd.Flags().Changed("agent")); err != nil {
		return out, err
	}
	if out.Dialect, err = parseDialect(r.dialect, out.Agents); err == nil {
		tell(cmd.ErrOrStderr(), out.Notes()...)
	}
	return out, err
}

func parseDialect(name string, agents []dialect.AgentToken) (dialect.Dialect, error) {
	d, ok := inspect.DialectFor(name, agents)
	if !ok {
		return d, command.UnknownValue("dialect", name, command.DialectList())
	}
	return d, nil
}

// parseAgents parses the names of --agent; "*" means any robot that no group names. It tells w of a
// known robot in the field of a browser.
func parseAgents(w io.Writer, names []string, given bool) (out []dialect.AgentToken, err error) {
	if len(names) == 0 && given {
		names = []string{""} // for example, an unset shell variable
	}
	if i := slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(n, "Mozilla/") }); i >= 0 {
		names = append(names[:i:i], strings.Join(names[i:], ",")) // a whole User-Agent field, which may contain commas
	}
	for _, n := range names {
		a, ok := inspect.AgentName(n)
		switch {
		case n == "*":
		case n == "":
			return nil, command.Usage("--agent has an empty name; use \"*\" for any robot without a group of its own")
		case !ok:
			return nil, command.Usage("--agent %q is no name of a robot: it has up to %d bytes of UTF-8 and no control characters", n, inspect.MaxAgentName)
		default:
			if t := inspect.InBrowserField(n); t != "" {
				tell(w, fmt.Sprintf("the User-Agent field is read as that of %s, a known robot that it names", t))
			}
			out = append(out, a)
		}
	}
	return out, nil
}

// tell prints notes for people, one per line.
func tell(w io.Writer, notes ...string) {
	for _, n := range notes {
		fmt.Fprintf(w, "aranea: %s\n", show.Line(n))
	}
}

// A robotsInput is a robots file from the command line.
type robotsInput struct {
	name  string // as shown
	url   string // where it was found, "" for a file
	asked string // the URL that was requested, "" for a file
	body  []byte
	note  string // what is unusual about it, or ""
	// missing is true if the site has no file; body is then empty.
	missing bool
}

// longerThanRead reports whether the file is longer than the part that is read.
func (in *robotsInput) longerThanRead() bool { return len(in.body) > robotstxt.MaxBody }

// writable returns an error for a write to something other than a file.
func (in *robotsInput) writable(write bool) error {
	if write && (in.url != "" || in.name == "stdin") {
		return command.Usage("--write needs a file, not %s", in.name)
	}
	return nil
}

// readRobotsInput reads a file, standard input for "-", or the robots file of a live site for an
// http or https URL. For a site without one, the file is empty.
func readRobotsInput(ctx context.Context, stdin io.Reader, live *inspect.Live, d dialect.Dialect, arg string) (robotsInput, error) {
	if !isWebURL(arg) {
		body, err := readRobotsFile(stdin, arg)
		if err != nil {
			return robotsInput{}, command.Usage("read the robots file: %w", err)
		}
		if arg == "-" {
			arg = "stdin"
		}
		return robotsInput{name: arg, body: body, note: inspect.PageNote(body)}, nil
	}
	u, err := command.ParseURL(arg)
	if err != nil {
		return robotsInput{}, &command.Error{Code: command.ExitUsage, Err: err}
	}
	at := u.Origin().RobotsURL()
	c, err := live.Robots(ctx, at, d)
	if err != nil {
		return robotsInput{}, err
	}
	in := robotsInput{name: at.String(), url: at.String(), asked: u.String(), body: c.Body}
	switch c.Class {
	case acquire.ClassRules, acquire.ClassUnavailable:
		in.note, in.missing = inspect.Note(&c.Copy), c.Class == acquire.ClassUnavailable
		return in, nil
	}
	return in, command.Usage("%s: %s%s", at, inspect.Note(&c.Copy), wayOutOf(&c)) // not an answer to the question
}

// wayOutOf returns what helps if a robots file did not come, as a sentence behind another one, or "".
func wayOutOf(c *inspect.Found) string {
	if len(c.Hops) == 0 {
		return ""
	}
	last := &c.Hops[len(c.Hops)-1] // why there is no file
	way := command.WayOutBy(last.Failure.String(), last.URL.String(), last.Detail, "")
	if way == "" {
		return ""
	}
	return ". " + strings.TrimSuffix(way, ".")
}

// readRobotsFile reads a file, or standard input for "-", up to one byte more than robots read.
func readRobotsFile(stdin io.Reader, name string) ([]byte, error) {
	in, done, err := command.OpenInput(stdin, name)
	if err != nil {
		return nil, err
	}
	defer done()
	return io.ReadAll(io.LimitReader(in, robotstxt.MaxBody+1))
}

func isWebURL(s string) bool {
	s = strings.ToLower(s)
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}
