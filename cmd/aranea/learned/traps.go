package learned

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/trap"
)

// NewTraps returns the verb traps.
func NewTraps(with Opener) *cobra.Command {
	var asJSON, all bool
	var allow string
	cmd := &cobra.Command{
		Use:   "traps [HOST]",
		Short: "List endless URLs and meaningless parameters that crawls found, and allow them",
		Long: `Traps lists what crawls found of URLs that lead nowhere new: templates of URLs that
never end, such as calendars, parameters that change nothing, such as session
identifiers, endings of names behind which nothing is read, kinds of paths for which
missing pages are answered as if they were there, and folders that may have no end,
with the evidence. With --all it lists what is only watched as well. With --allow a
template, the name of a parameter, an ending, a kind of path or a folder counts for
nothing special on the host any more, for good: what was left out is visited, now or
when the next crawl begins. The word shape allows URLs of any shape in the same way,
and challenge what looks like a challenge to browsers.`,
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
			return with(cmd, func(ctx context.Context, s *engine.Session) error {
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
	cmd.Flags().StringVar(&allow, "allow", "", "what is no trap: a template, the name of a parameter, an ending, a kind of path or a folder; or shape, or challenge")
	return cmd
}

// listTraps prints what is known of traps.
func listTraps(ctx context.Context, out io.Writer, s engine.Learning, host string, asJSON, all bool) error {
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

// maxEndless is how many folders Endless names.
const maxEndless = 5

// Endless tells of the folders that may have no end, one line each; "" if none may, or
// if that cannot be read: what is damaged is told by the status itself.
func Endless(ctx context.Context, s engine.Learning) string {
	text, n := "", 0
	for b, err := range s.Traps(ctx, "") {
		if err != nil {
			return ""
		}
		for i := range b.Folders {
			if f := &b.Folders[i]; f.Why != "" {
				if n++; n <= maxEndless {
					text += fmt.Sprintf("May have no end: %s%s, %s visited; its further pages come after all others of the host (aranea traps)\n", show.URL(string(b.Origin)), show.Line(f.Path), show.Count(int(f.Visits), "page"))
				}
			}
		}
	}
	if n > maxEndless {
		text += fmt.Sprintf("May have no end: %s more (aranea traps)\n", show.Count(n-maxEndless, "folder"))
	}
	return text
}

// foldersText tells of folders that may have no end.
func foldersText(b *trap.Book, all bool) string {
	text := ""
	for i := range b.Folders {
		f := &b.Folders[i]
		switch path := show.Line(f.Path); {
		case f.Why != "":
			text += fmt.Sprintf("    endless?   %s\n               %s\n", path, show.Line(f.Why))
		case f.Allowed:
			text += fmt.Sprintf("    allowed    %s\n", path)
		case all && f.Last > 0:
			text += fmt.Sprintf("    watched    %s: %d visited; of the last %d that were looked at, %d named new pages of it\n", path, f.Visits, f.Last, f.Open)
		}
	}
	return text
}

// typesText tells of the endings behind which nothing is read.
func typesText(b *trap.Book) string {
	text := ""
	for i := range b.Types {
		switch t := &b.Types[i]; {
		case t.Why != "":
			text += fmt.Sprintf("    type       %s\n               %s\n", show.Line(t.Ending), show.Line(t.Why))
		case t.Allowed:
			text += fmt.Sprintf("    allowed    %s\n", show.Line(t.Ending))
		}
	}
	return text
}

// missingText tells of missing pages that are answered as if they were there.
func missingText(b *trap.Book, all bool) string {
	text := ""
	for i := range b.Missing {
		m := &b.Missing[i]
		switch kind := show.Line(m.Kind); {
		case m.Why != "":
			text += fmt.Sprintf("    missing    %s\n               %s\n", kind, show.Line(m.Why))
		case m.Allowed:
			text += fmt.Sprintf("    allowed    %s\n", kind)
		case all && m.Right:
			text += fmt.Sprintf("    watched    %s: missing pages are answered rightly\n", kind)
		case all:
			text += fmt.Sprintf("    watched    %s: asked for %s\n", kind, show.Line(cmp.Or(m.Probe, "nothing yet")))
		}
	}
	return text
}

// trapsText tells of the traps of one origin, "" if it has none.
func trapsText(b *trap.Book, all bool) string {
	text := ""
	for i := range b.Templates {
		e := &b.Templates[i]
		switch {
		case e.Why != "":
			text += fmt.Sprintf("    trap       %s\n               %s\n", show.Line(e.Template), show.Line(e.Why))
		case e.Allowed:
			text += fmt.Sprintf("    allowed    %s\n", show.Line(e.Template))
		case all:
			text += fmt.Sprintf("    watched    %s: %d visited; of the last %d, %d had a known text\n", show.Line(e.Template), e.Visits, e.Last, e.Known)
		}
	}
	for i := range b.Params {
		p := &b.Params[i]
		switch name := show.Line(p.Name); {
		case p.Why != "":
			text += fmt.Sprintf("    parameter  %s\n               %s\n", name, show.Line(p.Why))
		case p.Allowed:
			text += fmt.Sprintf("    allowed    %s of %s\n", name, show.Line(p.Template))
		case all:
			text += fmt.Sprintf("    watched    %s of %s: %d pairs have the same text, %d have not\n", name, show.Line(p.Template), p.Same, p.Differ)
		}
	}
	text += typesText(b) + missingText(b, all) + foldersText(b, all)
	if b.AnyShape {
		text += "    allowed    shape: URLs of any shape are visited\n"
	}
	if b.ReadChallenges {
		text += "    allowed    challenge: what looks like a challenge to browsers is read as it comes\n"
	}
	if text == "" {
		return ""
	}
	return show.URL(string(b.Origin)) + "\n" + text
}
