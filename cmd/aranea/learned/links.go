package learned

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// linksFlags are the flags of links.
type linksFlags struct {
	with                    Opener
	to, from, asCSV, asJSON bool
	broken, moved, orphans  bool
	hreflang, chains        bool
	sitemaps, canonicals    bool
	host, known             string
	faults                  []string
	filter                  linkgraph.Filter
}

// linksText is the help of the command links.
const linksText = `Links lists the links to a URL with the words of each, and counts the pages, hosts
and sites that they are on. With --from it lists the links of the page itself.
Links of pages that are closed, removed or gone do not count. Behind the links come
the alternates: versions in other languages (hreflang) that a page or a sitemap names.

A URL that was never visited has links, too: those that name it.

With --broken, and without a URL, it lists the links of all pages that lead nowhere:
by target, with its status and reason code, and the page of each link. A link in the
template of a site is listed once with one of its pages. --moved lists links whose
targets redirect, and where they lead. --host narrows both to links on the pages of a
host, wherever they lead. Nothing is requested: what counts is the last visit. URLs that
were never visited are not listed; the last line counts them. Links to parts of pages
(#part) are checked after a crawl with --check-fragments. --broken ends with 1 if it lists
a broken link, so not with an --offset beyond the last.

With --orphans it lists the pages of the index that no page links to, each with how it was
found: by a sitemap, as a URL that you named (seed), by an import. --host narrows it to the
pages of a host. The last line tells if the list is not complete.

With --hreflang it lists faults of alternates: one that is not in the index, or does not
name the page in return (no-return), or says that its language is another one, two for
one language, and a language that is none. --fault narrows the list to some faults, and
lists what is only counted otherwise: pages without x-default (no-default), and pages
that are not among their own alternates (no-self). --host narrows it to pages of a host.
It ends with 1 if it lists a fault, so not for those two.

With --chains it lists URLs that redirect, or whose canonical link took them out of the
index, and that lead back (loop), to what is missing or asks not to be indexed
(dead-end), or on in several steps (chain), whether a page links to them or not, with
every URL on the way. --fault narrows the list to some faults, --host to what begins
there. It ends with 1 if it lists one.

With --sitemaps it lists what is wrong with sitemaps: the pages that they list and that
are not in the index, by the reason, and the pages of the index that are in none although
a sitemap lists others of their host (unlisted). --fault narrows the list to some faults,
and lists pages that were not visited yet (not-visited), which are only counted otherwise.
--host narrows it to pages of a host. It ends with 1 if it lists a fault.

With --canonicals it lists canonical links that do not count or contradict: to a page that
is not in the index, with the reason; two different ones in a page; to localhost and the
like; to another host; those of a page that asks not to be indexed. --fault hint lists
pages that stay in the index beside the page that they name, which are only counted
otherwise. It ends as --sitemaps.

With --known FILE, what an earlier list had is neither listed nor makes the command end
with 1: the file has the lines that --json printed then.`

// NewLinks returns the command links.
func NewLinks(with Opener) *cobra.Command {
	c := &linksFlags{with: with}
	cmd := &cobra.Command{
		Use:   "links [flags] URL | --broken, --sitemaps and other lists",
		Short: "Tell who links to a URL, where a page links to, or which links are broken",
		Long:  linksText,
		Example: `  aranea links https://example.org/
  aranea links --from https://example.org/
  aranea links --csv https://example.org/ > links.csv
  aranea links --broken --host docs.example.org
  aranea links --broken --known known-links.json
  aranea links --moved --csv > moved.csv
  aranea links --orphans --host docs.example.org
  aranea links --chains --csv > chains.csv
  aranea links --sitemaps --fault redirect,broken
  aranea links --canonicals --csv > canonicals.csv
  aranea links --hreflang
  aranea links --hreflang --fault no-return --csv > returns.csv`,
		Args: command.Args(0, 1),
		RunE: c.run,
	}
	c.flags(cmd.Flags())
	return cmd
}

