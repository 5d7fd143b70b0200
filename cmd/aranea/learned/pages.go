package learned

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/pageaudit"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// pagesFlags are the flags of pages.
type pagesFlags struct {
	with          Opener
	same, without string
	host          string
	limit, offset int
	asCSV, asJSON bool
	part          pageaudit.Part // of same or without
	seen          bool           // a page of the host is in the index
}

// NewPages returns the command pages.
func NewPages(with Opener) *cobra.Command {
	c := &pagesFlags{with: with}
	cmd := &cobra.Command{
		Use:   "pages [flags]",
		Short: "List the pages of the index with their titles, or those that share or lack one",
		Long: `Pages lists the pages that are in the index, with what they say about themselves:
title, heading, description, language and number of words.

With --same it lists those that have the title or the description of another page,
and with --without those that have none, or no heading of any level. Both end with 1
if they list a page, so that a job can fail (not with an --offset beyond the last).
Pages that are not in the index are not listed: redirects, copies of others, pages
that ask not to be indexed (aranea urls lists those). A title that differs in one
character is another one; of a description the first 500 bytes count. Nothing is
requested.`,
		Example: `  aranea pages --same title
  aranea pages --without description --host docs.example.org
  aranea pages --csv > pages.csv`,
		Args: command.Args(0, 0),
		RunE: c.run,
	}
	f := cmd.Flags()
	f.StringVar(&c.same, "same", "", "only pages whose title or description is also that of another: title or description")
	f.StringVar(&c.without, "without", "", "only pages that have no title, description or heading")
	f.StringVar(&c.host, "host", "", "only pages of this host")
	f.IntVar(&c.limit, "limit", 0, "at most so many; 0 is no limit")
	f.IntVar(&c.offset, "offset", 0, "skip that many")
	f.BoolVar(&c.asCSV, "csv", false, "print comma-separated values with a head line")
	f.BoolVar(&c.asJSON, "json", false, "print one JSON object a line")
	return cmd
}

func (c *pagesFlags) run(cmd *cobra.Command, _ []string) (err error) {
	switch {
	case c.asCSV && c.asJSON:
		return command.Usage("--csv and --json do not go together")
	case c.limit < 0 || c.offset < 0:
		return command.Usage("--limit and --offset must not be negative")
	case c.same != "" && c.without != "":
		return command.Usage("--same and --without do not go together")
	case cmd.Flags().Changed("same"):
		if c.part, err = pageaudit.ParsePart(c.same, pageaudit.Title, pageaudit.Description); err != nil {
			return command.Usage("--same: %w", err)
		}
	case cmd.Flags().Changed("without"):
		if c.part, err = pageaudit.ParsePart(c.without, pageaudit.Title, pageaudit.Description, pageaudit.Heading); err != nil {
			return command.Usage("--without: %w", err)
		}
	}
	if c.host, err = hostName(c.host); err != nil {
		return err
	}
	return c.with(cmd, func(ctx context.Context, s service.Service) error {
		out := bufio.NewWriter(cmd.OutOrStdout())
		p := &pagesPrinter{out: out, notes: cmd.ErrOrStderr(), c: c, end: func() error { return nil }}
		p.choose()
		err := errors.Join(p.all(ctx, func(ctx context.Context) iter.Seq2[service.DocumentFacts, error] {
			return s.Documents(ctx, []string{search.AllAccess})
		}), out.Flush())
		if err == nil && c.part != 0 && p.pages > 0 {
			return &command.Error{Code: command.ExitInternal}
		}
		return err
	})
}

// hostName returns the form of a host name that URLs have, "" for none.
func hostName(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	u, err := weburl.Parse("http://" + name + "/")
	if err != nil || strings.ContainsAny(name, "@/?#") || u != u.Origin().Root() || u.Origin().Port() != 80 {
		return "", command.Usage("--host: %.300q is not a host name; it is like www.example.org, without a scheme, a port or a path", name)
	}
	return u.Host(), nil
}

// A pagesPrinter prints pages.
type pagesPrinter struct {
	out, notes io.Writer
	c          *pagesFlags
	row        func(*service.DocumentFacts) error
	end        func() error
	pages      int
	texts      int    // with --same, different ones
	last       string // the text of the last page
}

// choose sets how a page is printed.
func (p *pagesPrinter) choose() {
	switch {
	case p.c.asJSON:
		p.row = func(d *service.DocumentFacts) error { return command.WriteJSON(p.out, d) }
	case p.c.asCSV:
		t := newTable(p.out, "url", "type", "lang", "title", "title_length", "heading", "description", "description_length", "h1", "words", "depth", "fetched")
		p.row, p.end = func(d *service.DocumentFacts) error {
			return t.row(d.URL, d.Type, d.Lang, d.Title, strconv.Itoa(utf8.RuneCountInString(d.Title)), d.Heading,
				d.Description, strconv.Itoa(utf8.RuneCountInString(d.Description)), strconv.Itoa(d.Elements["h1"]),
				strconv.FormatUint(d.Words, 10), strconv.Itoa(d.Depth), show.Instant(d.Fetched))
		}, t.end
	case p.c.same != "":
		p.row = p.below
	default:
		p.row = func(d *service.DocumentFacts) error {
			_, err := fmt.Fprintf(p.out, "%s  %s\n", show.Line(show.URL(d.URL)), show.Line(strconv.Quote(d.Title)))
			return err
		}
	}
}

