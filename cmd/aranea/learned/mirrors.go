package learned

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/mirror"
)

// NewMirrors returns the command mirrors.
func NewMirrors(with Opener) *cobra.Command {
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "mirrors [flags] [HOST]",
		Short: "List hosts that are mirrors of each other, and correct what was learned",
		Long: `Mirrors lists the groups of hosts with the same pages that crawls found, with the
main mirror, which alone is visited and shown, and the evidence for the others; and
hosts that are no mirrors any more.
With --all it lists the evidence that was not enough as well. Glue and separate
correct it for good.`,
		Example: `  aranea mirrors
  aranea mirrors www.example.org --json
  aranea mirrors separate http://old.example.org https://www.example.org
  aranea mirrors glue http://old.example.org https://www.example.org`,
		Args: command.Args(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			host := ""
			if len(args) == 1 {
				host = args[0]
			}
			return with(cmd, func(ctx context.Context, s service.Service) error {
				out := bufio.NewWriter(cmd.OutOrStdout())
				return errors.Join(listMirrors(ctx, out, s, host, asJSON, all), out.Flush())
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line, with all evidence")
	cmd.Flags().BoolVar(&all, "all", false, "list hosts too of which the evidence was not enough")
	cmd.AddCommand(
		regroupCommand(with, mirror.Glue, "glue [flags] HOST MAIN", "Take a host for a mirror of another one, whatever was found",
			`Glue makes MAIN the main mirror of HOST: the pages of HOST move there, now or when
the next crawl begins.`),
		regroupCommand(with, mirror.Separate, "separate [flags] HOST HOST", "Keep two hosts apart, whatever was found",
			`Separate undoes a gluing: the pages of both hosts are visited and shown for
themselves, now or when the next crawl begins.`))
	return cmd
}

func regroupCommand(with Opener, d mirror.Deed, use, short, long string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long,
		Example: fmt.Sprintf("  aranea mirrors %s http://example.org https://www.example.org", d),
		Args:    command.Args(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, func(ctx context.Context, s service.Service) error {
				r, err := s.Regroup(ctx, mirror.Order{Deed: d, A: args[0], B: args[1]})
				if err != nil {
					return err
				}
				text := string(r.Origin) + " stands for itself"
				if r.Main != "" {
					text = fmt.Sprintf("%s is a mirror of %s", r.Origin, r.Main)
				}
				_, err = fmt.Fprintln(cmd.OutOrStdout(), show.Line(text)+".")
				return err
			})
		},
	}
}

// listMirrors prints what is known about mirrors.
func listMirrors(ctx context.Context, out io.Writer, s service.Learning, host string, asJSON, all bool) error {
	told := asJSON
	for r, err := range s.Mirrors(ctx, host) {
		switch {
		case err != nil:
			return err
		case !all && !asJSON && r.Main == "" && len(r.Members) == 0 && r.Left == nil:
			continue
		case asJSON:
			err = command.WriteJSON(out, &r)
		default:
			told = true
			_, err = io.WriteString(out, mirrorText(&r))
		}
		if err != nil {
			return err
		}
	}
	return none(out, told, "No mirrors are known.")
}

// none prints that a list for people is empty, unless it had lines.
func none(out io.Writer, told bool, text string) error {
	if told {
		return nil
	}
	_, err := fmt.Fprintln(out, text)
	return err
}

// mirrorText describes one origin in a few lines.
func mirrorText(r *mirror.Record) string {
	text := show.URL(string(r.Origin))
	switch {
	case r.Main != "":
		text += " -> " + show.URL(string(r.Main)) + "\n    " + show.Line(r.Why) + "\n"
	case len(r.Members) > 0:
		text += fmt.Sprintf(", main mirror of %s: %s\n", show.Count(len(r.Members), "host"), show.Line(r.Rule))
	default:
		text += ", alone\n"
	}
	for _, s := range r.Statements() {
		text += "    " + s.Name + ": " + show.Line(s.Text) + "\n"
	}
	for i := range r.Others {
		x := &r.Others[i]
		text += fmt.Sprintf("    beside %s: %d the same, %d differ, %d redirects, %d canonical links%s\n",
			show.URL(string(x.Origin)), x.Same, x.Differ, x.Redirects, x.Canonicals, homesText(x.Homes))
	}
	if _, left := r.History(); left != "" {
		text += "    no mirror any more " + show.Line(left) + "\n"
	}
	for _, o := range r.Apart {
		text += "    separated from " + show.URL(string(o)) + " by the operator\n"
	}
	return text
}

// homesText describes how the home pages of two origins compare, to follow other numbers.
func homesText(h mirror.Homes) string {
	switch h {
	case mirror.HomesSame:
		return ", one home page"
	case mirror.HomesDiffer:
		return ", home pages differ"
	}
	return ""
}