// flags adds the flags of the command.
func (c *linksFlags) flags(f *pflag.FlagSet) {
	f.BoolVar(&c.to, "to", false, "links to the URL (the default)")
	f.BoolVar(&c.from, "from", false, "links of the page")
	f.BoolVar(&c.broken, "broken", false, "links of all pages whose targets are broken")
	f.BoolVar(&c.moved, "moved", false, "links of all pages whose targets redirect")
	f.BoolVar(&c.orphans, "orphans", false, "pages that no page links to")
	f.BoolVar(&c.hreflang, "hreflang", false, "faults of the versions of pages in other languages")
	f.BoolVar(&c.chains, "chains", false, "redirects and canonical links that lead in several steps, in a loop, or to nothing")
	f.BoolVar(&c.sitemaps, "sitemaps", false, "pages that sitemaps list and that are not in the index, and pages that they do not list")
	f.BoolVar(&c.canonicals, "canonicals", false, "canonical links that do not count or contradict")
	f.StringSliceVar(&c.faults, "fault", nil, "with --hreflang, --chains, --sitemaps or --canonicals: only these of the faults, which docs/links.md lists, separated by commas")
	f.StringVar(&c.host, "host", "", "with --broken or --moved: only links on pages of this host; with --orphans, --hreflang, --sitemaps or --canonicals: only its pages; with --chains: only its URLs")
	f.StringVar(&c.known, "known", "", "with --broken, --hreflang, --chains, --sitemaps or --canonicals: neither list nor fail for what this file has, as --json printed it earlier")
	f.IntVar(&c.filter.Limit, "limit", 0, "at most so many; 0 is no limit")
	f.IntVar(&c.filter.Offset, "offset", 0, "skip that many")
	f.BoolVar(&c.asCSV, "csv", false, "print comma-separated values with a head line")
	f.BoolVar(&c.asJSON, "json", false, "print one JSON object a line")
}

func (c *linksFlags) run(cmd *cobra.Command, args []string) error {
	switch {
	case c.asCSV && c.asJSON:
		return command.Usage("--csv and --json do not go together")
	case c.to && c.from:
		return command.Usage("--to and --from do not go together")
	case c.filter.Limit < 0 || c.filter.Offset < 0:
		return command.Usage("--limit and --offset must not be negative")
	}
	if len(c.faults) > 0 && !c.hreflang && !c.chains && !c.sitemaps && !c.canonicals {
		return command.Usage("--fault needs --hreflang, --chains, --sitemaps or --canonicals")
	}
	if err := c.checkKnown(); err != nil {
		return err
	}
	if count(c.lists()...) > 0 {
		return c.listAll(cmd, args)
	}
	switch {
	case len(args) == 0:
		return command.Usage("name a URL, or list links of all pages with --broken or --moved, pages that no page links to with --orphans, faults of versions in other languages with --hreflang, redirects in several steps with --chains, faults of sitemaps with --sitemaps, or of canonical links with --canonicals\nSee '%s --help'", cmd.CommandPath())
	case c.host != "":
		return command.Usage("--host needs --broken, --moved, --orphans, --hreflang, --chains, --sitemaps or --canonicals")
	}
	c.filter.From = c.from
	return c.with(cmd, func(ctx context.Context, s service.Service) error {
		t, err := s.Explain(ctx, args[0]) // it finds the scheme that is meant
		if err != nil {
			return err
		}
		if c.filter.URL, err = weburl.Parse(t.URL); err != nil {
			return err
		}
		if !t.Known { // an empty list looks like that of a page without links
			fmt.Fprintf(cmd.ErrOrStderr(), "aranea: %s is not known: no page that was visited links to it%s\n", show.Line(show.URL(t.URL)), instead(t))
		}
		out := bufio.NewWriter(cmd.OutOrStdout())
		return errors.Join(c.list(ctx, out, s), out.Flush())
	})
}