// below prints a page below the text that it shares with others.
func (p *pagesPrinter) below(d *service.DocumentFacts) error {
	head := ""
	if text := p.c.part.Of(d); text != p.last {
		head = show.Line(strconv.Quote(text)) + "\n"
	}
	_, err := fmt.Fprintf(p.out, "%s  %s\n", head, show.Line(show.URL(d.URL)))
	return err
}

// all prints the pages that the flags select, and for people their number.
func (p *pagesPrinter) all(ctx context.Context, documents func(context.Context) iter.Seq2[service.DocumentFacts, error]) error {
	chosen := p.c.chosen(documents)
	more, err := p.list(ctx, chosen)
	if err != nil {
		return err
	}
	if p.c.host != "" && !p.c.seen { // otherwise a misspelled name has no faults
		return &aranea.Error{Op: "list pages", Kind: aranea.NotFound, Obj: p.c.host, Err: errors.New("no page of this host is in the index")}
	}
	if err := p.end(); err != nil {
		return err
	}
	return p.sum(more)
}

// list prints the requested part of the pages and reports whether there are more than were compared.
func (p *pagesPrinter) list(ctx context.Context, chosen func(context.Context) iter.Seq2[service.DocumentFacts, error]) (more bool, err error) {
	n := 0
	for d, err := range p.selected(ctx, chosen, &more) {
		if err != nil {
			return more, err
		}
		if n++; n <= p.c.offset {
			continue
		}
		if p.c.limit > 0 && n-p.c.offset > p.c.limit {
			break
		}
		d.Text = ""
		if err := p.print(&d); err != nil {
			return more, err
		}
	}
	return more, nil
}

// selected returns the pages that the flags select. It sets more if there are more than were
// compared.
func (p *pagesPrinter) selected(ctx context.Context, chosen func(context.Context) iter.Seq2[service.DocumentFacts, error], more *bool) iter.Seq2[service.DocumentFacts, error] {
	return func(yield func(service.DocumentFacts, error) bool) {
		if p.c.same != "" {
			shared, cut, err := pageaudit.Shared(ctx, p.c.part, chosen)
			*more = cut
			for i := range shared {
				if !yield(shared[i], nil) {
					return
				}
			}
			if err != nil {
				yield(service.DocumentFacts{}, err)
			}
			return
		}
		for d, err := range chosen(ctx) {
			if err == nil && p.c.without != "" && !p.c.part.Lacks(&d) {
				continue
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

func (p *pagesPrinter) print(d *service.DocumentFacts) error {
	err := p.row(d)
	p.pages++
	if text := p.c.part.Of(d); text != p.last {
		p.texts, p.last = p.texts+1, text
	}
	return err
}

// sum prints how many pages were listed, which is beside the list for programs.
func (p *pagesPrinter) sum(more bool) error {
	to := p.out
	if p.c.asCSV || p.c.asJSON {
		to = p.notes
	}
	text := show.Count(p.pages, "page")
	switch {
	case p.pages == 0 && p.c.offset > 0:
		text = "The list of pages ends before this offset"
	case p.c.same != "" && p.pages == 0:
		text = "No two pages have the same " + p.c.same
	case p.c.same != "":
		text = show.CountVerb(p.pages, "page", "shares", "share") + " " + show.Count(p.texts, p.c.same)
	case p.c.without != "" && p.pages == 0:
		text = "Every page has a " + p.c.without
	case p.c.without != "":
		text = show.Count(p.pages, "page") + " without a " + p.c.without
	}
	if p.pages > 0 && (p.c.offset > 0 || p.c.limit > 0) {
		text += " in this part of the list"
	}
	text += "."
	if more {
		text += " There are more, which were not compared; --host narrows the list."
	}
	_, err := fmt.Fprintln(to, text)
	return err
}

// chosen returns the pages of the index that are on the host, if one is named.
func (c *pagesFlags) chosen(documents func(context.Context) iter.Seq2[service.DocumentFacts, error]) func(context.Context) iter.Seq2[service.DocumentFacts, error] {
	if c.host == "" {
		return documents
	}
	return func(ctx context.Context) iter.Seq2[service.DocumentFacts, error] {
		return func(yield func(service.DocumentFacts, error) bool) {
			for d, err := range documents(ctx) {
				if u, bad := weburl.Parse(d.URL); err == nil && (bad != nil || u.Host() != c.host) {
					continue
				}
				c.seen = c.seen || err == nil
				if !yield(d, err) || err != nil {
					return
				}
			}
		}
	}
}
