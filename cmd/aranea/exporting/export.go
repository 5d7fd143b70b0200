package exporting

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
)

// An Opener runs a function with the data folder of a command. searching is set if the index is enough.
type Opener func(cmd *cobra.Command, searching bool, f func(context.Context, service.Service) error) error

// exportFlags are the flags of export.
type exportFlags struct {
	documents, links    bool
	access              []string
	sitemap, host, base string
	asJSON              bool
}

// exportText is the help of the command export.
const exportText = `Export prints one JSON object a line: every URL with what is known of it, or with
--documents what the index keeps of every page: title, headings, description,
language, number of elements, and the text kept for snippets; or with --links every
link between two URLs: from, to, its words, and what it says about itself. What
--documents prints, aranea import reads back; it needs the index alone, and also
prints what can be read of it when other parts of the folder are damaged. If a part of
the index is, it prints the pages of the others, names the damage and ends with 1. Pages
that were read with a secret are left out, unless --access names its label; how many that
are is told on standard error.

With --sitemap it writes a sitemap of the pages of the index into a file (in a folder:
sitemap.xml), for the owner of the site to publish: those that can be found and name no
other page as canonical, with when they were last changed if that is known, and their
versions in other languages if both are in the index. --host narrows it to a host. A name
that ends in .gz makes it compressed. More than 50,000 pages, or 50 MB, are written to
files with numbers beside it, and the file becomes their index: --base says at which
address they will be, if that is not the root of the host. Files of before are replaced
when all are whole.`

// NewExport returns the command export.
func NewExport(with Opener) *cobra.Command {
	c := new(exportFlags)
	cmd := &cobra.Command{
		Use:   "export [flags]",
		Short: "Print everything that a data folder knows, as JSON lines, or write a sitemap",
		Long:  exportText,
		Example: `  aranea export > urls.jsonl
  aranea export --documents > pages.jsonl
  aranea export --links > links.jsonl
  aranea export --sitemap public/sitemap.xml --host www.example.org`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := c.check(); err != nil {
				return err
			}
			return with(cmd, c.documents, func(ctx context.Context, s service.Service) error {
				if c.sitemap != "" {
					return c.writeSitemap(ctx, cmd, s)
				}
				if err := command.TellLabels(ctx, cmd.ErrOrStderr(), s, c.access); err != nil {
					return err
				}
				out := bufio.NewWriter(cmd.OutOrStdout())
				if err := errors.Join(c.print(ctx, out, s), out.Flush()); err != nil || !c.documents || len(c.access) > 0 {
					return err
				}
				return tellProtected(ctx, cmd.ErrOrStderr(), s)
			})
		},
	}
	c.flags(cmd.Flags())
	return cmd
}

// flags adds the flags of the command.
func (c *exportFlags) flags(f *pflag.FlagSet) {
	f.BoolVar(&c.documents, "documents", false, "print the documents of the index")
	f.StringSliceVar(&c.access, "access", nil, "with --documents: labels of secrets whose pages are printed as well, or all")
	f.BoolVar(&c.links, "links", false, "print the links between pages")
	f.StringVar(&c.sitemap, "sitemap", "", "write a sitemap of the pages of the index into this file, or as sitemap.xml into this folder")
	f.StringVar(&c.host, "host", "", "with --sitemap: only pages of this host name, or scheme://host:port")
	f.StringVar(&c.base, "base", "", "with --sitemap: the address of the folder where the files will be")
	f.BoolVar(&c.asJSON, "json", false, "with --sitemap: print what was written as a JSON object")
}

// check checks which flags go together.
func (c *exportFlags) check() error {
	switch {
	case c.documents && c.links:
		return command.Usage("--documents and --links do not go together")
	case len(c.access) > 0 && !c.documents:
		return command.Usage("--access needs --documents: a list of URLs has all of them, and links of closed pages are not kept")
	case c.sitemap != "" && (c.documents || c.links):
		return command.Usage("--sitemap does not go together with --documents or --links")
	case c.sitemap == "-":
		return command.Usage("--sitemap needs the name of a file or folder: a sitemap may be several files")
	case c.sitemap == "" && (c.host != "" || c.base != "" || c.asJSON):
		return command.Usage("--host, --base and --json need --sitemap; aranea urls --host lists the URLs of a host")
	}
	return nil
}

// print prints what the flags select.
func (c *exportFlags) print(ctx context.Context, out io.Writer, s service.Listing) error {
	switch {
	case c.documents:
		return printAll(out, s.Documents(ctx, c.access))
	case c.links:
		return printAll(out, s.Links(ctx, linkgraph.Filter{}))
	}
	return printAll(out, s.URLs(ctx, service.URLFilter{}))
}

// tellProtected tells how many pages were left out because they were read with a secret.
func tellProtected(ctx context.Context, w io.Writer, s service.Asking) error {
	const way = "--access LABEL, or --access all, prints them."
	stats, err := s.IndexStats(ctx)
	if aranea.KindOf(err) == aranea.Corrupt {
		fmt.Fprintln(w, "Pages that were read with a secret are left out, if there are any; how many cannot be told of a damaged folder. "+way)
		return nil
	}
	var n uint64
	for i := range stats {
		n += stats[i].Protected
	}
	if n > 0 {
		fmt.Fprintf(w, "%s read with a secret, left out. %s\n", show.Count(n, "page"), way)
	}
	return err
}

// printAll prints one value per line.
func printAll[T any](out io.Writer, all iter.Seq2[T, error]) error {
	for v, err := range all {
		if err == nil {
			err = command.WriteJSON(out, &v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
