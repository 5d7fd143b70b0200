package ask

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// pageFlags are the flags of page.
type pageFlags struct {
	robotFlags
	liveFlags
	at, pageDialect string
	header          []string
	json            bool
}

func newRobotsPage(version string) *cobra.Command {
	var p pageFlags
	p.version = version
	cmd := &cobra.Command{
		Use:   "page [flags] FILE|URL|-...",
		Short: "Say what pages ask of robots: index, follow, snippets, uses, and what contradicts itself",
		Long: `Page reads what pages say to robots in their fields and tags, and answers each
question by itself: may it be visited, indexed, followed, archived, shown in
snippets, used. It says where each was said, what is wrong or contradicts itself,
which parts of the page are closed, and how many links ask not to be followed.

For a URL the site's robots file is asked first, and obeyed: a page that it closes
is not read. A file may get the fields of its answer by --header and its address
by --at.`,
		Example: `  aranea robots page --contact you@example.org https://example.org/page.html
  aranea robots page --header 'X-Robots-Tag: noindex' --at https://example.org/a page.html`,
		Args: command.Args(1, command.NoLimit),
		RunE: p.run,
	}
	f := cmd.Flags()
	f.StringVar(&p.at, "at", "https://page.invalid/", "URL at which a file is found")
	f.StringArrayVar(&p.header, "header", nil, "field of a file's answer, as in 'X-Robots-Tag: noindex' (repeatable)")
	f.StringVar(&p.pageDialect, "page-dialect", "", "dialect of contradictions: "+command.PageDialectNames())
	f.BoolVar(&p.json, "json", false, "print one JSON object for each page")
	p.robotFlags.bind(f)
	p.liveFlags.bind(f)
	return cmd
}

// reader returns the reader of the pages.
func (p *pageFlags) reader(cmd *cobra.Command) (r inspect.Reader, err error) {
	if r.Robot, err = p.robot(cmd); err != nil {
		return r, err
	}
	readers, err := command.Cage(cmd)
	if err != nil {
		return r, err
	}
	context.AfterFunc(cmd.Context(), readers.Close) // they end at the latest with this process
	r.Outside = readers
	var ok bool
	if r.Pages, ok = robotsmeta.DialectByName(p.pageDialect); !ok {
		return r, command.UnknownValue("page-dialect", p.pageDialect, command.PageDialectList())
	}
	return r, nil
}

func (p *pageFlags) run(cmd *cobra.Command, args []string) error {
	r, err := p.reader(cmd)
	if err != nil {
		return err
	}
	at, err := weburl.Parse(p.at)
	if err != nil {
		return command.Usage("--at %q is not a whole URL", p.at)
	}
	header, err := parseFields(p.header)
	if err != nil {
		return err
	}
	live, done, err := p.open(cmd)
	if err != nil {
		return err
	}
	defer done()
	out := bufio.NewWriter(cmd.OutOrStdout())
	for _, arg := range args {
		var page inspect.Page
		var ferr error
		if isWebURL(arg) {
			page, ferr = visitPage(cmd.Context(), r, live, arg)
		} else {
			page, ferr = localPage(cmd.Context(), cmd.InOrStdin(), r, arg, extract.Document{URL: at, Header: header})
		}
		if ferr == nil {
			ferr = p.print(out, &page)
		}
		err = errors.Join(err, ferr)
	}
	return errors.Join(err, out.Flush())
}

// localPage reads a page from a file or from standard input.
func localPage(ctx context.Context, stdin io.Reader, r inspect.Reader, name string, doc extract.Document) (inspect.Page, error) {
	in, done, err := command.OpenInput(stdin, name)
	if err != nil {
		return inspect.Page{}, command.Usage("read the page: %w", err)
	}
	defer done()
	body, err := io.ReadAll(io.LimitReader(in, crawl.DefaultMaxBody+1))
	if err != nil {
		return inspect.Page{}, command.Usage("read the page: %w", err)
	}
	doc.Body, doc.Truncated = body[:min(len(body), crawl.DefaultMaxBody)], len(body) > crawl.DefaultMaxBody
	return r.ReadPage(ctx, name, doc, "", time.Now())
}

// visitPage requests a page, if the site's robots file allows it.
func visitPage(ctx context.Context, r inspect.Reader, live *inspect.Live, arg string) (inspect.Page, error) {
	u, err := command.ParseURL(arg)
	if err != nil {
		return inspect.Page{}, &command.Error{Code: command.ExitUsage, Err: err}
	}
	page, err := r.VisitPage(ctx, live, u)
	if no := (*inspect.NoPage)(nil); errors.As(err, &no) {
		err = &command.Error{Code: command.ExitUsage, Err: err}
	}
	return page, err
}

func (p *pageFlags) print(w io.Writer, page *inspect.Page) error {
	if p.json {
		return command.WriteJSON(w, page)
	}
	fmt.Fprintf(w, "%s (dialect %s)\n", show.Line(page.Page), page.Dialect)
	printPage(w, page)
	return nil
}

// printPage prints the directives of a page for people.
func printPage(w io.Writer, p *inspect.Page) {
	for _, n := range p.Notes {
		fmt.Fprintf(w, "  note       %s\n", show.Line(n))
	}
	for _, v := range p.Verdicts {
		answer := "yes"
		if !v.Allowed {
			answer = "no"
		}
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-10s %-4s %s", v.Question, answer, show.Line(v.Source)), " "))
	}
	for _, s := range p.Said {
		fmt.Fprintf(w, "  says       %s\n", show.Line(s))
	}
	printParts(w, p)
	for _, x := range p.Findings {
		fmt.Fprintf(w, "  %s: %s", x.Code, show.Line(x.Place))
		if x.Detail != "" {
			fmt.Fprintf(w, ": %s", show.Line(x.Detail))
		}
		fmt.Fprintf(w, "\n      %s\n", x.Text)
	}
}

// maxPartsShown is the maximum number of closed parts of a page that are printed for people.
const maxPartsShown = 20

// printParts prints the closed parts and the links of a page for people.
func printParts(w io.Writer, p *inspect.Page) {
	for _, c := range p.Parts[:min(len(p.Parts), maxPartsShown)] {
		fmt.Fprintf(w, "  closed     %s, line %d, column %d: %s\n", strings.Join(c.ClosedTo, ","), c.Line, c.Column, show.Line(c.Text))
	}
	if more := p.PartsTotal - maxPartsShown; more > 0 {
		fmt.Fprintf(w, "  closed     and %s more\n", show.Count(more, "part"))
	}
	if l := p.Links; l != nil && l.NoFollow+l.UGC+l.Sponsored > 0 {
		fmt.Fprintf(w, "  links      %d nofollow, %d ugc, %d sponsored, of %s\n", l.NoFollow, l.UGC, l.Sponsored, show.Count(l.Total, "link"))
	}
}
