package ask

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/zone"
)

// An Opener runs a function with the data folder of a command.
type Opener func(cmd *cobra.Command, f func(context.Context, service.Service) error) error

// zonesFlags are the flags of zones.
type zonesFlags struct {
	inspectFlags
	with Opener
	all  bool
}

// NewZones returns "aranea zones". version is the version of the program.
func NewZones(version string, with Opener) *cobra.Command {
	z := zonesFlags{with: with}
	z.version = version
	cmd := &cobra.Command{
		Use:   "zones [flags] [HOST|URL]",
		Short: "Tell what was learned of the template of a site, or how a page is divided into zones",
		Long: `Zones tells of a host which containers of the markup of its pages are template,
navigation, links or advertising: by your rules, by their markup, or by what crawls
learned, with the parts of their text that links are and that many pages have.
Without a host it lists all sites.

Of a URL, which has a slash behind its host, it asks for the page now, as inspect
does, and prints its text block by block, each with its zone and with what told it: a
line of your rules, its markup, what the pages of its site have alike, or its shape.`,
		Example: `  aranea zones www.example.org
  aranea zones --all --json www.example.org
  aranea zones --contact you@example.org https://www.example.org/page.html`,
		Args: command.Args(0, 1),
		RunE: z.run,
	}
	f := cmd.Flags()
	z.bind(f)
	f.BoolVar(&z.json, "json", false, "print one JSON object for each site, or for the page")
	f.BoolVar(&z.all, "all", false, "list all containers, those inside of others of their zone and small ones of main as well")
	return cmd
}

func (z *zonesFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && isPage(args[0]) {
		return z.page(cmd, args)
	}
	host := strings.Join(args, "")
	return z.with(cmd, func(ctx context.Context, s service.Service) error {
		o, err := optionsfile.Recall(command.DataOf(cmd))
		if err != nil {
			return err
		}
		if o != nil && !cmd.Flags().Changed("zones") {
			z.zones = o.ZoneRules
		}
		rules, err := extraction.ReadRules(z.zones)
		if err != nil {
			return command.SettingsFault(err)
		}
		out := bufio.NewWriter(cmd.OutOrStdout())
		n := 0
		for t, err := range s.Templates(ctx, host) {
			if err == nil {
				n++
				err = z.site(out, &t, rules, host != "")
			}
			if err != nil {
				return errors.Join(err, out.Flush())
			}
		}
		if n == 0 && host != "" {
			return &aranea.Error{Op: "zones", Kind: aranea.NotFound, Obj: host, Err: errors.New("no web page of it was put into the index yet")}
		}
		return out.Flush()
	})
}

// isPage reports whether an argument is a page and not a host.
func isPage(arg string) bool {
	_, rest, ok := strings.Cut(arg, "://")
	if !ok {
		rest = arg
	}
	return strings.Contains(rest, "/")
}

// site prints one site. Containers are printed only if alone is true.
func (z *zonesFlags) site(out io.Writer, t *zone.Template, rules *selector.Rules, alone bool) error {
	t.Profile = nil
	if z.json {
		return command.WriteJSON(out, t)
	}
	fmt.Fprintf(out, "%s: learned from %s", show.URL(string(t.Origin)), show.Count(int(t.Pages), "page"))
	if t.Verdicts == 0 {
		fmt.Fprint(out, ", no verdict yet: three pages are needed")
	}
	fmt.Fprintln(out)
	if !alone && !z.all {
		return nil
	}
	rules.For(t.Origin.Host()).Lines(func(line int, is aranea.Zone, selector string) bool {
		fmt.Fprintf(out, "  %-11s %s, by rule %d\n", is, show.Line(selector), line)
		return true
	})
	for i := range t.Containers {
		c := &t.Containers[i]
		main := c.Zone == aranea.ZoneMain.String()
		if !z.all && (main && c.Text < leastMain || isInside(t.Containers[:i], c)) {
			continue
		}
		by := ""
		if !main && !c.Verdict {
			by = ", by its markup"
		}
		_, err := fmt.Fprintf(out, "  %-11s %s, on %d of %d: %.0f %% of the text, %.0f %% of it links, %.0f %% on many pages%s\n",
			c.Zone, show.Line(c.Path), c.Pages, t.Counted, 100*c.Text, 100*c.Links, 100*c.Frequent, by)
		if err != nil {
			return err
		}
	}
	return nil
}

// leastMain is the minimum share of the text for a container of content to be printed.
const leastMain = 0.1

// isInside reports whether a container is inside another one with the same zone.
func isInside(others []zone.Judged, c *zone.Judged) bool {
	return slices.ContainsFunc(others, func(o zone.Judged) bool { return o.Zone == c.Zone && strings.HasPrefix(c.Path, o.Path+" ") })
}

// page prints the zones of a page.
func (z *zonesFlags) page(cmd *cobra.Command, args []string) error {
	z.look.Blocks = true
	return z.each(cmd, args, func(k *inspect.Look) error {
		if z.json {
			return command.WriteJSON(cmd.OutOrStdout(), k)
		}
		if k.Page == nil {
			return command.Usage("there is no page to divide: %s", show.Line(k.Why))
		}
		out := bufio.NewWriter(cmd.OutOrStdout())
		fmt.Fprintf(out, "%s\n", show.URL(k.URL))
		if len(k.Page.Zones) > 0 {
			fmt.Fprintf(out, "%s bytes %s\n", numbers(k.Page.Zones), k.Page.ZonesBy)
		}
		last := inspect.Block{}
		for _, b := range k.Page.Blocks {
			if b.Zone != last.Zone || b.By != last.By || b.Path != last.Path {
				fmt.Fprintf(out, "%s, by %s: %s\n", b.Zone, b.By, show.Line(b.Path))
			}
			last = b
			fmt.Fprintf(out, "    %-11s %s\n", b.Kind, show.Line(b.Text))
		}
		return out.Flush()
	})
}