// instead names the URLs that may be meant in place of an unknown one.
func instead(t trail.Trail) string {
	var known []string
	for _, f := range t.Facts {
		if f.Name == trail.KnownInstead {
			known = append(known, show.Line(show.URL(f.URL)))
		}
	}
	if len(known) == 0 {
		return ""
	}
	return "; known is " + strings.Join(known, " and ")
}

// lists returns which of the flags that list all pages, or their links, are set.
func (c *linksFlags) lists() []bool {
	return []bool{c.broken, c.moved, c.orphans, c.hreflang, c.chains, c.sitemaps, c.canonicals}
}

// listAll lists links of all pages, or pages without links.
func (c *linksFlags) listAll(cmd *cobra.Command, args []string) error {
	switch {
	case count(c.lists()...) > 1:
		return command.Usage("--broken, --moved, --orphans, --hreflang, --chains, --sitemaps and --canonicals do not go together")
	case c.to || c.from:
		return command.Usage("--to and --from need a URL, and do not go with --broken, --moved, --orphans, --hreflang, --chains, --sitemaps and --canonicals")
	case len(args) > 0:
		return command.Usage("--broken, --moved, --orphans, --hreflang, --chains, --sitemaps and --canonicals look at all pages and take no URL; --host narrows them to the pages of a host")
	case c.orphans:
		return c.listOrphans(cmd)
	case c.hreflang:
		return c.listFaults(cmd, linkcheck.Alternates)
	case c.chains:
		return c.listFaults(cmd, linkcheck.Chains)
	case c.sitemaps:
		return c.listFaults(cmd, linkcheck.Sitemaps)
	case c.canonicals:
		return c.listFaults(cmd, linkcheck.Canonicals)
	}
	return c.check(cmd)
}

// count returns how many flags are set.
func count(flags ...bool) (n int) {
	for _, set := range flags {
		if set {
			n++
		}
	}
	return n
}

// list prints the links, and for people their number.
func (c *linksFlags) list(ctx context.Context, out io.Writer, s service.Service) error {
	if !c.asCSV && !c.asJSON && !c.from {
		in, err := s.Inlinks(ctx, c.filter.URL)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\nLinked from %s.\n", show.Line(show.URL(c.filter.URL.String())), in.String())
	}
	row, end := c.writer(out)
	for l, err := range s.Links(ctx, c.filter) {
		if err == nil {
			err = row(&l)
		}
		if err != nil {
			return err
		}
	}
	return end()
}

// writer returns functions that write one link in the selected format, and what follows the last.
func (c *linksFlags) writer(out io.Writer) (row func(*linkgraph.Link) error, end func() error) {
	end = func() error { return nil }
	switch {
	case c.asJSON:
		return func(l *linkgraph.Link) error { return command.WriteJSON(out, l) }, end
	case c.asCSV:
		t := newTable(out, "from", "to", "kind", "anchor", "rel", "nofollow", "zone", "lang", "by")
		return func(l *linkgraph.Link) error {
			return t.row(l.From.String(), l.To.String(), l.Kind, l.Anchor, l.Rel, strconv.FormatBool(l.NoFollow), l.Zone, l.Lang, l.By)
		}, t.end
	}
	return func(l *linkgraph.Link) error {
		other := l.From
		if c.from {
			other = l.To
		}
		text := show.Line(show.URL(other.String()))
		if l.Anchor != "" {
			text += "  " + show.Line(strconv.Quote(l.Anchor))
		}
		switch {
		case l.Lang != "":
			text += "  (" + l.Kind + " " + show.Line(l.Lang) + ")"
		case l.Kind != "link":
			text += "  (" + l.Kind + ")"
		}
		if l.NoFollow {
			text += "  nofollow"
		}
		if l.Zone != "" {
			text += "  [" + l.Zone + "]"
		}
		if l.By != "" {
			text += "  by " + show.Line(show.URL(l.By))
		}
		_, err := fmt.Fprintf(out, "  %s\n", text)
		return err
	}, end
}
