package learned

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/trap"
)

// NewTraps returns the command traps.
func NewTraps(with Opener) *cobra.Command {
	var asJSON, all bool
	var allow string
	cmd := &cobra.Command{
		Use:   "traps [flags] [HOST]",
		Short: "List endless URLs and meaningless parameters that crawls found, and allow them",
		Long: `Traps lists what crawls found of URLs that lead nowhere new: templates of URLs that
never end, such as calendars, parameters that change nothing, such as session
identifiers, endings of names and programs behind which nothing is read, kinds of paths
for which missing pages are answered as if they were there, folders that may have no
end, views (the editor, the history of each page) that ask neither to be indexed nor to
be followed, feeds that name nothing but their page, addresses that show nothing but the
page which names them (to share or print it), filters that are folders, parameters that
bring nothing beside others, such as the filters of a list, calendars of missing pages,
which are asked for last, parts of pages that name their page as canonical, and families
of URLs whose pages repeat what others say, such as old versions of files, with the
evidence. With --all it lists what is only watched as well. With --allow a template, the
name of a parameter, an ending, a kind of path, a folder, a view or a family counts for
nothing special on the host any more, for good: what was left out is visited, now or
when the next crawl begins. The word shape allows URLs of any shape in the same way, and
challenge what looks like a challenge to browsers.`,
		Example: `  aranea traps
  aranea traps www.example.org --all
  aranea traps https://www.example.org --allow '/calendar?month&year'
  aranea traps https://www.example.org --allow shape`,
		Args: command.Args(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			host := ""
			if len(args) == 1 {
				host = args[0]
			}
			allows := cmd.Flags().Changed("allow")
			if allows && (host == "" || allow == "") {
				return command.Usage("--allow needs a host, and a template or parameter as aranea traps lists it, shape or challenge")
			}
			return with(cmd, func(ctx context.Context, s service.Service) error {
				out := bufio.NewWriter(cmd.OutOrStdout())
				if allows {
					b, err := s.Allow(ctx, trap.Order{Origin: host, Rule: allow})
					if err != nil {
						return err
					}
					_, err = fmt.Fprintf(out, "%s is allowed on %s.\n", show.Line(allow), show.URL(string(b.Origin)))
					return errors.Join(err, out.Flush())
				}
				return errors.Join(listTraps(ctx, out, s, host, asJSON, all), out.Flush())
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line, with all evidence")
	cmd.Flags().BoolVar(&all, "all", false, "list templates and parameters too that are only watched")
	cmd.Flags().StringVar(&allow, "allow", "", "what is no trap: a template, the name of a parameter, an ending, a kind of path, a folder or a view; or shape, or challenge")
	return cmd
}

// listTraps prints what is known about traps.
func listTraps(ctx context.Context, out io.Writer, s service.Learning, host string, asJSON, all bool) error {
	told := asJSON
	for b, err := range s.Traps(ctx, host) {
		switch {
		case err != nil:
			return err
		case asJSON:
			err = command.WriteJSON(out, &b)
		default:
			text := trapsText(&b, all)
			told = told || text != ""
			_, err = io.WriteString(out, text)
		}
		if err != nil {
			return err
		}
	}
	return none(out, told, "No traps are known.")
}

// maxEndless is the maximum number of folders in the output of Endless.
const maxEndless = 5

// Endless describes the folders that may be endless, one per line. It returns "" if there are
// none or if they cannot be read, because the status itself reports damage.
func Endless(ctx context.Context, s service.Learning) string {
	text, n := "", 0
	for b, err := range s.Traps(ctx, "") {
		if err != nil {
			return ""
		}
		for i := range b.Folders {
			if f := &b.Folders[i]; f.Why != "" {
				if n++; n <= maxEndless {
					is, then := "May have no end", "its further pages come after all others of the host"
					if f.IsBounded() {
						is, then = "Looks endless", "what only links of its own pages name is left out"
					}
					text += fmt.Sprintf("%s: %s%s, %s visited; %s (aranea traps)\n", is, show.URL(string(b.Origin)), show.Line(f.Path), show.Count(int(f.Visits), "page"), then)
				}
			}
		}
	}
	if n > maxEndless {
		text += fmt.Sprintf("May have no end: %s more (aranea traps)\n", show.Count(n-maxEndless, "folder"))
	}
	return text
}

// trapText describes one learned fact of a kind: the verdict on it, that the operator allows it,
// or what is being observed; "" for nothing.
func trapText(kind, name, why string, allowed bool, watched string) string {
	switch name = show.Line(name); {
	case why != "":
		return fmt.Sprintf("    %-10s %s\n               %s\n", kind, name, show.Line(why))
	case allowed:
		return "    allowed    " + name + "\n"
	case watched != "":
		return "    watched    " + name + show.Line(watched) + "\n"
	}
	return ""
}

// trapsText describes the traps of one origin, or returns "" if it has none.
func trapsText(b *trap.Book, all bool) string {
	text := ""
	tell := func(kind, name, why string, allowed bool, watched string) {
		if !all {
			watched = ""
		}
		text += trapText(kind, name, why, allowed, watched)
	}
	for _, e := range slices.Concat(b.Templates, b.Kinds) {
		tell("trap", e.Template, e.Why, e.Allowed, fmt.Sprintf(": %d visited; of the last %d, %d had a known text", e.Visits, e.Last, e.Known))
	}
	for _, p := range b.Params {
		name := p.Name
		if p.Why == "" {
			name += " of " + p.Template
		}
		tell("parameter", name, p.Why, p.Allowed, fmt.Sprintf(": %d pairs have the same text, %d have not", p.Same, p.Differ))
	}
	for _, t := range b.Types {
		tell("type", t.Ending, t.Why, t.Allowed, "")
	}
	for _, m := range b.Missing {
		watched := ": asked for " + cmp.Or(m.Probe, "nothing yet")
		if m.Right {
			watched = ": missing pages are answered rightly"
		}
		tell("missing", m.Kind, m.Why, m.Allowed, watched)
	}
	for _, f := range b.Folders {
		kind := "endless?"
		if f.IsBounded() {
			kind = "endless"
		}
		tell(kind, f.Path, f.Why, f.Allowed, watchedFolder(&f))
	}
	tellViews(b, tell)
	tellLists(b, tell)
	if b.AnyShape {
		tell("shape", "shape: URLs of any shape are visited", "", true, "")
	}
	if b.ReadChallenges {
		tell("challenge", "challenge: what looks like a challenge to browsers is read as it comes", "", true, "")
	}
	if text == "" {
		return ""
	}
	return show.URL(string(b.Origin)) + "\n" + text
}

// tellViews tells of views, of forms of missing pages and of filters that are folders.
func tellViews(b *trap.Book, tell func(kind, name, why string, allowed bool, watched string)) {
	for _, v := range b.Views {
		kind := "view"
		if v.AreFeeds() && trap.BelowIn(v.Why) == "" {
			kind = "feeds"
		}
		tell(kind, v.Name, v.Why, v.Allowed, "")
	}
	for _, d := range b.Dead {
		if d.Why != "" {
			d.Why += "; others are asked for last"
		}
		tell("dead", d.Form, d.Why, d.Allowed, fmt.Sprintf(": %d are missing, %d are not", d.Missing, d.There))
	}
	for i := range b.Filters {
		for _, n := range b.Filters[i].Rulings() {
			tell("filters", n.Name, n.Why, n.Allowed, "")
		}
	}
}

// tellLists tells what is known of pages that repeat others, of lists with filters, and of parts of pages.
func tellLists(b *trap.Book, tell func(kind, name, why string, allowed bool, watched string)) {
	for _, r := range b.Repeats {
		tell("repeats", r.Family, r.Why, r.Allowed, fmt.Sprintf(": of the last %d pages, %d said nothing new; of the last %d of these, %d led to nothing else", r.Old+r.New, r.Old, r.Ends+r.Leads, r.Ends))
	}
	for _, f := range b.Choices {
		tell("choice", f.Name, f.Why, f.Allowed, fmt.Sprintf(" beside other parameters: of the last %d pages, %d brought nothing", f.Idle+f.News, f.Idle))
	}
	for i := range b.Parts {
		p := &b.Parts[i]
		tell("part", p.Name, p.Why, p.Allowed, watchedPart(p))
	}
}

// watchedFolder tells what is known of a folder without a verdict, "" for nothing yet.
func watchedFolder(f *trap.Folder) string {
	if f.Last == 0 {
		return ""
	}
	return fmt.Sprintf(": %d visited; of the last %d that were looked at, %d named new pages of it", f.Visits, f.Last, f.Open)
}

// watchedPart tells what is known of parts without a verdict.
func watchedPart(p *trap.Part) string {
	return fmt.Sprintf(": %d gave way to their page, %d kept a text of their own, %d named no such page", p.Named+p.Opened, p.Own, p.Other)
}
